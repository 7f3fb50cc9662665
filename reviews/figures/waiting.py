"""What waits for a reader, in a few numbers that are cheap to count: every open page asks for them again and again."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce

from reviews.models import Change, Finding, Session
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.models.team import Role
from reviews.models.unindexed import in_teams
from reviews.states import ACTIVE, State

NEWEST = 6


@dataclass(frozen=True)
class Waiting:
    """How many things wait for a reader: proposed changes that nobody else is asked to decide, open findings that the
    reader is asked to decide, and sessions that go on once a person has answered. `stamp` is another one whenever one
    of these numbers, a running session or the newest result is another."""

    changes: int = 0
    findings: int = 0
    sessions: int = 0
    stamp: str = ""

    @property
    def total(self) -> int:
        return self.changes + self.findings + self.sessions


def proposed_changes(reader: int, teams: Collection[int]) -> QuerySet[Change]:
    """The changes of these teams that wait for the reader. Who is asked and the team are expressions: by their indexes
    SQLite would read every change that nobody was ever asked to decide, and every session."""
    rows = Change.objects.filter(status=ChangeStatus.PROPOSED, upstream="")
    asked = rows.alias(asked=Coalesce("assignee_id", Value(reader))).filter(asked=reader)
    return in_teams(asked, "session__team_id", teams)


def count_waiting(reader: User, roles: Mapping[int, Role]) -> Waiting:
    """What waits for the reader in the teams of `roles`: who may only read is waited for by nothing. Four queries."""
    acting = [team for team, role in roles.items() if role.may_act]
    in_use = {"artifact__archived": None, "artifact__item__archived": None}
    changes = proposed_changes(reader.pk, acting).filter(session__archived=None, **in_use).count()
    assigned = Finding.objects.filter(status=FindingStatus.OPEN, assignee=reader)
    findings = assigned.filter(artifact__item__team_id__in=acting, **in_use).count()
    live = Session.objects.of(roles).filter(state__in=ACTIVE).order_by("pk")
    running = list(live.values_list("pk", "team_id", "state", "turns", "rounds")[:500])
    ended = Session.objects.filter(state=State.FINISHED).newest(roles, NEWEST).values_list("pk", "ended")
    sessions = sum(state == State.WAITING and team in acting for _, team, state, *_ in running)
    seen = repr((changes, findings, running, list(ended)))
    return Waiting(changes, findings, sessions, hashlib.sha256(seen.encode()).hexdigest()[:16])
