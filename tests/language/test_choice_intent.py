"""Which of two sides a message picks (FR-005-03): what was put to people is decided by picking, and by nothing else."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.choice_intent import LONGEST, NamedSide, asks_back, moves_on, picked_side

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples/choice_intent.toml").read_text(encoding="utf-8"))


def named(side: dict[str, str]) -> NamedSide:
    return NamedSide(side["name"], tuple(side[key] for key in ("option", "brief") if key in side))


def said_of_choices(kind: str) -> list[tuple[str, tuple[NamedSide, NamedSide]]]:
    return [
        (text, (named(one["first"]), named(one["second"])))
        for one in EXAMPLES["choices"]
        for text in one.get(kind, ())
    ]


FIRST, SECOND, NONE = map(said_of_choices, ("picks_first", "picks_second", "picks_none"))


@pytest.mark.parametrize(("text", "sides"), NONE, ids=[text for text, _ in NONE])
def test_fr_005_03_what_is_no_pick_picks_nothing(text, sides):
    assert picked_side(text, sides) is None


def test_nearly_all_plain_picks_are_understood_and_none_as_the_other_side():
    found = [(text, picked_side(text, sides), 0) for text, sides in FIRST]
    found += [(text, picked_side(text, sides), 1) for text, sides in SECOND]
    assert len(found) >= 30
    assert [text for text, place, meant in found if place == 1 - meant] == []
    assert len([text for text, place, _ in found if place is None]) <= len(found) // 10


QUEUE = NamedSide("Alex", ("a queue in Redis",))
TABLE = NamedSide("Jordan", ("a table in Postgres",))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Let's go with “a queue in Redis”.", 0),
        ("“Let's go with a queue in Redis.” was the first idea.", None),
        ("> We take a queue in Redis.", None),
        ("`We take a queue in Redis.`", None),
        ("We take Redis as long as it is free.", None),
        ("We take Redis, it falls over every night.", None),
        ("Ben takes Redis.", None),
        ("I agree with Alex that the costs matter.", None),
        ("Alex, we take Postgres.", 1),
        ("Since our admins know it, we take Postgres.", 1),
        ("Let's take Redis. Ben will ask for a table in the hall.", None),
        ("I pick the first person who volunteers.", None),
    ],
)
def test_only_what_is_understood_to_its_end_counts(text, place):
    assert picked_side(text, (QUEUE, TABLE)) == place


def test_words_of_an_option_itself_block_nothing():
    sides = (NamedSide("Alex", ("no letters",)), NamedSide("Maya", ("letters, unless it is too expensive",)))
    assert picked_side("We go with no letters.", sides) == 0
    assert picked_side("I choose letters, unless it is too expensive.", sides) == 1
    assert picked_side("No.", sides) is None


@pytest.mark.parametrize("text", ["The first.", "A", "Redis.", "I agree with Alex."])
def test_what_only_an_answer_means_picks_nothing_later(text):
    assert picked_side(text, (QUEUE, TABLE)) == 0
    assert picked_side(text, (QUEUE, TABLE), is_answer=False) is None


def test_words_of_picking_pick_later_too():
    assert picked_side("We take Redis.", (QUEUE, TABLE), is_answer=False) == 0


def test_a_letter_goes_by_the_options_own_letters_where_they_have_some():
    sides = (NamedSide("Alex", ("plan B",)), NamedSide("Maya", ("plan A",)))
    assert [picked_side(text, sides) for text in ("Plan A.", "b", "the first")] == [1, 0, 0]


def test_a_figure_goes_by_the_options_own_figures_where_they_have_some():
    sides = (NamedSide("Alex", ("2 retries",)), NamedSide("Maya", ("1 retry",)))
    assert [picked_side(text, sides) for text in ("2", "1", "Option 3")] == [0, 1, None]


@pytest.mark.parametrize(
    "text", ["go on", "Go on, please.", "Let's move on.", "ok", "Thanks!", "next question", "hm", "weiter"]
)
def test_what_only_moves_the_session_on_says_nothing(text):
    assert moves_on(text)


@pytest.mark.parametrize("text", ["Go on?", "Go on with the queue.", "The operator hates it.", "No."])
def test_what_says_something_does_more(text):
    assert not moves_on(text)


@pytest.mark.parametrize(
    "text",
    ["Why?", "Maya, why?", "And you, Alex?", "Why is that, Maya?", "What do you think?", "Alex, can you say more?",
     "How so?", "Maya, what do you want?", "Why not?", "Und du, Alex?", "Pourquoi, Maya ?"],
)  # fmt: skip
def test_what_only_asks_for_more_on_a_choice_asks_back(text):
    assert asks_back(text, ("Alex", "Maya"))


@pytest.mark.parametrize(
    "text",
    ["Who pays?", "Jordan, why?", "Maya, why the queue?", "When is it due?", "Alex, which errors are there?",
     "How long does that take?", "Why.", "Maya, what does it cost?", "Why? " * 1000],
)  # fmt: skip
def test_what_asks_about_something_of_its_own_does_not(text):
    assert not asks_back(text, ("Alex", "Maya"))


WORDS = st.lists(
    st.sampled_from(["we", "take", "a", "queue", "in", "Redis", "Alex", ",", ".", "“", "so", "yes", "3"])
)


@given(WORDS.map(" ".join) | st.text(max_size=40), st.text(max_size=20), st.text(max_size=20))
def test_any_text_and_any_options_can_be_read(text, one, other):
    assert picked_side(text, (NamedSide(one, (other,)), NamedSide(other, (one, text)))) in (0, 1, None)


def test_a_long_message_is_looked_through_in_no_time():
    assert picked_side("a queue " * 200_000, (QUEUE, TABLE)) is None
    assert picked_side(("we take so and " * LONGEST)[: LONGEST - 20], (QUEUE, TABLE)) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I choose a queue in Redis, let's wrap up.", 0),
        ("Let's wrap up; the queue it is.", 0),
        ("A queue in Redis, done", 0),
        ("I choose the table rather than the queue.", 1),
        ("Let's take the queue over the table", 0),
        ("Rather than the queue, something else.", None),
        ("I don't choose the queue rather than the table.", None),
        ("I choose the queue over the table when Ben agrees.", None),
        ("We had the queue rather than the table.", None),
        ("Done with the queue.", None),
    ],
)
def test_a_pick_beside_the_end_or_before_the_other_side_counts(text, place):
    assert picked_side(text, (QUEUE, TABLE)) == place
