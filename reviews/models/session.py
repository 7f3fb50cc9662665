"""A session, its append-only event log, and the calls that were made for it."""

import hashlib
import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import cached_property

from personas.models import PersonaVersion, Version
from reviews.models.artifact import Artifact, Revision
from reviews.models.item import Item, Tag
from reviews.models.search_entry import Indexed, IndexedQuerySet
from reviews.models.team import Team
from reviews.money import MICROS
from reviews.states import ACTIVE, END_LABELS, ENDED, EndReason, EventKind, State


class SessionQuerySet(IndexedQuerySet["Session"]):
    def of(self, teams: Iterable[int]) -> Self:
        """The sessions of these teams. Given as ids, because then an index has a team's newest in order."""
        return self.filter(team_id__in=list(teams))

    def newest(self, teams: Collection[int], count: int) -> Self:
        """The newest so many of these, in the teams. Of several teams an index has each one's newest in order, but not
        those of all, and SQLite would sort everything they ever held: nothing is read that is older than the one which
        with its own team's newer ones is enough."""
        rows = self.of(teams)
        if len(teams) > 1:
            nth = self.filter(team=OuterRef("pk")).order_by("-created").values("created")[count - 1 : count]
            reached = Team.objects.filter(pk__in=list(teams)).annotate(nth=Subquery(nth)).exclude(nth=None)
            latest = Subquery(reached.order_by("-nth").values("nth")[:1])
            rows = rows.filter(created__gte=Coalesce(latest, datetime.min.replace(tzinfo=UTC)))
        return rows[:count]

    def in_use(self) -> Self:
        """Those that are not archived, and whose item is not."""
        return self.filter(archived=None, item__archived=None)

    def for_list(self) -> Self:
        """With what a row of a list shows, in one query, and without the log."""
        return self.select_related("item", "item__team", "started_by").defer("owner", "item__meta")


class Session(Indexed):
    """One interview, roundtable, angles or flow session.

    `epoch` is the fencing token: taking the session over adds 1, and every append names the epoch it believes in.
    `wake_seq` counts the wake-ups asked for, `served_seq` the last one that was served to its end.
    `team` is the item's: kept here too, so that lists of sessions need no other table to be sorted.
    `step_id` and `topic` say what a roundtable is about, "" elsewhere; `turns` is its counter, `rounds` that of an
    interview, or of an angle review's passes. `wakes_at` is when a session that waits takes nobody's answer for one.
    `name` is what a person calls it, "" for what it is about; `archived` since when it is in no list and can't go on.
    Money is in millionths of a US dollar.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="sessions")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="sessions", editable=False)
    kind = models.CharField(max_length=12)
    state = models.CharField(
        max_length=14, choices=[(s.value, s.title()) for s in State], default=State.DRAFT.value
    )
    end_reason = models.CharField(
        max_length=20, blank=True, choices=[(r.value, label) for r, label in END_LABELS.items()]
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="sessions"
    )
    continues = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continued_by"
    )
    config = models.JSONField(default=dict)
    provider = models.CharField(max_length=20)
    step_id = models.CharField(max_length=5, blank=True, editable=False)
    topic = models.CharField(max_length=200, blank=True, editable=False)
    artifacts = models.ManyToManyField(Artifact, through="SessionArtifact", related_name="sessions")
    name = models.CharField(max_length=200, blank=True, editable=False)
    archived = models.DateTimeField(null=True, blank=True, editable=False)
    tags = models.ManyToManyField(Tag, blank=True, related_name="sessions")

    last_number = models.PositiveIntegerField(default=0, editable=False)
    rounds = models.PositiveIntegerField(default=0, editable=False)
    turns = models.PositiveIntegerField(default=0, editable=False)
    calls = models.PositiveIntegerField(default=0, editable=False)
    tokens_in = models.BigIntegerField(default=0, editable=False)
    tokens_out = models.BigIntegerField(default=0, editable=False)
    budget_micros = models.BigIntegerField(null=True, blank=True)
    spent_micros = models.BigIntegerField(default=0, editable=False)
    reserved_micros = models.BigIntegerField(default=0, editable=False)

    epoch = models.PositiveBigIntegerField(default=0, editable=False)
    owner = models.CharField(max_length=80, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    wake_seq = models.PositiveBigIntegerField(default=0, editable=False)
    served_seq = models.PositiveBigIntegerField(default=0, editable=False)
    failures = models.PositiveIntegerField(default=0, editable=False)
    wakes_at = models.DateTimeField(null=True, editable=False)

    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, editable=False)

    objects = SessionQuerySet.as_manager()
    searched: ClassVar = frozenset({"topic", "config", "name"})

    class Meta:
        ordering = ["-created", "-pk"]
        indexes = [
            models.Index(fields=["item", "-created"], name="session_of_item"),
            models.Index(fields=["-created"], name="session_newest"),
            models.Index(fields=["team", "-created"], name="session_of_team"),
            models.Index(fields=["team", "state", "-created"], name="session_by_state"),
            # All that figures by week look at, so that no row is read for them.
            models.Index(
                fields=["team", "created", "kind", "state", "end_reason", "ended", "rounds"],
                name="session_figures",
            ),
            models.Index(
                fields=["lease_until"],
                name="session_to_run",
                condition=models.Q(wake_seq__gt=models.F("served_seq")),
            ),
            models.Index(
                fields=["wakes_at"], name="session_to_wake", condition=models.Q(wakes_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind.capitalize()} on {self.item.title}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store it; a new session belongs to its item's team."""
        if self._state.adding:
            self.team_id = self.item.team_id
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return self._address

    @cached_property
    def _address(self) -> str:
        """Made once: its page has it a dozen times."""
        return reverse("session", args=[self.pk])

    @property
    def about(self) -> str:
        """What it is about in a few words, "" for everything in its artifacts."""
        return self.name or self.topic or str(self.config.get("topic") or "")

    @property
    def participants(self) -> "models.QuerySet[Participant]":
        """Its personas, in their order."""
        return Participant.objects.filter(session=self)

    @property
    def is_active(self) -> bool:
        return self.state in ACTIVE

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED

    @property
    def end_label(self) -> str:
        return END_LABELS[EndReason(self.end_reason)] if self.end_reason else ""

    @property
    def cost_usd(self) -> float:
        return self.spent_micros / MICROS


