"""What is planned, chosen, put off or promised needs notes or a person who says so, as what is decided does."""

import pytest

from tests.language.sourcing.examples_of import examples_in, read_toml

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
