"""What a sentence says to be decided, approved, agreed or dropped, and whether another one says the same."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from reviews.language.sourcing.content import content_words, count_negations, stem_word
from reviews.language.sourcing.plain_text import blank_spans, fold_word
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "decisions")
_KINDS = ("approve", "agree", "decide", "drop")
_GAP = r"(?:[ \n]+[^\s.;]{1,40}){0,8}?[ \n]+"
_NO_DROP = (
    r"(?![ \n]+(?:by|to|below|under|from)[ \n]+"
    r"(?:\d|[€$£]|[A-Z]{3} \d|(?:an?|half|about|some|one|two)(?![^\W_]))|[ \n]+(?:of|in)[ \n]"
    rf"|(?:[ \n]+[^\s.;,]{{1,20}}){{0,6}}[ \n]+(?:{'|'.join(_WORDS.words('kept'))})(?![^\W_]))"
)
"""Behind "drops", what makes it a figure that falls; behind "lassen wir", what makes it something that is kept."""


def _any_phrase(phrases: Iterable[str], more: str = "") -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    inner = "|".join(
        re.escape(phrase).replace(r"\ …\ ", _GAP).replace(r"\ ", r"[ \n]+") for phrase in longest_first
    )
    return re.compile(rf"(?<![^\W_])(?:{inner})(?![^\W_]){more}", re.IGNORECASE)


_CUES = {kind: _any_phrase(_WORDS.words(kind), _NO_DROP if kind == "drop" else "") for kind in _KINDS}
_HAS_AGREED = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _WORDS.words('has')))})[ \n](?:[^\W\d_]{{1,20}}[ \n]){{0,6}}?"
    rf"(?:{'|'.join(re.escape(each) for kind in ('approve', 'agree') for each in _WORDS.words(kind))})(?![^\W_])",
    re.IGNORECASE,
)
_WHO_DECIDES = re.compile(
    rf"([A-ZÀ-Þ][\w'-]{{1,30}})[ \n](?:(?:{'|'.join(map(re.escape, _WORDS.words('has')))})[ \n])?"
    rf"(?i:{'|'.join(re.escape(each) for kind in _KINDS for each in _WORDS.words(kind))})(?![^\W_])"
)
_NOT_YET = _any_phrase(_WORDS.words("not_yet"), r"(?!\))")  # "(EUR 9,000 once)" is no condition
_CONDITION = _any_phrase(_WORDS.words("conditions"))
_OPEN = re.compile(
    "|".join(rf"(?<![^\W_]){re.escape(phrase)}" for phrase in _WORDS.words("open")), re.IGNORECASE
)
_OFF, _RETRACTS = _any_phrase(_WORDS.words("off")), _any_phrase(_WORDS.words("retracts"))
_LISTED = _any_phrase(_WORDS.words("listed"))
_PUT_OFF = _any_phrase(_WORDS.words("put_off"))
_NOT_NOW = _any_phrase(_WORDS.words("not_now"))
_SUPPOSED = _any_phrase(_WORDS.words("supposed"))
_MACHINE = "|".join(map(re.escape, (*_WORDS.words("no_actors"), *_WORDS.words("machines"))))
_MACHINE_BEFORE = re.compile(
    rf"(?<![^\W_])(?:{_MACHINE})[ \n](?:(?:{'|'.join(_WORDS.words('between'))})[ \n]){{0,3}}$", re.IGNORECASE
)
_GOES_ON = rf"[ \n]?[,.;:!?)]|$|[ \n](?:{'|'.join(_WORDS.words('goes_on'))})(?![^\W_])"
_NO_ACTOR = "|".join(_WORDS.words("no_actors"))
_BY_MACHINE = re.compile(
    r"[^\W_]+(?:[ \n](?:by|durch|vom|von|par))[ \n](?:[^\W_]{1,20}[ \n]){0,2}?"
    rf"(?:(?:{_NO_ACTOR})(?![^\W_])|(?:{_MACHINE})(?:{_GOES_ON}))",
    re.IGNORECASE,
)
_ANY_ONE = re.compile(rf"(?<![^\W_])(?:{'|'.join(_WORDS.words('any_one'))})[ \n]$", re.IGNORECASE)
_ANY_WHO = re.compile(
    rf"(?<![^\W_])(?:(?:{'|'.join(_WORDS.words('any_one'))})(?:[ \n][^\W_]{{1,20}}){{1,3}},?[ \n]"
    rf"(?:{'|'.join(_WORDS.words('relative'))})|(?:{'|'.join(_WORDS.words('whoever'))}))[ \n]$",
    re.IGNORECASE,
)
_BY_NOBODY = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(_WORDS.words('by_nobody'))})(?:[ \n][^\W\d_]{{1,20}}){{0,3}}[ \n]$",
    re.IGNORECASE,
)
_MACHINES_DO = _WORDS.words("machines_do")
_YES, _NO = (_WORDS.vocabulary(key) for key in ("yes", "no"))
_PLAIN_YES = _WORDS.vocabulary("plain_yes")
_VAGUE = frozenset(map(stem_word, _WORDS.words("vague")))
_COULD = _any_phrase(_WORDS.words("could"))
_BUT = _any_phrase(_WORDS.words("but"))
_BEGUN = re.compile(r"([^\W\d_][^\W\d_' ]{0,14})(?=[ \n]?[,.!;:–—-])")
_NEAR = 80
"""Characters in front of a word in which a condition or a wish is looked for."""
_BEGINNINGS = " \n\"'(*"
_SHORT_REPLY = 40
_MOST_CUES = 20


@dataclass(frozen=True)
class DecisionSaid:
    """That something is decided: how it is said, which way (1 for, -1 against), the words of what it is about, and
    those of the names of who decided it, where that is said."""

    kinds: frozenset[str]
    direction: int
    about: frozenset[str]
    by: frozenset[str] = frozenset()


@lru_cache(maxsize=2048)
def read_decision(plain: str, turned: int, language: str, noted: bool = False) -> DecisionSaid | None:
    """What an unmarked sentence says to be decided, or None. `turned`: how often it is turned round from outside;
    `noted`: it stands in a list of decisions, and so need not say the word."""
    if leaves_open(plain):
        return None
    found = [
        (kind, match.start(), match.end())
        for kind, cue in _CUES.items()
        for match in islice(cue.finditer(plain), _MOST_CUES)
        if not _NOT_YET.search(plain, max(0, match.start() - _NEAR), match.start())
        and not _CONDITION.search(plain, match.end(), match.end() + _NEAR)
        and not _is_nobodys(plain, kind, match)
    ]
    if not found and not noted:
        return None
    kinds = frozenset(kind for kind, _, _ in found) or frozenset({"decide"})
    turned += times_turned(_clause_of(plain, found)) + ("drop" in kinds)
    return DecisionSaid(kinds, -1 if turned % 2 else 1, topic_words(plain, language))


def times_turned(plain: str) -> int:
    """How often a sentence is turned round, by a "not" or by a word that says that something is off or left out."""
    clear = _CUES["drop"].sub(lambda found: " " * len(found[0]), plain)
    return count_negations(plain) + len([*islice(_OFF.finditer(clear), _MOST_CUES)])


def party_that_agrees(plain: str) -> str:
    """Who has agreed to or approved something, as a sentence says it ("Both hospitals have agreed to …"), or ""."""
    found = _HAS_AGREED.search(plain)
    return plain[: found.start()] if found else ""


def who_decides(plain: str) -> str:
    """The capitalised word with which a sentence begins when deciding is what it does ("Maya has dropped …"), or ""."""
    found = _WHO_DECIDES.match(plain)
    return found[1] if found else ""


def direction_of(plain: str, turned: int = 0) -> int:
    """1 or -1: which way a part of a sentence goes, whether or not it says that something is decided."""
    dropped = _CUES["drop"].search(plain) is not None
    return -1 if (times_turned(plain) + (dropped or puts_off(plain)) + turned) % 2 else 1


def puts_off(plain: str) -> bool:
    """Whether a sentence says that something is not done now."""
    return _PUT_OFF.search(plain) is not None


def waits(plain: str) -> bool:
    """Whether a sentence says that something is not so yet."""
    return _NOT_NOW.search(plain) is not None


def is_retracted(plain: str) -> bool:
    """Whether a sentence says what somebody wanted once and wants no more ("First I wanted …")."""
    return _RETRACTS.match(plain, len(plain) - len(plain.lstrip(_BEGINNINGS))) is not None


def _is_nobodys(plain: str, kind: str, cue: re.Match[str]) -> bool:
    """Whether nobody decides anything: it is said of nobody, a machine or silence approves or rejects, or the word is
    in a clause that tells a purpose or a supposed case, or in front of any one thing ("a rejected line")."""
    begin = max(plain.rfind(mark, max(0, cue.start() - _NEAR), cue.start()) for mark in ",;:(")
    before = plain[max(begin + 1, cue.start() - _NEAR, 0) : cue.start()]
    if _BY_NOBODY.search(before):
        return True
    if _SUPPOSED.search(before) or (kind == "drop" and _ANY_ONE.search(before)):
        return True
    of_machines = cue[0].casefold().startswith(_MACHINES_DO)
    after = plain[cue.start() : cue.end() + _NEAR]
    return of_machines and bool(_MACHINE_BEFORE.search(before) or _BY_MACHINE.match(after))


def tells_any_who(plain: str) -> bool:
    """Whether a sentence says only of any one who drops something what then is so ("A guest who cancels …")."""
    cues = [*islice(_CUES["drop"].finditer(plain), _MOST_CUES)]
    return bool(cues) and all(
        _ANY_WHO.search(plain[max(0, cue.start() - _NEAR) : cue.start()]) for cue in cues
    )


def _clause_of(plain: str, found: list[tuple[str, int, int]]) -> str:
    """The part of a sentence, between marks, that says itself what is approved or dropped; else the sentence."""
    told = [(start, end) for kind, start, end in found if kind in ("approve", "drop")]
    if not told or len(told) < len(found):
        return plain
    start, end = told[0]
    begin = max(plain.rfind(mark, 0, start) for mark in ",;:(")
    stops = [place for mark in ",;)" if (place := plain.find(mark, end)) >= 0]
    return plain[begin + 1 : min(stops, default=len(plain))]


def topic_words(plain: str, language: str) -> frozenset[str]:
    """The content words of a sentence without those that say that it is decided."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted(
        (found.start(), found.end()) for cue in (*_CUES.values(), _OFF) for found in cue.finditer(plain)
    ):
        if not spans or start >= spans[-1][1]:
            spans.append((start, end))
    return content_words(blank_spans(plain, spans), language)


