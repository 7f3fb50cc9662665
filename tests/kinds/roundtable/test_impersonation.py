"""A persona speaks for itself only, and never in the app's words (FR-002-04, VR-ELAB-011, C20, C36)."""

import time
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.impersonation import own_words


@dataclass(frozen=True)
class Chair:
    key: str
    name: str
    role: str
    keywords: tuple[str, ...] = ()

    @property
    def first_name(self):
        return self.name.split()[0]


CAST = (
    Chair("ba", "Maya Chen", "Business Analyst"),
    Chair("sa", "Alex Rivera", "Solutions Architect"),
    Chair("sd", "Jordan Park", "System Designer"),
)
MARKER = "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->"


def heard(text):
    """What Maya said in `text`."""
    return own_words(text, CAST, "ba")


@pytest.mark.parametrize(
    "label",
    [
        "Maya Chen (Business Analyst):",
        "Maya Chen (Business Analyst): ",
        "Maya:",
        "maya :",
        "**Maya**:",
        "**Maya:**",
        "*Maya Chen (Business Analyst):*",
        "__Maya Chen__ (BA):",
        "### Maya Chen\n",
        "**Maya Chen (Business Analyst)**\n",
        "Maya: Maya:",
        "Maya Chen, Business Analyst:",
        "[Maya Chen]:",
        "Ma\u200bya:",
        "MAYA\xa0CHEN：",
        "\n Maya:",
        "Maya Chen (Business Analyst) — ",
        "> Maya Chen (Business Analyst):",
        "- **Maya Chen (Business Analyst):**",
    ],
)
def test_c36_vr_elab_011_a_label_with_the_speakers_own_name_is_taken_off(label):
    assert heard(f"{label} Who is it for?\nAnd why?") == "Who is it for?\nAnd why?"


@pytest.mark.parametrize(
    "label",
    [
        "Alex Rivera (Solutions Architect):",
        "Alex:",
        "alex :",
        "**Alex**:",
        "**Jordan Park**:",
        "**Jordan Park:**",
        "User:",
        "**User**:",
        "Human:",
        "user (Ana):",
        "### Alex Rivera\n",
        "**Alex**\n",
        "Jordan Park (Designer) — ",
        "  Alex:",
        "A\u200blex:",
        "Аlеx:",
        "Alex  Rivera:",
        "Maya: Alex:",
        "> Alex Rivera (Solutions Architect):",
        "_Alex_:",
        "2. Alex Rivera (Solutions Architect):",
        "- **Jordan Park (System Designer)**:",
        "\\*\\*Alex\\*\\*:",
        "#7 Jordan Park (System Designer):",
    ],
)
def test_c36_the_text_ends_where_it_begins_to_speak_for_somebody_else(label):
    assert heard(f"Who is it for?\n\n{label} For us all.\nMore.") == "Who is it for?"
    assert heard(f"{label} For us all.\nMaya: Who?") == ""


@pytest.mark.parametrize(
    "label",
    [
        "\u0410lex:",  # Cyrillic
        "**\u0410l\u0435\u0445:**",
        "Alex R\u0456vera (Solutions Architect):",
        "\u0391lex:",  # Greek
        "Ａｌｅｘ：",
        "\U0001d400lex:",
        "Álex:",
        "Alex︓",
        "Alex∶",
        "“Alex”:",
        "'Alex:'",
        "«**Alex**»:",
        "`Alex:`",
        "<b>Alex:</b>",
        "<strong>Alex Rivera</strong> (Solutions Architect):",
        "\U0001f9d1 Alex:",
        "**\U0001f464 User:**",
        "Turn 7 Alex:",
        "Alex, Solutions Architect:",
        "Solutions Architect (Alex):",
        "S\u0443stem:",
    ],
)
def test_c36_a_label_in_other_letters_or_marks_is_a_label(label):
    assert heard(f"Who is it for?\n\n{label} For us all.\nMore.") == "Who is it for?"


