"""What Ana is shown that her team raised before, what became of it, and that Cleo's team stays out of it."""

import tomllib
from itertools import product
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews.keeping import archive, delete
from reviews.live import render
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Artifact, Change, Event, Finding, Item, SearchEntry, Session
from reviews.pages.precedents import ask_archive, precedents_of_events
from reviews.search import search_teams
from reviews.search.alike import CANDIDATES, MOST_ALIKE, find_alike, two_of
from reviews.search.indexing import complete_index, rebuild_index
from reviews.states import EventKind
from tests import factories

ELM = Speaker("elm", "ELM", "chief executive")
PAIRS = tomllib.loads((Path(__file__).parent / "raised_before.toml").read_text())
ROLLBACK = "Who decides on a rollback of the payment service at night?"


def ask(session: Session, *questions: str) -> Event:
    """The event of a message in which ELM asks these."""
    data = {"round": 1, "questions": [{"text": text} for text in questions]}
    store.append(session.pk, [NewEvent(EventKind.QUESTION, " ".join(questions), ELM, data)])
    return session.events.last()


def precedents(event: Event) -> list:
    return precedents_of_events(event.session, [(event, event.data)]).get(event.number, [])


def running(item: Item) -> Session:
    return factories.SessionFactory(item=item, state="running")


@pytest.mark.parametrize("count", range(2, 7))
def test_two_of_some_words_are_any_two(count):
    asked = two_of([f"w{number}" for number in range(count)], " and ", " or ")
    for there in product([True, False], repeat=count):
        words = {f"w{number}": is_there for number, is_there in enumerate(there)}
        assert eval(asked, words) == (sum(there) > 1)


@pytest.fixture
def dismissed(item, ana) -> Finding:
    """A finding of last week that Ana has dismissed."""
    artifact = factories.ArtifactFactory(item=item)
    finding = factories.FindingFactory(
        artifact=artifact,
        quote="",
        description="Nobody is named who decides on a rollback of the payment service.",
    )
    assert finding.decide("dismissed", ana, decision_reason="The duty manager does, see the handbook")
    return finding


@pytest.fixture
def now(item) -> Session:
    """A session that runs now."""
    return running(item)


def test_a_question_is_shown_with_the_finding_that_was_dismissed_before_and_why(now, dismissed):
    (one,) = precedents(ask(now, ROLLBACK))
    assert one.outcome == "Dismissed because “The duty manager does, see the handbook”"
    assert one.url.endswith(f"/findings/?show=known&at={dismissed.pk}#finding-{dismissed.pk}")
    assert (one.title, one.is_archived) == (f"Claim without a figure in {dismissed.artifact.name}", False)


def test_what_became_of_it_is_read_when_it_is_shown(now, dismissed, ana):
    event = ask(now, ROLLBACK)
    dismissed.decide("open", ana)
    assert precedents(event)[0].outcome == "Still open"
    dismissed.decide("accepted", ana)
    assert precedents(event)[0].outcome == "Accepted"
    dismissed.decide("open", ana)
    dismissed.decide("dismissed", ana)
    assert precedents(event)[0].outcome == "Dismissed, without a reason"


def test_a_question_of_an_earlier_session_says_how_that_session_ended(item, now):
    before = factories.SessionFactory(item=item, state="running")
    asked = ask(before, "What does retrying cost?", ROLLBACK)
    Session.objects.filter(pk=before.pk).update(state="finished", end_reason="not_ready")
    (one,) = precedents(ask(now, "At night, who decides on a rollback of the payment service?"))
    assert (one.words, one.outcome) == (ROLLBACK, "Asked; the session ended: not ready")
    assert one.url == f"/sessions/{before.pk}/?at={asked.number}#event-{asked.number}"


def test_an_unknown_and_a_decision_of_a_roundtable_say_what_became_of_them(item, now):
    interview = running(item)
    unknowns = {"unknowns": ["Which banks block a fourth retry of a declined card?"]}
    store.append(interview.pk, [NewEvent(EventKind.ANSWER, "I can't say.", ELM, unknowns)])
    table = factories.SessionFactory(item=item, kind="roundtable", state="running")
    decided = {
        "text": "Retry declined cards three times",
        "attribution": "All",
        "rationale": "Banks block more.",
    }
    data = {"summary": "So.", "decisions": [decided]}
    store.append(table.pk, [NewEvent(EventKind.SYNTHESIS, "#### Decisions", None, data)])
    event = ask(
        now, "Which banks block the fourth retry of a card?", "Are declined cards retried three times?"
    )
    assert {one.outcome for one in precedents(event)} == {
        "Nobody in the session could say",
        "Decided: Banks block more",
    }


