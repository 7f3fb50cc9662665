"""What the answering side of an interview is called: rules never bear the name of a model."""

import re

import pytest

from reviews.kinds.interview.setup import previous_transcript
from reviews.live import render
from reviews.log import publish, store
from reviews.log.values import NewEvent
from reviews.models import Change, Session
from reviews.repositories.messages import message_of
from reviews.repositories.plans import File, Plan, RepositoryFiles
from reviews.states import EventKind
from tests.factories import RepositoryFactory
from tests.live.conftest import CLAUDE, answer, question

REVISION = NewEvent(EventKind.REVISION, "", CLAUDE, {"round": 1, "edits": []})
WORDED = "ELM asked, Claude worded it"


@pytest.fixture
def talked(session) -> Session:
    """One round by the rules: asked, answered, and a change to the notes."""
    store.append(session.pk, [question("Why?"), answer("Because of the shoppers."), REVISION])
    pin = session.pins.get()
    Change.objects.create(
        session=session,
        artifact=pin.artifact,
        base=pin.revision,
        order=1,
        position=0,
        inserted="Shoppers.\n",
        attribution=WORDED,
        events=[3],
    )
    return session


@pytest.fixture
def by_a_model(talked) -> Session:
    """The same, as a model has said it."""
    Session.objects.filter(pk=talked.pk).update(provider="claude")
    talked.refresh_from_db()
    return talked


def shown(browser, session, page="") -> str:
    return browser.get(f"{session.get_absolute_url()}{page}").content.decode()


@pytest.mark.parametrize("page", ["", "events/?after=0", "events/?before=5", "changes/", "transcript.md"])
def test_no_page_of_an_interview_by_rules_speaks_of_claude(talked, as_user, ana, page):
    assert "Claude" not in shown(as_user(ana), talked, page)


@pytest.mark.parametrize("page", ["", "events/?after=0", "transcript.md"])
def test_an_answer_of_the_rules_is_told_to_be_one(talked, as_user, ana, page):
    assert "Answers (rules)" in shown(as_user(ana), talked, page)


@pytest.mark.parametrize("page", ["", "events/?after=0", "changes/", "transcript.md"])
def test_an_answer_of_a_model_keeps_the_name_of_the_persona(by_a_model, as_user, ana, page):
    html = shown(as_user(ana), by_a_model, page)
    assert "Claude" in html
    assert "Answers (rules)" not in html


def test_what_the_rules_are_saying_right_now_is_told_to_be_theirs(talked, as_user, ana):
    publish.turn_opened(talked.pk, 5, vars(CLAUDE))
    html = shown(as_user(ana), talked)
    publish.turn_closed(talked.pk)
    seen = render.since(talked.pk, 0, {True})
    frame = render.live_turn(5, vars(CLAUDE), "So", seen.avatars)
    assert 'aria-label="Answers (rules) is speaking"' in html
    assert 'aria-label="Answers (rules) is speaking"' in frame
    assert "Claude" not in html + frame + seen.html[True]


def test_a_search_finds_the_answer_under_the_same_name(talked, as_user, ana):
    html = as_user(ana).get("/search/?q=shoppers").content.decode()
    assert "Answers (rules)," in html
    assert "Claude" not in html


def test_the_words_of_ana_stay_hers_when_she_answers_the_rules(talked, as_user, ana):
    talked.config["answered_by"] = "me"
    talked.save(update_fields=["config"])
    store.append(talked.pk, [question("And?", 2), NewEvent(EventKind.ANSWER, "So.", store.speaker_of(ana))])
    assert "\n\nAna: So.\n\n---\n" in shown(as_user(ana), talked, "transcript.md")


def test_a_commit_of_what_rules_have_worded_says_so(talked):
    repository, pin = RepositoryFactory(team=talked.item.team), talked.pins.get()
    file = File(pin.artifact, pin.revision, list(talked.changes.all()))
    plan = Plan(
        RepositoryFiles(repository, [file], []), "elm/notes", "a" * 40, "a" * 40, {}, (), is_there=False
    )
    assert "(ELM asked, Answers (rules) worded it)" in re.sub(r"\s+", " ", message_of(talked, plan, ""))


@pytest.mark.parametrize("provider", ["offline", "scripted", "claude"])
def test_the_chip_the_foot_and_the_transcript_name_what_answers_this_session(
    talked, as_user, ana, settings, provider
):
    """Also when new sessions are answered by something else."""
    settings.ELM_PROVIDER = "offline" if provider == "claude" else "claude"
    Session.objects.filter(pk=talked.pk).update(provider=provider)
    html, text = shown(as_user(ana), talked), shown(as_user(ana), talked, "transcript.md")
    chip = re.search(r'<span class="badge badge-outline only-wide" title="([^"]*)"', html)
    foot = html.partition("<footer")[2]
    head = text.partition("ELM:")[0].strip("*\n")
    if provider == "claude":
        assert (chip, head) == (None, "")
        assert "This session is answered by Claude" in foot
    else:
        assert head
        assert chip
        assert chip[1] == head
        assert f"<span>{head}</span>" in foot


def test_the_rows_and_what_programs_read_stay_as_they_were_stored(talked, as_user, ana):
    found = as_user(ana).get(f"{talked.get_absolute_url()}export.json").json()
    named = [event["speaker"]["name"] for event in found["events"] if event["kind"] == "answer"]
    assert named == ["Claude"]
    assert found["changes"][0]["attribution"] == WORDED
    assert talked.events.get(kind="answer").speaker_name == "Claude"


@pytest.mark.parametrize("provider", ["offline", "claude"])
def test_a_model_that_goes_deeper_reads_the_words_that_it_always_read(talked, provider):
    Session.objects.filter(pk=talked.pk).update(provider=provider)
    later = Session(item=talked.item, kind="interview", provider="claude", continues=talked)
    talked.refresh_from_db()
    assert previous_transcript(later) == "ELM: Why?\n\nClaude: Because of the shoppers.\n\n---\n\n"
