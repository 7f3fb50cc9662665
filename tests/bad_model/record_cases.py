"""Interviews with a model whose JSON is wrapped, of another shape, or wrong in places."""

import json

from tests.bad_model.case import Case, envelope, fenced, raw
from tests.bad_model.good import ANSWER, ASKED, EDIT, QUESTION, SATISFIED
from tests.bad_model.held import Held
from tests.providers.messages_server import say
from tests.sessions.conftest import LINE, PARTS, SETTLED

READY, CAVEATS = ("finished", "ready"), ("finished", "ready_with_caveats")
GOOD = envelope(QUESTION, ASKED)
FIRST = {"text": QUESTION, "marker": False, "questions": [{**ASKED["questions"][0]}]}
SPLIT = [{**ASKED["questions"][0], "topic": "weather"}, "And why?", {"topic": "why"}]
CLEAR = "That is clear now.\n\n[SATISFIED]"


def only_one_question_was_asked_for_twice(held: Held) -> None:
    again = [event.data["again"] for event in held.of("announcement") if event.data["again"]]
    assert again == ["interview.question"]


def the_call_tells_the_admin(held: Held) -> None:
    notes = [call.error for call in held.session.model_calls.order_by("pk")]
    assert notes[0] == "3 fields of the answer could not be read: stance; questions 2; questions 3."
    assert set(notes[1:]) == {""}


def two_edits_were_placed(held: Held) -> None:
    assert [edit["reason"] for edit in held.of("revision")[0].data["edits"]] == ["It was asked.", ""]