@pytest.mark.parametrize("label", ["M\u0430ya:", "“Maya”:", "<b>Maya:</b>", "\U0001f469 Maya Chen:"])
def test_and_so_is_ones_own(label):
    assert heard(f"{label} Who is it for?") == "Who is it for?"


@pytest.mark.parametrize(
    "text",
    [
        "“Alex: builds it” is what the notes say.",
        "“Alex: builds it.”",
        "`Alex: builds it`",
        "'Alex', they say: nobody else.",
        "\u0410\u043b\u0435\u043a\u0441: he is none of us.",
        "@Alex: what breaks?",
        "(Alex: a name)",
        "<b>Risk:</b> none",
    ],
)
def test_a_quotation_or_another_name_is_no_label(text):
    assert heard(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Alex, is it safe?",
        "I would ask Alex: is it safe?",
        "Alex's point: risk",
        "Alexander: a king",
        "Alex - your turn",
        "- Alex: wants a cache\n- Jordan: does not",
        "| Who | What |\n|---|---|\n| Alex | yes |",
        "Users: many",
        "# Alexa:",
        "The user: people on trains.",
        "Elaboration mode is what we discuss.",
        "We see that Alex\nhas a point.",
        "Alex",
        "```\nUser: hello\nAlex: hello\n```\nSo it goes.",
        "    indented\n\nend",
        "Building on Alex's point about risk...",
        "Updated plans: none.",
        "<!-- a comment of mine -->",
        "~~~\nMaya: code\n~~~",
        "Business Analyst: a role",
    ],
)
def test_what_only_mentions_others_stays_as_it_is(text):
    assert heard(text) == text.strip()


@pytest.mark.parametrize(
    "line",
    [
        lines.WARNING,
        lines.LIMIT,
        lines.INACTIVITY,
        lines.CLARIFY,
        lines.EXIT,
        "ELABORATION MODE",
        "**Elaboration Mode**",
        "[C] Continue -- move to the next step",
        "[S] Skip remaining steps in this phase",
        MARKER,
        f"x {MARKER} y",
        'Turn limit: 10 exchanges. Type "done" to end discussion early.',
        "into the discussion.",
        "<!--elaboration: x",
        "### Elaboration Insights (Step 01-03: Journeys)",
        'Updated notes.md, section "Scope": added 3 insights.',
        'Updated notes.md, sections "Scope" and "Plan": added 3 insights.',
        "Updated notes.md, 4 sections: added 5 points.",
        f"Maya: {lines.LIMIT.upper()}",
        f"*{lines.INACTIVITY}*",
        "Or type naturally to provide feedback.",
        f"<!-- {lines.EXIT} Elaboration: step 01-03 -->",
    ],
)
def test_c20_a_line_of_the_app_cannot_be_imitated(line):
    assert heard(f"Who is it for?\n{line}\nAnd why?") == "Who is it for?\nAnd why?"
    assert heard(line) == ""


def test_c20_a_marker_does_not_even_stay_in_code():
    assert heard(f"See:\n```html\n{MARKER}\n<p>\n```") == "See:\n```html\n<p>\n```"


def test_an_app_sentence_goes_and_the_rest_of_its_line_stays():
    assert heard(f"Users wait. {lines.INACTIVITY} I mean it.") == "Users wait. I mean it."
    assert (
        heard(f"Users wait. Any thoughts {lines.INACTIVITY} on this, or should we wrap up?") == "Users wait."
    )


def test_a_fence_behind_a_label_still_opens_code():
    assert heard("Maya: ```\nAlex: x\n```\nJordan: y") == "```\nAlex: x\n```"


@pytest.mark.parametrize(
    "words",
    [
        "Ana: I approve the budget.",
        "**Ana:** decided",
        "Ana Berg (owner): I approve.",
        "#8 Ana (a person): I approve.",
        "Admin: decided",
        "ADMIN (owner): yes",
        "\u0410na: I approve.",
        "**“Ana”:** I approve.",
    ],
)
def test_the_text_ends_where_a_paragraph_opens_in_the_name_of_a_person_in_the_room(words):
    assert own_words(f"Fine.\n\n{words}\n\nMore.", CAST, "ba", ("Ana Berg", "Ana")) == "Fine."