class SessionArtifact(models.Model):
    """An artifact of a session, pinned to the revision it had at the start. `added` are the stretches of it that ELM
    had written by then, each with who had accepted it (`changes/authorship.py`): what is decided later is for later
    sessions."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="pins")
    artifact = models.ForeignKey(Artifact, on_delete=models.RESTRICT, related_name="pins")
    revision = models.ForeignKey(Revision, on_delete=models.RESTRICT, related_name="pins")
    added = models.JSONField(default=list, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["session", "artifact"], name="one_pin_per_artifact")]

    def __str__(self) -> str:
        return f"{self.artifact_id} at revision {self.revision_id}"


class PinnedVersion(models.Model):
    """Something that admins edit, as it was when the session was made: `key` is the persona's in a "seat", the
    step's number for a "step", the angle's for an "angle", the tool's name for a "tool"."""

    SEAT, STEP, ANGLE, TOOL = "seat", "step", "angle", "tool"

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="pinned_versions")
    what = models.CharField(max_length=12, default=SEAT)
    key = models.CharField(max_length=60)
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="pins")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "what", "key"], name="one_version_per_place")
        ]
        indexes = [models.Index(fields=["key", "what", "session"], name="pin_by_key")]

    def __str__(self) -> str:
        return self.key


class ParticipantManager(models.Manager["Participant"]):
    def get_queryset(self) -> models.QuerySet["Participant"]:
        """Only what is a seat."""
        return super().get_queryset().filter(what=PinnedVersion.SEAT)


class Participant(PinnedVersion):
    """A persona in a session, frozen as it was at the start."""

    objects: ClassVar[ParticipantManager] = ParticipantManager()

    if TYPE_CHECKING:
        version: PersonaVersion

    class Meta:
        proxy = True


class Event(Indexed):
    """Something that happened in a session. Append-only: the log is the truth."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=[(k.value, k.replace("_", " ")) for k in EventKind])
    speaker_key = models.CharField(max_length=60, blank=True)
    speaker_name = models.CharField(max_length=150, blank=True)
    speaker_role = models.CharField(max_length=100, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)

    objects = IndexedQuerySet["Event"].as_manager()
    searched: ClassVar = frozenset({"text"})

    class Meta:
        ordering = ["session", "number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_event_per_number")]
        indexes = [models.Index(fields=["user", "created"], name="event_of_user")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new event. A stored one is never written again."""
        if not self._state.adding:
            raise TypeError("An event never changes.")
        super().save(*args, **kwargs)


class Outcome(models.TextChoices):
    OK = "ok", "Answered"
    ERROR = "error", "Failed"
    CANCELLED = "cancelled", "Stopped"


class PromptText(models.Model):
    """A part of what was sent in a session, kept once for all its calls. Sessions share none: each marks the
    texts that it sends with a word of its own."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="prompt_texts")
    sha256 = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "sha256"], name="one_text_per_hash")]

    def __str__(self) -> str:
        return self.sha256


class ModelCall(models.Model):
    """One call of a provider: what was sent, what came back, what it took. Latencies are in milliseconds.

    `prompt_parts` are the hashes of the texts whose joining is the full prompt, `prompt_hash` is that of the whole.
    `sent` are these texts while the call is not stored yet.
    """

    sent: Sequence[str] = ()

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="model_calls")
    event = models.ForeignKey(Event, null=True, on_delete=models.SET_NULL, related_name="model_calls")
    provider = models.CharField(max_length=20)
    model = models.CharField(max_length=100, blank=True)
    purpose = models.CharField(max_length=40)
    prompt_hash = models.CharField(max_length=64)
    prompt_parts = models.JSONField(default=list)
    reply = models.TextField(blank=True)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    tokens_cached = models.PositiveIntegerField(default=0)
    cost_micros = models.BigIntegerField(default=0)
    first_token_ms = models.PositiveIntegerField(null=True)
    last_token_ms = models.PositiveIntegerField(null=True)
    request_id = models.CharField(max_length=100, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    error = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]
        indexes = [models.Index(fields=["created"], name="call_by_time")]

    def __str__(self) -> str:
        return f"{self.purpose} by {self.provider}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store it. Of a new call's prompt only those parts are stored that the session has not sent before."""
        if self._state.adding:
            texts = [(hashlib.sha256(text.encode()).hexdigest(), text) for text in self.sent]
            self.prompt_parts = [sha256 for sha256, _ in texts]
            rows = [PromptText(session_id=self.session_id, sha256=key, text=text) for key, text in texts]
            PromptText.objects.bulk_create(rows, ignore_conflicts=True)
        super().save(*args, **kwargs)

    @property
    def prompt(self) -> str:
        """Everything that was sent, byte for byte."""
        rows = PromptText.objects.filter(session=self.session_id, sha256__in=self.prompt_parts)
        texts = dict(rows.values_list("sha256", "text"))
        return "".join(texts[sha256] for sha256 in self.prompt_parts)
