"""A team with something of everything, and all pages that show it, each with somebody who may see it.

Pages are read off the table of who may what (`tests/security/matrix.py`), which has every address, and off the
administration's own list: a new page is looked at as soon as it is there.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import Http404
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import resolve

from reviews.accounts.sample import make_sample
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.management.filling.templates import hold, ways
from reviews.models import Item, Repository, Session
from reviews.states import EventKind, State
from tests import factories
from tests.accounts import factor
from tests.live import table
from tests.live.conftest import question
from tests.live.running import running_session
from tests.repositories.stage import picked
from tests.security.matrix import ROLES, TABLE
from tests.security.stage import Stage, all_routes, cookie_of

ALIKE = ("/add/", "/history/", "/delete/")
"""Pages of the administration that Django makes alike for everything: those of angles stand for all."""
NO_PAGE = re.compile(
    r"jsi18n|autocomplete|/export/|<url>|<path:object_id>/$|^admin/(login|logout|password_change)/$"
)
EMPTY = (
    "/",
    "/items/",
    "/sessions/",
    "/changes/",
    "/findings/",
    "/repositories/",
    "/waiting/",
    "/team/personas/",
)
TOLD = {
    "400.html": {},
    "403.html": {},
    "403_csrf.html": {},
    "500.html": {},
    "problem.html": {
        "sentence": "The server's disk is full, so nothing was stored.",
        "fields": [("title", "Retries", False), ("text", "What we found out about retries.", True)],
        "can_send": True,
    },
    "refused.html": {"title": "That did not work", "sentence": "The server's disk is full."},
    "registration/locked_out.html": {},
    "registration/join_declined.html": {"team": "Payments"},
}
"""Pages to which no address leads: what goes wrong on others."""


class Place(NamedTuple):
    """A page: the pattern of its address, the address, and which role of the stage looks at it."""

    route: str
    path: str
    role: str


@dataclass(frozen=True)
class Everything:
    """cookies: the log-in of each role. told: pages to which no address leads, by the path that stands for them."""

    places: list[Place]
    cookies: Mapping[str, str]
    told: Mapping[str, str]


def fill(stage: Stage, repository: Repository, as_user: Callable[[User], Client]) -> Everything:
    """Add to the stage what only pages with much on them show, and give all pages."""
    ana = User.objects.get(username="ana")
    sample = make_sample(stage.team, ana)
    picked(sample, repository, "docs/plan.md")
    told = {f"/told/{name}": told_page(name, context, ana) for name, context in TOLD.items()}
    places = [
        *table_places(stage),
        *(place(f"/items/{sample.slug}/", "owner"), place(f"/items/{sample.slug}/edit/", "viewer")),
        *repository_places(repository),
        *session_places(sample, ana),
        *door_places(stage),
        *(place(path, role) for role in ("elsewhere", "outsider") for path in EMPTY),
        place("/nowhere/", "owner"),
        *admin_places(),
        *(Place("told", path, "nobody") for path in told),
    ]
    return Everything(list(dict.fromkeys(places)), stage.cookies | more_cookies(stage, as_user), told)


def place(path: str, role: str) -> Place:
    """The page at an address."""
    try:
        return Place(resolve(path.partition("?")[0]).route, path, role)
    except Http404:
        return Place("", path, role)


def table_places(stage: Stage) -> Iterator[Place]:
    """Whatever is shown to anybody, to the first who is shown it."""
    for row in TABLE:
        words = row.get.split()
        if "page" in words:
            query = f"?{row.query.format_map(stage.names)}" if row.query else ""
            yield Place(row.route, stage.path_of(row) + query, ROLES[words.index("page")])


def repository_places(repository: Repository) -> Iterator[Place]:
    """A repository that was fetched."""
    for rest in ("", "file/?path=docs/plan.md", "history/", "branches/", "credential/", "remove/"):
        yield place(f"/repositories/{repository.pk}/{rest}", "owner")


def session_places(item: Item, ana: User) -> Iterator[Place]:
    """A session of each kind that was held to its end, and some that go on."""
    artifact = item.artifacts.first()
    for way in {way.kind: way for way in reversed(ways())}.values():
        held = hold(artifact, ana, way).session
        yield from (place(f"/sessions/{held.pk}/{rest}", "owner") for rest in ("", "changes/", "compare/"))
        if held.kind == "angles":
            rest = ("units/", "findings/", "findings/?refuted=yes", "passes/", "against/")
            yield from (place(f"/sessions/{held.pk}/{one}", "owner") for one in rest)
    yield place(f"/artifacts/{artifact.pk}/findings/", "owner")
    for one in going_on(item, ana):
        yield place(f"/sessions/{one.pk}/", "owner")
    yield place(f"/sessions/{one.pk}/", "viewer")


def going_on(item: Item, ana: User) -> Iterator[Session]:
    """An interview that waits for an answer, a roundtable in the middle of a discussion, and one that failed."""
    asked = running_session("interview", item, ana, {"name": "asked.md"}, answered_by="me")
    store.append(asked.pk, [question("Who is affected?\nSince when?", 1)])
    store.move(asked.pk, State.WAITING)
    yield asked
    discussed = table.table(item, ana)
    table.tell(discussed, table.introduced(discussed))
    table.discussed(discussed)
    yield discussed
    failed = running_session("roundtable", item, ana, {"name": "failed.md"}, topic="Who pays?")
    table.tell(failed, NewEvent(EventKind.ERROR, "No answer came within ten minutes.", None, {}))
    store.move(failed.pk, State.FAILED)
    yield failed


def door_places(stage: Stage) -> Iterator[Place]:
    """What is seen before anybody is let in, and the steps of a second factor."""
    for path in ("/accounts/login/", *stage.links.values()):
        if not path.startswith("/items/"):
            yield place(path, "nobody")
    yield place("/accounts/code/", "half in")
    yield place("/accounts/second-factor/", "setting up")
    yield place("/accounts/second-factor/", "set up")
    yield place("/accounts/teams/", "set up")


def more_cookies(stage: Stage, as_user: Callable[[User], Client]) -> dict[str, str]:
    """The log-ins of whoever runs the server, and of those who are about to have a second factor and have one."""
    root, rita, sven = (factories.UserFactory(username=name) for name in ("root", "rita-f", "sven"))
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    for user in (root, rita, sven):
        user.set_password(factor.PASSWORD)
        user.save(update_fields=["password"])
        factories.MembershipFactory(team=stage.team, user=user)
    about = as_user(rita)
    about.post(factor.PAGE, {"action": "begin", "password": factor.PASSWORD})
    factor.set_up(sven)
    having = as_user(sven)
    having.post(factor.PAGE, {"action": "codes", "password": factor.PASSWORD})
    return {
        "root": cookie_of(as_user(root)),
        "setting up": cookie_of(about),
        "set up": cookie_of(having),
        "half in": cookie_of(factor.with_password("sven")),
    }


def admin_places() -> Iterator[Place]:
    """Every list and every form of the administration, with a row, and all that is its own."""
    for route in dict.fromkeys(route for route in all_routes() if route.startswith("admin/")):
        is_alike = route.endswith(ALIKE) and not route.startswith("admin/personas/angle/")
        path = None if is_alike or NO_PAGE.search(route) else address_in_admin(route)
        if path:
            yield Place(route, path, "root")


def address_in_admin(route: str) -> str | None:
    """An address that the pattern fits; None when there is no row for it."""
    if "(?P" in route:
        return "/admin/reviews/" if "app_label" in route else None
    if "<" not in route:
        return f"/{route}"
    _, label, name, *_ = route.split("/")
    row = first_row(apps.get_model(label, name))
    return row and "/" + re.sub(
        r"<int:number>", "1", re.sub(r"<(path:object_id|int:pk|id)>", str(row.pk), route)
    )


def first_row(model: type[Model]) -> Model | None:
    return model._default_manager.order_by("pk").first()


def told_page(name: str, context: Mapping[str, object], user: User) -> str:
    """The template as a page of the site."""
    request = RequestFactory().get("/")
    request.user = user
    return render_to_string(name, dict(context), request)
