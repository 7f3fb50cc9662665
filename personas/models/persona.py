"""Who looks, and how: personas, and their versions as sessions read them."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Self

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models, transaction

from personas.choices import Colour, Kind, Shape, Tier
from personas.content import (
    KEY_PATTERN,
    KEY_RULE,
    MAX_LINE,
    MAX_SHORT,
    PersonaFile,
    PersonaText,
)
from personas.errors import MissingPersona
from personas.models.prepared import Given, PreparedQuery
from personas.models.versions import User as AnyUser
from personas.models.versions import Version, Versioned, VersionedQuerySet, Word
from personas.names import find_imitation, is_of_app, look_of

ELM_KEY = "elm"
"""The key of the shipped persona that has the app's own name."""


class PersonaVersionManager(models.Manager["PersonaVersion"]):
    def get_queryset(self) -> models.QuerySet["PersonaVersion"]:
        """Only what is a persona's."""
        return super().get_queryset().filter(kind=Persona.kind_of_thing)


class PersonaVersion(Version):
    """A persona as it was once."""

    objects: ClassVar[PersonaVersionManager] = PersonaVersionManager()

    name = Word[str]()
    role = Word[str]()
    short = Word[str]()
    tier = Word[str]()
    model = Word[str]()
    lens = Word[str]()
    colour = Word[str]()
    shape = Word[str]()
    principles = Word[list[str]]()
    examples = Word[list[str]]()
    markers = Word[list[str]]()
    forbidden = Word[list[str]]()
    keywords = Word[list[str]]()
    text = Word[str]()

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return f"{self.name}, version {self.number}"

    def prompt_text(self) -> str:
        """The words that tell a model who it is."""
        return str(self.content().prompt_text())


class PersonaQuerySet(VersionedQuerySet["Persona"]):
    def active(self) -> Self:
        return self.filter(is_active=True)

    def of_kind(self, kind: Kind) -> Self:
        return self.filter(kind=kind)

    def for_all(self) -> Self:
        """Those that belong to no team: what ships with ELM, and what the people who run the server made."""
        return self.filter(team=None)

    def with_usual(self, team_id: int | Given) -> Self:
        """Each with `is_usual`: whether it sits at the team's roundtables unless others are chosen."""
        chosen = Persona.usual_in.through.objects.filter(persona=models.OuterRef("pk"), team=team_id)
        return self.annotate(is_usual=models.Exists(chosen))

    def for_team(self, team_id: int | Given) -> Self:
        """Those that a team may use: the ones for all, and its own."""
        return self.filter(models.Q(team=None) | models.Q(team=team_id))

    def seen_by_staff(self, user: AnyUser) -> Self:
        """What somebody sees in the administration: of teams' own personas those of their own teams, unless they may
        do everything."""
        if getattr(user, "is_superuser", False):
            return self.all()
        return self.filter(models.Q(team=None) | models.Q(team__memberships__user=user.pk))

    def with_version(self) -> Self:
        """With what a list shows, in one query."""
        return self.select_related("current", "current__created_by")

    def get_current(self, key: str) -> Version:
        """The version of persona `key` that a new session pins. Raises MissingPersona."""
        return self.current_versions([key])[0]

    def current_versions(self, keys: Sequence[str]) -> list["PersonaVersion"]:
        """The versions of these personas that a new session pins, in one query. Raises MissingPersona."""
        given = {f"key_{number}": key for number, key in enumerate(keys)}
        found = {version.key: version for version in _pinned_versions(len(keys)).rows(**given)}
        for key in keys:
            if key not in found:
                raise MissingPersona(
                    f"There is no active persona “{key}”. Activate it under Personas in the administration, "
                    "or run “manage.py load_starter” to get the shipped one."
                )
        return [found[key] for key in keys]


@cache
def _pinned_versions(count: int) -> PreparedQuery["PersonaVersion"]:
    """The current versions of so many active personas. Values: key_0, key_1 and so on."""
    keys = [Given(f"key_{number}", models.CharField()) for number in range(count)]
    return PreparedQuery(
        lambda: PersonaVersion.objects.filter(
            pk__in=Persona.objects.active().filter(key__in=keys).values("current")
        )
    )


