"""A model that does whatever a hostile text asks of it gets nothing done: its words are words."""

import pytest

from tests.bad_model import obedient_reviews
from tests.bad_model.obedient_cases import CASES, LINKS, Acting
from tests.bad_model.test_bad_model import check


def test_on_a_page_that_escapes_nothing_the_tricks_would_act():
    found = Acting(LINKS).found
    assert [trick.partition("=")[0] for trick in found] == [
        "script: alert(7)",
        "img src",
        "img onerror",
        "form action",
        "iframe src",
        "b onclick",
    ]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_model_that_obeys_a_hostile_text_gets_nothing_done(hold, subtests):
    for case in (*CASES, *obedient_reviews.CASES):
        with subtests.test(case.name):
            check(case, hold(case))
