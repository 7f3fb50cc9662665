"""Who does a task, as the messages tell that it is drawn from."""

from collections.abc import Sequence
from itertools import islice

from reviews.language import sourcing
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.statements import Statement, read_statements
from reviews.language.wordlists import read_words

_WORDS = read_words(sourcing.__file__, "names")
_ADDRESSES = _WORDS.vocabulary("yourself") | _WORDS.vocabulary("gives_task")
_MYSELF = _WORDS.vocabulary("myself")
_AS_DOER, _ASKS_OTHERS = (
    _WORDS.vocabulary("as_doer"),
    _WORDS.vocabulary("yourself") | _WORDS.vocabulary("asks_others"),
)
_ANYBODY = _WORDS.vocabulary("anybody")
_BEGINNING = 2
"""Words of a sentence of which one names who does what it tells: "Lea Moser", "Herr Lang"."""
_SHORT = 3
"""Words of a sentence that does no more than call somebody ("Oren?")."""


def is_told_owner(owner: str, task: str, said: Sequence[ClaimSource], notes: Sequence[ClaimSource]) -> bool:
    """Whether `owner`, a name, may do `task`: he or she wrote one of the messages and turns `said`, which does not give
    it to somebody else, or one of them or a sentence of the notes names him or her with the task, or gives it. What is
    no name needs nothing."""
    found = [each[0] for each in find_words(owner) if each[0][0].isupper()]
    words = frozenset(map(name_word, found)) - _ANYBODY
    if not words:
        return True
    about = content_words(task) - content_words(owner)
    own = [one for one in said if words & {name_word(each[0]) for each in find_words(one.speaker)}]
    if any(not _gives_away(one, about, [*said, *notes]) for one in own):
        return True
    told = [one for source in said for one in read_statements(source.text) if words & one.name_words]
    told = [one for one in told if not _only_calls(one)]
    if any(_gives_task(one) or about & one.words for one in told):
        return True
    named = (one for source in notes for one in read_statements(source.text) if words & one.name_words)
    return any(about & (one.words | one.context_words) for one in named)


def _gives_away(source: ClaimSource, about: frozenset[str], sources: Sequence[ClaimSource]) -> bool:
    """Whether all that a message says of a task is what somebody else does, whom it names."""
    told = [one for one in read_statements(source.text) if about & one.words]
    named = (
        fact.value
        for each in sources
        for one in read_statements(each.text)
        for fact in one.facts
        if fact.kind == "name"
    )
    people = frozenset(word for name in named for word in name.split())
    return bool(told) and all(_is_of_another(one, people) for one in told)


def _is_of_another(statement: Statement, people: frozenset[str]) -> bool:
    """Whether a sentence begins with somebody who does what it tells, or is asked to."""
    begun = [*islice(find_words(statement.plain), _BEGINNING)]
    named = next((each for each in begun if name_word(each[0]) in people), None)
    if not named or fold_words(statement.plain) & _MYSELF:
        return False
    is_called = statement.plain[named.end() : named.end() + 1] == ","
    return not is_called or _gives_task(statement)


def _only_calls(statement: Statement) -> bool:
    """Whether a sentence calls somebody to tell what its writer does ("Maya, I call them tomorrow")."""
    said = fold_words(statement.plain)
    first = next(find_words(statement.plain), None)
    calls = first is not None and statement.plain[first.end() : first.end() + 1] == ","
    return calls and bool(said & _AS_DOER) and not said & _ASKS_OTHERS


def _gives_task(statement: Statement) -> bool:
    """Whether a sentence turns to whoever it names, or says that he or she takes something on."""
    said = fold_words(statement.plain)
    return statement.asks or bool(said & _ADDRESSES) or len(statement.folded_words) <= _SHORT
