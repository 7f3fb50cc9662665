"""From where a review looks: angles, and their versions as sessions read them (P003, P009)."""

from typing import Self

from django.core.exceptions import ValidationError
from django.db import models

from personas.angles import MAX_DESCRIPTION, MAX_NAME, MAX_VERSION, AngleFile, FocusArea
from personas.choices import Tier
from personas.models.versions import Version, Versioned, VersionedQuerySet, Word


class AngleVersion(Version):
    """An angle as it was once."""

    version = Word[str]()
    name = Word[str]()
    description = Word[str]()
    weight = Word[float]()
    in_default_set = Word[bool]()
    temperature = Word[float]()
    tier = Word[str]()
    model = Word[str]()
    composable_with = Word[list[str]]()
    conflicts_with = Word[list[str]]()
    evaluation_criteria = Word[list[str]]()
    ignores = Word[list[str]]()
    focus_areas = Word[list[FocusArea]]()
    system_prompt = Word[str]()

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return f"{self.name}, version {self.number}"

    def prompt_text(self) -> str:
        """The words that give a model this perspective."""
        return str(self.content().prompt_text())


class AngleQuerySet(VersionedQuerySet["Angle"]):
    def active(self) -> Self:
        """What new reviews may use, with the version that they pin."""
        return self.filter(is_active=True).select_related("current")

    def default_set(self) -> Self:
        """What a review uses unless somebody chooses otherwise."""
        return self.active().filter(in_default_set=True)


class Angle(Versioned):
    """An angle as it is now. The angles that it names may come to be later."""

    kind_of_thing = "angle"
    file_class = AngleFile
    beside_words = {"is_active": "active"}

    key = models.CharField(
        max_length=60,
        unique=True,
        help_text="Lower-case letters, digits and underscores, such as error_handling.",
    )
    version = models.CharField(
        max_length=MAX_VERSION,
        default="1.0.0",
        help_text="Your own count of releases, three numbers such as 1.0.0. Every change is kept, whatever it says.",
    )
    name = models.CharField(max_length=MAX_NAME)
    description = models.CharField(
        max_length=MAX_DESCRIPTION, help_text="What this angle is for, in a sentence or two."
    )
    weight = models.FloatField(
        default=0.25,
        help_text="From 0 to 1: how much its findings count. The weights of a review are brought to a sum of 1.",
    )
    in_default_set = models.BooleanField(
        "in the default set",
        default=False,
        help_text="A review looks from this angle unless somebody chooses otherwise. Needs a weight above 0.",
    )
    temperature = models.FloatField(
        default=0.3, help_text="From 0 to 2, for models that take one: low for the same answer each time."
    )
    tier = models.CharField(
        max_length=12,
        choices=Tier,
        default=Tier.EXECUTION,
        help_text="Execution looks often and is cheap; strategic is for what needs judgement.",
    )
    model = models.CharField(
        "model id", max_length=100, blank=True, help_text="Leave empty to use the tier's default."
    )
    composable_with = models.JSONField(
        "goes well with",
        default=list,
        blank=True,
        help_text="One key a line: angles that one call may take on as well. Only advice; they may be added later.",
    )
    conflicts_with = models.JSONField(
        "conflicts with",
        default=list,
        blank=True,
        help_text="One key a line: angles that one call never takes on as well. They may be added later.",
    )
    evaluation_criteria = models.JSONField(
        default=list, help_text="One a line, the most important first: what a text is judged by."
    )
    ignores = models.JSONField(
        default=list, blank=True, help_text="One a line: what it leaves to other angles."
    )
    focus_areas = models.JSONField(
        default=list,
        help_text="“id: name (severity)” on a line, and below it each sign of trouble on a line that begins with “- ”. "
        "The severity is low, medium, high or critical. At least one area, each with at least one sign.",
    )
    system_prompt = models.TextField(
        help_text="Markdown. The perspective: how to look, and what counts as an issue. What shape the answer has is "
        "the same for all angles and is said by ELM."
    )
    is_active = models.BooleanField("active", default=True, help_text="Only active angles join new reviews.")

    objects = AngleQuerySet.as_manager()

    class Meta:
        ordering = ["-weight", "key"]

    def __str__(self) -> str:
        return self.name

    def prompt_text(self) -> str:
        """The words that give a model this perspective."""
        return str(self.content().prompt_text())

    def clean(self) -> None:
        """Make the content canonical, or say per field what is wrong with it."""
        checked = self.checked(AngleFile, key=self.key)
        if self.key in checked.conflicts_with:
            raise ValidationError({"conflicts_with": "An angle can't conflict with itself."})
        self.take(checked.content())


Version.as_kind[Angle.kind_of_thing] = AngleVersion
