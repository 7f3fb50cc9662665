"""Copies of held sessions, as rows: each on an item of its own time, with an end, findings and changes that differ."""

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from heapq import heappop, heappush
from itertools import accumulate, count
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from wordfreq import top_n_list, zipf_frequency

from reviews.log import store
from reviews.management.filling.people import WORDS, FilledTeam, Place
from reviews.management.filling.rows import Pattern, Tables
from reviews.management.filling.spending import Sums
from reviews.management.filling.templates import NOTE, Template
from reviews.models import (
    Artifact,
    AuditEntry,
    Change,
    Comment,
    ElaborationRecord,
    Event,
    Finding,
    Item,
    ModelCall,
    PinnedVersion,
    Revision,
    Session,
    SessionArtifact,
)
from reviews.models.audit import Happening
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.models.session import Outcome
from reviews.states import EndReason, Severity, State

ORDER = (
    *(Item, Item.tags.through, Artifact, Revision, Session, Session.tags.through, SessionArtifact),
    *(PinnedVersion, Event, ModelCall, Change, Finding, Comment, ElaborationRecord, AuditEntry),
)
"""What refers to another comes after it, but for an artifact and its revision, which refer to each other."""
SESSIONS_PER_ITEM, ITEMS_AT_ONCE = 12, 25
WITH_MODEL, ARCHIVED, TAGGED, COMMENTED = 0.8, 0.15, 0.25, 0.06
ARCHIVED_AFTER = timedelta(days=200)
DECIDED_AFTER = timedelta(days=21)
SECONDS_AN_EVENT = 8
DOLLARS_A_TOKEN = {"claude-opus-5-5": 20, "claude-sonnet-5-5": 6}
"""Millionths of a dollar, for a token read or written."""
VERDICTS = {EndReason.READY: 35, EndReason.READY_WITH_CAVEATS: 25, EndReason.NOT_READY: 40}
BROKEN_OFF = ((State.FAILED, EndReason.ERROR), (State.STOPPED, EndReason.STOPPED_BY_PERSON))
NOTED = {
    ChangeStatus.APPLIED: (Happening.CHANGES_ACCEPTED, "a change"),
    ChangeStatus.REJECTED: (Happening.CHANGES_REJECTED, "a change"),
    FindingStatus.ACCEPTED: (Happening.FINDING_ACCEPTED, "a finding"),
    FindingStatus.DISMISSED: (Happening.FINDING_DISMISSED, "a finding"),
}
DECIDED = {
    Change: (ChangeStatus.APPLIED, ChangeStatus.REJECTED),
    Finding: (FindingStatus.ACCEPTED, FindingStatus.DISMISSED, FindingStatus.FIXED),
}
OPEN = {"decided": None, "decided_by_id": None, "decision_reason": ""}


@dataclass
class Copied:
    """A copy while it is made: its key, where it is held, since when, by whom, and how it has ended."""

    key: uuid.UUID
    place: Place
    team: FilledTeam
    began: datetime
    by: User
    state: str
    reason: str


class Patterns:
    """The rows of a template as the database takes them, each with those of its columns that name its artifact."""

    def __init__(self, template: Template, tables: Tables) -> None:
        self.template, self.named = template, str(template.artifact.pk)
        self.session = self.pattern(tables, template.session)
        self.rows = {
            model: [self.pattern(tables, row) for row in rows] for model, rows in template.rows.items()
        }

    def pattern(self, tables: Tables, row: Model) -> tuple[Any, Pattern, Pattern]:
        """A row, its values, and those of them in which an artifact is named."""
        pattern = tables[type(row)].pattern(row)
        texts = {name: text for name, text in pattern.items() if isinstance(text, str)}
        return row, pattern, {name: text for name, text in texts.items() if self.named in text}

    def naming(self, artifact: uuid.UUID, columns: Pattern) -> dict[str, str]:
        """The same columns, which name another artifact."""
        return {name: text.replace(self.named, str(artifact)) for name, text in columns.items()}


