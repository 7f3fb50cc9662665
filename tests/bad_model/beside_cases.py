"""Sessions with a model that writes its record beside its words instead of around them."""

import json
from typing import Any

from tests.bad_model.case import Case, fenced, raw
from tests.bad_model.good import ANSWER, ANSWERED, ASKED, EDIT, QUESTION, SATISFIED
from tests.bad_model.held import Held
from tests.bad_model.roundtable_cases import NOTHING, SAID

READY = ("finished", "ready")
WHO_PAYS = {**ANSWERED, "unknowns": ["Who pays for it?"]}
KEYS = ("```", '"citations"', '"unknowns"', '"stance"', '"passes"', '"edits"')
CLEAR = "That is clear now.\n\n[SATISFIED]"
EXAMPLE = fenced(json.dumps({"code": 402, "status": "declined"}), "")


def no_key_was_shown_live(held: Held) -> None:
    assert [text for text in held.live if any(key in text for key in KEYS)] == []


def nobody_was_asked_twice(held: Held) -> None:
    no_key_was_shown_live(held)
    assert not any(request.body.get("tools") for request in held.requests)


def the_unknown_is_kept(held: Held) -> None:
    nobody_was_asked_twice(held)
    assert held.of("answer")[0].data["unknowns"] == ["Who pays for it?"]


def beside(words: str, record: Any) -> dict[str, str]:
    """The words with the record, by how the two stand."""
    text = json.dumps(record, ensure_ascii=False)
    return {
        "in a fence behind them": f"{words}\n\n{fenced(text)}",
        "bare behind them": f"{words}\n\n{text}",
        "in a fence before them": f"{fenced(text)}\n\n{words}",
    }


CASES = (
    *(
        Case(
            f"an answer with its record {how} keeps what nobody knows, and shows no JSON",
            "interview",
            {"answer": (raw(text),)},
            ends=("finished", "ready_with_caveats"),
            sees=("Who pays for it?",),
            sees_not=KEYS,
            stored={"answer": {"text": ANSWER}},
            check=the_unknown_is_kept,
        )
        for how, text in beside(ANSWER, WHO_PAYS).items()
    ),
    *(
        Case(
            f"a question with its record {how} is asked without it",
            "interview",
            {"question": (raw(text),)},
            ends=READY,
            sees_not=KEYS,
            stored={"question": {"text": QUESTION, "questions": ASKED["questions"]}},
            check=nobody_was_asked_twice,
        )
        for how, text in beside(QUESTION, ASKED).items()
    ),
    *(
        Case(
            f"a marker with its record {how} ends the interview",
            "interview",
            {"question": (raw(text),)},
            ends=READY,
            sees_not=KEYS,
            stored={"question": {"text": CLEAR, "marker": True}},
            check=nobody_was_asked_twice,
        )
        for how, text in beside(CLEAR, SATISFIED).items()
    ),
    *(
        Case(
            f"an improvement with its record {how} is made",
            "interview",
            {"improve": (raw(text),)},
            ends=READY,
            sees=("made 1 improvement",),
            sees_not=KEYS,
            check=nobody_was_asked_twice,
        )
        for how, text in beside("I say who is affected.", {"edits": [EDIT]}).items()
    ),
    *(
        Case(
            f"a contribution with its record {how} is said without it",
            "roundtable",
            {"Alex contribution": (raw(text),)},
            ends=("finished", "user-initiated"),
            sees=(SAID,),
            sees_not=KEYS,
            check=no_key_was_shown_live,
        )
        for how, text in beside(SAID, NOTHING).items()
    ),
    Case(
        "a record beside an answer that breaks off is asked for once more, and not shown",
        "interview",
        {"answer": (raw(f"{ANSWER}\n\n{fenced(json.dumps(WHO_PAYS))}"[:-9], stop_reason="max_tokens"),)},
        ends=READY,
        sees_not=KEYS,
        stored={"answer": {"text": ANSWER}},
        check=no_key_was_shown_live,
    ),
    Case(
        "an example in an answer stays in it, beside the record too",
        "interview",
        {"answer": (raw(f"{ANSWER}\n\n{EXAMPLE}\n\n{json.dumps(WHO_PAYS)}"),)},
        ends=("finished", "ready_with_caveats"),
        stored={"answer": {"unknowns": ["Who pays for it?"]}},
        sees=('"status": "declined"',),
        sees_not=('"unknowns"',),
    ),
)