def test_a_change_says_why_it_was_rejected(session, item, ana):
    Change.objects.filter(session=session).delete()
    artifact = session.pins.get().artifact
    change = Change.objects.create(
        session=session,
        artifact=artifact,
        base=artifact.current,
        order=1,
        position=0,
        inserted="Retries end after ten days.",
        reason="Name the day on which retries of declined cards end.",
    )
    change.decide("rejected", ana, decision_reason="The banks decide that")
    (one,) = precedents(ask(running(item), "On which day do retries of declined cards end?"))
    assert one.outcome == "Rejected because “The banks decide that”"
    assert one.url == f"/sessions/{session.pk}/changes/#change-{change.pk}"


def test_nothing_of_cleos_team_is_shown_in_anas_session(now, elsewhere, ana, cleo):
    ask(running(elsewhere), ROLLBACK)
    factories.FindingFactory(
        artifact=factories.ArtifactFactory(item=elsewhere), quote="", description=ROLLBACK
    )
    assert precedents(ask(now, ROLLBACK)) == []
    assert (
        ask_archive(list(ana.memberships.values_list("team", flat=True)), "zebra " + ROLLBACK)[0].session
        == now
    )
    other = ask(running(elsewhere), ROLLBACK)
    assert {one.origin for one in precedents(other)} & {now.pk} == set()
    assert len(precedents(other)) == 2


def test_an_item_that_has_moved_to_another_team_takes_its_points_along(now, dismissed, elsewhere):
    other = factories.ItemFactory(team=now.team)
    late = ask(running(other), ROLLBACK)
    assert precedents(late)
    Item.objects.filter(pk=dismissed.artifact.item_id).update(team=elsewhere.team)
    assert precedents(late) == []


def test_a_session_is_not_shown_its_own_points_nor_later_ones(now, item):
    first = ask(now, ROLLBACK)
    assert precedents(ask(now, ROLLBACK)) == []
    later = ask(running(item), ROLLBACK)
    assert [one.origin for one in precedents(later)] == [now.pk]
    assert precedents(first) == []


def test_what_is_archived_is_said_to_be_and_what_is_deleted_is_gone(item, now, ana):
    before = running(item)
    ask(before, ROLLBACK)
    Session.objects.filter(pk=before.pk).update(state="finished", end_reason="ready")
    before.refresh_from_db()
    event = ask(now, ROLLBACK)
    assert precedents(event)[0].is_archived is False
    archive.archive_session(before, ana)
    assert precedents(event)[0].is_archived is True
    delete.delete_session(before, ana)
    assert precedents(event) == []
    assert not SearchEntry.objects.filter(ref__startswith="point_event", text=ROLLBACK).exclude(
        ref=f"point_event:{event.pk}"
    )


def test_a_finding_of_an_artifact_that_was_deleted_is_not_shown(now, dismissed):
    event = ask(now, ROLLBACK)
    Artifact.objects.filter(pk=dismissed.artifact_id).update(removed=timezone.now(), archived=timezone.now())
    assert precedents(event) == []


def test_each_session_is_named_once_and_at_most_three_are(item, now):
    for _ in range(5):
        before = running(item)
        ask(before, ROLLBACK)
        ask(before, ROLLBACK)
    assert len({one.origin for one in precedents(ask(now, ROLLBACK, ROLLBACK))}) == 3


def test_points_are_found_by_no_search_for_words(ana, now):
    ask(now, ROLLBACK)
    hits = search_teams(ana, "rollback").hits
    assert [hit.kind.name for hit in hits] == ["event"]


def test_an_older_database_gets_its_points_after_the_migration_and_a_rebuilt_index_is_the_same(
    now, dismissed
):
    event = ask(now, ROLLBACK)
    entries = SearchEntry.objects.filter(ref__startswith="point_")
    kept = sorted(entries.values_list("ref", "words", "text"))
    entries.delete()
    assert precedents(event) == []
    complete_index("default")
    assert sorted(entries.values_list("ref", "words", "text")) == kept
    rebuild_index()
    assert sorted(entries.values_list("ref", "words", "text")) == kept
    assert precedents(event)


