"""Copies of held sessions, as rows: each on an item of its own time, with an end, findings and changes that differ."""

import hashlib
import json
import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model

from reviews.language.wordlists import Words, read_words
from reviews.management.filling.templates import Template
from reviews.models import (
    Artifact,
    Change,
    DailySpending,
    Event,
    Finding,
    Item,
    ModelCall,
    PinnedVersion,
    Revision,
    Session,
    SessionArtifact,
)
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.models.session import Outcome
from reviews.states import EndReason, Severity, State

WORDS: Words = read_words(Path(__file__), "filled")
SESSIONS_PER_ITEM = 12
WITH_MODEL = 0.8
DECIDED_AFTER = timedelta(days=21)
DOLLARS_A_TOKEN = {"claude-opus-5-5": 20, "claude-sonnet-5-5": 6}
"""Millionths of a dollar, for a token read or written."""
VERDICTS = ((EndReason.READY, 35), (EndReason.READY_WITH_CAVEATS, 25), (EndReason.NOT_READY, 40))


@dataclass
class Batch:
    """Rows to store, by model, in the order in which they can be stored."""

    rows: dict[type[Model], list[Any]] = field(default_factory=lambda: defaultdict(list))
    events: int = 0

    def add(self, *rows: Model) -> None:
        for row in rows:
            self.rows[type(row)].append(row)


