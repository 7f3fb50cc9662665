"""What a session found, in words (C18, C19, C27, C29)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.roundtable.page_result import points_in
from reviews.kinds.roundtable.synthesis import summary

CAST = ["Maya", "Alex", "Jordan"]
INSIGHT = {"text": "Buyers leave.", "attribution": "Maya/Alex", "events": [2]}
DECISION = {"text": "Retry three times.", "attribution": "All", "rationale": "a fourth adds nothing"}
QUESTION = {"text": "Who pays the fee?", "attribution": "User/Jordan", "why": "finance decides"}
ACTION = {"text": "Write the runbook", "attribution": "User/Maya", "owner": "Maya"}


def displayed(points, **how):
    seats = [("Maya Chen", "BA"), ("Alex Rivera", "Architect"), ("Jordan Park", "Designer")]
    given = {"step_id": "01-03", "title": "User Journeys", "participants": seats, "turns": 7} | how
    return summary.displayed(**given, exit_type="turn-limit", points=points)


def test_c18_the_summary_has_the_exact_form():
    points = {
        "insights": [INSIGHT],
        "decisions": [DECISION],
        "open_questions": [QUESTION],
        "action_items": [],
    }
    assert displayed(points) == (
        "### Elaboration Insights (Step 01-03: User Journeys)\n\n"
        "**Participants**: Maya Chen (BA), Alex Rivera (Architect), Jordan Park (Designer)\n"
        "**Turns**: 7 | **Exit**: turn-limit\n\n"
        "#### Key Insights\n- [Maya/Alex] Buyers leave.\n\n"
        "#### Decisions Made\n- Retry three times: a fourth adds nothing\n\n"
        "#### Open Questions\n- Who pays the fee?: finance decides"
    )


def test_c19_action_items_are_listed_only_when_there_are_any():
    assert "Action Items" not in displayed({"insights": [INSIGHT]})
    assert displayed({"action_items": [ACTION]}).endswith(
        "#### Action Items\n- [User/Maya] Write the runbook: Maya"
    )


def test_vr_elab_014_a_section_without_points_stays_and_says_so():
    assert displayed({}).count("- None.") == 3


def test_a_typed_topic_is_named_alone():
    assert displayed({}, step_id="", title="Refunds").startswith("### Elaboration Insights (Refunds)\n")


@pytest.mark.parametrize(
    ("seats", "user", "words"),
    [
        (["Maya"], False, "Maya"),
        (["Alex", "Maya"], False, "Maya/Alex"),
        (["Jordan", "Alex", "Maya"], False, "All"),
        ([], True, "User"),
        (["Jordan"], True, "User/Jordan"),
        (CAST, True, "User/All"),
        (["Nobody"], False, "All"),
    ],
)
def test_fr_008_05_a_point_says_who_said_it(seats, user, words):
    assert summary.attribution(seats, everybody=CAST, user=user) == words


def test_names_stand_in_rotation_and_one_persona_alone_is_not_all():
    assert summary.attribution(["Maya", "Alex"], everybody=["Alex", "Jordan", "Maya"]) == "Alex/Maya"
    assert summary.attribution(["Maya"], everybody=["Maya"]) == "Maya"


@pytest.mark.parametrize(
    ("kind", "point", "line"),
    [
        ("insights", INSIGHT, "- [Maya/Alex] Buyers leave."),
        ("decisions", DECISION, "- **Decision** [All] Retry three times: a fourth adds nothing"),
        ("open_questions", QUESTION, "- **Open question** [User/Jordan] Who pays the fee?: finance decides"),
        ("action_items", ACTION, "- **Action** [User/Maya] Write the runbook: Maya"),
        ("decisions", {**DECISION, "rationale": ""}, "- **Decision** [All] Retry three times."),
        ("insights", {**INSIGHT, "attribution": "[Maya]"}, "- [Maya] Buyers leave."),
    ],
)
def test_a_point_is_a_bullet_in_an_artifact(kind, point, line):
    assert summary.bullet(kind, point) == line


def test_words_of_a_model_cannot_leave_their_bullet():
    nasty = {"text": "x\n\n# y <!-- z -->", "attribution": "Maya]\n- [All", "events": []}
    assert summary.bullet("insights", nasty) == "- [Maya - All] x # y \\<! -- z -- >"


def test_c27_an_early_end_has_a_minimal_summary():
    assert summary.minimal("User Journeys") == (
        "Discussion ended early. The framing identified User Journeys as a discussion point."
    )


def test_err_elab_007_a_useless_summary_leaves_its_takeaway():
    assert summary.takeaway("We retry\nthree times.") == "Key takeaway: We retry three times."


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One. Two.", "One."),
        ("Is it 1.5? Yes.", "Is it 1.5?"),
        ("no end", "no end"),
        ("a\nb. c", "a b."),
        ("", ""),
    ],
)
def test_the_first_sentence(text, first):
    assert summary.first_sentence(text) == first


def test_c29_a_long_sentence_is_cut_between_words():
    assert summary.for_record("word " * 30) == "word " * 19 + "word…"
    assert summary.for_record(" \n ") == "No summary was made."


@given(st.text(max_size=300))
def test_c29_a_record_keeps_one_line_of_at_most_100_characters(text):
    kept = summary.for_record(text)
    assert 0 < len(kept) <= 100
    assert kept.splitlines() == [kept]
    if len(" ".join(text.split())) <= 100 and text.strip():
        assert kept == " ".join(text.split())


def test_the_card_shows_a_point_as_the_document_has_it():
    decided = {"text": "We stop at three.", "rationale": "said by Ana"}
    assert points_in({"decisions": [decided, {"text": "We stop."}]}, "decisions") == [
        "We stop at three: said by Ana",
        "We stop.",
    ]