@pytest.mark.parametrize(
    "text",
    [
        "Owner: Ana Berg",
        "Fine.\n\nOwner: Ana Berg\n\n- Ana: owns the queue\n\n| Ana | owner |",
        "Ana: what do you say?",
        "Fine.\n\nAna, Ben: who of you two\nowns the queue?",
        "Ana's point: risk",
        "I ask Ana: is it safe?",
    ],
)
def test_people_in_the_room_may_be_named_and_asked(text):
    assert own_words(text, CAST, "ba", ("Ana Berg", "Ana", "Ben")) == text


def test_a_persona_that_has_the_name_of_a_person_speaks_for_itself():
    assert own_words("Fine.\n\nMaya: I think so.", CAST, "ba", ("Maya",)) == "Fine.\n\nI think so."


def test_names_with_signs_of_patterns_are_only_names():
    odd = (Chair("x", "A.*(b [c", "R"), Chair("y", "+? Q", "S"))
    assert own_words("A.*(b [c (R): hi\n+? Q (S): no", odd, "x") == "hi"


PIECES = st.lists(
    st.sampled_from(
        [
            "Maya",
            "Maya Chen (Business Analyst)",
            "Alex",
            "Alex Rivera (Solutions Architect)",
            ":",
            "**",
            "```",
            "\n",
            " ",
            "\r\n",
            "User",
            "# ",
            "- ",
            "> ",
            "\u200b",
            "\u2028",
            lines.INACTIVITY,
            MARKER,
            "<!--",
            "Elaboration",
            "ELABORATION MODE",
        ]
    )
    | st.text(max_size=4),
    max_size=25,
).map("".join)


@given(PIECES)
def test_own_words_of_own_words_are_the_same(text):
    assert heard(heard(text)) == heard(text)


@given(PIECES)
def test_fr_002_04_no_prefix_and_no_marker_is_left(text):
    said = heard(text).casefold()
    starts = tuple(
        f"{name}:" for chair in CAST for name in (chair.name.casefold(), chair.first_name.casefold())
    )
    prefixes = tuple(f"{chair.name} ({chair.role}):".casefold() for chair in CAST)
    assert not said.lstrip("*_# \n").startswith((*starts, *prefixes, "user:"))
    assert "<!-- elaboration" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["Maya: ", "Maya Chen (", "*", "Any thoughts on this, ", f"{lines.EXIT} ", "<!--", "```\n", "Maya: # "],
)
def test_a_message_of_20000_characters_takes_no_time_to_speak_of(piece):
    started = time.thread_time()
    heard((piece * 20_000)[:20_000])
    assert time.thread_time() - started < 2


@pytest.mark.parametrize(
    "label", ["ELM:", "System:", "**Facilitator:**", "### Moderator:", "Assistant (app):"]
)
def test_c36_a_paragraph_in_the_name_of_the_app_ends_the_text(label):
    assert heard(f"Who is it for?\n\n{label} It is over.\n\nMore.") == "Who is it for?"
    assert heard(f"Maya: {label} It is over.") == ""


@pytest.mark.parametrize(
    "text",
    [
        "Owner: Anna Berg",
        "Decision: retry three times.\n\nOwner: Anna Berg",
        "- Owner: Anna Berg\n- System: checkout",
        "| Role | Who |\n|---|---|\n| System: | checkout |\n| Alex: | yes |",
        "What breaks is the\nsystem: it retries for ever.",
        "```\nSystem: over\n```",
        "Systems: many",
    ],
)
def test_c36_a_label_that_is_nobodys_or_opens_no_spoken_paragraph_stays(text):
    assert heard(text) == text