class Filler:
    """Makes the copies. now: when the last session is made. The same seed makes the same rows in the same database, but
    for the templates that they are copies of."""

    def __init__(self, teams: Sequence[FilledTeam], now: datetime, random: Random) -> None:
        self.teams, self.now, self.random = teams, now, random
        self.tables = Tables(*ORDER)
        self.empty: dict[type[Model], Pattern] = {
            model: self.tables[model].pattern(model()) for model in ORDER
        }
        self.made, self.noted = 0, count()
        self.audit: list[tuple[datetime, int, dict[str, Any]]] = []
        self.spending = Sums()
        self.patterns: dict[uuid.UUID, Patterns] = {}

    def new_key(self) -> uuid.UUID:
        return uuid.UUID(int=self.random.getrandbits(128), version=4)

    def add(self, model: type[Model], pattern: Pattern | None = None, /, **columns: Any) -> Any:
        return self.tables[model].add(self.empty[model] if pattern is None else pattern, **columns)

    def copy(self, template: Template, team: FilledTeam, when: datetime) -> None:
        """A copy of a held session, made at a time, with all that belongs to it."""
        if template.session.pk not in self.patterns:
            self.patterns[template.session.pk] = Patterns(template, self.tables)
        patterns = self.patterns[template.session.pk]
        place = self.place_in(team, when)
        state, reason = self.end_of(template.session)
        one = Copied(self.new_key(), place, team, when, self.random.choice(team.people), state, reason)
        events = self.copy_events(one, patterns)
        self.copy_session(one, patterns, self.copy_calls(one, patterns, events))
        session = {"session_id": one.key}
        pin = {"artifact_id": place.artifact, "revision_id": place.revision}
        self.add(SessionArtifact, added=[], **session, **pin)
        for _, pattern, _ in patterns.rows[PinnedVersion]:
            self.add(PinnedVersion, pattern, **session)
        for _, pattern, _ in patterns.rows[ElaborationRecord]:
            self.add(ElaborationRecord, pattern, item_id=place.item, timestamp=when, **session)
        self.copy_outcome(one, patterns)
        self.note(when, Happening.STARTED, one.by, team, f"session:{one.key}")

    def place_in(self, team: FilledTeam, when: datetime) -> Place:
        """One of the items that the team works on; after a number of sessions it is done, and there is a new one."""
        if len(team.places) < min(ITEMS_AT_ONCE, 1 + self.made // SESSIONS_PER_ITEM):
            team.places += [self.new_place(team, when)] * SESSIONS_PER_ITEM
        return team.places.pop(self.random.randrange(len(team.places)))

    def new_place(self, team: FilledTeam, when: datetime) -> Place:
        """A new item with one artifact."""
        self.made += 1
        draw, artifact = self.random, self.new_key()
        title = f"{draw.choice(WORDS.words('titles'))} {self.made}"
        slug = f"filled-{self.made}-{artifact.hex[:6]}"
        owner = draw.choice(team.people).pk
        names = {"title": title, "slug": slug, "team_id": team.team.pk, "owner_id": owner}
        item = self.add(Item, created=when, archived=self.archived(when), **names)
        revision = self.add(Revision, artifact_id=artifact, number=1, **self.content, created=when)
        text = {"name": "notes.md", "kind": "markdown", "source": "paste", "current_id": revision}
        self.add(Artifact, id=artifact, item_id=item, created=when, **text)
        for tag in draw.sample(team.tags, draw.choice((0, 1, 2))):
            self.add(Item.tags.through, item_id=item, tag_id=tag)
        return Place(item, artifact, revision)

    @cached_property
    def content(self) -> dict[str, Any]:
        """What every revision holds."""
        raw = NOTE.read_bytes()
        return {"content": raw, "sha256": hashlib.sha256(raw).hexdigest()}

    def archived(self, when: datetime) -> datetime | None:
        """Since when something old is archived, None for most."""
        since = when + ARCHIVED_AFTER
        return since if since < self.now and self.random.random() < ARCHIVED else None

    def end_of(self, old: Session) -> tuple[str, str]:
        """How the copy ends: with any verdict where there was one, and now and then broken off."""
        if not old.has_ended:
            return old.state, old.end_reason
        if self.random.random() < 0.03:
            return self.random.choice(BROKEN_OFF)
        reason = EndReason(old.end_reason)
        if reason in VERDICTS:
            reason = self.random.choices(list(VERDICTS), list(VERDICTS.values()))[0]
        return old.state, reason

    def copy_session(self, one: Copied, patterns: Patterns, spent: dict[str, Any]) -> None:
        """The row of the copy, with what its calls took."""
        (old, pattern, naming), draw = patterns.session, self.random
        lasted = timedelta(minutes=min(600, 3 + draw.expovariate(1 / 25)))
        differs: dict[str, Any] = patterns.naming(one.place.artifact, naming)
        differs |= {"item_id": one.place.item, "team_id": one.team.team.pk, "started_by_id": one.by.pk}
        differs |= {"state": one.state, "end_reason": one.reason, "archived": self.archived(one.began)}
        differs |= {"ended": min(one.began + lasted, self.now) if old.has_ended else None}
        differs |= {"wakes_at": one.began + (old.wakes_at - old.created) if old.wakes_at else None}
        self.add(Session, pattern, id=one.key, created=one.began, **differs, **spent)
        if draw.random() < TAGGED:
            self.add(Session.tags.through, session_id=one.key, tag_id=draw.choice(one.team.tags))

    def copy_events(self, one: Copied, patterns: Patterns) -> dict[Any, tuple[int, str]]:
        """The log of the copy: what a person said its own person says, and its last word is its own end. Returns the
        key and the speaker of the copy of each event."""
        copies, said, first = {}, store.speaker_of(one.by), patterns.template.session
        for old, pattern, naming in patterns.rows[Event]:
            differs: dict[str, Any] = patterns.naming(one.place.artifact, naming)
            if old.user_id:
                differs |= {"user_id": one.by.pk, "speaker_key": said.key, "speaker_name": said.name}
                differs["data"] = {**old.data, "by": one.by.pk}
            elif old.data.get("reason") and old.data["reason"] == first.end_reason:
                differs["data"] = {**old.data, "reason": one.reason}
            elif old.text and old.speaker_key:
                differs["text"] = f"{old.text}\n\n{self.sentence()}"
            at = one.began + timedelta(seconds=SECONDS_AN_EVENT * old.number)
            key = self.add(Event, pattern, session_id=one.key, created=at, **differs)
            copies[old.pk] = key, differs.get("speaker_key", old.speaker_key)
        return copies

    @cached_property
    def sentence(self) -> Callable[[], str]:
        """What makes a line of words, each as frequent as in English: no two sessions say the same."""
        words = top_n_list("en", 20_000)
        weights = list(accumulate(10 ** zipf_frequency(word, "en") for word in words))
        choices, length = self.random.choices, self.random.randint
        return lambda: " ".join(choices(words, cum_weights=weights, k=length(6, 24))).capitalize() + "."

    def copy_calls(
        self, one: Copied, patterns: Patterns, events: dict[Any, tuple[int, str]]
    ) -> dict[str, Any]:
        """The records of the calls of the copy, counted into what their day has cost. Returns the sums."""
        draw = self.random
        # What is open is gone on with by whoever serves this database: nobody is to pay for it.
        has_model = draw.random() < WITH_MODEL and not patterns.template.is_open
        model, provider = "", patterns.template.session.provider
        if has_model:
            model, provider = draw.choice(WORDS.words("models")), "claude"
        sums: dict[str, Any] = {"provider": provider, "tokens_in": 0, "tokens_out": 0, "spent_micros": 0}
        for old, pattern, _ in patterns.rows[ModelCall]:
            event, speaker = events.get(old.event_id, (None, ""))
            read, written = draw.randint(800, 6000), draw.randint(60, 700)
            micros = (read // 4 + written) * DOLLARS_A_TOKEN.get(model, 0)
            self.add(
                ModelCall,
                pattern,
                session_id=one.key,
                event_id=event,
                provider=provider,
                model=model,
                prompt_parts=[],
                reply=old.reply[:200],
                tokens_in=read,
                tokens_out=written,
                cost_micros=micros,
                first_token_ms=draw.randint(200, 900),
                last_token_ms=draw.randint(1000, 9000),
                outcome=Outcome.OK,
                created=one.began,
            )
            for name, more in (("tokens_in", read), ("tokens_out", written), ("spent_micros", micros)):
                sums[name] += more
            day = (one.team.team.pk, one.began.date(), speaker, model or provider)
            self.spending.add(day, 1, read, written, micros)
        return sums

    def copy_outcome(self, one: Copied, patterns: Patterns) -> None:
        """The changes and findings of the copy, each with a decision of its own."""
        place = {"session_id": one.key, "artifact_id": one.place.artifact, "created": one.began}
        for _, pattern, naming in patterns.rows[Change]:
            named, key = patterns.naming(one.place.artifact, naming), self.new_key()
            decided = self.decision(one, Change, ChangeStatus.PROPOSED)
            base = {"base_id": one.place.revision, "result_id": None}
            self.add(Change, pattern, id=key, **base, **named, **place, **decided)
            self.comment(one, change_id=key)
        for old, pattern, _ in patterns.rows[Finding]:
            fingerprint = hashlib.sha256(f"{old.fingerprint} {one.key}".encode()).hexdigest()
            severity = self.random.choices(list(Severity), [30, 40, 25, 5])[0]
            differs = {"fingerprint": fingerprint, "severity": severity, "revision_id": one.place.revision}
            key = self.new_key()
            decided = self.decision(one, Finding, FindingStatus.OPEN)
            self.add(Finding, pattern, id=key, **place, **differs, **decided)
            self.comment(one, finding_id=key)

    def decision(self, one: Copied, model: type[Change | Finding], waiting: str) -> dict[str, Any]:
        """Who decided what: what is some weeks old is decided, of newer things the half."""
        draw = self.random
        if draw.random() < (0.5 if self.now - one.began < DECIDED_AFTER else 0.01):
            asked = draw.choice(one.team.people).pk if draw.random() < 0.1 else None
            return {**OPEN, "status": waiting, "assignee_id": asked}
        status, by = draw.choice(DECIDED[model]), draw.choice(one.team.people)
        decided = min(self.now, one.began + timedelta(hours=draw.expovariate(1 / 40)))
        if status in NOTED:
            what, detail = NOTED[status]
            about = f"session:{one.key}" if model is Change else f"artifact:{one.place.artifact}"
            self.note(decided, what, by, one.team, about, detail)
        reason = draw.choice(WORDS.words("reasons")) if status == FindingStatus.DISMISSED else ""
        return {"status": status, "decided": decided, "decided_by_id": by.pk, "decision_reason": reason}

    def comment(self, one: Copied, **about: uuid.UUID) -> None:
        """What somebody says about it, now and then."""
        draw = self.random
        if draw.random() < COMMENTED:
            at = min(self.now, one.began + timedelta(hours=draw.expovariate(1 / 20)))
            author, text = draw.choice(one.team.people).pk, draw.choice(WORDS.words("comments"))
            self.add(Comment, author_id=author, text=text, created=at, **about)

    def note(
        self, at: datetime, what: str, who: User, team: FilledTeam, subject: str, detail: str = ""
    ) -> None:
        """An entry of the audit log, kept until its time has come: it has them in order."""
        names = {"who_id": who.pk, "who_name": who.username, "team_name": team.team.name}
        entry = {"at": at, "what": what, "team_id": team.team.pk, "subject": subject, "detail": detail}
        heappush(self.audit, (at, next(self.noted), entry | names))

    def write(self, until: datetime) -> None:
        """Store what was made, and the audit log as far as a time."""
        while self.audit and self.audit[0][0] <= until:
            self.add(AuditEntry, **heappop(self.audit)[2])
        self.tables.write()
