"""Roundtables with a model whose JSON is wrapped or wrong, that stops midway, refuses or says nothing."""

import json

from reviews.language.reply_notes import EMPTY_NOTE
from tests.bad_model.case import EMPTY, REFUSED, Case, envelope, fenced, raw
from tests.bad_model.held import Held
from tests.providers.messages_server import say

DONE = ("finished", "user-initiated")
SAID = "I agree with the notes on one thing: orders are lost at checkout, and nobody counts them."
NOTHING = {"passes": False, "refers_to": [], "drift": None, "disagreement": None, "changed_mind": ""}
CUT = "This answer was cut off before its end, and what arrived is shown."
AGAIN = "was cut off before its end, so it is asked for once more, in fewer words."
DECLINED = "I'm sorry, but I can't assist with that request."
LONG = "Orders are lost at checkout. " * 1035
WRAPPED = {
    "in a fence": fenced(envelope(SAID, NOTHING)),
    "after a preamble": f"Here is my contribution as JSON:\n{envelope(SAID, NOTHING)}",
    "without a record after a preamble": f"Here is the JSON:\n{json.dumps({'message': SAID})}",
    "with a key of its own in front": f"Here is my answer:\n{json.dumps({'plan': 'x', 'message': SAID})}",
    "written as a string": json.dumps(envelope(SAID, NOTHING)),
    "in a fence after a preamble": f"Of course.\n\n{fenced(envelope(SAID, NOTHING))}\n\nShall I go on?",
    "in an envelope of its own": json.dumps({"message": envelope(SAID, NOTHING)}),
    "without a record": json.dumps({"message": SAID}),
}
WRONG = {
    **NOTHING,
    "refers_to": ["#3", "second"],
    "drift": {"by": "User"},
    "disagreement": {"other": "Maya", "mine": {"option": "A"}},
    "mood": "keen",
}
SUMMARY = {
    "insights": [
        {"text": "Nobody counts the orders.", "events": ["framing"], "weight": 3},
        {"events": [3]},
        "Orders are lost.",
    ],
    "decisions": None,
    "open_questions": "Who counts them?",
    "action_items": [{"text": None, "owner": "Ana"}],
    "mood": 1,
}


def alex_passes_after_two_empty_replies(held: Held) -> None:
    passes = [event for event in held.of("facilitation") if event.data["what"] == "passes"]
    assert [(event.speaker_name, event.data.get("silent")) for event in passes] == [("Alex Rivera", True)]


def nobody_takes_the_long_turn_in_whole(held: Held) -> None:
    turn = held.of("contribution")[0]
    assert turn.text == LONG.strip()
    words = f"… [shortened here: {len(turn.text) - 6000:,} characters; the whole text is #{turn.number}] …"
    later = held.asked_for("contribution")[1:] + held.asked_for("synthesis")
    assert len(later) >= 2
    assert all(words in request and request.count("Orders are lost") < 250 for request in later)


def takes_are_words(held: Held) -> None:
    assert {take.text for take in held.of("first_take")} == {SAID, "Count the orders."}


def four_takes_were_asked_for(held: Held) -> None:
    asked = held.asked_for("first_take")
    assert ["Your last reply was cut off" in request for request in asked] == [False, False, False, True]
    assert [take.text for take in held.of("first_take") if take.speaker_name == "Alex Rivera"] == [
        "Count the orders."
    ]
    assert len(held.of("first_take")) == 3


def three_takes_are_kept(held: Held) -> None:
    assert len(held.of("first_take")) == 3
    assert len(held.asked_for("first_take")) == 6
    assert "cut" not in held.of("framing")[0].data


def one_insight_is_kept(held: Held) -> None:
    [event] = held.of("synthesis")
    assert [point["text"] for point in event.data["insights"]] == ["Nobody counts the orders."]


def no_prompt_has_a_first_take(held: Held) -> None:
    later = [*held.asked_for("framing"), *held.asked_for("synthesis")]
    assert later
    assert not any("first take of" in request or "No first take came" in request for request in later)


def numbered_summary() -> dict:
    """The summary with the number that the framing has in a session without first takes: start, introduction, it."""
    return json.loads(json.dumps(SUMMARY).replace('"framing"', "3"))


