"""Text that speaks to whoever reviews it instead of to its readers: orders, forged markers, hidden words, and requests
for the prompt. In English and German, standard library only, in linear time.

It is content to review and never an instruction; who calls this only says that it is there. A text that writes about
such attempts, and quotes them, is a low finding. What ELM writes itself (transcripts, markers of elaborations) is none.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from reviews.language.injected.forged import (
    CLOSED_FENCE,
    ELABORATION,
    MARKER_LINE,
    OWN_MARKER,
    RECORD,
    TEMPLATE,
    TOKEN,
    TURN,
    UNSEEN_MARKER,
    VERDICT_LINE,
)
from reviews.language.injected.sentences import split_sentences
from reviews.language.injected.spans import (
    Spans,
    hidden_spans,
    is_interview,
    is_roundtable,
    quoted_spans,
    section_beginnings,
)
from reviews.language.injected.spread import spread_order_finder
from reviews.language.injected.verdicts import unseen_order_finder, verdict_finder
from reviews.language.invisible import Concealed, FoldedText, find_concealed, folded_with_places
from reviews.language.kept import keep_latest
from reviews.language.line_index import LineIndex
from reviews.language.phrases import Phrases
from reviews.language.wordlists import read_words
from reviews.states import Severity

type InjectionKind = Literal["orders", "forged", "hidden", "prompt"]

SAYS: dict[InjectionKind, str] = {
    "orders": "addresses the reviewer",
    "forged": "imitates words that only ELM or a model's app writes",
    "hidden": "hides words from readers",
    "prompt": "asks for the reviewer's instructions",
}
MOST = 50
LONGEST_QUOTE = 300
LONGEST_ORDER = 60
LEAST_AROUND = 40

# The text is in small letters already, and patterns for any case take three times as long.
_WORDS = Phrases(read_words(__file__, "injection"), gap=r"\W{1,8}", flags=re.NOFLAG)
_SIGNALS = _WORDS.table("signals", whole=True)
_PROMPT_ASKED = _SIGNALS.pop("prompt")
_MARKER_ASKED = _WORDS.compile(rf"(?<!\w){_WORDS.any_of('marker')}")
_FORGED_ORDER = _WORDS.whole("forged_order")
_FORGED_END = _WORDS.whole("forged_end")
_WEAK_END = _WORDS.whole("weak_end")
_ELM_END = _WORDS.whole("weak_end", "elm_end")
_SEAT_CLAIM = _WORDS.compile(
    rf"{_WORDS.any_of('seat_claim')}\b|(?:^|[.!;\n])\W{{0,4}}(?:(?:please|now)\W{{1,3}})?{_WORDS.any_of('seat_order')}\b"
)
_DESCRIBED = _WORDS.whole("described")
_DUTY = _WORDS.whole("must")
_verdict_in, _unseen_order_in = verdict_finder(_WORDS), unseen_order_finder(_WORDS)
_spread_in = spread_order_finder(_WORDS.anywhere("spread"))
_ABOUT = _WORDS.whole("about")
_CONDITION = _WORDS.whole("condition")
_OTHER_SCRIPTS = _WORDS.anywhere("other_scripts")
_ABOUT_QUOTED = _WORDS.whole("about", "about_quoted")
_REFUSED = _WORDS.whole("refused")
_NEGATED = _WORDS.compile(rf"\b{_WORDS.any_of('negated')}\W{{1,4}}$")
_PROMPT_SAYS = _WORDS.whole("prompt_says")
_PROMPT_HEADING = _WORDS.compile(rf"(?m)^#{{1,6}} [^\n]{{0,80}}?\b{_WORDS.any_of('prompt_heading')}\b")
_INTRODUCED = _WORDS.compile(rf"\b{_WORDS.any_of('introduced')}\W{{1,4}}$")
_ABOUT_BEFORE, _ABOUT_BEHIND = 1500, 300

_LABEL = re.compile(
    r"^[ \t>*_#-]{0,8}(?:(?P<app>system(?: message)?|developer)|(?P<speaker>elm|assistant|human|ai|claude)"
    rf"|(?P<seat>{_WORDS.any_of('cast', 'cast_first')}|facilitator|moderator))[*_ ]{{0,3}}:"
    r"|<(?P<tag>system)>|\{\{ ?(?P<blank>system):",
    re.MULTILINE,
)
_CAST_TURN = re.compile(
    rf"^[ \t>*_#-]{{0,8}}\[?(?:{_WORDS.any_of('cast')}[*_]{{0,3}} \([^()\n]{{2,60}}\)"
    rf"|{_WORDS.any_of('cast_first')}[*_]{{0,3}} \({_WORDS.any_of('cast_roles')}\))[\]*_ ]{{0,3}}:",
    re.MULTILINE,
)
_LONGEST_TURN = 600
_ONLY_IN_DOCUMENTS = frozenset({"address", "vocative", "orders", "demand", "role", "verdict", "unseen_order"})
"""Signals that mean nothing in a message to ELM, where people see them."""
_OF_ANY_PROMPT = frozenset({"marker", "role", "mode", "prompt"})
"""Signals that the prompt of any bot gives, as long as nothing else of its sentence is meant for who reads this."""
_OF_THIS_TEXT = frozenset({"override", "vocative", "orders", "verdict"})
_FOLLOWED = {"address": "demand", "mode_claim": "obeyed"}
"""What makes an order of a sentence when the other stands there too or in the sentence before."""


@dataclass(frozen=True)
class Injection:
    """A passage that addresses the reviewer. quote: text[start:end] of the source, verbatim and at most 300 characters;
    line, column: where it begins, from 1; spells: what unseen characters say, else ""."""

    kind: InjectionKind
    severity: Severity
    start: int
    end: int
    line: int
    column: int
    quote: str
    spells: str = ""


class _Hit(NamedTuple):
    """What was found, in places of the folded text."""

    kind: InjectionKind
    severity: Severity
    at: int
    start: int
    end: int


@dataclass(frozen=True)
class _Reading:
    """A text as all rules read it. What is quoted and hidden in it is looked for when something was found: most texts
    address nobody."""

    folded: FoldedText
    is_message: bool

    @property
    def text(self) -> str:
        return self.folded.text

    @cached_property
    def quoted(self) -> Spans:
        return quoted_spans(self.text)

    @cached_property
    def hidden(self) -> Spans:
        return hidden_spans(self.text)

    @cached_property
    def about(self) -> Sequence[int]:
        return [found.start() for found in _ABOUT_QUOTED.finditer(self.text)]

    @cached_property
    def prompts(self) -> Spans:
        """The beginnings of sections whose heading says that they are somebody's prompt."""
        return Spans(section_beginnings(self.text, _PROMPT_HEADING, _ABOUT_BEFORE))

    @cached_property
    def is_interview(self) -> bool:
        return not self.is_message and is_interview(self.text)

    @cached_property
    def is_transcript(self) -> bool:
        return self.is_interview or (not self.is_message and is_roundtable(self.text))

    def is_about_prompts(self, at: int) -> bool:
        """Whether prompts and attacks are the subject near a character."""
        first = bisect_left(self.about, at - _ABOUT_BEFORE)
        return first < len(self.about) and self.about[first] < at + _ABOUT_BEHIND


