"""Whether a person's words speak to a question about a passage or a finding. Pure, and linear in the words."""

from functools import lru_cache

from reviews.kinds.interview.offline.asking import kind_of
from reviews.kinds.interview.settling.subject import is_generic, life_fields, subject_of
from reviews.kinds.interview.settling.vocabulary import language_of
from reviews.language.phrases import phrases
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.lookup import terms_of, weight
from reviews.language.reading.sentences import blank_markup
from reviews.language.sourcing.facts import find_facts_in

_WORDS = phrases(__file__, "forms", gap=" ")
_FACTS = _WORDS.words.sentences("facts")
_PHRASES = _WORDS.table("phrases", whole=True)
_GONE = _WORDS.whole("gone")
_OF_PASSAGE, _OF_NOTES, _RARE = 1.0, 2.2, 1.4
"""How much the words say together that an answer shares with the passage asked about, or with the notes, and how much
the rarest of them says alone (see `reading/lookup.py: weight`)."""
_LONGEST_READ, _LONGEST_VOCABULARY = 4_000, 200_000


def has_form(question: str, plain: str) -> bool:
    """Whether the words look like an answer to this kind of question: a name, a date, a figure, one of two, or that the
    passage is to go."""
    kind, plain = kind_of(question), plain[:_LONGEST_READ]
    if not kind:
        return False
    if _GONE.search(plain) or (kind in _PHRASES and _PHRASES[kind].search(plain)):
        return True
    wanted = _FACTS.get(kind, ())
    return bool(wanted) and any(fact.kind in wanted for fact in find_facts_in(plain, "en", (), plain, 0))


def speaks_to_passage(question: str, words: str, notes: tuple[tuple[str, str], ...]) -> bool:
    """Whether the words are an answer to a question about a passage of the notes, given as (name, text): by their form,
    or since they are about the passage or the matter, and not of a field of life that the notes never touch. Words in
    another language can't be compared and count."""
    plain = blank_markup(words)
    if life_fields(plain) - subject_of(notes).lives:
        return False
    if has_form(question, plain) or language_of(plain) not in ("en", ""):
        return True
    said = terms_of(plain)
    quoted = said & terms_of(" ".join(find_quoted(question)))
    passage = [term for term in quoted if not is_generic(term)]
    matter = said & _matter(notes)
    return (
        sum(map(weight, passage)) >= _OF_PASSAGE
        or sum(map(weight, matter)) >= _OF_NOTES
        or any(weight(term) >= _RARE for term in matter)
    )


@lru_cache(maxsize=8)
def _matter(notes: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return terms_of("\n".join(text for _, text in notes)[:_LONGEST_VOCABULARY])
