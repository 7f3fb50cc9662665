"""Ana's team with a row of everything that an address can name, everybody who may ask, and how they ask."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from personas.models import Persona
from reviews.accounts import addresses, invitations, login_links
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import (
    Artifact,
    BranchCommit,
    Change,
    Comment,
    Device,
    Finding,
    Invitation,
    Item,
    Membership,
    Participant,
    Repository,
    Revision,
    Session,
    Team,
)
from reviews.states import EventKind
from tests import factories
from tests.accounts.joining import invitation
from tests.changes.stage import session_with
from tests.kinds.angles.examples import finds_and_mends
from tests.kinds.angles.rows import stored_review
from tests.personas.factories import make_persona
from tests.security.matrix import ROLES, Row
from tests.views.table import ALEX, MAYA

LOG_INS = ("/accounts/login/", "/admin/login/")
LEFT_ALONE = re.compile(
    r'^\s*(?!INSERT|UPDATE|DELETE|REPLACE)|"django_session"|INSERT INTO "reviews_auditentry"', re.IGNORECASE
)
"""Statements that change nothing but a log-in, or note in the audit log what was done: exports are GETs."""


def all_routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """The pattern of every address of the project, as `resolve(…).route` names it."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        own = str(one.pattern)
        route = before + (own.removeprefix("^") if before else own)
        if isinstance(one, URLResolver):
            yield from all_routes(one.url_patterns, route)
        else:
            yield route


@dataclass
class Stage:
    """names: what {names} in the table stand for. links: the addresses that the table has names for. beginnings: what
    stands for the beginning of a pattern, the longer ones first. cookies: the log-in of each role, "" for nobody.
    people: whom a form says that it was shown to."""

    team: Team
    names: dict[str, str]
    links: dict[str, str]
    beginnings: dict[str, str]
    cookies: dict[str, str]
    people: dict[str, str]
    client: Client

    def path_of(self, row: Row) -> str:
        """The address that the row is about."""
        if row.at:
            return self.links[row.at]
        path = row.route
        for beginning, filled in self.beginnings.items():
            path = path.replace(beginning, filled)
        return f"/{path}"

    def ask(self, method: str, path: str, role: str, row: Row) -> tuple[str, list[str]]:
        """The outcome of a request, and the statements that changed something. Nothing of it stays."""
        changed: list[str] = []
        assert self.at_first

        def note(execute: Any, sql: str, *args: Any) -> Any:
            if not LEFT_ALONE.search(sql):
                changed.append(sql)
            return execute(sql, *args)

        with transaction.atomic(), connection.execute_wrapper(note):
            outcome = outcome_of(self.send(method, path, role, row))
            is_theirs = role in ROLES[:3] or row.by_link
            if not is_theirs and changed and self.counts() != self.at_first:
                outcome = "changes the team"
            transaction.set_rollback(True)
        return outcome, changed

    def send(
        self, method: str, path: str, role: str, row: Row, besides: Mapping[str, str] = MappingProxyType({})
    ) -> HttpResponse:
        """The answer to a request with the row's fields, and those `besides`."""
        names = self.names | {"reader": self.people[role]}
        query = f"?{row.query.format_map(names)}" if row.query else ""
        sent = {name: value.format_map(names) for name, value in row.fields.items()}
        self.client.cookies.clear()
        if cookie := self.cookies[role]:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = cookie
        send = getattr(self.client, method.lower())
        return send(path + query, sent | besides) if method == "POST" else send(path + query)

    @cached_property
    def at_first(self) -> list[int]:
        return self.counts()

    def counts(self) -> list[int]:
        """How much the team has of what people of other teams could make or take."""
        own = [model.objects.filter(team=self.team) for model in (Item, Membership, Repository, Session)]
        return [rows.count() for rows in (*own, Invitation.objects.filter(team=self.team, status="open"))]


def outcome_of(response: HttpResponse) -> str:
    """The word of the table for what somebody gets."""
    if response.status_code in (301, 302):
        path, _, query = response["Location"].partition("?")
        if path in LOG_INS and query.startswith("next="):
            return "login"
        return "on" if url_has_allowed_host_and_scheme(response["Location"], None) else "away"
    return {200: "page", 401: "login"}.get(response.status_code, str(response.status_code))


@dataclass(frozen=True)
class Rows:
    """A row of each kind, all of one item of Ana's but for the invitation and Cleo's item `merger`."""

    item: Item
    merger: Item
    interview: Session
    table: Session
    review: Session
    picked: Artifact
    finding: Finding
    repository: Repository
    commit: BranchCommit
    invitation: Invitation
    device: Device
    persona: Persona

    @property
    def change(self) -> Change:
        """The first one of the interview."""
        return self.interview.changes.get(order=1)


def set_stage(team: Team, cast: dict[str, User | None], as_user: Callable[[User], Client]) -> Stage:
    """Everything that the table names. cast: who plays each role."""
    ana, ben, cleo = (one for role in ("owner", "member", "elsewhere") if (one := cast[role]))
    rows = make_rows(team, ana, ben, cleo)
    return Stage(
        team=team,
        names={
            "team": team.slug,
            "item": rows.item.slug,
            "merger": rows.merger.slug,
            "notes": str(rows.finding.artifact_id),
            "repository": str(rows.repository.pk),
            "member": str(ben.memberships.get().pk),
            "invitation": str(rows.invitation.pk),
            "device": str(rows.device.pk),
            "persona": rows.persona.key,
        },
        links={
            "elsewhere": f"/items/{rows.merger.slug}/artifacts/new/",
            "login link": login_links.make(ana),
            "old login link": "/accounts/link/MQ/d0a-0/",
            "invitation": invitations.make_path(invitation(team, ana)),
            "invitation of otto": invitations.make_path(rows.invitation),
            "old invitation": "/join/over/",
            "address": addresses.make_link(ben, "ben@example.org"),
        },
        beginnings=beginnings_of(rows),
        cookies={role: cookie_of(as_user(user)) if user else "" for role, user in cast.items()},
        # Nobody is logged in where the account was deactivated.
        people={role: str(user.pk) if user and role != "deactivated" else "" for role, user in cast.items()},
        client=Client(),
    )