class Persona(Versioned):
    """A persona as it is now."""

    kind_of_thing = "persona"
    file_class = PersonaFile
    beside_words = {"kind": "kind", "order": "order", "is_active": "active"}

    name = models.CharField(max_length=60, help_text="As the transcript shows it in front of every line.")
    role = models.CharField(max_length=120, help_text="Completes the sentence “You are NAME, …”.")
    short = models.CharField(
        "short role",
        max_length=MAX_SHORT,
        blank=True,
        help_text="The role in a list of participants, such as “BA”. Empty means the role itself.",
    )
    tier = models.CharField(
        max_length=12,
        choices=Tier,
        default=Tier.STRATEGIC,
        help_text="Strategic for judgement, execution for routine work.",
    )
    model = models.CharField(
        "model id", max_length=100, blank=True, help_text="Leave empty to use the tier's default."
    )
    lens = models.CharField(
        max_length=MAX_LINE,
        blank=True,
        help_text="What this persona sees that others overlook. At a roundtable a noun phrase that completes "
        "“What is your take from a … perspective?”",
    )
    colour = models.CharField(max_length=10, choices=Colour, default=Colour.SLATE)
    shape = models.CharField(
        max_length=10, choices=Shape, default=Shape.CIRCLE, help_text="Tells speakers apart without colour."
    )
    principles = models.JSONField(default=list, blank=True, help_text="One a line, the most important first.")
    examples = models.JSONField(
        "example phrases", default=list, blank=True, help_text="One a line: how this persona sounds."
    )
    markers = models.JSONField(
        default=list,
        blank=True,
        help_text="One a line: expressions that mark the voice. A long text without any gets a warning.",
    )
    forbidden = models.JSONField(
        "forbidden patterns",
        default=list,
        blank=True,
        help_text="One a line: a plain phrase, or a regular expression between slashes. A hit is a warning.",
    )
    keywords = models.JSONField(
        default=list,
        blank=True,
        help_text="One a line: words that are this persona's business. A message with one of them draws it in, "
        "and they help to tell voices apart.",
    )
    text = models.TextField(
        help_text="Markdown. The heart of the prompt: how to think, what to do, when to stop."
    )
    key = models.SlugField(max_length=60, unique=True, validators=[RegexValidator(KEY_PATTERN, KEY_RULE)])
    kind = models.CharField(max_length=12, choices=Kind)
    is_active = models.BooleanField(
        "active", default=True, help_text="Only active personas join new sessions."
    )
    order = models.PositiveSmallIntegerField(default=0, help_text="Smaller comes first.")
    team = models.ForeignKey(
        "reviews.Team",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="own_personas",
        help_text="Whose own it is. Empty: for all teams.",
    )
    usual_in = models.ManyToManyField(
        "reviews.Team",
        blank=True,
        editable=False,
        related_name="usual_personas",
        help_text="The teams at whose roundtables it sits unless others are chosen.",
    )

    is_usual: bool
    """Only in rows of `with_usual`."""

    objects = PersonaQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "order", "name"]

    def __str__(self) -> str:
        return self.name

    def prompt_text(self) -> str:
        """The words that tell a model who it is."""
        return str(self.content().prompt_text())

    def remove(self) -> None:
        """Delete it with all its versions. Raises ProtectedError when a session has used one of them."""
        with transaction.atomic():
            versions = Version.objects.filter(kind=self.kind_of_thing, key=self.key)
            self.delete()
            versions.delete()

    def clean(self) -> None:
        """Make the content canonical, or say per field what is wrong with it (A3 for first names)."""
        self.take(self.checked(PersonaText))
        self._check_imitation()
        self._check_first_name()

    def _check_imitation(self) -> None:
        """A new name is nobody else's, at a glance either. Words as they are shipped are not looked at."""
        is_elm = self.key == self.name.casefold() == ELM_KEY
        is_as_shipped = is_elm or self.starter_digest == self.content().digest()
        if is_as_shipped or (self.current and self.current.content().name == self.name):
            return
        personas = self._beside().values_list("name", flat=True)
        people = User.objects.filter(is_active=True)
        if self.team_id:
            # What is refused must not tell who belongs to another team.
            people = people.filter(memberships__team=self.team_id)
        called = [name for user in people for name in (user.get_full_name(), user.get_username()) if name]
        problem = find_imitation(self.name, personas, "another persona") or find_imitation(
            self.name, called, "a person"
        )
        if not problem and is_of_app(self.name.split()[0]):
            problem = f"“{self.name.split()[0]}” is a word that ELM uses itself. Choose another first name."
        if problem:
            raise ValidationError({"name": problem})

    def _check_first_name(self) -> None:
        """People address roundtable personas by first name: no two active ones may share one (A3)."""
        if same := self.namesake():
            first = self.name.split()[0]
            raise ValidationError(
                {"name": f"{same.name} ({same.key}) already answers to “{first}”. Choose another first name."}
            )

    def _beside(self) -> PersonaQuerySet:
        """The others that could be taken for this one: those for all, and of its team."""
        others = Persona.objects.exclude(pk=self.pk)
        return others.for_team(self.team_id) if self.team_id else others.for_all()

    def namesake(self) -> "Persona | None":
        """Another active persona of the roundtable with the same first name, if this one is to sit there too."""
        if self.kind != Kind.ROUNDTABLE or not self.is_active:
            return None
        first = self.name.split()[0]
        others = self._beside().active().of_kind(Kind.ROUNDTABLE)
        return next((one for one in others if look_of(one.name.split()[0]) == look_of(first)), None)


Version.as_kind[Persona.kind_of_thing] = PersonaVersion
