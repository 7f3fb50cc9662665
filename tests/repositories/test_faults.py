"""Teammates who act on the same repository at the same moment, through the pages: none of them sees a broken page,
and nothing is lost or there twice."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from reviews.changes import replace
from reviews.documents.compose import layers_of
from reviews.errors import IllegalMove
from reviews.git import browse
from reviews.models import Artifact, BranchCommit, Repository
from reviews.models.outcome import ChangeStatus
from reviews.repositories import committing, moving
from reviews.repositories.places import mirror_of
from reviews.repositories.plans import gather_changes, plan_commit
from tests.repositories.committed import accepted, interview
from tests.repositories.stage import PLAN, fetch

FINE = {200, 302, 403, 404, 409, 422}
NEWER = PLAN.replace(b"None.", b"None.\n\n## More\n\nLater.")
NEWEST = NEWER.replace(b"three times", b"thrice")

type Act = Callable[[Client], int]


@pytest.fixture
def acts(session, repository, item, upstream) -> dict[str, Act]:
    """What teammates do, by name: each gives the status of the page that answers."""
    [first, second] = [upstream.commit({"docs/plan.md": data}) for data in (NEWER, NEWEST)]
    fetch(repository)
    at, plan_ = f"/repositories/{repository.pk}", session.artifacts.get()
    changes = [change.pk for change in session.changes.order_by("order")]
    posts = {
        "accept": (f"/changes/{changes[0]}/accept/", {}),
        "accept all": (f"/sessions/{session.pk}/changes/accept-all/", {}),
        "undo": (f"/changes/{changes[1]}/undo/", {}),
        "move": (f"/artifacts/{plan_.pk}/newer/", {"commit": first}),
        "move on": (f"/artifacts/{plan_.pk}/newer/", {"commit": second}),
        "commit": (f"/sessions/{session.pk}/commits/", {}),
        "check": (f"/artifacts/{plan_.pk}/check/", {}),
        "pick": (f"{at}/pick/", {"item": item.slug, "path": "docs/goals.md"}),
        "fetch": (f"{at}/fetch/", {}),
        "stop": (f"{at}/stop/", {}),
        "unlink": (f"{at}/remove/", {}),
    }
    made = {name: lambda client, what=what: client.post(*what).status_code for name, what in posts.items()}
    return made | {"push": pushed, "look": lambda client: client.get(f"{at}/").status_code}


def pushed(client: Client) -> int:
    """Push the newest commit, if there is one."""
    row = BranchCommit.objects.last()
    return client.post(f"/commits/{row.pk}/push/").status_code if row else 404


@pytest.fixture
def session(plan, ana):
    """One of the two changes to docs/plan.md is accepted."""
    return accepted(interview(plan), ana, 2)


def at_once(acts: list[Act], client_of: Callable[[], Client]) -> list[int]:
    """The acts in threads that start together; the status of each."""
    gate = Barrier(len(acts))
    clients = [client_of() for _ in acts]

    def run(pair: tuple[Act, Client]) -> int:
        act, client = pair
        client.raise_request_exception = False
        gate.wait(timeout=20)
        try:
            return act(client)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, zip(acts, clients, strict=True)))


def whole(session) -> None:
    """Nothing is lost or there twice: revisions and events are counted through, and what is accepted stands in the
    newest revision, on the bytes of the pinned commit."""
    for artifact in Artifact.objects.select_related("current"):
        numbers = list(artifact.revisions.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        assert artifact.current.number == numbers[-1]
        if rows := replace.rows_of(artifact.pk):
            applied = {row.pk for row in rows if row.status == ChangeStatus.APPLIED}
            assert layers_of(rows, rows).proved(applied) == artifact.current.text
    events = list(session.events.order_by("number").values_list("number", flat=True))
    assert events == list(range(1, len(events) + 1))
    for repository in Repository.objects.all():
        there = [*repository.commits.values_list("commit", flat=True)]
        assert list(browse.known(mirror_of(repository), there)) == list(dict.fromkeys(there))
    paths = list(Artifact.objects.exclude(repository=None).values_list("item", "repository", "path"))
    assert len(set(paths)) == len(paths)


PAIRS = [
    ("accept", "move"),
    ("commit", "move"),
    ("move", "move on"),
    ("check", "move"),
    ("pick", "pick"),
    ("fetch", "pick"),
    ("commit", "commit"),
    ("fetch", "unlink"),
    ("commit", "unlink"),
    ("pick", "unlink"),
    ("move", "unlink"),
    ("unlink", "unlink"),
]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("names", PAIRS, ids=" and ".join)
def test_two_who_act_at_once_leave_everything_whole(names, acts, session, as_user, ana):
    for _ in range(2):
        found = at_once([acts[name] for name in names], lambda: as_user(ana))
        assert set(found) <= FINE
        whole(session)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_team_that_acts_at_once_leaves_everything_whole(seed, acts, session, as_user, ana, ben):
    chance = random.Random(seed)
    some = sorted(acts.keys() - {"unlink"})
    for _ in range(5):
        cache.clear()
        names = chance.choices(some, k=6)
        found = at_once([acts[name] for name in names], lambda: as_user(chance.choice((ana, ben))))
        assert set(found) <= FINE, dict(zip(names, found, strict=True))
        whole(session)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_repository_goes_while_everybody_works_with_it(acts, session, as_user, ana):
    found = at_once(list(acts.values()), lambda: as_user(ana))
    assert set(found) <= FINE, dict(zip(acts, found, strict=True))
    whole(session)


def test_no_commit_is_told_of_when_its_repository_went_meanwhile(session, repository, ana):
    [batch] = gather_changes(session).batches
    made = plan_commit(session, batch)
    Repository.objects.filter(pk=repository.pk).delete()
    with pytest.raises(IllegalMove, match="was removed a moment ago"):
        committing._store_commit(session, made, ana, "")
    assert not BranchCommit.objects.exists()


def test_an_artifact_stays_where_it_is_when_its_repository_went_meanwhile(plan, upstream, repository, ana):
    there = upstream.commit({"docs/plan.md": NEWER})
    fetch(repository)
    assert plan.repository
    Repository.objects.filter(pk=repository.pk).delete()
    with pytest.raises(IllegalMove, match="was removed a moment ago"):
        moving.move(plan, there, ana)
    assert plan.revisions.count() == 1
