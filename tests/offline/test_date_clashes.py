"""One clash of dates is one finding, however often its dates come and whichever rule could see it."""

import pytest

from reviews.offline.reviewer import review_text

ONE = {
    "two dates of one day": [
        "The launch of checkout is on 3 March 2031.",
        "The launch of checkout is on 5 March 2031.",
    ],
    "the second date comes twice": [
        "The rollout of retries begins on 1 May 2031.",
        "The rollout of retries begins on 15 May 2031.",
        "Approve that the rollout of retries begins on 15 May 2031.",
    ],
    "back to the first date": [
        "The pilot starts on 3 March 2031 for all shops.",
        "The pilot starts on 7 March 2031 for all shops.",
        "The pilot starts on 3 March 2031 for all shops.",
    ],
    "without a year": [
        "The pilot starts on 3 March for all shops.",
        "The pilot starts on 7 March for all shops.",
    ],
    "without a year, the second date twice": [
        "The pilot starts on 3 March for all shops.",
        "The pilot starts on 7 March for all shops.",
        "As said, the pilot starts on 7 March for all shops.",
    ],
    "a year in one of them": [
        "The pilot starts on 3 March 2031 for all shops.",
        "The pilot starts on 7 March for all shops.",
    ],
    "numbers and words": [
        "The checkout launch happens on 2031-03-03 in Spain.",
        "The checkout launch happens on 5 March 2031 in Spain.",
    ],
    "two months": [
        "The audit of payments is due in June 2031.",
        "The audit of payments is due in August 2031.",
    ],
    "quarters": ["The audit of payments is due in Q2 2031.", "The audit of payments is due in Q4 2031."],
    "a span that ends before it starts": ["The trial runs from 3 May 2031 to 1 April 2031."],
}
TWO = {
    "two events": [
        "The launch of checkout is on 3 March 2031.",
        "The audit of payments is due on 9 June 2031.",
        "The launch of checkout is on 5 March 2031.",
        "The audit of payments is due on 12 June 2031.",
    ],
    "two events with the same days": [
        "The launch of checkout in Spain is on 3 March.",
        "The audit of payments in Spain is due on 3 March.",
        "The launch of checkout in Spain is on 5 March.",
        "The audit of payments in Spain is due on 5 March.",
    ],
    "a third date": [
        "The pilot starts on 3 March 2031 for all shops.",
        "The pilot starts on 7 March 2031 for all shops.",
        "The pilot starts on 9 March 2031 for all shops.",
    ],
    "a date and an amount": [
        "The launch of checkout in Spain costs 40 euros on 3 March 2031.",
        "The launch of checkout in Spain costs 90 euros on 5 March 2031.",
    ],
}
NONE = {
    "the same day": [
        "The launch of checkout is on 3 March 2031.",
        "The launch of checkout is on 2031-03-03.",
    ],
    "other things": [
        "The launch of checkout is on 3 March 2031.",
        "The audit of payments is due on 5 March 2031.",
    ],
}


BETWEEN = ["\n\n", "\n\n## Next\n\n"]


def clashes(paragraphs: list[str], between: str) -> list[str]:
    found = review_text("# Plan\n\n" + between.join(paragraphs) + "\n")
    return [one.message for one in found if one.kind in ("date_conflict", "number_conflict")]


@pytest.mark.parametrize("between", BETWEEN, ids=["together", "apart"])
@pytest.mark.parametrize("paragraphs", ONE.values(), ids=ONE)
def test_one_clash_is_one_finding(paragraphs, between):
    assert len(clashes(paragraphs, between)) == 1


@pytest.mark.parametrize("between", BETWEEN, ids=["together", "apart"])
@pytest.mark.parametrize("paragraphs", TWO.values(), ids=TWO)
def test_two_clashes_are_two_findings(paragraphs, between):
    assert len(clashes(paragraphs, between)) == 2


@pytest.mark.parametrize("between", BETWEEN, ids=["together", "apart"])
@pytest.mark.parametrize("paragraphs", NONE.values(), ids=NONE)
def test_what_does_not_clash_is_none(paragraphs, between):
    assert clashes(paragraphs, between) == []