def make_rows(team: Team, ana: User, ben: User, cleo: User) -> Rows:
    """Everything belongs to Ana, and Ben has said something about it."""
    item = factories.ItemFactory(team=team, owner=ana, title="Payment retries")
    interview = session_with(item)
    said = NewEvent(EventKind.USER_MESSAGE, "Hello", store.speaker_of(ben), {"by": ben.pk})
    store.append(interview.pk, [said], user=ben)
    finding = factories.FindingFactory(artifact=interview.pins.get().artifact)
    Comment.objects.create(change=interview.changes.get(order=1), author=ben, text="Why?")
    Comment.objects.create(finding=finding, author=ben, text="Why?")
    repository = factories.RepositoryFactory(team=team, url="/nowhere/notes")
    made = {"branch": "elm/notes", "base": "a" * 40, "commit": "b" * 40, "message": "Notes"}
    return Rows(
        item=item,
        merger=factories.ItemFactory(team=cleo.memberships.get().team, title="Secret merger"),
        interview=interview,
        table=hold_roundtable(item, ana),
        review=stored_review(item, ana, finds_and_mends),
        picked=pick_artifact(item, repository),
        finding=finding,
        repository=repository,
        commit=BranchCommit.objects.create(session=interview, repository=repository, **made),
        invitation=invitation(team, ana, "otto"),
        device=Device.objects.create(user=ana, session_key="hers", seen=timezone.now()),
        persona=make_persona(f"t{team.pk}-rosa", name="Rosa Lind", lens="running it at night", team=team),
    )


def beginnings_of(rows: Rows) -> dict[str, str]:
    """What stands for the beginning of a pattern, the longer ones first."""
    interview, picked, change, finding = (
        row.pk for row in (rows.interview, rows.picked, rows.change, rows.finding)
    )
    message = rows.interview.events.get().number
    call = rows.review.events.filter(kind=EventKind.CONTRIBUTION).earliest("number").number
    talk = {name: row.comments.get().pk for name, row in (("change", rows.change), ("finding", rows.finding))}
    return {
        "items/<slug:slug>": f"items/{rows.item.slug}",
        "artifacts/<uuid:pk>/diff/<int:a>..<int:b>": f"artifacts/{picked}/diff/1..2",
        "artifacts/<uuid:pk>/newer": f"artifacts/{picked}/newer",
        "artifacts/<uuid:pk>": f"artifacts/{rows.finding.artifact_id}",
        "repositories/<uuid:pk>": f"repositories/{rows.repository.pk}",
        "sessions/<uuid:pk>/messages/<int:number>": f"sessions/{interview}/messages/{message}",
        "sessions/<uuid:pk>/blind": f"sessions/{rows.table.pk}/blind",
        "sessions/<uuid:pk>/calls/<int:number>": f"sessions/{rows.review.pk}/calls/{call}",
        **{
            f"sessions/<uuid:pk>/{page}": f"sessions/{rows.review.pk}/{page}"
            for page in ("unit", "roll-back", "findings", "passes", "against")
        },
        "sessions/<uuid:pk>": f"sessions/{interview}",
        "changes/<uuid:pk>/comments/<int:number>": f"changes/{change}/comments/{talk['change']}",
        "findings/<uuid:pk>/comments/<int:number>": f"findings/{finding}/comments/{talk['finding']}",
        "changes/<uuid:pk>": f"changes/{change}",
        "findings/<uuid:pk>": f"findings/{finding}",
        "commits/<int:pk>": f"commits/{rows.commit.pk}",
        "personas/<slug:key>": f"personas/{rows.persona.key}",
    }


def cookie_of(browser: Client) -> str:
    """What the browser shows to be logged in."""
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def pick_artifact(item: Item, repository: Repository) -> Artifact:
    """An artifact of two revisions that is pinned to a commit of the repository."""
    picked = factories.ArtifactFactory(
        item=item,
        name="picked.md",
        source="repository",
        repository=repository,
        branch="main",
        path="picked.md",
    )
    content = f"{factories.NOTES}\nMore.\n".encode()
    picked.current = Revision.objects.create(
        artifact=picked, number=2, content=content, commit="a" * 40, blob="b" * 40
    )
    picked.save(update_fields=["current"])
    return picked


def hold_roundtable(item: Item, by: User) -> Session:
    """A finished roundtable of two shipped personas."""
    agenda = {"title": "User Journeys", "lead": MAYA.key}
    held = factories.SessionFactory(
        item=item,
        started_by=by,
        kind="roundtable",
        state="finished",
        topic="User Journeys",
        config={"agenda": agenda},
    )
    for who in (MAYA, ALEX):
        Participant.objects.create(
            session=held, version=Persona.objects.get(key=who.key).current, key=who.key
        )
    for turn, who in enumerate((MAYA, ALEX), 2):
        store.append(held.pk, [NewEvent(EventKind.CONTRIBUTION, "Who pays?", who, {"turn": turn})])
    return held
