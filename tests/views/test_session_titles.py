"""A session is called by its topic, wherever its name stands."""

import pytest

from reviews.kinds.registry import session_kind
from reviews.models import Event, Session
from tests import factories
from tests.changes.stage import BASE, BETTER, propose
from tests.pages import words, words_in


@pytest.fixture
def rollout(item, ana) -> Session:
    """A finished interview on the rollout, with changes."""
    session = factories.SessionFactory(
        item=item,
        started_by=ana,
        state="finished",
        end_reason="ready",
        config={"topic": "The rollout"},
        rounds=3,
    )
    artifact = factories.ArtifactFactory(item=item, content=BASE)
    session.pins.create(artifact=artifact, revision=artifact.current)
    propose(session, artifact, BETTER)
    return session


def title_of(response) -> str:
    return words_in(response.content.decode().split("<title>")[1].split("</title>")[0])


@pytest.mark.parametrize("url", ["/sessions/", "/items/{slug}/", "/", "/search/?q=payment"])
def test_lists_name_the_topic(url, as_ana, item, rollout):
    assert "Interview: The rollout" in words(as_ana.get(url.format(slug=item.slug)))


def test_what_was_said_is_found_with_the_topic_of_its_session(as_ana, rollout):
    Event.objects.create(
        session=rollout, number=9, kind="answer", speaker_name="ELM", text="Zebras pay late."
    )
    assert "Interview: The rollout on Payment retries" in words(as_ana.get("/search/?q=zebras"))


@pytest.mark.parametrize("rest", ["", "changes/"])
def test_the_titles_of_pages_name_the_topic(rest, as_ana, rollout):
    assert "Interview: The rollout · Payment retries" in title_of(
        as_ana.get(f"/sessions/{rollout.pk}/{rest}")
    )


def test_the_path_to_the_changes_names_the_topic(as_ana, rollout):
    crumbs = as_ana.get(f"/sessions/{rollout.pk}/changes/").content.decode().split("</ol>")[0]
    assert "Interview: The rollout on Payment retries" in words_in(crumbs.split("<ol")[-1])


def test_a_change_that_waits_names_the_topic_of_its_session(as_ana, rollout):
    assert "Interview: The rollout" in words(as_ana.get("/changes/"))


def test_without_a_topic_a_session_is_called_by_its_kind(item):
    assert session_kind("interview").title(factories.SessionFactory(item=item)) == "Interview"


@pytest.mark.parametrize(
    ("kind", "counted", "told"),
    [
        ("interview", {"rounds": 1}, "1 round"),
        ("roundtable", {"turns": 7}, "7 turns"),
        ("angles", {"rounds": 2}, "2 passes"),
        ("angles", {}, ""),
    ],
)
def test_each_kind_counts_what_it_is_made_of(kind, counted, told, item):
    assert session_kind(kind).how_far(factories.SessionFactory(item=item, kind=kind, **counted)) == told
