"""What roundtables left behind: their records, whose summary can be put right, and blind reviews."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from personas.models import Persona
from reviews.accounts.staff import visible_rows
from reviews.admin.base import History, Long, link_to, page_of
from reviews.admin.filters import StepFilter, team_filter
from reviews.models import BlindReview, ElaborationRecord, Participant


class PersonaFilter(admin.SimpleListFilter):
    title = "persona"
    parameter_name = "persona"


def by_name(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Personas to choose from, by name. An imported record may name some that ELM never had: they have no name but
    their key."""
    known = set(keys)
    names = dict(Persona.objects.filter(key__in=known).values_list("key", "name"))
    return sorted(((key, names.get(key, key)) for key in known), key=lambda choice: choice[1].lower())


class PersonaOfRecord(PersonaFilter):
    @cached_property
    def casts(self) -> list[list[str]]:
        """Who sat together, each group once: few, however many records there are."""
        return list(self.visible.order_by().values_list("personas_active", flat=True).distinct())

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        self.visible = visible_rows(ElaborationRecord.objects.all(), request.user)
        return by_name(chain.from_iterable(self.casts))

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ElaborationRecord]
    ) -> QuerySet[ElaborationRecord]:
        """By the whole list: not every database can look into one."""
        if not self.value():
            return queryset
        return queryset.filter(personas_active__in=[cast for cast in self.casts if self.value() in cast])


class PersonaOfReview(PersonaFilter):
    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        reviews = visible_rows(BlindReview.objects.all(), request.user)
        seats = Participant.objects.filter(session__in=reviews.values("session")).order_by()
        return by_name(seats.values_list("key", flat=True).distinct())

    def queryset(self, request: HttpRequest, queryset: QuerySet[BlindReview]) -> QuerySet[BlindReview]:
        seats = Participant.objects.filter(key=self.value())
        return queryset.filter(session__in=seats.values("session")) if self.value() else queryset


class RecordForm(ModelForm):
    class Meta:
        model = ElaborationRecord
        fields = ["synthesis_summary"]
        widgets = {"synthesis_summary": forms.Textarea(attrs={"rows": 3, "cols": 100})}
        help_texts = {"synthesis_summary": "One sentence; meta.json carries its first 100 characters."}

    def clean_synthesis_summary(self) -> str:
        return " ".join(self.cleaned_data["synthesis_summary"].split())


@admin.register(ElaborationRecord)
class ElaborationRecordAdmin(Long):
    """Records of discussions. Only the summary can be changed; the history of the page keeps what it was before."""

    form = RecordForm
    belongs_to = [link_to("item", ordering="item__title"), link_to("session")]
    list_display = ["subject", *belongs_to, "personas", "turn_count", "outcome", "summary", "timestamp"]
    help = "What roundtables came to, in a line. Only the summary can be put right; what it was stays in the history."
    list_filter = [
        PersonaOfRecord,
        team_filter("item__team"),
        ("step_id", StepFilter),
        ("item", admin.RelatedOnlyFieldListFilter),
        "outcome",
        "timestamp",
    ]
    search_fields = ["synthesis_summary", "topic", "=step_id", "item__title"]
    date_hierarchy = "timestamp"
    ordering = ["-timestamp", "-pk"]
    readonly_fields: ClassVar[list[Any]] = [
        *belongs_to,
        "step_id",
        "topic",
        "personas",
        "turn_count",
        "outcome",
    ]
    readonly_fields += ["timestamp", "extra"]
    fields = [*readonly_fields, "synthesis_summary"]
    joined = ["item", "session__item"]

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[dict[str, dict[str, list[str]]]]:
        """What the summary was: the log entry says beside it who changed it, and when."""
        if "synthesis_summary" not in form.changed_data:
            return []
        before = f"the summary, which was “{form.initial['synthesis_summary']}”"
        return [{"changed": {"fields": [before]}}]

    @admin.display(description="step or topic", ordering="step_id")
    def subject(self, record: ElaborationRecord) -> str:
        return record.step_id or record.topic

    @admin.display
    def personas(self, record: ElaborationRecord) -> str:
        return ", ".join(map(str, record.personas_active)) or "-"

    @admin.display(ordering="synthesis_summary")
    def summary(self, record: ElaborationRecord) -> str:
        return Truncator(record.synthesis_summary).chars(90)


@admin.register(BlindReview)
class BlindReviewAdmin(History):
    """Who told the personas of a discussion apart, and how well."""

    list_display = ["__str__", link_to("session"), "item", "step", "score", "by", "created"]
    help = "Who told the personas of a discussion apart without their names, and how well."
    list_filter = [
        team_filter("session__team"),
        PersonaOfReview,
        ("session__step_id", StepFilter),
        ("session__item", admin.RelatedOnlyFieldListFilter),
    ]
    list_filter += ["created"]
    search_fields = ["by__username", "session__item__title", "session__topic", "=session__step_id"]
    date_hierarchy = "created"
    ordering = ["-created", "-pk"]
    readonly_fields = ["item", "step", "score", "created"]
    joined = ["session__item", "by"]

    @admin.display(ordering="session__item__title")
    def item(self, review: BlindReview) -> SafeString | str:
        return page_of(review.session.item)

    @admin.display(description="step or topic", ordering="session__step_id")
    def step(self, review: BlindReview) -> str:
        return review.session.step_id or review.session.topic

    @admin.display(description="told apart")
    def score(self, review: BlindReview) -> str:
        return f"{review.percent} %"
