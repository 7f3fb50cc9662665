"""Two teams with items and artifacts of every source, and how a session is started, run and interrupted in them.

Everything goes through the code that the site itself uses. `make_database.py` tells the story in it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.test.utils import override_settings

from reviews import uploads
from reviews.accounts.sample import load_sample
from reviews.changes.revisions import store_texts
from reviews.exports.records import import_meta
from reviews.models import Artifact, Item, Repository, Session, Team
from reviews.models.artifact import Source
from reviews.providers.scripted import DEMO
from reviews.sessions import actions
from tests import factories
from tests.git.making import Upstream
from tests.kinds.interview.offline.sessions import CLEAR, VAGUE
from tests.repositories.stage import PLAN, linked, picked
from tests.sessions.conftest import FULL_NOTES, ROUNDTABLE, SCRIPT, SPEC, run_once
from tests.sessions.held import killed

WINDOWS = "\ufeff# Rückläufer\r\n\r\nWir zählen Pakete, die zurückkommen.\r\n\r\n## Risiken\r\n\r\nKeine.\r\n"
LIMITS = '{\n  "retries": 3,\n  "minutes": [1, 10, 60],\n  "stop_on": "do_not_honor"\n}\n'
OWNER = "\n## Owner\n\nThe payments team.\n"
META = {
    "description": "Couriers work without a network.",
    "source": "jira",
    "source_id": "SHOP-12",
    "slug": "courier-app",
    "created_at": "2026-02-19T08:00:00.000Z",
    "codebase_hash": None,
    "phases_completed": ["00-quick-scan"],
    "steps_completed": ["00-01", "00-02"],
    "depth_overrides": {"01-requirements": "deep"},
    "elaboration_config": {"max_turns": 12, "colour": "green"},
    "elaborations": [
        {
            "step_id": "00-02",
            "turn_count": 7,
            "personas_active": ["business-analyst", "system-designer"],
            "timestamp": "2026-02-20T14:30:00.000Z",
            "synthesis_summary": "Couriers want the list first.",
            "mood": "calm",
        }
    ],
    "unknown_field": {"kept": True},
}


@dataclass
class World:
    """Ana owns the items of Payments and is a superuser, Ben is a member, Vera reads, Cleo is in another team."""

    folder: Path
    ana: User
    ben: User
    vera: User
    cleo: User
    team: Team
    other: Team
    payments: Item
    courier: Item
    odd: Item
    files: Item
    secret: Item
    upstream: Upstream
    repository: Repository
    plan: Artifact
    spec: Artifact
    scripts: Iterator[int] = field(default_factory=count)

    @contextmanager
    def script(self, lines: dict[str, Any] | None = None, base: dict[str, Any] | None = None):
        """The scripted provider says `base` (the usual words, unless it is given) with `lines` in their place."""
        usual = SCRIPT | ROUNDTABLE if base is None else base
        path = self.folder / f"script-{next(self.scripts)}.json"
        path.write_text(json.dumps(usual | (lines or {})))
        with override_settings(ELM_SCRIPT=str(path)):
            yield

    def note(self, text: str, name: str, item: Item | None = None) -> Artifact:
        """A pasted text as an artifact."""
        paste = uploads.from_paste(name, text)
        [revision] = store_texts(item or self.payments, [paste], user=self.ana, source=Source.PASTE).stored
        return revision.artifact


def new_world(folder: Path) -> World:
    """The people, their teams and their items."""
    ana = factories.UserFactory(username="ana", first_name="Ana", is_staff=True, is_superuser=True)
    ben, vera, cleo = (factories.UserFactory(username=name.lower(), first_name=name) for name in NAMES)
    team = factories.TeamFactory(name="Payments", slug="payments")
    other = factories.TeamFactory(name="Elsewhere", slug="elsewhere", budget_micros=5_000_000, max_rounds=4)
    for user, of, role in (
        (ana, team, "admin"),
        (ben, team, "member"),
        (vera, team, "viewer"),
        (cleo, other, "admin"),
    ):
        factories.MembershipFactory(team=of, user=user, role=role)
    payments = load_sample(team, ana)
    assert payments
    new = {
        slug: factories.ItemFactory(team=team, owner=ana, title=slug.replace("-", " ").title(), slug=slug)
        for slug in ("courier-app", "odd-texts", "plan-from-git")
    }
    import_meta(new["courier-app"], META)
    secret = factories.ItemFactory(team=other, owner=cleo, title="Secret merger", slug="secret-merger")
    upstream = upstream_in(folder / "roots")
    repository = linked(team, upstream)
    return World(
        folder,
        ana,
        ben,
        vera,
        cleo,
        team,
        other,
        payments,
        *(new[slug] for slug in ("courier-app", "odd-texts", "plan-from-git")),
        secret,
        upstream,
        repository,
        picked(new["plan-from-git"], repository, "docs/plan.md"),
        spec_of(new["courier-app"], ana),
    )


NAMES = ("Ben", "Vera", "Cleo")


def upstream_in(folder: Path) -> Upstream:
    """Somebody's repository with notes."""
    made = Upstream(folder / "notes.git")
    made.commit({"docs/plan.md": PLAN, "README.md": b"# Notes\n\nWhat we decide.\n"}, message="Start")
    made.commit({"docs/goals.md": b"# Goals\n\n## Why\n\nFewer lost orders.\n"}, message="Add the goals")
    return made


