"""Whole sessions with a model that never writes the JSON that it was asked for, but something like it."""

import html
import json
from collections.abc import Callable
from textwrap import indent
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


def listed(record: Any) -> str:
    """The record as lines of its fields."""
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in record.items())


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
    "in tags": lambda text, record: (
        f"<response>\n<message>\n{text}\n</message>\n<record>{json.dumps(record)}</record>\n</response>"
    ),
    "as YAML": lambda text, record: (
        f"message: |\n{indent(text, '  ')}\nrecord:\n{indent(listed(record), '  ')}"
    ),
    "as lines of fields": lambda text, record: f"{text}\n\nRecord:\n{listed(record)}",
    "as a list of its fields in bold": lambda text, record: (
        f"{text}\n\n" + "\n".join(f"- **{key}:** {json.dumps(value)}" for key, value in record.items())
    ),
    "in a comment": lambda text, record: f"{text}\n\n<!-- {json.dumps(record)} -->",
    "in details": lambda text, record: (
        f"{text}\n\n<details><summary>Record</summary>\n\n{fenced(json.dumps(record))}\n\n</details>"
    ),
    "below a rule": lambda text, record: f"{text}\n\n---\n\n{json.dumps(record)}",
    "below an introduction": lambda text, record: (
        f"{text}\n\nHere is the record:\n\n{fenced(json.dumps(record, indent=2))}"
    ),
    "with large letters in the keys of a record beside it": lambda text, record: (
        f"{text}\n\n{json.dumps({key.capitalize(): value for key, value in record.items()})}"
    ),
    "escaped as for a string": lambda text, record: json.dumps(envelope(text, record))[1:-1],
    "escaped as for HTML": lambda text, record: html.escape(envelope(text, record)),
    "as the arguments of a call": lambda text, record: (
        f"answer(message={json.dumps(text)}, record={json.dumps(record)})"
    ),
    "as a list of the two": lambda text, record: json.dumps([text, record]),
    "with the message under another key": lambda text, record: json.dumps({"reply": text, "record": record}),
    "with the message in its record": lambda text, record: json.dumps(
        {"record": {**record, "message": text}}
    ),
    "with the record under another key": lambda text, record: json.dumps({"message": text, "data": record}),
    "in a call of a tool as other APIs write it": lambda text, record: json.dumps(
        {"tool_calls": [{"function": {"name": "answer", "arguments": envelope(text, record)}}]}
    ),
    "behind thoughts that nothing opens": lambda text, record: (
        f"I think.\n</think>\n\n{text}\n\n{json.dumps(record)}"
    ),
    "in a print of Python": lambda text, record: (
        f"```python\nprint(json.dumps({ {'message': text, 'record': record}!r}))\n```"
    ),
    "with ends of lines that are escaped twice": lambda text, record: envelope(
        text.replace("\n", "\\n"), record
    ),
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
