"""What a question asks for, somebody, a day, a figure or a reason, and whether words give it. Pure."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, get_args

from reviews.kinds.interview.settling.subject import is_everyday
from reviews.kinds.interview.settling.vocabulary import own_words
from reviews.language.phrases import phrases
from reviews.language.reading.parts import has_date, names_somebody
from reviews.language.sourcing.content import content_words, count_negations, is_common_word
from reviews.language.sourcing.dates import find_moments
from reviews.language.sourcing.plain_text import blank_spans, find_words, fold_word
from reviews.language.sourcing.quantities import CURRENCIES, find_quantities

WantedKind = Literal["who", "when", "number", "reason"]
_WORDS = phrases(__file__, "wanted")


def _table(name: str) -> dict[WantedKind, re.Pattern[str]]:
    found = _WORDS.table(name, whole=True)
    return {kind: found[kind] for kind in get_args(WantedKind) if kind in found}


_ASKS: Mapping[WantedKind, re.Pattern[str]] = _table("wanted")
_OPENS: Mapping[WantedKind, re.Pattern[str]] = {
    kind: re.compile(
        rf"(?:^|[,;:.?(] |\b(?:and|or|und|oder)\s)\W{{0,10}}(?:{pattern.pattern})", re.IGNORECASE
    )
    for kind, pattern in _table("opens").items()
}
"""What asks where a clause begins; elsewhere such words only tell more of a word before them."""
_GIVES = _WORDS.table("gives", whole=True)
_ROLE = _WORDS.table("people", whole=True)["roles"]
_EVADES = _WORDS.table("evades", whole=True)
_PLACED = frozenset(_WORDS.words.sentences("places")["before"])
_REASON, _DENIED, _MONEY, _BARE, _FEAST = (
    _GIVES[name] for name in ("reason", "denied", "money", "bare", "feast")
)
_TURNED = _WORDS.table("turned", whole=True)
_COUNTS = _WORDS.table("counts", whole=True)
_CLAUSE = re.compile(
    r"[,;:–—] |\b(?:if|unless|who|which|that|and|but|although|while|wenn|aber|sondern|und)\b", re.IGNORECASE
)
_DOUBTS = _WORDS.table("doubts", whole=True)
_CASE = re.compile(
    rf"(?:{_WORDS.table('cases', whole=True)['openings'].pattern})(?:[^,;:.]|[,.](?=\d)){{0,200}}+[,;:]?",
    re.IGNORECASE,
)
_NONE, _ANYBODY = (_WORDS.table("nothing", whole=True)[name] for name in ("none", "anybody"))
_WHETHER, _YES_OR_NO = (_WORDS.table("whether", whole=True)[name] for name in ("asks", "says"))
_NEAR = re.compile(r"[ \n]([^\W\d_]+)")
_MOST_NEAR = 3
"""Words behind a figure that may be what it counts."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST = 2_000


@lru_cache(maxsize=4096)
def wanted_kinds(question: str) -> frozenset[WantedKind]:
    """What a question, or what nobody could say, asks for; empty when that can't be told."""
    own = own_words(question[:_LONGEST])
    found = frozenset(kind for kind, pattern in _ASKS.items() if pattern.search(own))
    return found | frozenset(kind for kind, pattern in _OPENS.items() if pattern.search(own))


def gives_wanted(question: str, plain: str) -> bool:
    """Whether words give one of the kinds of thing that `question` asks for; True when it asks for none of them."""
    kinds = wanted_kinds(question)
    return not kinds or any(gives_kind(kind, question, plain) for kind in kinds)


def gives_kind(kind: WantedKind, question: str, plain: str) -> bool:
    """Whether words give this kind of thing, and not only as the question says it."""
    plain = plain[:_LONGEST]
    if kind == "who":
        return bool(_new_somebody(question, plain))
    if kind == "when":
        return has_date(plain) or bool(find_moments(plain)) or _FEAST.search(plain) is not None
    if kind == "number":
        denied = _DENIED.search(plain) and not count_negations(question)
        return not denied and bool(_numbers_for(question, plain) - _numbers(question))
    return bool(_REASON.search(plain))


def without_feasts(plain: str) -> str:
    """`plain` without days and seasons that have a name and no date, which name nobody."""
    return _FEAST.sub(" ", plain[:_LONGEST])


def _asks_for_money(question: str) -> bool:
    return _MONEY.search(own_words(question[:_LONGEST])) is not None


def is_doubtful(plain: str, *, weak: bool = False) -> bool:
    """Whether somebody says of their own words that they may be wrong. weak: a "maybe" counts too."""
    names = ("strong", "weak") if weak else ("strong",)
    return any(_DOUBTS[name].search(plain[:_LONGEST]) for name in names)