@dataclass
class Filler:
    """Makes the copies. people: who start sessions and decide; raw: the content of every artifact; now: when the last
    session is made. The same seed makes the same rows, but for their ids."""

    team: int
    people: Sequence[User]
    raw: bytes
    now: datetime
    random: Random = field(default_factory=lambda: Random(18))  # noqa: S311  no secret is drawn
    spending: dict[tuple[date, str, str], list[int]] = field(
        default_factory=lambda: defaultdict(lambda: [0] * 4)
    )
    made: int = 0

    def item_at(self, batch: Batch, when: datetime) -> tuple[Item, Artifact, Revision]:
        """A new item with one artifact."""
        self.made += 1
        title = f"{self.random.choice(WORDS.words('titles'))} {self.made}"
        owner = self.random.choice(self.people)
        slug = f"filled-{self.made}-{uuid.uuid4().hex[:6]}"
        item = Item(pk=None, team_id=self.team, title=title, slug=slug, owner=owner, created=when)
        artifact = Artifact(item=item, name="notes.md", kind="markdown", source="paste", created=when)
        revision = Revision(artifact=artifact, number=1, content=self.raw, created=when)
        batch.add(item, artifact, revision)
        return item, artifact, revision

    def copy(
        self, batch: Batch, template: Template, place: tuple[Item, Artifact, Revision], when: datetime
    ) -> None:
        """A copy of a held session, made at a time."""
        item, artifact, revision = place
        session = self.session_like(template, item, when)
        events = [self.event_like(one, session, str(artifact.pk), template) for one in template.events]
        batch.events += len(events)
        batch.add(session, SessionArtifact(session=session, artifact=artifact, revision=revision), *events)
        batch.add(
            *(
                PinnedVersion(session=session, what=one.what, key=one.key, version_id=one.version_id)
                for one in template.pins
            )
        )
        by_number = {event.number: event for event in events}
        batch.add(
            *(self.call_like(one, template, session, by_number) for one in template.calls),
            *(self.change_like(one, session, artifact, revision) for one in template.changes),
            *(self.finding_like(one, session, artifact, revision) for one in template.findings),
        )

    def session_like(self, template: Template, item: Item, when: datetime) -> Session:
        """A row like the template's, with an end of its own."""
        old, draw = template.session, self.random
        has_model = draw.random() < WITH_MODEL
        lasted = timedelta(minutes=min(600, 3 + draw.expovariate(1 / 25)))
        state, reason = old.state, old.end_reason
        if reason in dict(VERDICTS):
            reason = draw.choices([one for one, _ in VERDICTS], [share for _, share in VERDICTS])[0]
        if draw.random() < 0.03:
            state, reason = draw.choice(
                [(State.FAILED, EndReason.ERROR), (State.STOPPED, EndReason.STOPPED_BY_PERSON)]
            )
        return Session(
            item=item,
            team_id=self.team,
            kind=old.kind,
            state=state,
            end_reason=reason,
            started_by=draw.choice(self.people),
            config=old.config,
            provider="claude" if has_model else "offline",
            step_id=old.step_id,
            topic=old.topic,
            last_number=old.last_number,
            rounds=old.rounds,
            turns=old.turns,
            calls=old.calls,
            created=when,
            ended=min(when + lasted, self.now),
        )

    def event_like(self, old: Event, session: Session, artifact: str, template: Template) -> Event:
        """The same event in the copy, which names the copy's artifact and end."""
        data = old.data
        if data.get("reason"):
            data = {**data, "reason": session.end_reason}
        if old.number in template.naming:
            data = json.loads(json.dumps(data).replace(template.artifact, artifact))
        return Event(
            session=session,
            number=old.number,
            kind=old.kind,
            speaker_key=old.speaker_key,
            speaker_name=old.speaker_name,
            speaker_role=old.speaker_role,
            text=old.text,
            data=data,
            created=session.created + timedelta(seconds=8 * old.number),
        )

    def call_like(
        self, old: ModelCall, template: Template, session: Session, events: Mapping[int, Event]
    ) -> ModelCall:
        """The record of a call of the copy, counted into what its day has cost."""
        numbers = {event.pk: event.number for event in template.events}
        event = events.get(numbers.get(old.event_id or 0, 0))
        has_model = session.provider != "offline"
        model = self.random.choice(WORDS.words("models")) if has_model else ""
        tokens_in, tokens_out = self.random.randint(800, 6000), self.random.randint(60, 700)
        micros = (tokens_in // 4 + tokens_out) * DOLLARS_A_TOKEN.get(model, 0)
        session.tokens_in += tokens_in
        session.tokens_out += tokens_out
        session.spent_micros += micros
        key = (session.created.date(), event.speaker_key if event else "", model or session.provider)
        sums = self.spending[key]
        sums[:] = [old + new for old, new in zip(sums, (1, tokens_in, tokens_out, micros), strict=True)]
        return ModelCall(
            session=session,
            event=event,
            provider=session.provider,
            model=model,
            purpose=old.purpose,
            prompt_hash=old.prompt_hash,
            reply=old.reply[:200],
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            cost_micros=micros,
            first_token_ms=400,
            last_token_ms=4000,
            outcome=Outcome.OK,
            created=session.created,
        )

    def decision(self, when: datetime, statuses: Sequence[str], waiting: str) -> dict[str, Any]:
        """Who decided what: what is some weeks old is decided, of newer things the half."""
        if self.random.random() < (0.5 if self.now - when < DECIDED_AFTER else 0.01):
            assignee = self.random.choice(self.people) if self.random.random() < 0.1 else None
            return {"status": waiting, "assignee": assignee}
        status = self.random.choice(statuses)
        reason = self.random.choice(WORDS.words("reasons")) if status == FindingStatus.DISMISSED else ""
        decided = min(self.now, when + timedelta(hours=self.random.expovariate(1 / 40)))
        return {
            "status": status,
            "decided": decided,
            "decided_by": self.random.choice(self.people),
            "decision_reason": reason,
        }

    def change_like(self, old: Change, session: Session, artifact: Artifact, revision: Revision) -> Change:
        names = ("order", "position", "removed", "inserted", "marker", "heading", "attribution", "reason")
        names += ("events", "support", "section")
        decided = self.decision(
            session.created, (ChangeStatus.APPLIED, ChangeStatus.REJECTED), ChangeStatus.PROPOSED
        )
        values = {name: getattr(old, name) for name in names}
        return Change(
            session=session, artifact=artifact, base=revision, created=session.created, **values, **decided
        )

    def finding_like(self, old: Finding, session: Session, artifact: Artifact, revision: Revision) -> Finding:
        names = ("by", "claim", "quote", "line", "column", "description", "suggestion", "confidence")
        names += ("pass_number", "agreed", "section")
        severity = self.random.choices(list(Severity), [30, 40, 25, 5])[0]
        fingerprint = hashlib.sha256(f"{old.fingerprint} {session.pk}".encode()).hexdigest()
        statuses = (FindingStatus.ACCEPTED, FindingStatus.DISMISSED, FindingStatus.FIXED)
        decided = self.decision(session.created, statuses, FindingStatus.OPEN)
        values = {name: getattr(old, name) for name in names}
        return Finding(
            artifact=artifact,
            revision=revision,
            session=session,
            severity=severity,
            fingerprint=fingerprint,
            created=session.created,
            **values,
            **decided,
        )

    def spending_rows(self) -> Iterator[DailySpending]:
        """The figures of all days."""
        for (day, persona, model), (calls, tokens_in, tokens_out, micros) in sorted(self.spending.items()):
            yield DailySpending(
                team_id=self.team,
                day=day,
                persona=persona,
                model=model,
                calls=calls,
                tokens_in=tokens_in,
                tokens_out=tokens_out,
                cost_micros=micros,
            )
