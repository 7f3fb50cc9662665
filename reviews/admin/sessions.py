"""Teams, items and sessions for the people who run the server."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from reviews import search
from reviews.accounts.membership import tell_open_pages
from reviews.accounts.staff import is_root, visible_rows
from reviews.admin.base import (
    History,
    Joined,
    Lines,
    NamedFields,
    TakesItsHistory,
    key_in,
    link_to,
    list_of,
    page_of,
)

# Imported for what it registers.
from reviews.admin.exporting import shown_in_words
from reviews.admin.filters import month_filter, newest_values, team_filter
from reviews.errors import NotReadable
from reviews.kinds import registry
from reviews.models import (
    Artifact,
    AuditEntry,
    BlindReview,
    BranchCommit,
    Change,
    Event,
    Finding,
    Item,
    Membership,
    ModelCall,
    Participant,
    Repository,
    Revision,
    Session,
    SessionArtifact,
    Team,
)
from reviews.money import cost
from reviews.views.items.items import count_of


class MembershipLines(Joined, admin.TabularInline):
    model = Membership
    formset = NamedFields
    extra = 0
    autocomplete_fields = ["user"]
    verbose_name_plural = "members"
    joined = ["user", "team"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only who runs the server puts people into a team here: others invite them."""
        return is_root(request)

    has_change_permission = has_delete_permission = has_add_permission


@admin.register(Team)
class TeamAdmin(TakesItsHistory):
    ordering = ["name", "pk"]
    list_display = ["name", "slug", "members", "spent", "budget", "max_rounds"]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    readonly_fields = ["spent", "spent_this_month", "what_is_there"]
    help = "Who works together. Members are invited on the team's page; budgets are in millionths of a dollar here."
    inlines = [MembershipLines]
    path_to_item = "item__team"

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:
        """Members may have changed: open pages are checked again."""
        super().save_related(request, form, formsets, change)
        tell_open_pages(form.instance)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        return super().get_queryset(request).annotate(member_count=Count("memberships"))

    @admin.display(ordering="member_count")
    def members(self, team: Team) -> int:
        return team.member_count  # type: ignore[attr-defined]

    @admin.display(ordering="spent_micros")
    def spent(self, team: Team) -> str:
        return cost(team.spent_micros)

    @admin.display(description="spent in the newest month")
    def spent_this_month(self, team: Team) -> str:
        return f"{cost(team.month_spent_micros)} in {team.month}" if team.month else "nothing"

    @admin.display(description="what it has")
    def what_is_there(self, team: Team) -> SafeString:
        rows = (
            (Item, "items"),
            (Session, "sessions"),
            (Repository, "repositories"),
            (AuditEntry, "audit log"),
        )
        return format_html_join(
            ", ", "{}", ((list_of(model, label, of_team=team.pk),) for model, label in rows)
        )

    @admin.display(ordering="budget_micros")
    def budget(self, team: Team) -> str:
        return "no limit" if team.budget_micros is None else cost(team.budget_micros)


class ArtifactLines(Lines):
    model = Artifact
    fields = ["name", "kind", "source", "created"]
    readonly_fields = ["created"]


@admin.register(Item)
class ItemAdmin(TakesItsHistory):
    list_display = ["title", link_to("team", ordering="team__name"), "artifacts", "sessions", "created"]
    list_filter = [team_filter("team")]
    date_hierarchy = "created"
    help = "What is looked at, with its artifacts and sessions. Deleting one takes all of these with it."
    search_fields = ["title", "slug"]
    autocomplete_fields = ["team"]
    # Tags are those of a team, and its own pages say which.
    exclude = ["tags"]
    prepopulated_fields = {"slug": ["title"]}
    inlines = [ArtifactLines]
    joined = ["team"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Item]:
        counts = {
            "artifact_count": count_of(Artifact.objects.all()),
            "session_count": count_of(Session.objects.all()),
        }
        return super().get_queryset(request).annotate(**counts)

    def get_readonly_fields(self, request: HttpRequest, obj: Item | None = None) -> list[str]:
        """An item stays in its team: its sessions know the team too."""
        return ["team", "artifacts", "sessions"] if obj else []

    @admin.display(ordering="artifact_count")
    def artifacts(self, item: Item) -> SafeString:
        return list_of(Artifact, str(item.artifact_count), item=item.pk)  # type: ignore[attr-defined]

    @admin.display(ordering="session_count")
    def sessions(self, item: Item) -> SafeString:
        return list_of(Session, str(item.session_count), item=item.pk)  # type: ignore[attr-defined]