WRAPPED = {
    "in a fence": fenced(GOOD),
    "in a fence without a word": fenced(GOOD, ""),
    "in a fence after a preamble": f"Sure! Here is the JSON you asked for:\n\n{fenced(GOOD)}\n\nTell me if I can help.",
    "after a preamble, with words behind it": f"Here is my answer: {GOOD}\n\nI hope that helps!",
    "in an envelope of its own": json.dumps({"message": GOOD}),
    "in a list of one": f"[{GOOD}]",
    "indented, the record first": json.dumps({"record": ASKED, "message": QUESTION}, indent=2),
    "with the record's fields beside the message": json.dumps({"message": QUESTION, **ASKED}),
    "with the message as a list of paragraphs": envelope(QUESTION.split("\n\n"), ASKED),
    "with the record as a string": envelope(QUESTION, json.dumps(ASKED)),
}
CASES = (
    *(
        Case(
            f"a question that comes {how} is opened",
            "interview",
            {"question": (raw(text),)},
            ends=READY,
            sees=("Who is affected? What happens if nothing is done?",),
            sees_not=("Here is", "Sure!", "hope that helps", "could not be read"),
            stored={"question": FIRST},
        )
        for how, text in WRAPPED.items()
    ),
    Case(
        "a long text before the JSON stays, and the message follows it",
        "interview",
        {"question": (raw(f"{'I have read the notes with care. ' * 8}\n\n{fenced(GOOD)}"),)},
        ends=READY,
        sees=("I have read the notes with care.", "Who is affected?"),
    ),
    Case(
        "JSON without a message is no question and is asked for once more",
        "interview",
        {"question": (raw(json.dumps(ASKED)),)},
        ends=READY,
        sees=("ELM said nothing, so it is asked once more.",),
        stored={"question": FIRST},
        check=only_one_question_was_asked_for_twice,
    ),
    Case(
        "JSON without a message, twice, ends the session with what to do",
        "interview",
        {"question": (raw(json.dumps(ASKED)), raw(json.dumps([ASKED, ASKED])), raw("[]"), raw("[]"))},
        ends=("failed", "error"),
        sees=("ELM said nothing twice. Press Resume to ask again, or choose another model in the persona.",),
    ),
    Case(
        "words of a wrong enum, no questions in words and a key too many lose only themselves",
        "interview",
        {"question": (say(QUESTION, {**ASKED, "stance": "curious", "questions": SPLIT[:1] + SPLIT[1:]}),)},
        ends=READY,
        sees=(
            "4 fields of the answer could not be read: stance; questions 1, topic; questions 2; questions 3.",
        ),
        stored={"question": {"stance": "asking", "questions": [{**ASKED["questions"][0], "topic": "other"}]}},
    ),
    Case(
        "the admin's call names what could not be read",
        "interview",
        {
            "question": (
                say(QUESTION, {**ASKED, "stance": 7, "questions": [ASKED["questions"][0], *SPLIT[1:]]}),
            )
        },
        ends=READY,
        check=the_call_tells_the_admin,
    ),
    Case(
        "keys that nobody asked for are left out and named",
        "interview",
        {"question": (say(QUESTION, {**ASKED, "confidence": 0.9, "mood": "keen"}),)},
        ends=READY,
        sees=("2 fields of the answer could not be read: confidence; mood.",),
        stored={"question": {**FIRST, "unread": ["confidence", "mood"]}},
    ),
    Case(
        "nulls are nothing, and nothing is lost by them",
        "interview",
        {"question": (say(QUESTION, {**ASKED, "topics": None, "verdict": None, "stance": None}),)},
        ends=READY,
        sees_not=("could not be read",),
        stored={"question": {**FIRST, "unread": None}},
    ),
    Case(
        "questions as plain words are read from the message",
        "interview",
        {"question": (say(QUESTION, {"stance": "asking", "questions": ["Who?", "What?"]}),)},
        ends=READY,
        stored={
            "question": {
                "questions": [
                    {"text": "Who is affected?", "topic": "other", "quote": ""},
                    {"text": "What happens if nothing is done?", "topic": "other", "quote": ""},
                ]
            }
        },
    ),
    Case(
        "a verdict of a wrong type does not cost the topics",
        "interview",
        {"question": (say(CLEAR, {**SATISFIED, "verdict": "It is good."}),)},
        ends=READY,
        sees=("1 field of the answer could not be read: verdict.",),
        stored={"question": {"verdict": None, "marker": True}},
    ),
    Case(
        "one topic of an unknown status does not cost the others",
        "interview",
        {"question": (say(CLEAR, {**SATISFIED, "topics": [{"topic": "why", "status": "done"}, *SETTLED]}),)},
        ends=READY,
        sees=("1 field of the answer could not be read: topics 1.",),
    ),
    Case(
        "an answer's citation of a wrong type does not cost the other",
        "interview",
        {
            "answer": (
                say(
                    ANSWER, {"citations": [{"quote": 3.5, "page": 1}, {"quote": LINE}, 7], "unknowns": "Who?"}
                ),
            )
        },
        ends=CAVEATS,
        sees=(
            "2 fields of the answer could not be read: citations 1, page; citations 3.",
            "From the notes",
            "Who?",
        ),
        stored={"answer": {"unknowns": ["Who?"], "text": ANSWER}},
    ),
    Case(
        "an edit without its new words does not cost the others",
        "interview",
        {
            "improve": (
                say(
                    "Done.", {"edits": [{"old": "three"}, EDIT, {"old": "three", "new": "3", "reason": None}]}
                ),
            )
        },
        ends=READY,
        sees=("made 2 improvements", "1 field of the answer could not be read: edits 1."),
        check=two_edits_were_placed,
    ),
    Case(
        "an improvement in a fence is made",
        "interview",
        {"improve": (raw(fenced(envelope("Done.", {"edits": [EDIT]}))),)},
        ends=READY,
        sees=("made 1 improvement",),
    ),
    Case(
        "a record that comes in neither call is said to be missing",
        "interview",
        {"improve": (raw("I have improved the notes."),)},
        ends=READY,
        sees=("1 field of the answer could not be read: the record beside the words.",),
        stored={"revision": {"edits": []}},
    ),
    Case(
        "a record that comes as text instead of a tool call is read",
        "interview",
        {"improve": (raw("I have improved the notes."), raw(fenced(json.dumps({"edits": [EDIT]}))))},
        ends=READY,
        sees=("made 1 improvement",),
        sees_not=("could not be read",),
    ),
    Case(
        "topics that are settled at the end in a fence are settled",
        "interview",
        {
            "question": (say(CLEAR, {**SATISFIED, "topics": SETTLED[:-2]}),),
            "settle": (
                raw(fenced(envelope("All is settled.", {"topics": SETTLED, "verdict": PARTS, "note": 1}))),
            ),
        },
        ends=CAVEATS,
        sees=("All is settled.", "1 field of the answer could not be read: note."),
    ),
)
