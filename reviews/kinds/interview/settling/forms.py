"""What a passage on a topic looks like, whatever it is about: a count of people, a date with what forces, an option
with what spoke against it. Closed sets of words and kinds of facts only, in English and German. Pure."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from reviews.language.phrases import phrases
from reviews.language.sourcing.facts import find_facts_in

_WORDS = phrases(__file__, "forms").table("forms", whole=True)
_DOERS = re.compile(
    r"\b(?:[a-z][\w’'-]{2,40}(?:er|or|ist|ian|ee|man|men)s|[A-ZÄÖÜ]\w{3,}(?:er|ern|innen|isten))\b"
)
_VERB_FIRST = re.compile(
    r"(?:^|[.:;!?]\s+)[A-ZÄÖÜ][a-zäöüß]+(?:t|en)\s[^,.;:]{3,120},\s+[a-zäöüß]+(?:t|en)\b"
)
"""A German condition that begins with its verb: "Fallen drei aus, ruft die Steuerung an."."""
_ANY_ONE = re.compile(r"\W{0,200}(?:An?|Another|Two|Three|Eine?|Zwei|Drei|[A-Z][a-z]+ing)\s")
_COUNTED = frozenset({"figure", "amount", "percentage"})
_LONGEST = 2_000
_STEP = re.compile(r"[,;.]\s|\b(?:and|und|then|dann)\b")
_SHORTEST_STEPS, _FEWEST_STEPS = 14, 3
"""Words and joints of an explanation."""
_OPENING, _BEGINNING, _WEIGHED, _PLANNED = 0.2, 0.35, 0.4, 0.6
"""Shares of a text: where its first lines end, its beginning, what is wrong today, and the plan."""


def has_form(topic: str, plain: str, place: float) -> bool:
    """Whether the plain words of a passage look like what a topic is told with. `place`: the share of the text that
    stands before it, from 0 to 1."""
    return topic in _FORMS and _FORMS[topic](plain[:_LONGEST], place)


def lacks_form(topic: str, plain: str, place: float) -> bool:
    """Whether a passage can't be meant for the topic, in spite of a word that speaks to it: it stands where no notes
    tell that, or what the topic is told with is missing."""
    first, last = _USUAL.get(topic, (0.0, 1.0))
    return not first <= place <= last or (topic in _LACKS and _LACKS[topic](plain[:_LONGEST]))


def tells_kind(topic: str, plain: str) -> bool:
    """Whether words tell the kind of thing that a topic asks for: a figure, a date, somebody, what follows, another
    way."""
    return _KINDS_OF[topic](plain[:_LONGEST])


def tells_in_words(topic: str, plain: str) -> bool:
    """Whether words tell the kind of thing that a topic asks for by more than a figure or a date."""
    return _says_any(plain[:_LONGEST], *_IN_WORDS.get(topic, ()))


def _says(name: str, plain: str) -> bool:
    return bool(_WORDS[name].search(plain))


@lru_cache(maxsize=4096)
def _kinds(plain: str) -> tuple[str, ...]:
    """The kinds of the facts that the words tell, one for each fact."""
    return tuple(fact.kind for fact in find_facts_in(plain, "", (), plain, 0))


def _counts(plain: str, least: int = 1) -> bool:
    """Whether the words tell figures, `least` at least."""
    return sum(kind in _COUNTED for kind in _kinds(plain)) >= least


def _is_problem(plain: str, place: float) -> bool:
    """What is so today, with a figure, where notes begin."""
    return (
        place <= _OPENING and _counts(plain) and not _says("proposes", plain) and not _says("decides", plain)
    )


def _names_people(plain: str) -> bool:
    if _says("bodies", plain):
        return True
    return any(not _WORDS["no_people"].fullmatch(found[0]) for found in _DOERS.finditer(plain))


def _is_affected(plain: str, place: float) -> bool:
    return place <= _BEGINNING and _names_people(plain) and not _says("decides", plain)


def _is_why(plain: str, place: float) -> bool:
    """A sum of money, or a figure of what a business lives on."""
    weighs = "amount" in _kinds(plain) or (_counts(plain) and _says("stake", plain))
    weighs = weighs or (
        place <= _BEGINNING and _counts(plain, 2) and _says("harm", plain) and _says("past", plain)
    )
    return weighs and not _says("option", plain) and not _says("decides", plain)


def _is_why_now(plain: str, place: float) -> bool:
    return "date" in _kinds(plain) and _says("forced", plain)


def _is_how(plain: str, place: float) -> bool:
    """Several things that happen one behind the other, told in the present, without what they cost."""
    steps = len(plain.split()) >= _SHORTEST_STEPS and len(_STEP.findall(plain)) >= _FEWEST_STEPS
    others = any(_says(name, plain) for name in ("option", "decides", "proposes"))
    others = others or len(_WORDS["past"].findall(plain)) > 1
    return steps and place <= _PLANNED and not others and "amount" not in _kinds(plain)


def _is_tradeoff(plain: str, place: float) -> bool:
    """An option with what spoke against it; "a ramp costs 38,000, but …" need not say that it is one."""
    if _says("option", plain) and (_says("against", plain) or "amount" in _kinds(plain)):
        return True
    if place >= _WEIGHED and "amount" in _kinds(plain) and _says("worse", plain):
        return True
    return place >= _OPENING and bool(_ANY_ONE.match(plain)) and _counts(plain) and _says("turns", plain)


def _is_risk(plain: str, place: float) -> bool:
    conditional = _says("condition", plain) or bool(_VERB_FIRST.search(plain))
    return place >= _OPENING and conditional and _says("harm", plain)


def _is_inaction(plain: str, place: float) -> bool:
    if _says("as_is", plain) and (_kinds(plain) or _says("harm", plain)):
        return True
    return _says("goes_on", plain) and _says("harm", plain) and (_counts(plain) or _says("condition", plain))


def _is_evidence(plain: str, place: float) -> bool:
    """What was so in a time that is named, in figures."""
    in_a_row = plain.count("|") > 2
    told = "date" in _kinds(plain) and _counts(plain, 2) and (in_a_row or _says("past", plain))
    return told and place >= _OPENING and not _says("decides", plain)


def _is_ask(plain: str, place: float) -> bool:
    return _says("decides", plain) and not {"date", "amount"}.isdisjoint(_kinds(plain))


_FORMS: Mapping[str, Callable[[str, float], bool]] = {
    "problem": _is_problem,
    "affected": _is_affected,
    "why": _is_why,
    "why_now": _is_why_now,
    "how": _is_how,
    "tradeoffs": _is_tradeoff,
    "risks": _is_risk,
    "inaction": _is_inaction,
    "evidence": _is_evidence,
    "ask": _is_ask,
}

_USUAL: Mapping[str, tuple[float, float]] = {
    "problem": (0.0, 0.4),
    "affected": (0.0, 0.6),
    "risks": (0.4, 1.0),
}
"""Where notes tell a topic when no heading says so, as shares of the text: what is wrong comes before the plan, what
may go wrong behind it."""

_LACKS: Mapping[str, Callable[[str], bool]] = {
    "problem": lambda plain: _says("decides", plain),
    "why": lambda plain: _says("decides", plain) or _says("option", plain),
    "why_now": lambda plain: "date" not in _kinds(plain) and not _says("waiting", plain),
    "how": lambda plain: "amount" in _kinds(plain),
    "inaction": lambda plain: not _counts(plain) and not _says("harm", plain),
    "evidence": lambda plain: _says("decides", plain) or not (_says("past", plain) or _says("source", plain)),
}

_HOW_LONG = 6
"""Words that tell how something works at least."""


def _small_start(plain: str) -> str:
    """`plain` with a small first letter, as groups of people are known ("Customers")."""
    return plain[:1].lower() + plain[1:]


def _has(plain: str, *kinds: str) -> bool:
    return not set(kinds).isdisjoint(_kinds(plain))


def _says_any(plain: str, *names: str) -> bool:
    return any(_says(name, plain) for name in names)


_KINDS_OF: Mapping[str, Callable[[str], bool]] = {
    "problem": lambda plain: _counts(plain) or _says("harm", plain),
    "affected": lambda plain: _names_people(_small_start(plain)) or _has(plain, "name", "party", "figure"),
    "why": lambda plain: _counts(plain) or _says_any(plain, "harm", "stake", "gain"),
    "why_now": lambda plain: _has(plain, "date") or _says_any(plain, "waiting", "forced"),
    "how": lambda plain: len(plain.split()) >= _HOW_LONG,
    "tradeoffs": lambda plain: _says_any(plain, "option", "against", "worse"),
    "risks": lambda plain: _says_any(plain, "condition", "harm"),
    "inaction": lambda plain: _counts(plain) or _says_any(plain, "harm", "goes_on", "as_is"),
    "evidence": lambda plain: _counts(plain) or _says("source", plain),
    "ask": lambda plain: (
        (_says("decides", plain) and _has(plain, "date", "amount", "party", "name"))
        or _has(plain, "date", "amount")
        or _says("addressed", plain)
    ),
}

_IN_WORDS: Mapping[str, tuple[str, ...]] = {
    "why_now": ("waiting", "forced", "moves"),
    "tradeoffs": ("option", "against", "worse"),
    "risks": ("condition", "harm"),
    "inaction": ("harm", "goes_on", "as_is", "moves"),
    "ask": ("decides", "to_do"),
}
"""What tells such a topic without a figure or a date."""
