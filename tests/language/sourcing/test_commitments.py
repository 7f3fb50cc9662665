"""What is planned, chosen, put off or promised needs notes or a person who says so, as what is decided does."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import examples_in, goes_in, read_toml

EXAMPLES = read_toml("commitments")


def examples(label):
    return [pytest.param(one, id=one.claim) for one in examples_in(EXAMPLES, EXAMPLES[label])]


@pytest.mark.parametrize("example", examples("held"))
def test_what_only_personas_said_is_no_commitment(example):
    support = example.checked()
    assert (support.status, support.only_personas) == ("unsupported", True)


@pytest.mark.parametrize("example", examples("honest"))
def test_what_notes_or_people_say_and_what_is_told_as_an_argument_is_not_held_back(example):
    support = example.checked()
    assert support.status != "unsupported"
    assert support.undecided == ()


STORE = ClaimSource("notes", "limits.md", "# Limits\n\nWe limit requests per key. The beta runs in spring.")
ARGUED = ClaimSource(
    "turn", "turn 2", "Redis counts faster than Postgres, so go with Redis for the counters.", speaker="Alex"
)


def said_by_ana(text, asked=""):
    return ClaimSource("person", "event 4", text, asked, "Ana")


@pytest.mark.parametrize(
    ("message", "is_hers"),
    [
        ("I choose Redis.", True),
        ("Let's use Redis for the counters.", True),
        ("Should we use Redis for the counters?", False),
        ("Thanks, I'll read that.", False),
    ],
)
def test_a_choice_that_ana_makes_is_hers(message, is_hers):
    sources = [STORE, ARGUED, said_by_ana(message, "Redis or something else for the counters?")]
    assert goes_in(check_claim("We go with Redis for the counters.", sources)) is is_hers


@pytest.mark.parametrize(
    ("message", "is_said"),
    [
        ("We leave the audit log out.", True),
        ("The audit log is not part of the beta.", True),
        ("The audit log follows in autumn.", True),
        ("We won't leave the audit log out.", False),
        ("We leave the audit log out if it takes too long.", False),
        ("The audit log is nice.", False),
    ],
)
def test_leaving_out_is_said_by_a_word_or_by_a_not_and_by_no_condition(message, is_said):
    turn = ClaimSource("turn", "turn 3", "I would leave the audit log out of the beta.", speaker="Alex")
    sources = [STORE, turn, said_by_ana(message)]
    assert goes_in(check_claim("The audit log is out of the beta release.", sources)) is is_said


def test_what_nobody_could_have_said_in_the_language_of_the_sentence_is_not_checked():
    assert check_claim("Die Beleuchtung kommt später.", [STORE, ARGUED]).status == "not_checked"
