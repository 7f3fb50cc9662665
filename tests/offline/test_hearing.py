"""What the rules make of what people say in between."""

from reviews.llm.offline.hearing import settled_by_messages, statements, wishes
from reviews.llm.offline.session import Facts, facts_of

LOST = "We lost 4.1 % of all renewals in March."
WHO = "Only customers who pay by card are affected by this."
WISH = "Please look at the costs."


def facts(*messages: str) -> Facts:
    return facts_of({"round": 2, "user_messages": list(messages)})


def test_sentences_that_tell_something_are_taken_verbatim_and_wishes_are_not():
    heard = facts(f"{WHO} {LOST}", WISH)
    assert statements(heard) == [WHO, LOST]
    assert wishes(heard) == [WISH]


def test_a_figure_that_somebody_tells_is_evidence():
    assert settled_by_messages(facts(f"{WHO} {LOST}"), "evidence") == LOST
    assert settled_by_messages(facts(WHO), "evidence") == ""