@lru_cache(maxsize=4096)
def leaves_open(plain: str) -> bool:
    """Whether a sentence asks, or says that something is not known or not decided yet."""
    if plain.rstrip(" \n\"')").endswith("?"):
        return True
    found = _OPEN.search(plain)
    return found is not None and not (
        found[0].casefold() == "whether" and _is_settled(plain[: found.start()])
    )


def _is_settled(before: str) -> bool:
    """Whether what stands in front of "whether" says that it is settled."""
    return _CUES["decide"].search(before) is not None and count_negations(before) % 2 == 0


def opens_decisions(plain: str) -> bool:
    """Whether a sentence has what is decided behind a colon ("We have decided: …"), so that those after it go on with
    it."""
    colon = re.search(r":(?=[ \n]|$)", plain)
    lead = plain[: colon.start()] if colon else ""
    is_lead = any(_CUES[kind].search(lead) for kind in ("decide", "approve", "agree"))
    return is_lead and not leaves_open(plain) and count_negations(lead) % 2 == 0


def lists_decisions(headings: str, language: str) -> bool:
    """Whether what stands under these headings is decided."""
    return _LISTED.search(headings) is not None or read_decision(headings, 0, language) is not None


def open_topic(plain: str, language: str) -> frozenset[str]:
    """The content words of a sentence without those that leave a thing open."""
    spans = [(found.start(), found.end()) for found in _OPEN.finditer(plain)]
    return topic_words(blank_spans(plain, spans), language) - _VAGUE


