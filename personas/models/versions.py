"""What an admin edits, and every version that it had: one table for all of it."""

from functools import cached_property
from typing import Any, ClassVar, Self

import pydantic
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F
from django.utils import timezone

from personas.angles import AngleText
from personas.content import Content, File, PersonaText, by_field, plain_value, problems_of
from personas.outline import PhaseText, StepText
from personas.tools import ToolDoc

User = AbstractBaseUser | AnonymousUser
CONTENTS: dict[str, type[Content]] = {
    "persona": PersonaText,
    "phase": PhaseText,
    "step": StepText,
    "angle": AngleText,
    "tool": ToolDoc,
}
"""What a version of each kind of thing holds."""


class Version(models.Model):
    """Something that admins edit, as it was once: which kind of thing, the key of the one, and its words. Sessions
    pin it, so it never changes."""

    as_kind: ClassVar[dict[str, type["Version"]]] = {}
    """The classes that rows of a kind are read as, where it is not this one."""

    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=60)
    number = models.PositiveIntegerField()
    words = models.JSONField()
    digest = models.CharField(max_length=64, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["kind", "key", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "key", "number"], name="one_version_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.key}, version {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only ever inserts."""
        if not self._state.adding:
            raise TypeError(f"A {self.kind} version is frozen: publish the {self.kind} to make a new one.")
        super().save(*args, **kwargs)

    @classmethod
    def from_db(cls, db: str | None, field_names: Any, values: Any, **how: Any) -> Self:
        """The version of a persona or an angle can be read like the row, from whichever table the way led here."""
        kind = dict(zip(field_names, values, strict=False)).get("kind", "")
        reader: Any = cls.as_kind.get(kind, cls)
        found: Any = super(Version, reader).from_db(db, field_names, values, **how)
        return found

    def content(self) -> Any:
        """The words as a value. Not checked again, so that old versions stay readable under new rules."""
        return self._content

    @cached_property
    def _content(self) -> Any:
        return CONTENTS[self.kind].from_stored(self.words)


class Word[Value]:
    """A field of a version's words, read like a column."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, version: Version, owner: type) -> Value:
        value = getattr(version.content(), self.name)
        return list(value) if isinstance(value, tuple) else value  # type: ignore[return-value]


class VersionedQuerySet[Row: models.Model](models.QuerySet[Row]):
    def with_named(self) -> Self:
        """With the rows that the words name, in one query."""
        return self.all()

    def shipped(self) -> Self:
        """What came with ELM and is still as it came."""
        return self.exclude(starter_digest="").filter(digest=F("starter_digest"))

    def made_here(self) -> Self:
        """What did not come with ELM."""
        return self.filter(starter_digest="")

    def edited(self) -> Self:
        """What came with ELM and somebody has changed."""
        return self.exclude(starter_digest="").exclude(digest=F("starter_digest"))


class Versioned(models.Model):
    """A row that admins edit. Its words always equal those of `current`: saving other words makes a version.

    `digest` is the fingerprint of the words; `starter_digest` that of the shipped file that the row came from, ""
    for one that was made here. They differ once somebody edits what was shipped.
    """

    kind_of_thing: ClassVar[str]
    identity: ClassVar[str] = "key"
    """The field that tells the row from others of its kind; it never changes."""
    file_class: ClassVar[type[File]]
    beside_words: ClassVar[dict[str, str]] = {}
    """The fields that a file carries beside the words, and what the file calls them."""

    starter_digest = models.CharField(max_length=64, blank=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    current = models.ForeignKey(
        Version, null=True, editable=False, on_delete=models.RESTRICT, related_name="+"
    )

    class Meta:
        abstract = True

    def save(self, *args: Any, by: User | None = None, note: str = "", **kwargs: Any) -> None:
        """Store it, with a new version if its words differ from the latest one's.

        `by` is the person, None for the machine. With `update_fields` only these are stored.
        """
        if kwargs.get("update_fields") is None:
            with transaction.atomic():
                self.digest = self.content().digest()
                self.current = self._latest() or self._frozen(by, note)
                super().save(*args, **kwargs)
        else:
            super().save(*args, **kwargs)

    @property
    def name_in_files(self) -> str:
        """The value of its identity."""
        return str(getattr(self, self.identity))

    @property
    def is_shipped(self) -> bool:
        return bool(self.starter_digest)

    @property
    def is_edited(self) -> bool:
        """Whether what was shipped has other words by now."""
        return self.is_shipped and self.digest != self.starter_digest

    @property
    def versions(self) -> models.QuerySet[Version]:
        """All its versions, the newest first."""
        return Version.objects.filter(kind=self.kind_of_thing, key=self.name_in_files)

    @classmethod
    def for_file(cls, file: Any) -> Self:
        """A row without its words, and not stored yet."""
        beside = {name: getattr(file, said) for name, said in cls.beside_words.items()}
        return cls(**{cls.identity: getattr(file, cls.identity)}, **beside)

    def as_file(self) -> Any:
        """The row as its file would say it."""
        beside = {said: getattr(self, name) for name, said in self.beside_words.items()}
        shape: Any = self.file_class
        return shape(**{self.identity: self.name_in_files}, **beside, **vars(self.content()))

    def values(self) -> dict[str, Any]:
        """The words by field, as they would be stored."""
        return {name: getattr(self, name) for name in CONTENTS[self.kind_of_thing].field_names()}

    def content(self) -> Any:
        """The words as a value, not checked again."""
        return CONTENTS[self.kind_of_thing].from_stored(self.values())

    def take(self, content: Any, **instead: Any) -> None:
        """Set the columns from `content`, some to other values `instead`; nothing is saved. Raises
        ValidationError when what it names is not there."""
        for name, value in (plain_value(content) | instead).items():
            setattr(self, name, value)

    def checked(self, shape: type[Content], **more: Any) -> Any:
        """The words made canonical. Raises ValidationError that says per field what is wrong."""
        try:
            return shape.checked(self.values() | more)
        except pydantic.ValidationError as error:
            raise ValidationError(by_field(problems_of(error))) from error

    def _latest(self) -> Version | None:
        """The latest version if it has these words. Nobody else can make one until the end of the transaction."""
        if self.pk:
            type(self)._base_manager.select_for_update().filter(pk=self.pk).first()
        latest = self.versions.first()
        return latest if latest and latest.digest == self.digest else None

    def _frozen(self, by: User | None, note: str) -> Version:
        last = self.versions.values_list("number", flat=True).first() or 0
        made = Version.as_kind.get(self.kind_of_thing, Version)
        return made.objects.create(
            kind=self.kind_of_thing,
            key=self.name_in_files,
            number=last + 1,
            words=plain_value(self.content()),
            digest=self.digest,
            created_by_id=by.pk if by else None,
            note=note[:200],
        )

    def publish(self, *, by: User | None = None, note: str = "") -> Version:
        """Check and save. Gives the version that is current afterwards. Raises django's ValidationError."""
        with transaction.atomic():
            self.full_clean()
            self.save(by=by, note=note)
        assert self.current is not None
        return self.current

    def restore(self, version: Version, *, by: User | None = None) -> Version:
        """Take the words of an older version again, as a new version. Gives the current version."""
        if (version.kind, version.key) != (self.kind_of_thing, self.name_in_files):
            raise ValueError(f"version {version.pk} belongs to another {self.kind_of_thing}")
        self.take(version.content())
        return self.publish(by=by, note=f"Restored version {version.number}")
