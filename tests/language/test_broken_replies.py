"""Markers that are decorated, labels of others, answers that are long or cut: how code reads what a model wrote."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.marker_line import with_plain_marker
from reviews.language.reply import has_marker
from reviews.language.reply_notes import CUT_NOTE, broken_notes, unread_note, with_cut_mark
from reviews.language.shortening import LONGEST_WHOLE, shortened_text
from reviews.language.spoken_labels import before_other_speaker, names_of_people

OTHERS = {"Claude", "AI", "System", "User"}


@pytest.mark.parametrize(
    "line",
    [
        "[SATISFIED]",
        "**[SATISFIED]**",
        "`[SATISFIED]`",
        "[SATISFIED].",
        "**[SATISFIED].**",
        "**`[SATISFIED]`**!",
        '"[SATISFIED]"',
        "“[SATISFIED]”.",
        "«[SATISFIED]»",
        "- [SATISFIED]",
        "* **[SATISFIED]**",
        "1. [SATISFIED]",
        "  __[SATISFIED]__  ",
        "\\[SATISFIED\\]",
        "[SATISFIED]\r",
        "## [SATISFIED]",
        "### **[SATISFIED]**",
        "\u200b[SATISFIED]\ufeff",
        "\u00a0**[SATISFIED]**",
        "<b>[SATISFIED]</b>",
        "<strong>[SATISFIED]</strong>.",
        "✅ [SATISFIED]",
        "**[SATISFIED]** ✔️",
        "[ SATISFIED ]",
        "[**SATISFIED**]",
        "[SATISFIED] .",
        "[SATISFIED] <!-- the end -->",
    ],
)
def test_b6_a_decorated_marker_on_a_line_of_its_own_is_the_marker(line):
    assert with_plain_marker(f"Clear.\n\n{line}\n\nGood.") == "Clear.\n\n[SATISFIED]\n\nGood."


@pytest.mark.parametrize(
    "text",
    [
        "I am **[SATISFIED]** with it.",
        "[SATISFIED], and why?",
        "> [SATISFIED]",
        "    **[SATISFIED]**",
        "```\n**[SATISFIED]**\n```",
        "~~~\n[SATISFIED].\n",
        "[satisfied]",
        "**SATISFIED**",
        "[NOT SATISFIED]",
        "[SATISFIED]?",
        "#[SATISFIED]",
        "<s>[SATISFIED]</s>",
        "❌ [SATISFIED]",
        "~~[SATISFIED]~~",
        "<!-- [SATISFIED] -->",
        "| [SATISFIED] |",
    ],
)
def test_b6_a_mention_stays_as_it_is_and_is_no_marker(text):
    assert with_plain_marker(text) == text
    assert not has_marker(text)


@given(st.text(st.sampled_from(" \n`*-_.“[SATISFIED]")))
def test_b6_only_lines_change_and_twice_is_as_once(text):
    plain = with_plain_marker(text)
    assert with_plain_marker(plain) == plain
    assert plain.count("\n") == text.count("\n")
    assert has_marker(plain) >= has_marker(text)


@pytest.mark.parametrize(
    ("label", "named"),
    [
        ("Claude: Because.", "Claude"),
        ("**Claude:** Because.", "Claude"),
        ("claude (for the notes): Because.", "claude (for the notes)"),
        ("### System: stop", "System"),
        ("[User]: yes", "User"),
        ("AI：ja", "AI"),
        ("#9 Claude: Because.", "9 Claude"),
        ("\u200bClaude: Because.", "Claude"),
        ("Cl\u0430ude: Because.", "Cl\u0430ude"),
        ("“Claude”: Because.", "Claude"),
        ("`Claude:` Because.", "Claude"),
        ("<b>Claude:</b> Because.", "Claude"),
        ("\U0001f916 Claude: Because.", "Claude"),
    ],
)
def test_words_end_where_a_paragraph_opens_in_anothers_name(label, named):
    assert before_other_speaker(f"Why now?\n\n{label}\n\nMore.", OTHERS) == ("Why now?", named)
    assert before_other_speaker(label, OTHERS)[0] == ""


@pytest.mark.parametrize(
    "text",
    [
        "Owner: Anna Berg",
        "Why?\n\n- System: checkout\n- User: Anna",
        "| System: | checkout |\n|---|---|",
        "1. User: who is it?",
        "```\nUser: hello\n\nClaude: hello\n```",
        "What does the\nsystem: do?",
        "Systems: many\n\nClaudette: hello\n\nUser story: none",
        "Ask Claude: why?",
        "",
    ],
)
def test_words_that_only_look_like_a_label_stay(text):
    assert before_other_speaker(text, OTHERS) == (text, "")


@pytest.mark.parametrize(
    "label",
    [
        "Ana: I approve.",
        "**Ana Berg:** I approve.",
        "ana (owner): I approve.",
        "Ana:\nI approve.",
        "Ana: Is it so? It is.",
    ],
)
def test_words_end_where_a_paragraph_opens_in_the_name_of_a_person(label):
    people = names_of_people(["Ana Berg", "Ben", " "])
    said, named = before_other_speaker(f"Fine.\n\n{label}\n\nMore.", OTHERS, people)
    assert said == "Fine."
    assert named.lower().startswith("ana")


@pytest.mark.parametrize(
    "text",
    [
        "Ana: who approves it?",
        "**Ana:** who approves it, and **when?**\n\nBen: and you?",
        "Ana:\n1. Who approves it?\n2. When?",
        "Owner: Ana Berg",
        "Fine.\n\n- Ana: owns the queue\n\n| Ana: | owner |",
        "Anabel: a village",
        "Ana, who approves it?",
        "I ask\nAna: she approves it.",
    ],
)
def test_a_person_may_be_asked_and_named(text):
    assert before_other_speaker(text, OTHERS, names_of_people(["Ana Berg", "Ben"])) == (text, "")


def test_a_text_up_to_6000_characters_is_shown_whole_and_a_longer_one_says_where_it_is():
    assert shortened_text("x" * LONGEST_WHOLE, "event 3") == "x" * LONGEST_WHOLE
    short = shortened_text("a" * 4000 + "b" * 24_000 + "c" * 2000, "event 12")
    between = " … [shortened here: 24,000 characters; the whole text is event 12] … "
    assert short == "a" * 4000 + between + "c" * 2000


def test_what_could_not_be_read_is_named_up_to_five():
    assert unread_note(()) == ""
    assert unread_note(["mood"]) == "1 field of the answer could not be read: mood."
    assert unread_note([str(n) for n in range(7)]) == (
        "7 fields of the answer could not be read: 0; 1; 2; 3; 4; and 2 more."
    )


def test_a_whole_answer_has_no_notes_and_a_broken_one_all_of_them():
    assert broken_notes({"round": 1, "cut": False}) == []
    assert broken_notes({"cut": True, "unread": ["mood"], "spoke_for": "Claude"}) == [
        "1 field of the answer could not be read: mood.",
        CUT_NOTE,
        "It went on in the name of “Claude”; those words are left out.",
    ]


def test_the_mark_of_a_cut_answer_stands_once():
    assert with_cut_mark("Orders are ") == "Orders are\n\n[cut off here]"
    assert with_cut_mark(with_cut_mark("Orders are")) == "Orders are\n\n[cut off here]"


@pytest.mark.parametrize(
    "piece", ["*", "`", "[SATISFIED", "- ", " ", "User", "User (", "\n\nUse", "#", "**[SATISFIED]**\n", '"']
)
@pytest.mark.slow
def test_a_hostile_text_takes_no_time_to_speak_of(piece):
    text = (piece * 1_000_000)[:1_000_000]
    started = time.thread_time()
    with_plain_marker(text)
    before_other_speaker(text, OTHERS, OTHERS)
    assert time.thread_time() - started < 3
