"""What follows from whole talks about notes, in fields of their own, is not held back; what does not follow is."""

import pytest

from reviews.language.sourcing.claims import read_sources
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import read_toml

TALKS = read_toml("talks")["talk"]


def check(talk, claim):
    said = [
        ClaimSource(
            one["kind"], str(number), one["text"], one.get("asked", ""), one["speaker"], one.get("said_on")
        )
        for number, one in enumerate(talk["said"], start=5)
    ]
    read = read_sources([ClaimSource("notes", "notes.md", talk["notes"]), *said], talk["known"])
    return read.check(claim, today=talk["today"]).status


@pytest.mark.parametrize(("talk", "claim"), [(talk, claim) for talk in TALKS for claim in talk["honest"]])
def test_what_follows_is_not_held_back(talk, claim):
    assert check(talk, claim) != "unsupported"


@pytest.mark.parametrize(("talk", "claim"), [(talk, claim) for talk in TALKS for claim in talk["inventions"]])
def test_what_does_not_follow_is_held_back(talk, claim):
    assert check(talk, claim) == "unsupported"
