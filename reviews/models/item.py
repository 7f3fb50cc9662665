"""An item: the thing a team wants to get clear, with its artifacts and sessions."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.text import slugify

from personas.models.prepared import Given, PreparedQuery
from reviews.models.search_entry import Indexed, IndexedQuerySet
from reviews.models.team import Team, VisibleQuerySet

CHANCE = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody confuses."""


# The types of Django make a manager of its own for each query set.
class ItemQuerySet(IndexedQuerySet["Item"], VisibleQuerySet["Item"]):  # type: ignore[override]
    def hold(self, pk: int) -> "Item":
        """The item, held until the end of the transaction: whoever stores revisions of its artifacts, decides about
        them, or starts a roundtable, does so one after the other. Raises Item.DoesNotExist."""
        # Not against rows that only refer to the item: their commit would wait for us, and we for them.
        return _held.get(item=pk)

    def free_slug(self, title: str, team: Team) -> str:
        """A slug made from `title` that no item has: "plan", "plan-2", "plan-3"… in the first team of a server.

        In every other team it always ends in letters by chance, and no number says what another team has.
        """
        stem = slugify(title)[:70].strip("-") or "item"
        first = Team.objects.order_by("pk").values_list("pk", flat=True).first()
        if team.pk != first or self.filter(slug=stem).exclude(team=team).exists():
            return f"{stem}-{get_random_string(6, CHANCE)}"
        # /items/new/ is a page of its own.
        taken = {"new", *self.filter(slug__startswith=stem).values_list("slug", flat=True)}
        return next(
            s for n in range(1, len(taken) + 3) if (s := stem if n == 1 else f"{stem}-{n}") not in taken
        )


_held = PreparedQuery(
    lambda: (
        Item.objects.select_for_update(no_key=True)
        .filter(pk=Given("item", models.BigIntegerField()))
        .order_by()
    )
)
LONGEST_TAG = 40


class Tag(models.Model):
    """A word that a team gives to items, artifacts and sessions to find them again, in small letters."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=LONGEST_TAG)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["team", "name"], name="one_tag_per_name")]

    def __str__(self) -> str:
        return self.name


class Item(Indexed):
    """`steps_completed`, `depth_overrides` and `max_turns` (None: the default of a roundtable) are what
    meta.json says of the analysis; `meta` keeps every other field of an imported one as it came. `archived` is
    since when it is in no list and nothing of it can be started, None for one in use."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="items")
    title = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(blank=True, max_length=5000)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="items"
    )
    steps_completed = models.JSONField(default=list, blank=True, editable=False)
    depth_overrides = models.JSONField(default=dict, blank=True, editable=False)
    max_turns = models.PositiveIntegerField(
        null=True, blank=True, verbose_name="turn limit", help_text="Of a roundtable. Empty: 10 turns."
    )
    meta = models.JSONField(default=dict, blank=True, editable=False)
    archived = models.DateTimeField(null=True, blank=True, editable=False)
    tags = models.ManyToManyField(Tag, blank=True, related_name="items")
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = ItemQuerySet.as_manager()
    searched: ClassVar = frozenset({"title", "description"})

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("item", args=[self.slug])