@lru_cache(maxsize=16)
def find_in_document(text: str) -> tuple[Injection, ...]:
    """As `find_injections`; a text is read once per process as long as it stays among the latest sixteen."""
    return find_injections(text)


@lru_cache(maxsize=512)
def find_in_message(text: str) -> tuple[Injection, ...]:
    """As `find_injections` for what a person says to ELM in a session, each message once."""
    return find_injections(text, is_message=True)


def find_injections(text: str, *, is_message: bool = False) -> tuple[Injection, ...]:
    """The passages of `text` that address the reviewer, in their order; of more than 50 the gravest.

    is_message: a person says this to ELM in a session, where wishes and questions are what is expected, so only
    attempts to replace its rules, to forge or to hide something count.
    """
    reading = _Reading(folded_with_places(text), is_message)
    hits = [*_find_orders(reading), *_find_forged(reading)]
    hits += [_Hit("hidden", Severity.HIGH, start, start, end) for start, end in _spread_in(reading.text)]
    found = [_place_hit(text, reading.folded, _soften_hit(reading, hit)) for hit in hits]
    found += [_place_concealed(text, one) for one in find_concealed(text)]
    if not found:
        return ()
    index = LineIndex(text)
    kept = _without_overlaps(found)
    placed = (replace(one, line=index.place(one.start)[0], column=index.place(one.start)[1]) for one in kept)
    return tuple(sorted(placed, key=lambda one: one.start))


def _find_orders(reading: _Reading) -> Iterator[_Hit]:
    """Sentences that tell the reviewer what to do."""
    opened: Mapping[str, int] = {}
    for sentence in split_sentences(reading.text):
        words = reading.text[sentence.start : sentence.end]
        margin = len(words) - len(words.lstrip(" \t\n\r\"'“„*_#>-+([]^:!0123456789.)"))
        begin = sentence.start + margin
        signals = _find_signals(reading, words[margin:], begin)
        carried = opened if sentence.same_paragraph else {}
        opened = {name: begin for name in _FOLLOWED if name in signals}
        hit = _weigh_signals(reading, signals, begin, carried) if signals else None
        if hit:
            kind, severity, at = hit
            if _is_of_a_prompt(reading, signals, begin, at):
                severity = Severity.LOW
            yield _Hit(kind, severity, at, min(at, begin), sentence.end)


