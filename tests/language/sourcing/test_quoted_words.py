"""A person's own word, quoted whole, is a decision where it stands in a list of them; a wish or a guess is none."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.quotations import is_plain_word
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import Support
from tests.language.sourcing.examples_of import goes_in

NOTES = (
    "# Freight\n\nThe games travel by sea or by rail. Stell has 300 t of salt; the next count is in November."
)


def check(claim: str, *people: tuple[str, str]) -> Support:
    said = [
        ClaimSource("person", str(number), text, speaker=name) for number, (name, text) in enumerate(people)
    ]
    sources = [ClaimSource("notes", "freight.md", NOTES), *said]
    return check_claim(claim, sources, known=("Ana", "Ben"), noted=True)


def status(claim: str, *people: tuple[str, str]) -> str:
    return check(claim, *people).status


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("On rail and sea, Ana: “Rail. If we stand there without games it costs more.”",
         "Rail. If we stand there without games it costs more."),
        ("On salt, Ana: “put Stell up to 400.” (by 100 t: 400 t − 300 t)",
         "Agreed. But put Stell up to 400. A lorry takes nine days."),
        ("Ana: “nothing gets ordered in October, we decide after the count.”",
         "Agreed, nothing gets ordered in October, we decide after the count. But put Stell up to 400."),
        ("“We don't close early” (Ana).", "No, we don't close early. That was the humidifier."),
    ],
)  # fmt: skip
def test_a_quoted_word_of_a_person_is_decided(claim, said):
    assert goes_in(check(claim, ("Ana", said)))


@pytest.mark.parametrize(
    "said",
    [
        "I'd say rail is the way to go.",
        "Is rail the way to go?",
        "If Ben agrees, rail is the way to go.",
        "Nobody says rail is the way to go.",
        "Rail is the way to go, but only in May.",
        "Rail is the way to go. But first Ben has to agree.",
    ],
)
def test_a_quotation_that_leaves_out_what_bounds_it_is_no_plain_word(said):
    assert not is_plain_word("rail is the way to go", ClaimSource("person", "1", said))


def test_a_persona_decides_nothing_however_it_is_quoted():
    assert not is_plain_word("Rail it is then.", ClaimSource("turn", "1", "Rail it is then."))


def test_a_lead_whose_words_nobody_used_decides_nothing():
    claim = "On the merger with Paketo, Ana: “Rail it is then.”"
    assert status(claim, ("Ana", "Rail it is then.")) == "unsupported"


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("Freight by air has “a licence for salt”.", ("“a licence for salt”",)),
        ("A ship is a carrier without “a licence for salt”.", ()),
        ("Freight by air does not have “a licence for salt”.", ()),
    ],
)
def test_a_quotation_out_of_a_denial_is_denied_too(claim, missing):
    notes = ClaimSource("notes", "freight.md", "Carriers do not have a licence for salt.")
    assert check_claim(claim, [notes]).missing == missing


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("The plan doesn't draw that line, it follows from the service.", "supported"),
        ("The plan does draw that line, it follows from the service.", "unsupported"),
        ("The boats leave on Mondays.", "unsupported"),
    ],
)
def test_two_sentences_copied_as_one_say_nothing_else(claim, status):
    text = "The plan doesn't draw that line; it follows from the service. It is not so that the boats leave on Mondays."
    turn = ClaimSource("turn", "2", text, speaker="Alex Rivera")
    assert check_claim(claim, [ClaimSource("notes", "freight.md", NOTES), turn]).status == status