def only_could(plain: str) -> bool:
    """Whether a sentence says no more than what could be done."""
    return _COULD.search(plain) is not None


def takes_over(reply: str) -> int:
    """1 when a person's reply says yes to what was asked, -1 when it says no, 0 when it does neither. A longer reply
    has to begin with a plain yes, and with no "but" in its first sentence."""
    text = reply.strip()
    first = fold_word(text.strip(" .!\n")[:_SHORT_REPLY])
    words = re.findall(r"[^\W_]+", first)
    if len(text) <= _SHORT_REPLY:
        return 1 if words and (first in _YES or words[0] in _YES) else -1 if words and words[0] in _NO else 0
    begun = _BEGUN.match(text)
    sentence = re.split(r"[.!?;\n]", text[: _NEAR * 3], maxsplit=1)[0]
    return int(begun is not None and fold_word(begun[1]) in _PLAIN_YES and not _BUT.search(sentence))


def same_decision(claimed: DecisionSaid, source: DecisionSaid, by_person: bool) -> bool:
    """Whether a source's decision is of the kind and goes the way that is claimed, whatever it is about."""
    if claimed.direction != source.direction:
        return False
    if "drop" in claimed.kinds and source.kinds == {"approve"}:
        return False
    return "approve" not in claimed.kinds or "approve" in source.kinds or by_person
