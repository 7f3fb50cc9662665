"""What waits for a decision, in which order, and a page of it after another."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from reviews.accounts import membership
from reviews.changes import comments, decide
from reviews.changes.queue import queue_of, queue_page
from reviews.models import Change, Finding
from tests import factories
from tests.changes.queue.stage import proposing
from tests.drawing import examples


def people(*teams):
    return comments.assignable([team.pk for team in teams])


def walked(queue, size):
    """The anchors of every page, one after another, and how many come before each."""
    after, pages = "", []
    while not pages or after:
        stretch = queue_page(queue, after, size)
        pages.append((stretch.before, [row.anchor for row in stretch.rows]))
        after = stretch.last
    return pages


@pytest.fixture
def many(team):
    """Three artifacts of two items, with five to nine things that wait in each."""
    for title in ("beta", "Alpha"):
        item = factories.ItemFactory(team=team, title=title)
        session = proposing(item)
        notes = session.pins.get().artifact
        for line in (9, 3):
            factories.FindingFactory(artifact=notes, line=line)
    proposing(item)
    return team


def test_artifacts_come_by_item_and_name_and_changes_before_findings(many):
    rows = queue_page(queue_of(people(many), {})).rows
    titles = [
        Change.objects.get(pk=row.pk).artifact.item.title for row in rows if row.traits.kind == "change"
    ]
    assert titles == ["Alpha"] * 6 + ["beta"] * 3
    assert [row.traits.kind for row in rows][-5:] == ["change"] * 3 + ["finding"] * 2
    assert [Finding.objects.get(pk=row.pk).line for row in rows[-2:]] == [3, 9]


@pytest.mark.parametrize("size", [1, 2, 4, 13, 100])
def test_pages_of_any_size_show_everything_once(many, size):
    queue = queue_of(people(many), {})
    whole = [row.anchor for row in queue_page(queue, size=100).rows]
    pages = walked(queue, size)
    assert [anchor for _, anchors in pages for anchor in anchors] == whole
    assert len(whole) == queue.total == 13
    assert [before for before, _ in pages] == list(range(0, 13, size))


@pytest.mark.slow
@examples(10, HealthCheck.function_scoped_fixture)
@given(decided=st.sets(st.integers(0, 12)), size=st.integers(1, 6))
def test_the_next_page_skips_nothing_however_much_was_decided_meanwhile(many, decided, size):
    Finding.objects.update(status="open")
    Change.objects.update(status="proposed")
    first = queue_page(queue_of(people(many), {}), size=size)
    rows = queue_page(queue_of(people(many), {}), size=100).rows
    for number in decided:
        about = Finding if rows[number].traits.kind == "finding" else Change
        about.objects.filter(pk=rows[number].pk).update(status="accepted" if about is Finding else "rejected")
    left = [row.anchor for number, row in enumerate(rows) if number >= size and number not in decided]
    then = queue_page(queue_of(people(many), {}), first.last, 100)
    assert [row.anchor for row in then.rows] == left
    assert then.before == len(set(range(size)) - decided)


@pytest.mark.parametrize("after", ["nonsense", "change-", "session-" + "0" * 32, "finding-" + "0" * 32])
def test_an_unknown_place_is_the_start(many, after):
    queue = queue_of(people(many), {})
    assert queue_page(queue, after) == queue_page(queue)


def test_what_is_decided_or_in_the_repository_itself_does_not_wait(team, ben, session, finding):
    first, second, third = session.changes.all()
    decide.accept(first, ben)
    Change.objects.filter(pk=second.pk).update(upstream="0" * 40)
    Finding.objects.filter(pk=finding.pk).update(status="dismissed")
    rows = queue_page(queue_of(people(team), {})).rows
    assert [row.pk for row in rows] == [third.pk]


def test_other_teams_are_not_counted(team, cleo, change):
    elsewhere = cleo.memberships.get().team
    assert queue_of(people(elsewhere), {}).everything == 0
    assert queue_page(queue_of(people(elsewhere), {}), f"change-{change.pk}").rows == []
    assert queue_of({}, {}).everything == 0


@pytest.mark.parametrize(
    ("chosen", "total"),
    [
        ({"kind": "change"}, 3),
        ({"kind": "finding"}, 1),
        ({"session": "interview"}, 3),
        ({"session": "roundtable"}, 0),
        ({"severity": "high"}, 1),
        ({"severity": "low"}, 0),
        ({"person": "nobody"}, 4),
        ({"place": "unplaced"}, 0),
        ({"kind": "change", "severity": "high"}, 0),
    ],
)
def test_a_filter_leaves_what_has_all_its_values(team, session, finding, chosen, total):
    queue = queue_of(people(team), chosen)
    assert (queue.total, len(queue_page(queue).rows), queue.everything) == (total, total, 4)


def test_what_could_not_be_placed_is_found(team, session, change, finding):
    Change.objects.filter(pk=change.pk).update(unplaced="The section is gone.")
    Finding.objects.filter(pk=finding.pk).update(unplaced="The words are gone.")
    assert queue_of(people(team), {"place": "unplaced"}).total == 2


@pytest.mark.parametrize(("words", "total"), [(["payment"], 4), (["retries", "notes"], 4), (["goals"], 0)])
def test_every_word_is_in_the_title_or_the_name(team, session, finding, words, total):
    assert queue_of(people(team), {}, words).total == total


def test_who_left_is_not_asked_any_more(team, ana, ben, session, change):
    comments.assign(change, str(ben.pk))
    assert queue_of(people(team), {"person": str(ben.pk)}).total == 1
    membership.remove_member(team, team.memberships.get(user=ben).pk, by=ana)
    assert queue_of(people(team), {"person": str(ben.pk)}).total == 0
    assert queue_of(people(team), {"person": "nobody"}).total == 3


def test_a_facet_counts_what_its_values_would_give(team, ben, change, finding):
    comments.assign(change, str(ben.pk))
    facets = queue_of(people(team), {"person": str(ben.pk), "kind": "change"}).facets
    assert facets["kind"] == {"change": 1}
    assert facets["person"] == {str(ben.pk): 1, "nobody": 2}
    assert facets["severity"] == {"": 1}


def test_a_page_takes_as_many_queries_however_much_waits(team, many, django_assert_num_queries):
    for _ in range(2):
        with django_assert_num_queries(5):
            queue_page(queue_of(people(team), {}))
        proposing(factories.ItemFactory(team=team))
