"""Whole sessions with a model that never writes the JSON that it was asked for, but something like it."""

import json
from collections.abc import Callable
from typing import Any

from tests.bad_model.beside_cases import CLEAR, KEYS, no_key_was_shown_live, nobody_was_asked_twice
from tests.bad_model.case import Case, envelope, fenced, raw
from tests.bad_model.good import ANSWER, ANSWERED, ASKED, EDIT, QUESTION, SATISFIED
from tests.bad_model.held import Held
from tests.bad_model.record_cases import FIRST
from tests.bad_model.roundtable_cases import NOTHING, SAID
from tests.providers.messages_server import Answer

READY = ("finished", "ready")
SEEN_OF_NONE = (*KEYS, "'record'", "“record”", "record:", "Record:", "<think", "response")


def commented(text: str, record: Any) -> str:
    whole = json.dumps({"message": text, "record": record}, indent=2, ensure_ascii=False)
    return whole.replace('  "record"', '  // what the app reads\n  "record"')


WRAPPERS: dict[str, Callable[[str, Any], str]] = {
    "under another key": lambda text, record: json.dumps({"response": {"message": text, "record": record}}),
    "as the arguments of a tool": lambda text, record: json.dumps(
        {"name": "answer", "arguments": {"message": text, "record": record}}
    ),
    "with large letters in its keys": lambda text, record: json.dumps({"Message": text, "Record": record}),
    "with the message as content of a type": lambda text, record: envelope(
        [{"type": "text", "text": text}], record
    ),
    "as Python writes it": lambda text, record: repr({"message": text, "record": record}),
    "with comments": commented,
    "without marks around its keys": lambda text, record: (
        f"{{message: {json.dumps(text)}, record: {json.dumps(record)}}}"
    ),
    "with the record in a list": lambda text, record: envelope(text, [record]),
    "with the record as a fenced string": lambda text, record: envelope(text, fenced(json.dumps(record))),
    "in two fences": lambda text, record: (
        f"{fenced(json.dumps({'message': text}))}\n\n{fenced(json.dumps(record))}"
    ),
    "under labels": lambda text, record: f"**Message:**\n{text}\n\n**Record:**\n{fenced(json.dumps(record))}",
    "behind thoughts": lambda text, record: f"<think>\nI think.\n</think>\n\n{envelope(text, record)}",
    "with each field of the record for itself": lambda text, record: "\n".join(
        [text, "", *(json.dumps({key: value}) for key, value in record.items())]
    ),
    "twice": lambda text, record: f"{text}\n\n{json.dumps(record)}\n\n{json.dumps(record)}",
    "in a quotation": lambda text, record: (
        "> " + json.dumps({"message": text, "record": record}, indent=1).replace("\n", "\n> ")
    ),
}


def all_calls(wrap: Callable[[str, Any], str]) -> dict[str, tuple[Answer, ...]]:
    return {
        "question": (raw(wrap(QUESTION, ASKED)), raw(wrap(CLEAR, SATISFIED))),
        "answer": (raw(wrap(ANSWER, ANSWERED)),),
        "improve": (raw(wrap("I say who is affected.", {"edits": [EDIT]})),),
    }


def nobody_saw_its_form(held: Held) -> None:
    no_key_was_shown_live(held)
    assert [text for text in held.live if any(word in text for word in SEEN_OF_NONE)] == []


CASES = (
    *(
        Case(
            f"an interview whose every answer comes {how} goes on as with any other",
            "interview",
            all_calls(wrap),
            ends=READY,
            sees=("Who is affected? What happens if nothing is done?", "made 1 improvement"),
            sees_not=("could not be read", "asked once more", *KEYS),
            stored={"question": FIRST, "answer": {"text": ANSWER}},
            check=nobody_was_asked_twice,
        )
        for how, wrap in WRAPPERS.items()
    ),
    *(
        Case(
            f"a contribution that comes {how} is said without its form",
            "roundtable",
            {"Alex contribution": (raw(wrap(SAID, NOTHING)),)},
            ends=("finished", "user-initiated"),
            sees=(SAID,),
            sees_not=KEYS,
            stored={"contribution": {"text": SAID}},
            check=nobody_saw_its_form,
        )
        for how, wrap in WRAPPERS.items()
    ),
    Case(
        "two records without words are asked for once more, and shown to nobody",
        "roundtable",
        {"Alex contribution": (raw(f"{json.dumps(NOTHING)}\n{json.dumps(NOTHING)}"),)},
        ends=("finished", "user-initiated"),
        sees=("Alex said nothing, so it is asked once more.",),
        sees_not=KEYS,
        check=nobody_saw_its_form,
    ),
)
