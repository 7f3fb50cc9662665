"""The page of an angle review, drawn from reviews that are held by hand."""

import re
from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string

from reviews.kinds.angles.page import ANSWERING, NOBODY_READS, TELLING, TEMPLATE, AnglesPage
from reviews.kinds.angles.page_entries import AnglesEntry
from reviews.kinds.angles.payloads import SHAPES
from reviews.log import payloads
from reviews.log.values import Event
from reviews.models import Session
from reviews.states import EventKind
from tests.kinds.angles.examples import asks_back, finds_and_mends, finds_only
from tests.kinds.angles.table import Held, setup_for

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def shapes():
    payloads.register("angles", SHAPES)


def page_of(held: Held) -> AnglesPage:
    session = Session(kind="angles", state=held.state.lifecycle, provider="claude", created=NOW)
    session.end_reason = held.state.reason or ""
    return AnglesPage(session, [], [], held.state)


def shown(held: Held, part: str = "before") -> str:
    page = page_of(held)
    context = {"page": page, "session": page.session, "state": held.state, "may_act": True}
    return render_to_string(f"{TEMPLATE}#{part}", context)


def entry_of(held: Held, event: Event) -> AnglesEntry:
    page = page_of(held)
    speaker = event.speaker
    return AnglesEntry(
        page=page,
        number=event.number,
        kind=event.kind,
        name=speaker.name if speaker else "",
        role="",
        avatar=page.avatar(speaker.key if speaker else ""),
        text=event.text,
        data=event.data,
        created=NOW,
    )


def shown_event(held: Held, event: Event) -> str:
    entry = entry_of(held, event)
    return render_to_string(entry.include, {"entry": entry, "session": entry.page.session})


@pytest.fixture(scope="module")
def mended() -> Held:
    payloads.register("angles", SHAPES)
    return Held(setup_for(previews={"outline": "# Tool: outline"}), finds_and_mends).go()


def test_the_end_is_told_in_a_sentence_with_the_way_to_what_came_of_it(mended):
    assert "Converged after 3 passes" in page_of(mended).why_ended
    html = shown(mended, "panel")
    assert "Compare passes" in html
    assert "findings.sarif" in html


def test_findings_show_severity_quote_place_fix_and_how_sure_their_angle_is():
    html = shown(Held(setup_for(designer=False), finds_only).go(), "findings")
    for words in (
        "High",
        "result = price",
        "<bdi>prices.py</bdi>, line 4",
        "Add the price.",
        "90 % sure",
        "Correctness",
    ):
        assert words in html


def test_what_was_refuted_stands_apart_with_why_and_words_are_no_markup(mended):
    assert "Refuted: Nobody calls it so." in shown(mended, "refuted")
    assert "An &lt;empty&gt; list" in shown(mended, "refuted")
    assert "Nobody calls it so" not in shown(mended, "findings")


def test_a_question_stands_out_while_it_waits_and_the_box_asks_for_the_answer():
    held = Held(setup_for(), asks_back).go()
    html = shown(held, "asked")
    assert "Faster for which input?" in html
    assert "Correctness, about block 1" in html
    assert page_of(held).words == ANSWERING


def test_the_box_says_what_a_message_does():
    assert page_of(Held(setup_for())).words == TELLING
    assert page_of(Held(setup_for(by_rules=True))).words == NOBODY_READS


def test_bars_stand_beside_a_table_with_the_same_numbers(mended):
    html = shown(mended)
    assert html.count('<svg class="chart"') == 2
    assert 'role="img" aria-label="Findings that stood after each pass' in html
    assert '<th scope="row">3</th>' in shown(mended, "numbers")
    assert "style=" not in html


def test_the_tables_of_a_large_review_are_cut_and_say_how_much_is_left(mended, monkeypatch):
    monkeypatch.setattr("reviews.kinds.angles.page.MOST_ROWS", 1)
    html = shown(mended, "units")
    assert html.count('<th scope="row">') == 1
    assert "1 more unit<" in html


def test_everything_that_moves_is_on_the_page(mended):
    moving = re.findall(r'hx-target="#([\w-]+)"', shown(mended, "moving"))
    html = shown(mended)
    assert len(moving) > 8
    assert [name for name in moving if f'id="{name}"' not in html] == []


def test_before_anything_is_split_the_page_says_so():
    html = shown(Held(setup_for()))
    assert "Splitting the texts into units" in html
    assert "The texts are about to be split" in html


def test_a_tool_is_shown_with_its_documentation_before_it_runs(mended):
    first = mended.of_kind(EventKind.TOOL_CALL)[0]
    assert "# Tool: outline" in shown_event(mended, first)
    second = mended.of_kind(EventKind.TOOL_CALL)[1]
    assert "No documentation for run_analyzer." in shown_event(mended, second)


def test_each_call_leads_to_its_messages(mended):
    for kind in (EventKind.CONTRIBUTION, EventKind.FINDING, EventKind.GATE):
        event = mended.of_kind(kind)[0]
        assert f"calls/{event.number}/" in shown_event(mended, event)


@pytest.mark.parametrize(
    "kind", [kind for kind in EventKind if kind in SHAPES and kind != EventKind.REVISION]
)
def test_every_kind_of_event_is_drawn(mended, kind):
    for event in mended.of_kind(kind):
        assert shown_event(mended, event).strip()


def test_only_what_people_wait_for_is_announced(mended):
    calls = [entry_of(mended, one).label for one in mended.of_kind(EventKind.CONTRIBUTION)]
    assert set(calls) == {""}
    assert entry_of(mended, mended.of_kind(EventKind.PASS)[0]).label.startswith("Pass 1 is over")
    asking = Held(setup_for(), asks_back).go()
    asked = [one for one in asking.of_kind(EventKind.CONTRIBUTION) if one.data["status"] == "needs_input"]
    assert entry_of(asking, asked[0]).label == "Correctness asks: Faster for which input?"