CASES = (
    *(
        Case(
            f"a contribution that comes {how} is opened",
            "roundtable",
            {"Alex contribution": (raw(text),)},
            ends=DONE,
            sees=(SAID,),
            sees_not=("Here is my", "Shall I go on", "Of course."),
            stored={"contribution": {"text": SAID, "cut": False}},
        )
        for how, text in WRAPPED.items()
    ),
    Case(
        "fields of a contribution that are wrong are left out and named",
        "roundtable",
        {"Alex contribution": (say(SAID, WRONG),)},
        ends=DONE,
        sees=("fields of the answer could not be read: ", "mood", "refers_to 1; refers_to 2"),
        stored={"contribution": {"text": SAID, "refers_to": [], "disagreement": None}},
    ),
    Case(
        "a persona that answers in JSON without a message, twice, is passed over and that is said",
        "roundtable",
        {"Alex contribution": (raw('{"refers_to": [3]}'), raw('{"refers_to": [3]}'), raw("[1, 2]"), EMPTY)},
        ends=DONE,
        sees=("Alex said nothing, so it is asked once more.", "Alex Rivera answered nothing, twice"),
        check=alex_passes_after_two_empty_replies,
    ),
    Case(
        "a persona that passes passes at once",
        "roundtable",
        {"Alex contribution": (raw(fenced(envelope("", {**NOTHING, "passes": True}))),)},
        ends=DONE,
        sees=("Alex Rivera has nothing to add",),
        sees_not=("asked once more",),
    ),
    Case(
        "a contribution that was cut off is asked for once more",
        "roundtable",
        {"Alex contribution": (raw('{"message": "Orders are', stop_reason="max_tokens"), say(SAID, NOTHING))},
        ends=DONE,
        sees=(f"The answer of Alex {AGAIN}",),
        sees_not=(CUT,),
        stored={"contribution": {"text": SAID, "cut": False}},
        check=lambda held: held.asked_for("contribution")[1].index("Your last reply was cut off"),
    ),
    Case(
        "a contribution that is cut off twice is kept and marked",
        "roundtable",
        {"Alex contribution": (raw('{"message": "Orders are', stop_reason="max_tokens"),) * 2},
        ends=DONE,
        sees=(CUT,),
        stored={"contribution": {"text": "Orders are\n\n[cut off here]", "cut": True}},
    ),
    Case(
        "a framing in a fence frames, and one that lacks its question gets one",
        "roundtable",
        {"framing": (raw(fenced(envelope("Orders are lost.", {"question": "Who?"}))),)},
        ends=DONE,
        sees=("Here is where we landed: Orders are lost.", "could not be read: the record beside the words."),
        stored={"framing": {"summary": "Orders are lost."}},
    ),
    Case(
        "a framing that is cut off twice is kept and marked",
        "roundtable",
        {"framing": (raw('{"message": "Orders are', stop_reason="max_tokens"),) * 2},
        ends=DONE,
        sees=(f"The answer of Maya {AGAIN}", CUT),
        stored={"framing": {"cut": True, "summary": "Orders are [cut off here]"}},
    ),
    Case(
        "first takes in JSON are stored as words",
        "roundtable",
        {"first_take": (raw(fenced(envelope(SAID, {}))), raw("Count the orders."), raw("Count the orders."))},
        config={"first_takes": True},
        ends=DONE,
        check=takes_are_words,
    ),
    Case(
        "a first take that is cut off is asked for once more, in fewer words, and the others' are not",
        "roundtable",
        {"Alex first_take": (raw("I would look at", stop_reason="max_tokens"), raw("Count the orders."))},
        config={"first_takes": True},
        ends=DONE,
        sees=(f"The answer of Alex {AGAIN}",),
        sees_not=(CUT,),
        stored={"announcement": {"persona": "solutions-architect", "reply": "I would look at"}},
        check=four_takes_were_asked_for,
    ),
    Case(
        "first takes that are cut off twice are kept and marked",
        "roundtable",
        {"first_take": (raw("I would look at", stop_reason="max_tokens"),) * 6},
        config={"first_takes": True},
        ends=DONE,
        sees=(f"The answer of Maya {AGAIN}", f"The answer of Jordan {AGAIN}"),
        stored={"first_take": {"text": "I would look at\n\n[cut off here]", "cut": True}},
        check=three_takes_are_kept,
    ),
    Case(
        "a summary with points of wrong types keeps those that are right",
        "roundtable",
        {"synthesis": (say("orders are not counted", numbered_summary()),) * 2},
        ends=DONE,
        sees=("Nobody counts the orders.", "could not be read"),
        check=one_insight_is_kept,
    ),
    Case(
        "a summary in a fence is read",
        "roundtable",
        {"synthesis": (raw(fenced(envelope("orders are not counted", numbered_summary()))),) * 2},
        ends=DONE,
        sees=("Nobody counts the orders.",),
        check=one_insight_is_kept,
    ),
    Case(
        "a summary that is cut off is asked for once more",
        "roundtable",
        {"synthesis": (raw('{"message": "orders ar', stop_reason="max_tokens"),)},
        ends=DONE,
        sees=(f"The answer of Maya {AGAIN}",),
    ),
    Case(
        "a contribution of 30,000 characters is stored whole and shortened for later calls",
        "roundtable",
        {"Alex contribution": (say(LONG, NOTHING),)},
        says=("Jordan, what do you say to that?",),
        ends=DONE,
        check=nobody_takes_the_long_turn_in_whole,
    ),
    Case(
        "a refusal at the table says what happened and what to do",
        "roundtable",
        {"Alex contribution": (REFUSED,) * 3},
        ends=("waiting", ""),
        sees=("Claude declined to answer. Change the text or the persona, or choose the offline reviewer.",),
    ),
    Case(
        "a contribution that only declines in words is a refusal too",
        "roundtable",
        {"Alex contribution": (raw(DECLINED),)},
        ends=("waiting", ""),
        sees=("Claude declined to answer.",),
        check=lambda held: held.of("error")[0],
    ),
    Case(
        "a persona that passes and says much all the same is heard",
        "roundtable",
        {"Alex contribution": (say(f"{SAID} {SAID}", {**NOTHING, "passes": True}),)},
        ends=DONE,
        sees=(SAID,),
        sees_not=("Alex Rivera has nothing to add",),
    ),
    Case(
        "a contribution that only repeats a blank of the prompt is empty",
        "roundtable",
        {"Alex contribution": (say("<your message here>", NOTHING),)},
        ends=DONE,
        sees=("Alex said nothing, so it is asked once more.",),
        sees_not=("your message here",),
    ),
    Case(
        "a contribution that is a list of sentences is said",
        "roundtable",
        {"Alex contribution": (raw(json.dumps([SAID, "Count them."])),)},
        ends=DONE,
        stored={"contribution": {"text": f"{SAID}\n\nCount them."}},
    ),
    *(
        Case(
            f"first takes that come {how} are stored as words",
            "roundtable",
            {"first_take": (raw(text),) * 3},
            config={"first_takes": True},
            ends=DONE,
            stored={"first_take": {"text": SAID}},
        )
        for how, text in {
            "in tags": f"<message>{SAID}</message><record></record>",
            "behind thoughts": f"<think>I think.</think>\n\n{SAID}",
            "under another key": json.dumps({"take": SAID}),
        }.items()
    ),
    Case(
        "an empty reply at the table is asked for once more",
        "roundtable",
        {"Alex contribution": (EMPTY, EMPTY)},
        ends=DONE,
        sees=("Alex said nothing, so it is asked once more.",),
        sees_not=("answered nothing, twice",),
    ),
    Case(
        "an empty framing is asked for once more",
        "roundtable",
        {"framing": (EMPTY,)},
        ends=DONE,
        sees=("Maya said nothing, so it is asked once more.",),
        sees_not=(EMPTY_NOTE,),
    ),
    Case(
        "a framing that is empty twice is the template alone, and says so",
        "roundtable",
        {"framing": (EMPTY,) * 4},
        ends=DONE,
        sees=("Maya said nothing, so it is asked once more.", EMPTY_NOTE),
        stored={"framing": {"empty": True}},
    ),
    Case(
        "a framing in another's name is asked for once more",
        "roundtable",
        {
            "framing": (
                say("Alex Rivera: I would look at the lift first.", {"focus_question": "Which lift?"}),
            )
        },
        ends=DONE,
        sees=("Maya said nothing, so it is asked once more.",),
        sees_not=(EMPTY_NOTE, "look at the lift first"),
    ),
    Case(
        "first takes that are empty twice are none",
        "roundtable",
        {"first_take": (EMPTY,) * 6},
        config={"first_takes": True},
        ends=DONE,
        sees=("No first take came", EMPTY_NOTE),
        stored={"first_take": {"empty": True}},
        check=no_prompt_has_a_first_take,
    ),
    Case(
        "a contribution in plain prose is a turn, and its missing record is told",
        "roundtable",
        {"Alex contribution": (raw(SAID),)},
        ends=DONE,
        sees=(SAID, "could not be read: the record beside the words."),
    ),
)