HOSTILE = [
    'Who "decides" OR (rollback) NOT payment* NEAR/3 night: ^{service}?',
    "' | !rollback & payment <-> night:* \\ ''",
    "rollback' payment’ night\u2019s " * 20,
    "İ" * 900 + " rollback",
    "\u0000 rollback \ud800 payment".encode("utf-16", "surrogatepass")
    .decode("utf-16", "replace")
    .replace("\0", ""),
    "支払いの再試行 rollback",
    "",
    "?!",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_stands_in_a_point_it_is_stored_and_looked_up(now, item, text):
    before = running(item)
    ask(before, text + " " + ROLLBACK, text)
    assert isinstance(precedents(ask(now, text, ROLLBACK)), list)
    assert isinstance(ask_archive([now.team_id], text), list)


def test_the_queries_do_not_grow_with_what_is_there(item, now, dismissed):
    def queries_for(event: Event) -> int:
        with CaptureQueriesContext(connection) as made:
            precedents(event)
        return len(made)

    ask(running(item), ROLLBACK)
    few = queries_for(ask(now, ROLLBACK, "What does a rollback of the payment service cost at night?"))
    for number in range(CANDIDATES):
        ask(running(item), f"{ROLLBACK} {number}", f"Who decides on the price of service {number}?")
    assert queries_for(ask(now, *[ROLLBACK] * 10)) <= few <= 5


def test_a_point_is_compared_with_a_bounded_number_of_the_newest(item, now):
    for number in range(CANDIDATES + 10):
        ask(running(item), f"{ROLLBACK} {number}")
    (found,) = find_alike([now.team_id], [ROLLBACK])
    assert len(found) == MOST_ALIKE < CANDIDATES


def test_what_is_asked_about_every_item_is_shown_for_its_own_item_only(item, now, team):
    for _ in range(3):
        ask(running(factories.ItemFactory(team=team)), ROLLBACK)
    assert precedents(ask(now, ROLLBACK)) == []
    own = ask(running(item), ROLLBACK)
    assert {one.row for one in precedents(ask(running(item), ROLLBACK))} == {own, now.events.last()}


def test_one_word_says_too_little_to_be_looked_up(now, item):
    ask(running(item), "TODO?")
    assert precedents(ask(now, "TODO?")) == []
    assert not SearchEntry.objects.filter(ref__startswith="point_")


def test_a_rules_finding_is_told_by_its_quote_because_a_rule_says_the_same_of_every_passage(item, now):
    artifact = factories.ArtifactFactory(item=item)
    factories.FindingFactory(artifact=artifact, quote="Nobody watches the retries of declined cards.")
    assert precedents(ask(now, "A claim without a figure.")) == []
    assert precedents(ask(now, "Who watches retries of declined cards?"))[0].outcome == "Still open"


@pytest.mark.slow
def test_points_that_were_labelled_by_hand_are_told_apart(item, now):
    """The figures stand in docs/decisions.md."""
    before = {key: running(item) for key in PAIRS["earlier"]}
    for key, session in before.items():
        ask(session, PAIRS["earlier"][key])
    names = {session.pk: key for key, session in before.items()}
    tally = {}
    for new in PAIRS["new"]:
        found = {names[one.origin] for one in precedents(ask(now, new["text"]))}
        right = found & set(new["like"])
        shown, met, wanted = tally.get(new["set"], (0, 0, 0))
        tally[new["set"]] = (shown + len(found), met + len(right), wanted + len(new["like"]))
    assert tally == {"tuning": (9, 9, 12), "held back": (11, 11, 15)}


def test_the_page_the_list_and_the_socket_show_it_beside_the_question(as_ana, now, dismissed):
    event = ask(now, ROLLBACK)
    for address in ("", f"events/?after={event.number - 1}"):
        page = as_ana.get(f"/sessions/{now.pk}/{address}").content.decode()
        shown = page[page.index('class="raised-before"') :]
        assert "Dismissed because “The duty manager does, see the handbook”." in shown
        assert f'href="/artifacts/{dismissed.artifact_id}/findings/?show=known&amp;at={dismissed.pk}' in shown
    frame = render.since(now.pk, event.number - 1, {True}).html[True]
    assert frame.count('class="raised-before"') == 1


def test_hostile_words_of_an_earlier_point_stay_text(as_ana, item, now):
    ask(running(item), f"{ROLLBACK} <img src=x>")
    ask(now, ROLLBACK)
    page = as_ana.get(f"/sessions/{now.pk}/").content.decode()
    assert f"<q>{ROLLBACK} &lt;img src=x&gt;</q>" in page


def test_ana_asks_the_archive_with_a_sentence_of_her_own(as_ana, now, dismissed):
    question = "/search/archive/?q=a rollback of payments: who is it that decides?"
    page = as_ana.get(question).content.decode()
    assert "<h1>Ask the archive</h1>" in page
    assert "Dismissed because “The duty manager does, see the handbook”." in page
    assert "Found by their words alone" in page
    answers = as_ana.get(f"{question}&session={now.pk}", headers={"HX-Request": "true"}).content.decode()
    assert "Dismissed because" in answers
    assert "<h1>" not in answers
    assert "Nothing like it" in as_ana.get("/search/archive/?q=zebra crossings of Hamburg").content.decode()
    assert "says too little" in as_ana.get("/search/archive/?q=the").content.decode()


def test_a_session_that_asks_is_not_told_of_itself(as_ana, now):
    ask(now, ROLLBACK)
    assert "Nothing like it" in as_ana.get(f"/search/archive/?session={now.pk}&q={ROLLBACK}").content.decode()


def test_cleo_is_told_nothing_and_knows_no_session_of_anas(as_user, cleo, now, dismissed):
    page = as_user(cleo).get(f"/search/archive/?q={ROLLBACK}").content.decode()
    assert "handbook" not in page
    assert as_user(cleo).get(f"/search/archive/?q={ROLLBACK}&session={now.pk}").status_code == 404
    assert as_user(cleo).get("/search/archive/?q=x&session=nonsense").status_code == 404