class RevisionLines(Lines):
    model = Revision
    fields = ["number", "made_by", "session", "note", "created"]
    readonly_fields = ["created"]
    ordering = ["-number"]
    joined = ["made_by", "session__item", "artifact"]
    left_out = ["content"]


@admin.register(Artifact)
class ArtifactAdmin(History):
    list_display = ["name", link_to("item", ordering="item__title"), "kind", "source", "revision", "created"]
    list_filter = ["kind", "source", team_filter("item__team")]
    date_hierarchy = "created"
    help = "Texts, each with its revisions, and what was found and proposed in them."
    readonly_fields = ["findings", "changes"]
    search_fields = ["name", "item__title"]
    ordering = ["-created"]
    exclude = ["tags"]
    inlines = [RevisionLines]
    joined = ["item", "current__artifact"]
    left_out = ["current__content"]

    @admin.display
    def findings(self, artifact: Artifact) -> SafeString:
        return list_of(Finding, "findings", artifact=artifact.pk)

    @admin.display
    def changes(self, artifact: Artifact) -> SafeString:
        return list_of(Change, "changes", artifact=artifact.pk)

    @admin.display(description="current revision")
    def revision(self, artifact: Artifact) -> SafeString | str:
        return page_of(artifact.current, str(artifact.current.number)) if artifact.current else "-"


@admin.register(Revision)
class RevisionAdmin(History):
    list_display = ["__str__", link_to("artifact"), "made_by", link_to("session"), "note", "created"]
    list_filter = [team_filter("artifact__item__team"), month_filter("created")]
    help = "The exact bytes that an artifact had, and who or what made them."
    search_fields = ["artifact__name", "=sha256"]
    ordering = ["-pk"]
    readonly_fields = ["words"]
    joined = ["artifact", "made_by", "session__item"]
    left_out = ["content"]

    @admin.display(description="text")
    def words(self, revision: Revision) -> str:
        try:
            return revision.text
        except NotReadable as problem:
            return str(problem)


class PinLines(Lines):
    model = SessionArtifact
    verbose_name_plural = "artifacts, as they were at the start"
    show_change_link = False
    joined = ["artifact", "revision__artifact"]
    left_out = ["revision__content"]


class ParticipantLines(Lines):
    model = Participant
    verbose_name_plural = "personas, as they were at the start"
    show_change_link = False
    joined = ["version"]


class KindFilter(admin.SimpleListFilter):
    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.name, kind.label) for kind in registry.kinds()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Session]) -> QuerySet[Session]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(Session)
class SessionAdmin(History):
    list_display = ["kind_of_session", link_to("item", ordering="item__title"), "state", "end_reason"]
    list_display += ["calls_made", "spent", "started_by", "created"]
    list_filter = [team_filter("team"), "state", KindFilter, *newest_values("provider")]
    list_filter += [month_filter("created"), "created"]
    search_fields = ["item__title", "started_by__username", "topic"]
    search_help_text = "A whole id, or words of the title, the topic or a username."
    help = (
        "Each interview, roundtable and review, with what it was started with, its events, calls and changes."
    )
    ordering = ["-created"]
    inlines = [PinLines, ParticipantLines]
    readonly_fields = ["events", "calls_made", "changes", "spent", "last_number", "rounds", "tokens_in"]
    readonly_fields += ["tokens_out", "epoch", "owner", "failures", "created", "ended"]
    readonly_fields += ["findings", "commits", "blind_reviews", shown_in_words("config")]
    exclude = ["budget_micros", "config", "tags"]
    joined = ["item", "started_by"]

    @admin.display
    def findings(self, session: Session) -> SafeString:
        return list_of(Finding, "findings", session=session.pk)

    @admin.display
    def commits(self, session: Session) -> SafeString:
        return list_of(BranchCommit, "commits", session=session.pk)

    @admin.display
    def blind_reviews(self, session: Session) -> SafeString:
        return list_of(BlindReview, "blind reviews", session=session.pk)

    @admin.display(description="kind", ordering="kind")
    def kind_of_session(self, session: Session) -> str:
        return registry.session_kind(session.kind).label if session.kind in registry.names() else session.kind

    @admin.display
    def events(self, session: Session) -> SafeString:
        return list_of(Event, f"{session.last_number} events", session=session.pk)

    @admin.display(description="calls", ordering="calls")
    def calls_made(self, session: Session) -> SafeString:
        return list_of(ModelCall, f"{session.calls} calls", session=session.pk)

    @admin.display
    def changes(self, session: Session) -> SafeString:
        return list_of(Change, "changes", session=session.pk)

    @admin.display(ordering="spent_micros")
    def spent(self, session: Session) -> str:
        limit = "" if session.budget_micros is None else f" of {cost(session.budget_micros)}"
        return cost(session.spent_micros) + limit