def without_cases(question: str, plain: str) -> str:
    """`plain` without what is so in a case only; all of it where the question asks about one."""
    return plain if _CASE.search(question) else _CASE.sub(" ", plain[:_LONGEST])


def says_none(question: str, plain: str) -> bool:
    """Whether words say in short that there is none of what a question asks to count."""
    return "number" in wanted_kinds(question) and _NONE.fullmatch(plain.strip(" .!*_")) is not None


def says_whether(question: str, plain: str) -> bool:
    """Whether words begin with a yes or a no to what asks whether something is so."""
    return _WHETHER.match(question) is not None and _YES_OR_NO.match(plain.lstrip(" *_")) is not None


def without_turned(question: str, plain: str) -> str:
    """`plain` without the clauses that say that a thing is not so, or was so once; all of it where the question asks
    for that."""
    turned = [pattern for pattern in _TURNED.values() if not pattern.search(question)]
    if not any(pattern.search(plain) for pattern in turned):
        return plain
    clauses = _CLAUSE.split(plain[:_LONGEST])
    return ", ".join(one for one in clauses if not any(pattern.search(one) for pattern in turned))


def _numbers_for(question: str, plain: str) -> frozenset[str]:
    """The figures that the words tell and that may count what the question asks for."""
    is_bare = _BARE.fullmatch(plain.strip(" .!*_")) is not None
    told = _numbers(plain, _asks_for_money(question) and not is_bare)
    asked = _COUNTS["asked"].search(own_words(question[:_LONGEST]))
    if not told or not asked:
        return told
    wanted = content_words(question)
    if not content_words(question[asked.end() :]) & content_words(plain):
        return told  # what is counted may have another name
    return frozenset(
        each.value
        for start, end, each in find_quantities(plain)
        if each.value in told and not _counts_others(question, wanted, plain, (start, end))
    )


def _counts_others(question: str, wanted: frozenset[str], plain: str, place: tuple[int, int]) -> bool:
    """Whether a figure counts something that the question does not ask for: times, a measure or things of its own."""
    start, end = place
    if _COUNTS["times"].fullmatch(plain[start:end]):
        clause = _CLAUSE.split(plain[:start])[-1] + plain[end:]
        return not (_COUNTS["often"].search(question) or content_words(clause) & wanted)
    things, at = [_COUNTS["often"].sub("", plain[start:end])], end
    while len(things) <= _MOST_NEAR and (near := _NEAR.match(plain, at)):
        if is_everyday(near[1].casefold()):
            break  # the name of what is counted ends here
        things.append(near[1])
        at = near.end()
    names = [
        word for word in find_words(" ".join(things)) if word[0].endswith("s") and not word[0].endswith("ss")
    ]
    return bool(names) and not content_words(" ".join(things)) & wanted


@lru_cache(maxsize=4096)
def _numbers(plain: str, in_money: bool = False) -> frozenset[str]:
    """The figures that the words tell, in digits or not, but no years; `in_money`: amounts of money alone, where there
    are some."""
    told = [each for _, _, each in find_quantities(plain) if each.unit or not _YEAR.fullmatch(each.value)]
    return frozenset(each.value for each in told if not in_money or each.unit in CURRENCIES)


def _new_somebody(question: str, plain: str) -> bool:
    """Whether somebody is named, by name or by what they do, whom the question does not name."""
    plain, known = without_feasts(plain), content_words(question)
    roles = (found[0] for found in _ROLE.finditer(plain))
    if any(not content_words(role) <= known or not content_words(role) for role in roles):
        return True
    return names_somebody(plain) or any(_is_name(word, before, known) for before, word in _with_before(plain))


def without_new_names(questions: Iterable[str], plain: str) -> str:
    """`plain` without the names that give whom one of the questions asks for."""
    asked = [content_words(question) for question in questions if "who" in wanted_kinds(question)]
    names = {word for before, word in _with_before(plain) for known in asked if _is_name(word, before, known)}
    spans = [word.span() for word in find_words(plain) if word[0] in names]
    return blank_spans(plain, spans)


def _with_before(plain: str) -> list[tuple[str, str]]:
    words = [found[0] for found in find_words(plain)]
    return list(zip(["", *words], words, strict=False))


def _is_name(word: str, before: str, known: frozenset[str]) -> bool:
    """Whether a word is written like a name of somebody: no word of the question, of any text or of a place."""
    folded = fold_word(word)
    if not word[0].isupper() or not word[1:2].islower() or is_common_word(folded) or _ANYBODY.match(word):
        return False
    return not content_words(word) <= known and before.casefold() not in _PLACED and not folded.endswith("s")


def evades(plain: str) -> bool:
    """Whether somebody says that a thing is not known, is not so, or is for later."""
    return any(pattern.search(plain[:_LONGEST]) for pattern in _EVADES.values())
