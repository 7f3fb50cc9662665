"""What ELM put into the notes is read as the notes only once a person has accepted it."""

import re

import pytest

from reviews.changes import decide
from reviews.changes.authorship import authored_text
from reviews.changes.findings import read_revision
from reviews.changes.revisions import add_revision
from reviews.models import Artifact, Session
from reviews.models.outcome import ChangeStatus
from reviews.sessions import actions, loading
from tests.changes.test_changes_page import words
from tests.sessions.conftest import SPEC, run_once
from tests.sessions.held import end, text_of
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)

KNOWN = "Cards are declined, and shoppers see a second attempt."
MARKER_LINES, BULLETS = r"<!--.*?-->\n", r"(?m)^- "
MARKER = "<!-- Elaboration: step 01-03, 2026-11-22T10:00:00.000Z -->"


@pytest.fixture
def held(hold, ana):
    """A roundtable whose only point ELM put in at once."""
    given = {"insights": [{"text": KNOWN, "events": ["last:any"]}]}
    return end(hold(script={"roundtable.synthesis": [{"text": "an attempt", "data": given}]}), ana)


def current(spec) -> Artifact:
    return Artifact.objects.select_related("current__artifact").get(pk=spec.pk)


def reviewed(kind, item, spec, by, provider, config) -> Session:
    """A session of a kind on the newest text of the notes, held as far as it goes."""
    session = actions.create_session(
        item=item,
        kind=kind,
        artifacts=[current(spec)],
        started_by=by,
        config=config,
        provider=provider,
    )
    actions.start(session, by=by)
    return run_once(session)


def interviewed(item, spec, by, provider="offline", **config) -> Session:
    return reviewed("interview", item, spec, by, provider, config)


def note_of(session):
    return loading.folded(session).setup.notes[0]


def said(session) -> str:
    return "\n".join(session.events.values_list("text", flat=True))


def prompts(session) -> list[str]:
    return [call.prompt for call in session.model_calls.order_by("pk")]


@pytest.mark.slow
def test_until_somebody_accepts_it_it_is_no_part_of_the_notes(held, item, spec, ana):
    assert KNOWN in text_of(held)
    session = interviewed(item, spec, ana)
    note = note_of(session)
    assert note.text == text_of(held)
    assert note.shown == SPEC
    assert KNOWN not in said(session)
    assert not any(KNOWN in str(event.data.get("topics")) for event in session.events.all())


@pytest.mark.slow
def test_prompts_show_it_apart_and_say_that_nobody_has_accepted_it(held, item, spec, ana, script):
    script()
    session = interviewed(item, spec, ana, provider="scripted")
    first = prompts(session)[0]
    assert first.count(KNOWN) == 1
    before, _, behind = first.partition("what ELM put in and nobody has accepted")
    assert KNOWN not in before
    assert KNOWN in behind


@pytest.mark.slow
def test_accepting_it_makes_it_the_notes_text_with_who_accepted_it(held, item, spec, ana, as_user):
    change = held.changes.get()
    before = text_of(held)
    as_user(ana).post(f"/changes/{change.pk}/accept/")
    change.refresh_from_db()
    assert (change.status, change.decided_by, change.put_in_by_elm) == (ChangeStatus.APPLIED, ana, False)
    assert text_of(held) == before
    note = note_of(interviewed(item, spec, ana))
    assert KNOWN in note.authored
    assert [one.by for one in note.added] == ["Ana"]
    assert held.events.filter(kind="change", text__contains="that ELM had put in").get().speaker_name == "Ana"


def angled(item, spec, by, provider="offline") -> Session:
    config = {"angles": ["correctness"], "max_passes": 1} if provider == "scripted" else {}
    return reviewed("angles", item, spec, by, provider, config)


@pytest.mark.slow
def test_angles_read_it_only_once_somebody_has_accepted_it(held, item, spec, ana, script):
    script({"angles.evaluate": [{"text": "Nothing.", "data": {}}]})
    first = prompts(angled(item, spec, ana, provider="scripted"))
    assert first
    for prompt in first:
        before, _, behind = prompt.partition("what ELM put in and nobody has accepted")
        assert KNOWN not in before
        assert behind.count(KNOWN) == 1
        assert MARKER[:18] not in prompt
    decide.accept(held.changes.get(), ana)
    accepted = prompts(angled(item, spec, ana, provider="scripted"))
    assert all(KNOWN in one.partition("what people accepted")[0] for one in accepted)


