"""Who does a task, as the messages tell that it is drawn from."""

from collections.abc import Sequence

from reviews.language import sourcing
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.statements import Statement, read_statements
from reviews.language.wordlists import read_words

_WORDS = read_words(sourcing.__file__, "names")
_ADDRESSES = _WORDS.vocabulary("yourself") | _WORDS.vocabulary("gives_task")
_ANYBODY = _WORDS.vocabulary("anybody")
_SHORT = 3
"""Words of a sentence that does no more than call somebody ("Oren?")."""


def is_told_owner(owner: str, task: str, said: Sequence[ClaimSource], notes: Sequence[ClaimSource]) -> bool:
    """Whether `owner`, a name, may do `task`: he or she wrote one of the messages and turns `said`, or one of them or a
    sentence of the notes names him or her with the task, or gives it. What is no name needs nothing."""
    found = [each[0] for each in find_words(owner) if each[0][0].isupper()]
    words = frozenset(map(name_word, found)) - _ANYBODY
    if not words:
        return True
    if any(words & {name_word(each[0]) for each in find_words(one.speaker)} for one in said):
        return True
    about = content_words(task) - content_words(owner)
    told = [one for source in said for one in read_statements(source.text) if words & one.name_words]
    if any(_gives_task(one) or about & one.words for one in told):
        return True
    named = (one for source in notes for one in read_statements(source.text) if words & one.name_words)
    return any(about & (one.words | one.context_words) for one in named)


def _gives_task(statement: Statement) -> bool:
    """Whether a sentence turns to whoever it names, or says that he or she takes something on."""
    said = fold_words(statement.plain)
    return statement.asks or bool(said & _ADDRESSES) or len(statement.folded_words) <= _SHORT
