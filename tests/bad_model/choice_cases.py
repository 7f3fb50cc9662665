"""Roundtables in which a choice is put to Ana, and what she says is not hers to have decided."""

from tests.bad_model.case import Case
from tests.bad_model.held import Held
from tests.providers.messages_server import say

QUEUE, TABLE = "a queue in Redis", "a table in Postgres"
DIFFERS = {
    "disagreement": {
        "other": "Alex",
        "mine": {"option": TABLE, "reason": "we know it", "brief": TABLE},
        "theirs": {"option": QUEUE, "reason": "it is fast", "brief": QUEUE},
    }
}
REPLIES = {
    "Alex contribution": (say(f"Two ways: {QUEUE} or {TABLE}. I would take {QUEUE}.", {}),),
    "Jordan contribution": (say(f"I disagree with Alex: {TABLE}, not {QUEUE}.", DIFFERS),),
}
NO_CHOICE = (
    "The operator hates a queue in Redis.",
    "Suppose we take a queue in Redis.",
    "We had a queue in Redis last year.",
    "Tell me more about a queue in Redis.",
    "go on",
)


def nothing_is_decided(held: Held) -> None:
    [event] = held.of("synthesis")
    assert event.data["decisions"] == []
    assert [point["text"] for point in event.data["open_questions"]].count(f"{TABLE} or {QUEUE}?") == 1
    assert not any("go on:" in change.inserted for change in held.session.changes.all())


def the_queue_is_decided(held: Held) -> None:
    [event] = held.of("synthesis")
    assert [(point["text"], point["attribution"]) for point in event.data["decisions"]] == [
        ("A queue in Redis, rather than a table in Postgres", "User/Alex")
    ]


CASES = tuple(
    Case(
        f"“{said}” decides {what}",
        "roundtable",
        REPLIES,
        says=(said,),
        ends=("finished", "turn-limit"),
        check=check,
    )
    for sayings, what, check in (
        (NO_CHOICE, "nothing", nothing_is_decided),
        (("I choose a queue in Redis.", "Let's go with the queue."), "for the queue", the_queue_is_decided),
    )
    for said in sayings
)
