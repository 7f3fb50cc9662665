"""An answer that only declines the request is told from one that says what the notes leave open."""

import pytest

from reviews.language.refusal import is_refusal


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that request.",
        "I’m sorry, I can’t help with that.",
        "I cannot help with that.",
        "Sorry, but I am unable to fulfill this request. I can talk about something else.",
        "As an AI language model, I cannot comply with this request.",
        "Unfortunately, I'm not able to help you with this.",
        "I must decline.",
        "Es tut mir leid, aber ich kann dabei nicht helfen.",
    ],
)
def test_an_answer_that_only_declines_is_a_refusal(text):
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot answer that from the notes: they do not say who pays.",
        "I can't help with that shelf before Monday, says Ben in the notes.",
        "Sorry, that is wrong: the notes name two cases.",
        "I can't assist with that part until Ana says who pays. Who does?",
        "Unfortunately, the notes do not say it.",
        "We cannot do that without a contract.",
        "I will not do it alone, and neither will Alex.",
        "",
        f"I cannot help with that. {'But here is what I found in the notes. ' * 10}",
    ],
)
def test_an_answer_that_says_something_is_none(text):
    assert not is_refusal(text)