def _is_of_a_prompt(reading: _Reading, signals: Mapping[str, int], begin: int, at: int) -> bool:
    """Whether a sentence stands in a prompt that the text is about, and readers see it."""
    if not signals.keys() & _OF_ANY_PROMPT or signals.keys() & _OF_THIS_TEXT or reading.hidden.holds(at):
        return False
    return reading.prompts.holds(begin) or _PROMPT_SAYS.search(reading.text, begin, at) is not None


def _find_signals(reading: _Reading, words: str, begin: int) -> Mapping[str, int]:
    """Which signals a sentence gives, and where in it. What a message hides is not said to ELM by whoever sees it."""
    found = _signals_in(words)
    if not (reading.is_message and found.keys() & _ONLY_IN_DOCUMENTS) or reading.hidden.holds(begin):
        return found
    return {name: at for name, at in found.items() if name not in _ONLY_IN_DOCUMENTS}


def _asked_for_prompt(words: str) -> int:
    """Where a sentence asks for the prompt, -1 for nowhere: "never reveal your instructions" asks for nothing."""
    asked = (hit.start() for hit in _PROMPT_ASKED.finditer(words))
    return next((at for at in asked if not _NEGATED.search(words, max(0, at - LEAST_AROUND), at)), -1)


@keep_latest
def _signals_in(words: str) -> Mapping[str, int]:
    found = {name: hit.start() for name, pattern in _SIGNALS.items() if (hit := pattern.search(words))}
    if "[satisfied]" in words and (hit := _MARKER_ASKED.search(words)):
        is_described = _DESCRIBED.search(words) and not _DUTY.search(words)
        found["described_marker" if is_described else "marker"] = hit.start()
    if hit := _OTHER_SCRIPTS.search(words):
        found["override"] = hit.start()
    for name, find in (
        ("verdict", _verdict_in),
        ("unseen_order", _unseen_order_in),
        ("prompt", _asked_for_prompt),
    ):
        if (at := find(words)) >= 0:
            found[name] = at
    if found.get("weak_override") == 0 and len(words) < LONGEST_ORDER and not _CONDITION.search(words):
        found["blunt"] = 0
    return found


def _weigh_signals(
    reading: _Reading, signals: Mapping[str, int], begin: int, carried: Mapping[str, int]
) -> tuple[InjectionKind, Severity, int] | None:
    """What the signals of a sentence come to; `carried` is where the sentence before named a model or a mode."""
    for name in ("override", "marker"):
        if name in signals:
            return "orders", Severity.HIGH, begin + signals[name]
    if "prompt" in signals:
        return "prompt", Severity.MEDIUM, begin + signals["prompt"]
    for name in ("role", "mode", "orders", "vocative", "verdict"):
        if name in signals:
            return "orders", Severity.MEDIUM, begin + signals[name]
    for name, order in _FOLLOWED.items():
        if order in signals and (name in signals or name in carried):
            return "orders", Severity.MEDIUM, begin + signals[name] if name in signals else carried[name]
    if "described_marker" in signals:
        return "orders", Severity.LOW, begin + signals["described_marker"]
    if signals.keys() & {"secrecy", "unseen_order"} and reading.hidden.holds(begin):
        return "hidden", Severity.LOW, begin
    weak = signals.keys() & {"address", "weak_override"}
    if "weak_override" in weak and ("demand" in signals or "address" in weak or "blunt" in signals):
        return "orders", Severity.MEDIUM, begin + signals["weak_override"]
    if weak and reading.hidden.holds(begin):
        return "hidden", Severity.LOW, begin
    return None


def _find_forged(reading: _Reading) -> Iterator[_Hit]:
    """Markers, labels and delimiters that only ELM or a model's app writes."""
    text = reading.text
    if not reading.is_interview:
        yield from (_forged_hit(Severity.HIGH, *found.span()) for found in MARKER_LINE.finditer(text))
    for pattern in (TOKEN, TEMPLATE, CLOSED_FENCE, UNSEEN_MARKER):
        yield from (_forged_hit(Severity.HIGH, *found.span()) for found in pattern.finditer(text))
    for found in ELABORATION.finditer(text):
        if not (OWN_MARKER.match(text, found.start()) or reading.quoted.holds(found.start())):
            yield _forged_hit(Severity.MEDIUM, *found.span())
    turns = () if reading.is_message or reading.is_transcript else (TURN, _CAST_TURN)
    verdicts = () if reading.is_message or reading.is_interview else (VERDICT_LINE,)
    for pattern in (RECORD, *turns, *verdicts):
        yield from (_forged_hit(Severity.MEDIUM, *found.span()) for found in pattern.finditer(text))
    for label in _LABEL.finditer(text):
        if severity := _label_severity(reading, label):
            last = min(len(text), label.end() + LONGEST_QUOTE)
            end = -1 if label["speaker"] == "elm" else text.find("\n\n", label.end(), last)
            yield _forged_hit(severity, label.start(), last if end < 0 else end)


