"""Sessions with a model that forgets to escape the quotation marks in its JSON."""

import json
from typing import Any

from reviews.language.reply_notes import CUT_NOTE
from tests.bad_model.case import Case, fenced, raw
from tests.bad_model.good import ANSWER, ANSWERED, ASKED, QUESTION, SATISFIED
from tests.bad_model.held import Held
from tests.bad_model.roundtable_cases import NOTHING

READY = ("finished", "ready")
CALLED = 'The notes call it "declined" and nothing else is said about that.'
WHO_PAYS = {**ANSWERED, "unknowns": ["Who pays for it?"]}
AGAIN = "was cut off before its end, so it is asked for once more, in fewer words."
NO_END = raw('{"message": "The notes call it "declined" and that is')


def bare(message: str, record: Any) -> str:
    """The envelope with the message as it is."""
    text = message.replace("\n", "\\n")
    return f'{{"message": "{text}", "record": {json.dumps(record, ensure_ascii=False)}}}'


def nothing_was_asked_again(held: Held) -> None:
    assert not any(request.body.get("tools") for request in held.requests)
    assert [event.data["again"] for event in held.of("announcement") if event.data["again"]] == []


CASES = (
    *(
        Case(
            f"quotation marks that are not escaped cut no answer {how}",
            "interview",
            {"answer": (raw(text),)},
            ends=("finished", "ready_with_caveats"),
            sees=(CALLED, "Who pays for it?"),
            stored={"answer": {"text": CALLED, "unknowns": ["Who pays for it?"], "cut": False}},
            check=nothing_was_asked_again,
        )
        for how, text in {
            "in an envelope": bare(CALLED, WHO_PAYS),
            "in a fence": fenced(bare(CALLED, WHO_PAYS)),
            "behind a preamble": f"Here is my answer:\n{bare(CALLED, WHO_PAYS)}",
        }.items()
    ),
    Case(
        "quotation marks that are not escaped cut no question",
        "interview",
        {"question": (raw(bare(f'The notes say "soon".\n\n{QUESTION}', ASKED)),)},
        ends=READY,
        stored={"question": {"text": f'The notes say "soon".\n\n{QUESTION}'}},
        check=nothing_was_asked_again,
    ),
    Case(
        "quotation marks that are not escaped hide no marker",
        "interview",
        {"question": (raw(bare('What "soon" means is clear now.\n\n[SATISFIED]', SATISFIED)),)},
        ends=READY,
        stored={"question": {"marker": True}},
        check=nothing_was_asked_again,
    ),
    Case(
        "quotation marks that are not escaped cut no contribution",
        "roundtable",
        {"Alex contribution": (raw(bare(CALLED, NOTHING)),)},
        ends=("finished", "user-initiated"),
        sees=(CALLED,),
    ),
    Case(
        "an answer whose end quotation marks hide is asked for once more",
        "interview",
        {"answer": (NO_END,)},
        ends=READY,
        sees=(f"The answer of Claude {AGAIN}",),
        sees_not=(CUT_NOTE,),
        stored={"answer": {"text": ANSWER, "cut": False}},
    ),
    Case(
        "an answer whose end quotation marks hide twice is kept and marked",
        "interview",
        {"answer": (NO_END, NO_END)},
        ends=READY,
        sees=(CUT_NOTE,),
        stored={"answer": {"text": "The notes call it\n\n[cut off here]", "cut": True}},
    ),
)
