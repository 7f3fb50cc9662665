"""What a sentence says to be planned, chosen, left out, put off or promised, in other words than "decided".

What is said of scope, plan, choice, time or of what a party binds itself to counts, and not what a machine does each
time ("the entry will be removed after 30 days") nor what somebody would do.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from reviews.language.phrases import phrases
from reviews.language.sourcing.content import content_words, count_negations, is_common_word
from reviews.language.sourcing.decisions import DecisionSaid, direction_of, leaves_open, topic_words
from reviews.language.sourcing.names import is_opener
from reviews.language.sourcing.plain_text import blank_spans, fold_word

_WORDS = phrases(__file__, "commitments", gap=r"[ \n]++")
_W = _WORDS.any_of("w")
_PASSIVE, _WIRD = _WORDS.any_of("passive"), _WORDS.any_of("wird")
_MOST_CUES = 20
_NEAR = 80
"""Characters in front of what says a commitment in which a wish is looked for."""
_LAST, _NEXT = 2, 2
"""Words in front of it, or else behind it, in which stands what it is said of."""
_HELPERS = frozenset({"will", "has", "have", "had", "won't", "now", "also", "nun", "auch"})


def _passives(done: str) -> dict[str, re.Pattern[str]]:
    """The participles of each kind with "is" or "will be" in front, in German also behind."""
    found = {}
    for kind, cue in _WORDS.table(done, whole=True).items():
        passive = rf"(?<!-){_PASSIVE}[ \n]+(?:{_W}[ \n]+){{0,2}}?{cue.pattern}"
        german = rf"\b{_WIRD}[ \n]+(?:{_W}[ \n]+){{0,8}}?{cue.pattern}|{cue.pattern}[ \n]+{_WIRD}\b"
        found[kind] = _WORDS.compile(f"{passive}|{german}")
    return found


def _participles() -> dict[str, re.Pattern[str]]:
    """The participles of each kind."""
    lists = [_WORDS.table(done, whole=True) for done in ("done", "maybe_done")]
    kinds = dict.fromkeys(kind for table in lists for kind in table)
    return {
        kind: _WORDS.compile("|".join(each[kind].pattern for each in lists if kind in each)) for kind in kinds
    }


_NEEDS = {True: _WORDS.table("needs", whole=False), False: _participles()}
"""What has to stand in a sentence for a kind to be looked for, by whether it stands alone; it saves time."""
_SURE = {False: _passives("done"), True: _WORDS.table("says", whole=True)}
_MAYBE = {False: _passives("maybe_done"), True: _WORDS.table("maybe_says", whole=True)}
"""What says a commitment of each kind, by whether it stands alone, without "is"."""
_TELLS = {
    kind: re.compile(rf"(?<![^\W_])(?:{cue.pattern})", re.IGNORECASE)
    for kind, cue in _WORDS.table("tells", whole=False).items()
}
_THINKS, _WISHES, _WOULD, _CONDITION, _EACH_TIME, _OF_WORK, _MILESTONE, _PLANNED = (
    _WORDS.whole(key)
    for key in ("thinks", "wishes", "would", "conditions", "each_time", "of_work", "milestone", "planned")
)
_ANY_ONE = _WORDS.whole("any_one")
_PARTY = _WORDS.whole("party", "body")
_IN_CASE = _WORDS.whole("conditions", "times", "follows")
_AT_PLANNED = _WORDS.compile(
    rf"\b{_WORDS.any_of('at')}[ \n]+(?:{_WORDS.any_of('the')}[ \n]*+){{0,3}}{_WORDS.any_of('planned')}\b"
)
_NAME = r"[A-ZÀ-Þ][\w'-]{1,30}"
_NAMES_ONLY = re.compile(
    rf"\W{{0,9}}({_NAME}(?:(?:,? (?:and|und|et|&) |, | ){_NAME}){{0,5}})(?: (?:will|has|have|won't|ne)){{0,2}} ?"
)
_SEVERAL = re.compile(r",| (?:and|und|et|&) ")
_PLURAL = _WORDS.compile(r"(?:are|were|have|werden|wurden|sind|sont|ont)\b")
CUE_WORDS = frozenset().union(
    *(
        content_words(re.sub(r"\{[a-z]+\}|[^\w' ]", " ", entry))
        for role in ("done", "maybe_done", "says", "maybe_says")
        for entries in _WORDS.words.sentences(role).values()
        for entry in entries
    )
)


@dataclass(frozen=True)
class _Cue:
    kind: str
    start: int
    end: int
    alone: bool
    """Whether it is no participle, so that a "not" in it is a part of what it says."""


def read_commitment(plain: str, language: str, small: Collection[str]) -> DecisionSaid | None:
    """What an unmarked sentence says to be planned, chosen, changed or promised, or None. `small`: words that stand
    without a capital somewhere, and so are no names."""
    if leaves_open(plain) or _THINKS.search(plain) or _IN_CASE.search(plain):
        return None
    cues = _cues_in(plain, small)
    if not cues:
        return None
    kinds = frozenset(cue.kind for cue in cues)
    about = _topic_of(plain, cues, language)
    alone = [cue for cue in cues if cue.alone]
    begin, end = _clause_around(plain, cues[0])
    denied = count_negations(_blanked(plain, alone)[begin:end]) % 2 == 1
    if not about or (denied and not kinds & {"out", "choice"}):
        return None
    if "out" in kinds:
        return DecisionSaid(kinds, 1 if denied else -1, about)
    return DecisionSaid(kinds, direction_of(_blanked(plain, cues)[begin:]), about)


def tells_kind(kind: str, plain: str) -> bool:
    """Whether a sentence of a source has a word for what a commitment of this kind says."""
    return kind not in _TELLS or _TELLS[kind].search(plain) is not None


def is_only_thought(plain: str, by_person: bool) -> bool:
    """Whether a sentence of a source says what would be, or in some case; in notes also what should be."""
    said = (_WOULD, _CONDITION) if by_person else (_WISHES, _CONDITION)
    return any(pattern.search(plain) for pattern in said)


def _cues_in(plain: str, small: Collection[str]) -> list[_Cue]:
    """What says a commitment in a sentence, in order; where something is planned, what may say one does."""
    sure, maybe = _find_cues(plain, _SURE), _find_cues(plain, _MAYBE)
    said = [cue for cue in sure if _is_planned(plain, cue, small) or not _is_at_work(plain, cue)]
    is_plan = any(cue.kind == "plan" for cue in said)
    said += [cue for cue in maybe if is_plan or _is_planned(plain, cue, small)]
    return sorted(said, key=lambda cue: cue.start)


def _find_cues(plain: str, cues: Mapping[bool, Mapping[str, re.Pattern[str]]]) -> list[_Cue]:
    return [
        _Cue(kind, found.start(), found.end(), is_alone)
        for is_alone, patterns in cues.items()
        for kind, pattern in patterns.items()
        if kind not in _NEEDS[is_alone] or _NEEDS[is_alone][kind].search(plain)
        for found in islice(pattern.finditer(plain), _MOST_CUES)
        if not _WISHES.search(plain, max(0, found.start() - _NEAR), found.end())
        and not (kind == "promise" and _begins_otherwise(found[0]))
    ]


def _begins_otherwise(said: str) -> bool:
    """Whether the large word in front of "promised" is no name and no party ("Not promised: …")."""
    return said[0].isupper() and is_opener(fold_word(said.split()[0])) and not _PARTY.match(said)


def _clause_around(plain: str, cue: _Cue) -> tuple[int, int]:
    begin = max(plain.rfind(mark, 0, cue.start) for mark in ",;:(") + 1
    stops = [place for mark in ",;:)" if (place := plain.find(mark, cue.end)) >= 0]
    return begin, min(stops, default=len(plain))


def _is_planned(plain: str, cue: _Cue, small: Collection[str]) -> bool:
    """Whether a part of a plan or a time stands beside what is said, or it is said of a name."""
    begin, end = _clause_around(plain, cue)
    beside = _AT_PLANNED.search(plain, begin, end) or _MILESTONE.search(plain, begin, end)
    return beside is not None or _is_of_name(plain[begin : cue.start], plain[cue.start : cue.end], small)


def _is_of_name(before: str, said: str, small: Collection[str]) -> bool:
    """Whether nothing but names stands in front: one of them, or several of which more than one thing is said."""
    found = _NAMES_ONLY.fullmatch(before)
    first = fold_word(found[1].split()[0].strip(",")) if found else ""
    if not found or first in small or is_common_word(first):
        return False
    return _SEVERAL.search(found[1]) is not None or not _PLURAL.match(said)


def _is_at_work(plain: str, cue: _Cue) -> bool:
    """Whether a machine may do it: each time, or to something that it works on."""
    begin, end = _clause_around(plain, cue)
    before = [word for word in plain[begin : cue.start].split() if word.casefold() not in _HELPERS]
    things = " ".join(before[-_LAST:] or plain[cue.end : end].split()[:_NEXT])
    if cue.kind in ("out", "change") and before and _ANY_ONE.fullmatch(before[0]):
        return True
    return _EACH_TIME.search(plain, begin, end) is not None or _OF_WORK.search(things) is not None


def _topic_of(plain: str, cues: Sequence[_Cue], language: str) -> frozenset[str]:
    """The content words that a commitment is about: those of its clause, else of its sentence."""
    begin, end = _clause_around(plain, cues[0])
    said = " ".join(plain[cue.start : cue.end] for cue in cues)
    planned = " ".join(found[0] for found in _PLANNED.finditer(said))
    in_cues = (content_words(said, language) - CUE_WORDS) | content_words(planned, language)
    rest = _blanked(plain, cues)
    is_whole = any(cue.kind == "plan" for cue in cues)
    near = topic_words(rest if is_whole else rest[begin:end], language)
    return near | in_cues or content_words(rest, language)


def _blanked(plain: str, cues: Sequence[_Cue]) -> str:
    spans: list[tuple[int, int]] = []
    for cue in cues:
        if not spans or cue.start >= spans[-1][1]:
            spans.append((cue.start, cue.end))
    return blank_spans(plain, spans)
