"""Who looks, and how: personas and the frozen versions that sessions run with."""

from typing import Any, Self

import pydantic
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from personas.choices import Colour, Kind, Shape, Tier
from personas.content import (
    CONTENT_FIELDS,
    KEY_PATTERN,
    KEY_RULE,
    MAX_LINE,
    MAX_SHORT,
    PersonaText,
    by_field,
    problems,
)
from personas.errors import MissingPersona
from personas.models.shipped import Shipped, ShippedQuerySet

User = AbstractBaseUser | AnonymousUser


class Worded(models.Model):
    """The columns of a PersonaText, and `digest`, its fingerprint."""

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
    digest = models.CharField(max_length=64, editable=False)
    text = models.TextField(
        help_text="Markdown. The heart of the prompt: how to think, what to do, when to stop."
    )

    class Meta:
        abstract = True

    def content(self) -> PersonaText:
        """The content as a value. Not checked again, so that old versions stay readable under new rules."""
        values = {name: getattr(self, name) for name in CONTENT_FIELDS}
        frozen: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
        return PersonaText(**frozen)

    def take(self, content: PersonaText) -> None:
        """Set the columns from `content`; nothing is saved."""
        for name in CONTENT_FIELDS:
            value = getattr(content, name)
            setattr(self, name, list(value) if isinstance(value, tuple) else value)

    def prompt_text(self) -> str:
        """The words that tell a model who it is."""
        return self.content().prompt_text()


class PersonaQuerySet(ShippedQuerySet["Persona"]):
    def active(self) -> Self:
        return self.filter(is_active=True)

    def of_kind(self, kind: Kind) -> Self:
        return self.filter(kind=kind)

    def with_version(self) -> Self:
        """With what a list shows, in one query."""
        return self.select_related("current", "current__created_by")

    def get_current(self, key: str) -> "PersonaVersion":
        """The version of persona `key` that a new session pins. Raises MissingPersona."""
        persona = self.active().filter(key=key, current__isnull=False).select_related("current").first()
        if persona is None or persona.current is None:
            raise MissingPersona(
                f"There is no active persona “{key}”. Activate it under Personas in the administration, "
                "or run “manage.py load_starter” to get the shipped one."
            )
        return persona.current


class Persona(Shipped, Worded):
    """A persona as it is now. Its columns always equal those of `current`: `publish` is the only way to save."""

    key = models.SlugField(max_length=60, unique=True, validators=[RegexValidator(KEY_PATTERN, KEY_RULE)])
    kind = models.CharField(max_length=12, choices=Kind)
    is_active = models.BooleanField(
        "active", default=True, help_text="Only active personas join new sessions."
    )
    order = models.PositiveSmallIntegerField(default=0, help_text="Smaller comes first.")
    current = models.ForeignKey(
        "PersonaVersion", null=True, editable=False, on_delete=models.RESTRICT, related_name="+"
    )

    objects = PersonaQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "order", "name"]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Make the content canonical, or say per field what is wrong with it (A3 for first names)."""
        try:
            values = {name: getattr(self, name) for name in CONTENT_FIELDS}
            self.take(PersonaText.checked(values))
        except pydantic.ValidationError as error:
            raise ValidationError(by_field(problems(error))) from error
        self._check_first_name()

    def _check_first_name(self) -> None:
        """People address roundtable personas by first name: no two active ones may share one (A3)."""
        if same := self.namesake():
            first = self.name.split()[0]
            raise ValidationError(
                {"name": f"{same.name} ({same.key}) already answers to “{first}”. Choose another first name."}
            )

    def namesake(self) -> "Persona | None":
        """Another active persona of the roundtable with the same first name, if this one is to sit there too."""
        if self.kind != Kind.ROUNDTABLE or not self.is_active:
            return None
        first = self.name.split()[0]
        others = Persona.objects.active().of_kind(Kind.ROUNDTABLE).exclude(pk=self.pk)
        return others.filter(Q(name__iexact=first) | Q(name__istartswith=f"{first} ")).first()

    @transaction.atomic
    def publish(self, *, by: User | None = None, note: str = "") -> "PersonaVersion":
        """Check and save, with a new version only if the content differs from the latest.

        Gives the version that is current afterwards. `by` is the person, None for the machine. Raises
        django's ValidationError.
        """
        self.full_clean()
        latest = self._locked_latest()
        self.digest = self.content().digest()
        self.current = latest
        self.save()
        if latest is None or latest.digest != self.digest:
            latest = PersonaVersion.freeze(self, number=latest.number + 1 if latest else 1, by=by, note=note)
            self.current = latest
            self.save(update_fields=["current"])
        return latest

    def _locked_latest(self) -> "PersonaVersion | None":
        if self.pk is None:
            return None
        Persona.objects.select_for_update().get(pk=self.pk)
        return self.versions.order_by("-number").first()

    def restore(self, version: "PersonaVersion", *, by: User | None = None) -> "PersonaVersion":
        """Take the content of an older version again, as a new version. Gives the current version."""
        if version.persona_id != self.pk:
            raise ValueError(f"version {version.pk} belongs to another persona")
        self.take(version.content())
        return self.publish(by=by, note=f"Restored version {version.number}")


class PersonaVersion(Worded):
    """A persona as it was once. Sessions pin it, so it never changes."""

    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["persona", "-number"]
        constraints = [models.UniqueConstraint(fields=["persona", "number"], name="one_version_per_number")]

    def __str__(self) -> str:
        return f"{self.name}, version {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only ever inserts."""
        if not self._state.adding:
            raise TypeError("A persona version is frozen: publish the persona to make a new one.")
        super().save(*args, **kwargs)

    @classmethod
    def freeze(cls, persona: Persona, *, number: int, by: User | None, note: str) -> "PersonaVersion":
        """Store the content of `persona` as its version `number`."""
        version = cls(persona=persona, number=number, note=note[:200], digest=persona.digest)
        version.created_by_id = by.pk if by else None
        version.take(persona.content())
        version.save()
        return version
