"""What is said about an answer of a model that came broken: parts that could not be read, words that were cut off."""

from collections.abc import Mapping, Sequence
from typing import Any

from reviews.language.wording import counted

MOST_NAMED = 5
CUT_MARK = "[cut off here]"
"""Stands below the words of an answer that broke off."""
CUT_REASONS = frozenset({"max_tokens", "model_context_window_exceeded", "broken_off"})
"""Why an answer may have stopped before it was whole; "broken_off" is ELM's own word for JSON that ends midway."""
CUT_NOTE = "This answer was cut off before its end, and what arrived is shown. Another model may help."
EMPTY_NOTE = (
    "Nothing of use came, although it was asked for twice; words that stand here were prepared by ELM. Another model "
    "may help."
)
SPOKE_FOR_NOTE = "It went on in the name of “{}”; those words are left out."


def unread_note(unread: Sequence[str]) -> str:
    """A sentence that names the parts of an answer that could not be read; "" for none."""
    if not unread:
        return ""
    more = f"; and {len(unread) - MOST_NAMED} more" if len(unread) > MOST_NAMED else ""
    return f"{counted(len(unread), 'field')} of the answer could not be read: {'; '.join(unread[:MOST_NAMED])}{more}."


def broken_notes(data: Mapping[str, Any]) -> list[str]:
    """The sentences that people read below an answer, by the data of its event; none for a whole one."""
    spoke_for = str(data.get("spoke_for") or "")
    notes = [
        EMPTY_NOTE if data.get("empty") else unread_note(data.get("unread") or ()),
        CUT_NOTE if data.get("cut") and not data.get("empty") else "",
        SPOKE_FOR_NOTE.format(spoke_for) if spoke_for else "",
    ]
    return [note for note in notes if note]


def was_cut(stop_reason: str) -> bool:
    """Whether an answer that stopped for this reason is not whole."""
    return stop_reason in CUT_REASONS


def with_cut_mark(text: str) -> str:
    """`text`, which was cut off, with the mark that says so, once."""
    text = text.rstrip()
    return text if text.endswith(CUT_MARK) else f"{text}\n\n{CUT_MARK}".lstrip()