def spec_of(item: Item, ana: User) -> Artifact:
    """The specification that shipped steps write into."""
    paste = uploads.from_paste("requirements-spec.md", SPEC)
    return store_texts(item, [paste], user=ana, source=Source.PASTE).stored[0].artifact


def odd_texts(world: World) -> list[Artifact]:
    """Uploads whose bytes must stay as they came, the first in two revisions by hand."""
    incoming = [
        uploads.Incoming("folder\\Rückläufer  2026.txt", WINDOWS.encode()),
        uploads.Incoming("limits.json", LIMITS.encode()),
        uploads.Incoming("no-newline.csv", b"day,count\r\n1,2"),
    ]
    stored = store_texts(world.odd, incoming, user=world.ben, source=Source.UPLOAD).stored
    again = uploads.Incoming("Rückläufer 2026.txt", WINDOWS.replace("Keine", "Viele").encode())
    store_texts(world.odd, [again], user=world.ana, source=Source.UPLOAD)
    return [Artifact.objects.select_related("current").get(pk=one.artifact.pk) for one in stored]


def notes_of(world: World) -> dict[str, Artifact]:
    """Notes with and without gaps."""
    return {
        "clear": world.note(CLEAR, "parcels.md"),
        "vague": world.note(VAGUE, "search.md"),
        "retries": world.note(FULL_NOTES, "retries.md"),
    }


def interview(world: World, *artifacts: Artifact, provider: str = "scripted", **config: Any) -> Session:
    """A draft interview of Ana's."""
    return actions.create_session(
        item=artifacts[0].item,
        kind="interview",
        artifacts=artifacts,
        started_by=world.ana,
        config=config,
        provider=provider,
    )


def roundtable(
    world: World,
    step: str = "",
    *artifacts: Artifact,
    provider: str = "scripted",
    by: User | None = None,
    **config,
) -> Session:
    """A draft roundtable on a step, or on a topic, about the specification when no artifact is named."""
    chosen = artifacts or (world.spec,)
    return actions.create_session(
        item=chosen[0].item,
        kind="roundtable",
        artifacts=chosen,
        started_by=by or world.ana,
        config={"step": step, "max_turns": 20, "idle_minutes": None} | config,
        provider=provider,
    )


def begun(session: Session) -> Session:
    """The session, just started."""
    actions.start(session, by=session.started_by)
    return session


def ran(session: Session) -> Session:
    """The session as far as it goes without anybody."""
    return run_once(begun(session))


def goes_on(session: Session, *messages: str, by: User) -> Session:
    """Somebody says these things, one after the other, and each time it goes as far as it can."""
    for text in messages:
        actions.say(session, user=by, text=text)
        run_once(session)
    return session


def killed_in(state: str, make, events: int = 0) -> Session:
    """What `make` starts, killed while it is in this state and has at least so many events."""
    for looks in range(1, 60):
        session = killed(make(), looks)
        if session.state == state and session.last_number >= events:
            return session
        session.elaboration_record.delete() if hasattr(session, "elaboration_record") else None
        session.delete()
    raise AssertionError(f"It is never {state}.")


def demo_lines() -> dict[str, Any]:
    """The recorded sessions that the demo plays, without their pace."""
    lines = json.loads(DEMO.read_text())
    return {purpose: [reply | {"delay": 0} for reply in said] for purpose, said in lines.items()}


def interview_of_cleo(world: World) -> Session:
    """Cleo's own, which nobody of Payments may see."""
    paste = uploads.from_paste("merger.md", CLEAR)
    [revision] = store_texts(world.secret, [paste], user=world.cleo, source=Source.PASTE).stored
    session = actions.create_session(
        item=world.secret,
        kind="interview",
        artifacts=[revision.artifact],
        started_by=world.cleo,
        config={},
        provider="offline",
    )
    return ran(session)