@admin.register(Event)
class EventAdmin(History):
    list_display = ["number", "kind", "speaker_name", "beginning", link_to("session"), "created"]
    list_filter = ["kind", team_filter("session__team")]
    help = "The logs of all sessions: what happened, in order. Nothing here ever changes."
    readonly_fields = (shown_in_words("data"),)
    exclude = ("data",)
    search_fields = ["text"]
    search_help_text = "Finds the newest events that have all the words: a thousand at most."
    ordering = ["-pk"]
    joined = ["session__item", "user"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """By the search index: reading millions of texts for each search would take minutes."""
        if key_in(Event, "session", search_term.strip()) is not None:
            return super().get_search_results(request, queryset, search_term)
        question = search.read_question(search_term)
        if not question.terms:
            return queryset, False
        teams = visible_rows(Team.objects.all(), request.user).values_list("pk", flat=True)
        return queryset.filter(pk__in=search.newest_events(list(teams), question)), False

    @admin.display(description="text")
    def beginning(self, event: Event) -> str:
        return Truncator(event.text).chars(90)


@admin.register(ModelCall)
class ModelCallAdmin(History):
    list_display = ["purpose", "outcome", "model", link_to("session"), "tokens", "price", "took", "created"]
    list_filter = ["outcome", team_filter("session__team"), month_filter("created"), "created"]
    list_filter += newest_values("model", "purpose", "provider")
    search_fields = ["=request_id", "=prompt_hash", "purpose", "model"]
    search_help_text = (
        "An id of a call or a session, a whole request id or prompt hash, a part of a purpose or a model."
    )
    help = (
        "Each call of a provider: what was sent, what came back, what it took and cost. Sums are under Costs."
    )
    ordering = ["-pk"]
    fields = [
        "session",
        "event",
        "messages",
        "provider",
        "model",
        "purpose",
        "prompt_hash",
        "prompt",
        "reply",
    ]
    fields += ["tokens_in", "tokens_out", "tokens_cached", "cost_micros", "first_token_ms", "last_token_ms"]
    fields += ["request_id", "outcome", "error"]
    readonly_fields = ["messages", "prompt"]
    joined = ["session__item", "event"]
    left_out = ["prompt_parts", "reply", "event__text", "event__data"]

    @admin.display(description="request and response")
    def messages(self, call: ModelCall) -> SafeString | str:
        """The way to the page of its messages, where its kind of session has one."""
        event = call.event
        url = registry.session_kind(call.session.kind).call_url(call.session, event.number) if event else ""
        return format_html('<a href="{}">open</a>', url) if url else "-"

    @admin.display(description="seconds", ordering="last_token_ms")
    def took(self, call: ModelCall) -> str:
        """Until the first word, and until the last."""
        times = (call.first_token_ms, call.last_token_ms)
        return ", ".join("-" if ms is None else f"{ms / 1000:.1f}" for ms in times)

    @admin.display(description="tokens in, out")
    def tokens(self, call: ModelCall) -> str:
        return f"{call.tokens_in:,}, {call.tokens_out:,}"

    @admin.display(description="cost", ordering="cost_micros")
    def price(self, call: ModelCall) -> str:
        return cost(call.cost_micros)


@admin.register(Change)
class ChangeAdmin(History):
    list_display = [
        "__str__",
        "section",
        "status",
        "attribution",
        link_to("session"),
        "decided_by",
        "created",
    ]
    list_filter = ["status", team_filter("session__team"), month_filter("created")]
    help = "What sessions proposed to change in texts, and what people decided."
    search_fields = ["section", "artifact__name", "artifact__item__title"]
    ordering = ["-created"]
    joined = ["artifact", "session__item", "decided_by", "base__artifact"]
    left_out = ["base__content"]
