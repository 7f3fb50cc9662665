"""What a person's message at a roundtable is: a question, a wish, a fact, a choice; and which gap of the notes it
fills."""

import re
from collections.abc import Iterator
from functools import lru_cache

from reviews.kinds.roundtable.offline.remark import Remark
from reviews.language.choice_intent import NamedSide, picked_side
from reviews.language.decision_intent import is_decision
from reviews.language.phrases import phrases
from reviews.language.prose import vocabulary
from reviews.language.reading import lookup
from reviews.language.reading.sentences import WORD, blank_markup, spans
from reviews.language.reading.signals import is_substance
from reviews.language.reading.topics import content_stems
from reviews.language.sourcing.content import count_negations

_WORDS = phrases(__file__, "messages", gap=" ")
_ASKS = _WORDS.compile(
    rf"^\W{{0,200}}(?:{_WORDS.any_of('before_question')}\W{{1,200}})*{_WORDS.any_of('question')}\b"
)
_WISHES = _WORDS.compile(
    rf"^\W{{0,200}}(?:{_WORDS.any_of('before_wish')}\W{{1,200}})*{_WORDS.any_of('wish')}\b"
)
_SUMS_UP, _OWNS, _DATED = _WORDS.whole("sums_up"), _WORDS.whole("owns"), _WORDS.whole("dated")
_VIEWS, _WRONG = _WORDS.whole("views"), _WORDS.whole("wrong")
_ASKS_FOR = phrases(__file__, "asks", gap=" ")
PARTS_ASKED = _ASKS_FOR.table("asks", whole=True)
_AMOUNT = _ASKS_FOR.whole("amount")
_ABOUT_THE_TALK = _WORDS.whole("about_the_talk")
_FIRST_PERSON_NAME = re.compile(
    r"^\W{0,200}(?!No\b)[A-Z][\w'-]+\s*[,:]\s+(?!(?:who|whom|whose|which|our|the|an?|my|from|of)\b[^?]*$)"
)
"""Whom a message begins by naming, unless more is said of them ("Josh, who built it, is on leave.")."""
_TAKEN = _WORDS.compile(rf"^{_WORDS.any_of('no_subject')}s?$")
_ASIDE = frozenset(lookup.stems("think thoughts everyone perspective"))
_LEAST_WEIGHT = 0.3
_SUBJECT_WORDS = 7
_YEAR_OF_DATE = re.compile(r"(?<=[a-z]),? (?:19|20)\d\d$")
_SMALL = vocabulary("a an and at by for from in its my of on or our the their to with your")
_SHARED, _LEAST_COVERED = 2, 0.3


def is_question(text: str) -> bool:
    """Whether a message wants an answer."""
    return "?" in text or bool(_ASKS.match(text))


def is_wish(text: str) -> bool:
    """Whether a message says what to talk about."""
    return bool(_WISHES.match(text))


def is_view(text: str) -> bool:
    """Whether a message says what somebody would do or have done, not what is so."""
    return bool(_VIEWS.search(text))


def sums_up(text: str) -> bool:
    """Whether a message asks where the discussion stands."""
    return bool(_SUMS_UP.search(text)) and len(text.split()) <= 16


def question_beside(text: str) -> str:
    """What a message asks beside something that it decides, "" when it does not do both."""
    asking = [one.strip() for one in sentences_of(words_of(text)) if is_question(one)]
    return " ".join(asking) if asking and is_decision(text) else ""


def tells_something(text: str) -> bool:
    """Whether a message states something."""
    if is_question(text) or is_wish(text):
        return False
    return is_substance(blank_markup(text)) or is_decision(text)


def part_asked(text: str) -> str:
    """Which part of any notes a question asks for, such as "cost"; "" for a question in words of its own."""
    words = words_of(text)
    part = next((name for name, pattern in PARTS_ASKED.items() if pattern.search(words)), "")
    return "" if part == "cost" and _AMOUNT.search(words) else part


def is_about_the_talk(text: str) -> bool:
    """Whether a message speaks of the discussion only: "I am done with the retry part"."""
    return bool(_ABOUT_THE_TALK.search(text))


def words_of(text: str) -> str:
    """A message without the name that it starts with."""
    return _FIRST_PERSON_NAME.sub("", text.strip(), count=1)


def one_line(text: str) -> str:
    return " ".join(words_of(text).split())


def sentences_of(text: str) -> Iterator[str]:
    plain = blank_markup(text)
    return (text[start:end] for start, end in spans(plain, text))