@pytest.mark.slow
def test_by_rules_angles_find_nothing_in_it(hold, item, spec, ana):
    vague = "TBD: shoppers see a second attempt, as appropriate."
    given = {"insights": [{"text": vague, "events": ["last:any"]}]}
    held = end(hold(script={"roundtable.synthesis": [{"text": "an attempt", "data": given}]}), ana)
    assert vague in text_of(held)
    session = angled(item, spec, ana)
    assert not any("as appropriate" in one.quote for one in session.findings.all())
    assert not any(unit.name.startswith("Elaboration") for unit in loading.folded(session).units)
    decide.accept(held.changes.get(), ana)
    assert any("as appropriate" in one.quote for one in angled(item, spec, ana).findings.all())


@pytest.mark.slow
def test_prompts_say_who_accepted_it(held, item, spec, ana, script):
    decide.accept(held.changes.get(), ana)
    script()
    session = interviewed(item, spec, ana, provider="scripted")
    assert "accepted by Ana" in prompts(session)[0]


@pytest.mark.slow
def test_the_page_offers_to_accept_what_elm_put_in(held, ana, as_user):
    page = words(as_user(ana).get(f"{held.get_absolute_url()}changes/"))
    assert "put in by ELM" in page
    assert "Accept" in page.split("put in by ELM")[1]
    decide.accept(held.changes.get(), ana)
    assert "put in by ELM" not in words(as_user(ana).get(f"{held.get_absolute_url()}changes/"))


@pytest.mark.slow
def test_accepting_it_twice_is_refused_and_undoing_takes_it_out(held, ana, ben):
    change = held.changes.get()
    decide.accept(change, ana)
    with pytest.raises(decide.IllegalMove, match="accepted"):
        decide.accept(change, ben)
    decide.undo(change, ana)
    assert text_of(held) == SPEC


@pytest.mark.slow
def test_a_session_keeps_what_was_so_when_it_began(held, item, spec, ana):
    session = actions.create_session(
        item=item, kind="interview", artifacts=[current(spec)], started_by=ana, config={}, provider="offline"
    )
    decide.accept(held.changes.get(), ana)
    assert KNOWN not in note_of(session).authored
    decide.undo(held.changes.get(), ana)
    assert KNOWN not in note_of(session).authored


@pytest.mark.slow
def test_who_types_elms_marker_is_read_as_the_author(item, spec, ana):
    load_starter()
    typed = f"{SPEC}\n{MARKER}\n- Shoppers in every country are affected by this.\n"
    add_revision(current(spec), typed.encode(), ana)
    note = note_of(interviewed(item, spec, ana))
    assert note.authored == note.shown == note.text == typed


@pytest.mark.slow
def test_rules_find_nothing_in_it_and_it_fills_no_gap(hold, ana, spec):
    given = {"insights": [{"text": KNOWN, "events": ["last:any"]}]}
    before = read_revision(current(spec).current)
    end(hold(script={"roundtable.synthesis": [{"text": "an attempt", "data": given}]}), ana)
    after = read_revision(current(spec).current)
    assert KNOWN in current(spec).current.text
    assert set(after.found) == set(before.found)
    assert after.words == before.words


@pytest.mark.slow
def test_a_roundtable_by_rules_does_not_take_it_for_the_notes(held, item, spec, ana):
    session = actions.create_session(
        item=item,
        kind="roundtable",
        artifacts=[current(spec)],
        started_by=ana,
        config={"topic": "Second attempts", "max_turns": 4, "idle_minutes": None},
        provider="offline",
    )
    actions.start(session, by=ana)
    end(session, ana)
    spoken = session.events.filter(kind__in=("framing", "contribution")).values_list("text", flat=True)
    assert not any("a second attempt" in text for text in spoken)


@pytest.mark.parametrize("how", [(MARKER_LINES, ""), (BULLETS, "*  "), (BULLETS, "  - ")])
def test_a_newer_revision_in_which_it_was_formatted_does_not_make_it_the_notes_text(held, spec, ana, how):
    text = re.sub(*how, text_of(held))
    assert text != text_of(held)
    add_revision(current(spec), text.encode(), ana)
    authored = authored_text(current(spec).current)
    assert KNOWN not in authored
    assert authored.split() == SPEC.split()
