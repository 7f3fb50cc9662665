"""Which topics a kind of text does not owe: decided by its title, so that they are neither asked nor waived. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.language.reading.document import read_document
from reviews.language.reading.titles import document_title, kind_of_title
from reviews.language.scorecard import exempt_topics
from reviews.language.wordlists import read_words

_REASONS = read_words(__file__, "owed").texts("reasons")
_LONGEST_HEAD = 20_000
"""Characters in which a title is looked for."""

NOT_OWED: Mapping[str, frozenset[str]] = {
    "record": frozenset({"problem", "how", "inaction", "why_now", "tradeoffs"}),
    "reference": frozenset({"inaction", "why_now", "tradeoffs", "ask"}),
}


def topics_not_owed(notes: Sequence[Note]) -> dict[str, str]:
    """The keys of the topics that notes of this kind do not owe, each with a sentence that says why; none when the
    notes are of several kinds or of the usual one, which proposes something."""
    titles = [_title_of(note.name, note.authored[:_LONGEST_HEAD]) for note in notes]
    kinds = {kind_of_title(title) for title in titles}
    if len(kinds) != 1 or kinds == {""}:
        return {}
    kind = kinds.pop()
    return dict.fromkeys(sorted(NOT_OWED[kind]), _REASONS[kind].format(title=titles[0]))


@lru_cache(maxsize=64)
def _title_of(name: str, head: str) -> str:
    return document_title(read_document(head, name))


def with_not_owed(state: InterviewState) -> InterviewState:
    """The state with the topics set aside that its notes do not owe; logs say so from ELM's next message on."""
    reasons = topics_not_owed(state.setup.notes)
    return replace(state, scorecard=exempt_topics(state.scorecard, reasons)) if reasons else state