@lru_cache(maxsize=256)
def telling_stems(text: str) -> frozenset[str]:
    """The stems that say what a message is about; when all its words are everyday ones, those of them that say most."""
    words = words_of(text)
    if terms := lookup.terms_of(words) - _ASIDE:
        return frozenset(terms)
    stems = [stem for word in WORD.findall(words) if not _TAKEN.match(word) for stem in lookup.stems(word)]
    return frozenset(stem for stem in stems if lookup.weight(stem) > _LEAST_WEIGHT)


@lru_cache(maxsize=256)
def everyday_pairs(text: str) -> frozenset[str]:
    """What a question in everyday words alone is told by: each such word with the one beside it ("on call"). Empty for
    a question with a word that tells by itself."""
    if lookup.terms_of(words_of(text)):
        return frozenset()
    words, wanted = [word.lower() for word in WORD.findall(words_of(text))], telling_stems(text)
    tells = [bool(set(lookup.stems(word)) & wanted) for word in words]
    return frozenset(
        f"{words[at]} {words[at + 1]}" for at in range(len(words) - 1) if any(tells[at : at + 2])
    )


def has_pair(plain: str, pairs: frozenset[str]) -> bool:
    """Whether a text has one of these pairs of words, or there are none."""
    said = f" {' '.join(word.lower() for word in WORD.findall(plain))} "
    return not pairs or any(f" {pair} " in said for pair in pairs)


@lru_cache(maxsize=256)
def message_subject(text: str, stems: frozenset[str] = frozenset()) -> str:
    """The first stretch of a message that tells what it is about, at most seven words; "" when nothing tells.
    `stems`: which words tell, when the caller knows."""
    words, wanted = words_of(text).split(), stems or telling_stems(text)
    tells = [bool(set(lookup.stems(word)) & wanted) and not _TAKEN.match(word) for word in words]
    first = tells.index(True) if any(tells) else len(words)
    end = first
    while end < len(words) and (tells[end] or words[end].lower() in _SMALL):
        end += 1
    while end > first and not tells[end - 1]:
        end -= 1
    return " ".join(words[first : min(end, first + _SUBJECT_WORDS)]).strip(" .,;:?!\"'“”()")


@lru_cache(maxsize=4096)
def settles(text: str, remark: Remark) -> bool:
    """Whether what a person states fills the gap that a point is about."""
    if not tells_something(text):
        return False
    plain = blank_markup(text)
    match remark.kind:
        case "conflict":
            return _picks_figure(text, remark.terms) or bool(stated_figure(text, remark))
        case "owner":
            return bool(_OWNS.search(plain) or _DATED.search(plain))
    about = blank_markup(f"{remark.quote} {remark.text}")
    if is_view(plain) or len(content_stems(plain) & content_stems(about)) < _SHARED:
        return False
    # A gap that the notes show themselves is filled by whatever speaks of it.
    covered = covered_weight(telling_stems(text), frozenset(lookup.stems(about)))
    return bool(remark.wording.ask) or covered >= _LEAST_COVERED


def _picks_figure(text: str, figures: tuple[str, ...]) -> bool:
    """Whether a message picks one of two figures and names it as it stands in the notes."""
    if len(figures) != 2:
        return False
    taken = picked_side(text, [NamedSide("", (figure,)) for figure in figures], is_answer=False)
    return taken is not None and has_figure(text, figures[taken])


def stated_figure(text: str, remark: Remark) -> str:
    """Which of the two figures of a contradiction a person says to hold, and denies none; "" when neither or both are
    said to, or when it is said of another matter."""
    if len(remark.terms) != 2 or is_view(text) or count_negations(text):
        return ""
    holds, gone = set[str](), set[str]()
    about = content_stems(blank_markup(f"{remark.quote} {remark.other.quote if remark.other else ''}"))
    is_about = False
    for sentence in sentences_of(text):
        figures = {figure for figure in remark.terms if has_figure(sentence, figure)}
        (gone if _WRONG.search(sentence) else holds).update(figures)
        is_about = is_about or bool(figures and about & content_stems(blank_markup(sentence)))
    return holds.pop() if len(holds) == 1 and not holds & gone and (is_about or gone) else ""


def covered_weight(wanted: frozenset[str], stems: frozenset[str]) -> float:
    """The share of the weight of `wanted` that `stems` cover."""
    whole = sum(map(lookup.weight, wanted))
    return sum(map(lookup.weight, wanted & stems)) / whole if whole else 0.0


def has_figure(plain: str, figure: str) -> bool:
    """Whether a text names a figure as it stands in the notes; of a date the year may be left out."""
    short = _YEAR_OF_DATE.sub("", figure)
    return bool(short) and bool(re.search(rf"(?<!\w){re.escape(short)}(?!\w)", plain, re.IGNORECASE))
