"""What becomes of an answer that came broken, whatever the kind of session: cut off, empty, or with a record that could
not be read whole. Pure."""

from typing import Any

from reviews.language.reply_notes import was_cut, with_cut_mark
from reviews.log.values import Heard, NewEvent
from reviews.states import EventKind

CUT_OFF = "cut"
"""What an announcement is about after which a cut answer is asked for again."""
CUT_AGAIN = (
    " Your last reply was cut off: it was longer than the app can take. Say the same in half as many words, and end "
    "it."
)


def cut_announcement(name: str, purpose: str, basis: int, reply: str, **more: Any) -> NewEvent:
    """Says that what `name` answered was cut off and that it is asked for once more. `more` goes into its data."""
    text = f"The answer of {name} was cut off before its end, so it is asked for once more, in fewer words."
    return NewEvent(
        EventKind.ANNOUNCEMENT,
        text,
        None,
        {"what": CUT_OFF, "again": purpose, "reply": reply, "basis": basis, **more},
    )


def empty_announcement(name: str, purpose: str, basis: int, **more: Any) -> NewEvent:
    """Says that `name` answered nothing at all and is asked once more. `more` goes into its data."""
    text = f"{name} said nothing, so it is asked once more."
    return NewEvent(EventKind.ANNOUNCEMENT, text, None, {"again": purpose, "basis": basis, **more})


def is_empty(heard: Heard) -> bool:
    """Whether an answer has neither words nor a record that could be read."""
    return not heard.text.strip() and not heard.data


def marked_text(text: str, heard: Heard) -> str:
    """`text` as it is kept: with a mark when the answer was cut off."""
    return with_cut_mark(text) if text and was_cut(heard.stop_reason) else text


def broken_parts(heard: Heard) -> dict[str, Any]:
    """What an event's data says of an answer that came broken, nothing for a whole one."""
    broken = {"cut": was_cut(heard.stop_reason), "empty": is_empty(heard), "unread": list(heard.unread)}
    return {name: value for name, value in broken.items() if value}
