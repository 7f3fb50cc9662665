"""Whether a point stands in a text already, also in other spelling: as a line of its own, at the beginning of one, or
in the same words in another order. Standard library only; linear in the texts.

A denial is not its claim, a question not its answer, and what was only argued or asked does not stand as decided.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from reviews.language.bare_text import bare_text
from reviews.language.kept import KeptReadings
from reviews.language.repetition import near_identical
from reviews.language.sourcing.content import content_words, count_negations

FEWEST_WORDS, FEWEST_LETTERS = 3, 20
"""Content words of a point that is known again in another order, and letters of one that a line begins with."""
MOST_LINES = 200
"""Lines with the same words that are compared with a point."""
LONGEST_LINE = 2_000
_QUESTION_WORD = re.compile(
    r"(?:who|whom|whose|which|what|when|where|why|how|wer|wem|wen|wann|warum|welche[rsn]?|qui|quand|pourquoi)\b"
)
_ENDS = " .!?:;,…"
_BREAKS = tuple(",;:.(-…")
_LINE = re.compile(
    r"[ \t]*(?:(?:[-*+•>]|\d{1,3}[.)]|#{1,6}|\[[ xX]\])[ \t]+)*"
    r"(?:\*\*(?P<label>[A-Z][a-z]+(?: [a-z]+)?)\*\*[ \t]+)?(?:\[(?P<by>[^\[\]\n]{1,60})\][ \t]+)?(?P<words>[^\n]*)"
)


@dataclass(frozen=True)
class StandingLine:
    """A line of a text: what it says, under which label, and who is said to have said it."""

    label: str
    by: str
    words: str

    @property
    def is_question(self) -> bool:
        return self.words.rstrip(' *_`"”“»').endswith("?")

    @cached_property
    def letters(self) -> str:
        return bare_text(self.words).letters.strip(_ENDS)

    @cached_property
    def main_part(self) -> str:
        """The letters of what a line of ELM's says before the colon, behind which its reason stands."""
        head = self.words.rpartition(": ")[0] if self.by else ""
        first = self.words.partition(": ")[0] if self.by else ""
        return bare_text(first or head or self.words).letters.strip(_ENDS)

    @property
    def asked(self) -> tuple[str, ...]:
        """What an open question asks, without why it is open; nothing for other lines."""
        return (self.main_part,) if self.label == "Open question" else ()

    @cached_property
    def content(self) -> frozenset[str]:
        return content_words(self.words)


_KEPT = KeptReadings[StandingLine](4_000_000)
"""Each round of a session looks points up in the same lines."""


class StandingPoints:
    """The lines of some texts, to look points up in."""

    def __init__(self, texts: Iterable[str]) -> None:
        lines = (read_line(line) for text in texts for line in text.splitlines())
        self._lines = [line for line in lines if line.words]

    def has(self, point: str, *, is_decision: bool = False) -> bool:
        """Whether one of the lines says `point`, given with or without its mark as a bullet."""
        wanted = read_line(point)
        if not wanted.letters:
            return False
        decides = is_decision or wanted.label == "Decision"
        return any(
            _counts_for(line, wanted, decides) and _says_again(line, wanted) for line in self._near(wanted)
        )

    def _near(self, wanted: StandingLine) -> list[StandingLine]:
        """The lines that may say the same."""
        named = dict.fromkeys([wanted.letters, *wanted.asked])
        found = [line for letters in named for line in self._by_letters.get(letters, [])[:MOST_LINES]]
        if len(wanted.content) < FEWEST_WORDS - 1:
            return found  # words that are everywhere would bring every line
        postings = [self._by_word.get(word, frozenset()) for word in wanted.content]
        shared = frozenset.intersection(*sorted(postings, key=len))
        return [*found, *(self._lines[number] for number in sorted(shared)[:MOST_LINES])]

    @cached_property
    def _by_letters(self) -> dict[str, list[StandingLine]]:
        found: dict[str, list[StandingLine]] = defaultdict(list)
        for line in self._lines:
            found[line.letters].append(line)
            found[line.main_part].append(line)
        return found

    @cached_property
    def _by_word(self) -> dict[str, frozenset[int]]:
        found: dict[str, set[int]] = defaultdict(set)
        for number, line in enumerate(self._lines):
            for word in line.content if len(line.words) <= LONGEST_LINE else ():
                found[word].add(number)
        return {word: frozenset(numbers) for word, numbers in found.items()}


def read_line(line: str) -> StandingLine:
    """A line without the marks of Markdown before it and the label and the names that ELM puts there."""
    return _KEPT.read(line, None, lambda: _read_anew(line))


def _read_anew(line: str) -> StandingLine:
    found = _LINE.match(line)
    if not found:
        return StandingLine("", "", line.strip())
    return StandingLine(found["label"] or "", found["by"] or "", found["words"].strip())


def _counts_for(line: StandingLine, wanted: StandingLine, decides: bool) -> bool:
    if decides and (line.by or line.label) and line.label != "Decision":
        return False
    return line.label == "Open question" or wanted.label == "Open question" or _asks(line) == _asks(wanted)


def _asks(line: StandingLine) -> bool:
    """Whether a line is a question, if only by the word that it begins with ("which bank is meant")."""
    return line.is_question or "?: " in line.words or _QUESTION_WORD.match(line.letters) is not None


def _says_again(line: StandingLine, wanted: StandingLine) -> bool:
    if not {wanted.letters, *wanted.asked}.isdisjoint((line.letters, line.main_part)):
        return True
    if count_negations(line.words) % 2 != count_negations(wanted.words) % 2:
        return False
    rest = line.letters.removeprefix(wanted.letters)
    if rest != line.letters and len(wanted.letters) >= FEWEST_LETTERS and rest.lstrip().startswith(_BREAKS):
        return True
    if len(wanted.content) < FEWEST_WORDS or line.words.startswith("|"):
        return False
    return wanted.content <= line.content and near_identical(line.words, wanted.words)