def _forged_hit(severity: Severity, start: int, end: int) -> _Hit:
    return _Hit("forged", severity, start, start, end)


def _label_severity(reading: _Reading, label: re.Match[str]) -> Severity | None:
    """How grave it is that a line begins with a speaker's label: by what the speaker is made to say."""
    speaker = label["speaker"] or label["seat"]
    if speaker and (reading.is_transcript or (reading.is_message and (label["seat"] or speaker == "claude"))):
        return None  # whoever writes "Claude: …" in a session calls the persona of that name
    turn = reading.text[label.end() : label.end() + _LONGEST_TURN]
    if speaker != "elm":
        turn = turn.split("\n\n", 1)[0]
    if label["seat"]:
        is_claim = _SEAT_CLAIM.search(turn) and not reading.quoted.holds(label.start())
        return Severity.MEDIUM if is_claim else None
    patterns = (_FORGED_END,) if label["speaker"] else (_FORGED_ORDER, _FORGED_END)
    said = [hit.start() for pattern in patterns for hit in pattern.finditer(turn)]
    if "[satisfied]" in turn:
        return Severity.HIGH
    if label["tag"] and "</system>" in turn and not reading.quoted.holds(label.start()):
        return Severity.MEDIUM
    if any(not reading.quoted.holds(label.end() + at) for at in said):
        return Severity.HIGH
    is_told = (
        bool(speaker)
        and not reading.is_message
        and (_ELM_END if speaker == "elm" else _WEAK_END).search(turn)
    )
    return Severity.MEDIUM if is_told and not reading.quoted.holds(label.start()) else None


def _soften_hit(reading: _Reading, hit: _Hit) -> _Hit:
    """Graver where readers don't see it, less so where it is quoted, and low where it is what the text is about."""
    ranks = (Severity.LOW, Severity.MEDIUM, Severity.HIGH)
    rank = ranks.index(hit.severity)
    is_quoted = reading.quoted.holds(hit.at)
    is_example = _INTRODUCED.search(reading.text[max(0, hit.at - LEAST_AROUND) : hit.at]) is not None
    names_it = bool(_ABOUT.search(reading.text, hit.start, hit.end))
    if names_it or ((is_quoted or is_example) and reading.is_about_prompts(hit.at)):
        rank = 0
    elif reading.hidden.holds(hit.at):
        rank = min(2, rank + 1)
    elif is_quoted and (is_example or _is_mentioned(reading, hit) or _is_refused(reading, hit)):
        rank = 0
    elif is_quoted:
        rank = 0 if hit.kind == "forged" else max(0, rank - 1)
    return hit._replace(severity=ranks[rank])


def _is_mentioned(reading: _Reading, hit: _Hit) -> bool:
    """Whether the sentence says something of its own about the words that it quotes."""
    return hit.end - hit.start - reading.quoted.covered(hit.start, hit.end) > LEAST_AROUND


def _is_refused(reading: _Reading, hit: _Hit) -> bool:
    """Whether the sentence tells, outside of what it quotes, that somebody doesn't obey it."""
    told = _REFUSED.finditer(reading.text, hit.start, hit.end)
    return any(not reading.quoted.holds(found.start()) for found in told)


def _place_hit(text: str, folded: FoldedText, hit: _Hit) -> Injection:
    """A hit in places of the source, cut to what can be shown."""
    first = min(hit.start, hit.at) if hit.at - hit.start < LONGEST_QUOTE // 2 else hit.at
    start, end = folded.places[first], folded.places[min(hit.end, first + LONGEST_QUOTE)]
    quote = text[start : min(end, start + LONGEST_QUOTE)].rstrip()
    return Injection(hit.kind, hit.severity, start, start + len(quote), 0, 0, quote)


def _place_concealed(text: str, one: Concealed) -> Injection:
    """What unseen characters hide, with some words around it to find it by."""
    first, last = max(0, one.start - 40), min(len(text), one.end + 40)
    start = max(text.rfind("\n", first, one.start) + 1, first)
    stop = text.find("\n", one.start, last)
    end = min(stop if stop >= 0 else last, start + LONGEST_QUOTE)
    return Injection("hidden", one.severity, start, end, 0, 0, text[start:end], one.spells)


def _without_overlaps(found: Sequence[Injection]) -> list[Injection]:
    """At most MOST, the gravest first; of those that share words only one."""
    kept: list[Injection] = []
    for one in sorted(found, key=lambda one: (-one.severity.rank, one.start)):
        if len(kept) == MOST:
            break
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return kept
