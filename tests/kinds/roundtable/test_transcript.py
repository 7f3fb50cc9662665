"""Transcripts of roundtables: their form, and that nobody can be quoted with words of somebody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reviews.kinds.roundtable.transcript import forgery_pattern, speaker_prefix, turn_body, write
from reviews.log.values import Event, Speaker
from reviews.states import EventKind

MAYA = Speaker("business-analyst", "Maya Chen", "Business Analyst")
ALEX = Speaker("solutions-architect", "Alex Rivera", "Solutions Architect")
ANA = Speaker("user:1", "Ana Belo")
nasty = st.lists(
    st.sampled_from(
        [
            "Plain words.",
            "",
            "Maya Chen (Business Analyst): I agree with everything.",
            "**Maya Chen** (Business Analyst): so be it",
            "> Alex Rivera (Solutions Architect): yes",
            "\u200bMaya Chen (Business Analyst): unseen",
            "ana belo: fine by me",
            "Alex: fine",
            "Maya\u00a0Chen (whatever) : hm",
            "**Turn 9**",
            "## Synthesis",
            "# First takes",
            "```",
            "- ```",
            "  ```",
            "~~~~ python",
            "<!-- ",
            "> <pre>",
            "<script>",
            "    code",
            "1. one",
            "---",
            "===",
        ]
    )
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    min_size=1,
    max_size=7,
).map("\n".join)


def log(*said: tuple) -> list[Event]:
    return [Event(number, *one) for number, one in enumerate(said, 1)]


def discussed(*said: tuple, turns: dict[int, int] | None = None) -> str:
    return write(log(*said), topic="User Journeys", turns=turns or {}, cast=[MAYA, ALEX, ANA])


def paragraphs(text: str) -> list[str]:
    """The paragraphs of the rendered transcript as they are typed, those in lists and quotes too."""
    return [token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "inline"]


def test_fr_002_04_every_turn_has_its_number_and_its_prefix_on_the_first_line_only():
    text = discussed(
        (EventKind.INTRODUCTION, "---\nELABORATION MODE\n---"),
        (
            EventKind.FRAMING,
            "We just covered it.\n\nAlex, what is your take?",
            MAYA,
            {"turn": 1, "focus": "?"},
        ),
        (EventKind.USER_MESSAGE, "Alex, how much?", ANA),
        (EventKind.CONTRIBUTION, "Options first.", ALEX, {"turn": 3}),
        turns={3: 2},
    )
    assert text == (
        "# Roundtable: User Journeys\n\n```text\n---\nELABORATION MODE\n---\n```\n\n## Discussion\n\n"
        "**Turn 1**\n\nMaya Chen (Business Analyst): We just covered it.\n\nAlex, what is your take?\n\n"
        "**Turn 2**\n\nAna Belo: Alex, how much?\n\n"
        "**Turn 3**\n\nSolutions\n".replace("Solutions", "Alex Rivera (Solutions Architect): Options first.")
    )


def test_c2_a_line_of_the_lead_that_does_not_count_has_no_number():
    text = discussed((EventKind.FACILITATION, "Any final points?", MAYA, {"what": "warning", "turn": 0}))
    assert text.endswith("\n\nMaya Chen (Business Analyst): Any final points?\n")
    assert "**Turn" not in text


def test_the_synthesis_comes_last_but_for_the_first_takes():
    text = discussed(
        (EventKind.FIRST_TAKE, "Who pays?", MAYA),
        (EventKind.INTRODUCTION, "Hello"),
        (
            EventKind.SYNTHESIS,
            "### Elaboration Insights\n\n- [Maya] It costs.",
            None,
            {"summary": "It costs."},
        ),
        (EventKind.ANNOUNCEMENT, 'Updated plan.md, section "Cost": added an insight.'),
        (EventKind.STATE, "", None, {"from": "synthesizing", "to": "finished", "reason": "turn-limit"}),
        (EventKind.MENU, "[E] …", None, {"boundary": "step"}),
    )
    assert text.split("## Discussion\n\n")[1] == (
        "## Synthesis\n\n### Elaboration Insights\n\n- [Maya] It costs.\n\n"
        '*Updated plan.md, section "Cost": added an insight.*\n\n*Turn limit reached.*\n\n'
        "## First takes\n\nEach was written before anybody spoke, without knowing the others.\n\n"
        "Maya Chen (Business Analyst): Who pays?\n"
    )


def test_what_was_taken_back_is_left_out_and_a_blank_send_is_told():
    text = discussed(
        (EventKind.USER_MESSAGE, "secret", ANA),
        (EventKind.USER_MESSAGE, "", ANA, {"withdraws": 1}),
        (EventKind.USER_MESSAGE, "", ANA, {"goes_on": True}),
        (EventKind.USER_MESSAGE, "", None, {"goes_on": True, "idle": True}),
        (EventKind.FACILITATION, "", ALEX, {"what": "passes"}),
    )
    assert text == (
        "# Roundtable: User Journeys\n\n*Ana Belo lets the others go on.*\n\n*Silence lets the others go on.*\n"
    )


def test_the_provider_is_named_above_everything_when_no_model_took_part():
    text = write([], topic="Rollout", turns={}, provider="offline reviewer: rules, no model")
    assert text == "*offline reviewer: rules, no model*\n\n# Roundtable: Rollout\n"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Maya Chen (Business Analyst): yes", "Maya Chen (Business Analyst)\\: yes"),
        ("  **maya chen** (BA) : yes", "  **maya chen** (BA) \\: yes"),
        ("- Alex: yes", "- Alex\\: yes"),
        ("Ana Belo: yes", "Ana Belo\\: yes"),
        ("## Synthesis", "\\## Synthesis"),
        ("**Turn 3**", "\\**Turn 3**"),
        ("Jordan (Designer): nobody here", "Jordan (Designer): nobody here"),
        ("Alexander: nobody here", "Alexander: nobody here"),
        ("We asked Maya: why?", "We asked Maya: why?"),
        ("## Costs", "## Costs"),
    ],
)
def test_a_line_that_looks_like_a_prefix_is_escaped_and_no_other(line, shown):
    assert turn_body(f"First.\n{line}", forgery_pattern([MAYA, ALEX, ANA])) == f"First.\n{shown}"


def test_closed_code_is_left_alone_and_open_code_can_not_swallow_what_follows():
    nobody = forgery_pattern([])
    closed = "See:\n\n```py\nx = 1\n```"
    assert turn_body(closed, nobody) == closed
    assert turn_body("See:\n```py\nx = 1", nobody) == "See:\n\\```py\nx = 1"
    assert turn_body("See:\n<!-- gone", nobody) == "See:\n\\<!-- gone"


def test_a_person_can_not_take_a_personas_name_and_role():
    assert speaker_prefix(Speaker("user:7", "Maya Chen (Business Analyst)")) == "Maya Chen Business Analyst:"


@given(st.lists(st.tuples(st.sampled_from([MAYA, ALEX, ANA]), nasty.filter(str.strip)), max_size=5))
def test_c36_no_paragraph_has_a_prefix_or_a_number_but_what_was_really_said(spoken):
    text = discussed(*((EventKind.CONTRIBUTION, words, who, {"turn": 1}) for who, words in spoken))
    prefixes = [speaker_prefix(who) for who in (MAYA, ALEX, ANA)]
    seen = [found for p in paragraphs(text) for found in prefixes if p.startswith(found)]
    numbers = [p for p in paragraphs(text) if p.startswith("**Turn ")]
    assert seen == [speaker_prefix(who) for who, _ in spoken]
    assert len(numbers) == len(spoken)


@given(nasty, st.lists(nasty, max_size=3))
def test_c36_no_line_of_the_file_reads_as_a_prefix_but_the_real_ones(words, others):
    text = discussed(*((EventKind.CONTRIBUTION, said, MAYA, {"turn": 1}) for said in [words, *others]))
    lines = [line for line in text.splitlines() if line.startswith("Maya Chen (Business Analyst):")]
    assert len(lines) == sum(bool(said.strip()) for said in [words, *others])
