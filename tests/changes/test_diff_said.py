"""The page that compares two revisions: whose additions are in it, and how to step from place to place."""

import re

import pytest

from reviews.changes import decide
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.states import EventKind
from tests import factories
from tests.changes.stage import ask, now
from tests.changes.table import SPEC, held, held_about
from tests.changes.test_apply import revised
from tests.changes.test_diff_page import address
from tests.changes.test_exports import applied_by_git
from tests.pages import words

ALEX = Speaker("solutions-architect", "Alex Rivera", "Solutions Architect")
VIEWS = pytest.mark.parametrize("view", ["", "?view=sides"])


@pytest.fixture
def table(ana, item):
    """A finished roundtable whose three points are in the specification; Maya's was said in turn 4."""
    session = held(item)
    store.append(session.pk, [NewEvent(EventKind.CONTRIBUTION, "One.", ALEX, {"turn": 4})])
    session.changes.filter(order=1).update(attribution="Maya/Alex")
    decide.accept_all(session, ana)
    return session


@pytest.fixture
def spec(table):
    spec = table.pins.get().artifact
    spec.refresh_from_db()
    return spec


def said(response):
    """What each stretch says of who brought it."""
    rows = re.findall(r'<tr class="diff-said">.*?</tr>', response.content.decode(), re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]


@VIEWS
def test_fr_008_05_each_addition_names_who_said_it_and_links_to_the_turn(as_user, ana, table, spec, view):
    response = as_user(ana).get(address(spec, query=view))
    assert len(said(response)) == 3
    assert said(response)[0] == "Maya, Alex in the roundtable on this item : turn 4 · the change"
    assert f'href="/sessions/{table.pk}/#event-1" title="Alex Rivera, turn 4"' in response.content.decode()


@VIEWS
def test_what_stood_there_before_and_what_a_person_wrote_names_nobody(as_user, ana, ben, spec, view):
    revised(spec, now(spec).decode() + "\n- [Maya] By hand.\n", ben)
    assert said(as_user(ana).get(address(spec, 2, 3, view))) == []
    assert said(as_user(ana).get(address(spec, 2, 1, view))) == []


def test_an_addition_that_was_taken_back_is_named_where_it_stood(as_user, ana, table, spec):
    decide.undo(table.changes.get(order=1), ana)
    assert len(said(as_user(ana).get(address(spec, 1, 2)))) == 3
    assert len(said(as_user(ana).get(address(spec, 1, 3)))) == 2


def test_a_rewording_of_an_interview_names_elm_and_the_round(as_user, ana, session, notes):
    ask(session)
    decide.accept(session.changes.get(order=1), ana)
    assert said(as_user(ana).get(address(notes))) == ["ELM in an interview : round 1 · the change"]


def test_words_that_an_interview_only_proposed_name_nobody(as_user, ana, ben, session, notes):
    revised(notes, session.changes.get(order=1).inserted, ben)
    assert said(as_user(ana).get(address(notes))) == []


@VIEWS
def test_every_place_that_differs_can_be_reached_by_links_alone(as_user, ana, ben, item, view):
    text = "".join(f"{n}\n" for n in range(60))
    artifact = factories.ArtifactFactory(item=item, content=text)
    revised(artifact, text.replace("5\n6\n", "five\n6\n").replace("\n50\n", "\nfifty\n"), ben)
    html = as_user(ana).get(address(artifact, query=view)).content.decode()
    steps = re.findall(r'id="step-(\d+)" data-step tabindex="-1"', html)
    links = re.findall(r'href="#step-(\d+)"', html)
    assert steps == [str(number) for number in range(1, len(steps) + 1)]
    assert set(links) <= set(steps)
    assert f"{len(steps)} places changed" in html
    assert {"1", str(len(steps))} <= set(links)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("last", [True, False], ids=["final newline", "no final newline"])
def test_mvt_008_nfr_004_git_takes_the_patch_of_additions_both_ways(
    as_user, ana, item, tmp_path, end, mark, last
):
    content = mark + (SPEC if last else SPEC.rstrip()).replace("\n", end).encode()
    session = held(item, content)
    spec = session.pins.get().artifact
    decide.accept_all(session, ana)
    there, back = (
        as_user(ana).get(address(spec, *pair, "?format=patch")).content for pair in ((1, 2), (2, 1))
    )
    removed = [line for line in there.split(b"\n") if line.startswith(b"-") and not line.startswith(b"---")]
    assert applied_by_git(tmp_path / "there", spec.name, content, there) == now(spec)
    assert applied_by_git(tmp_path / "back", spec.name, now(spec), back) == content
    assert removed == []


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_additions(as_user, ana, item, django_assert_num_queries):
    spec = factories.ArtifactFactory(item=item, content=SPEC)
    for count in (2, 20):
        decide.accept_all(held_about(spec, [f"- [Maya] {count} {n}." for n in range(count)]), ana)
    client = as_user(ana)
    for pair, additions in (((1, 2), 2), ((1, 3), 22)):
        with django_assert_num_queries(10):
            response = client.get(address(spec, *pair))
        assert len(said(response)) == additions
        assert "Maya in the roundtable" in words(response)
