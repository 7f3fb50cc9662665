"""Where the words of a question stand in a text, and the part of the text to show for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from reviews.language.search_words import Question, Term, Word, folded_words, words_in

BEFORE, LENGTH = 60, 220
READ = 200_000
"""Characters of a text in which the words are looked for."""
TOGETHER = 160
"""Characters within which words count as standing together."""


class Mark(NamedTuple):
    """A place where a term stands, by characters; `is_whole`: its last word is all of the term's."""

    start: int
    end: int
    term: int
    is_whole: bool


@dataclass(frozen=True)
class Marked:
    """A text and the places of a question's terms in it, in order."""

    text: str
    marks: Sequence[Mark]

    @property
    def best(self) -> int:
        """The number of the mark at which most of the terms stand together, the first of equals."""
        most, found, end = 0, 0, 0
        near: list[int] = []
        for number, mark in enumerate(self.marks):
            while end < len(self.marks) and self.marks[end].start <= mark.start + TOGETHER:
                near.append(self.marks[end].term)
                end += 1
            if len(set(near)) > most:
                most, found = len(set(near)), number
            near.pop(0)
        return found

    @property
    def excerpt(self) -> SafeString:
        """The part of the text where most of the terms stand together, escaped, with them marked."""
        start = max(0, self.marks[self.best].start - BEFORE) if self.marks else 0
        stop = min(len(self.text), start + LENGTH)
        shown, at = "", start
        for mark in self.marks:
            if at <= mark.start and mark.end <= stop:
                shown += conditional_escape(one_line(self.text[at : mark.start]))
                shown += format_html("<mark>{}</mark>", self.text[mark.start : mark.end])
                at = mark.end
        shown += conditional_escape(one_line(self.text[at:stop]))
        before, after = "…" * (start > 0), "…" * (stop < len(self.text))
        return mark_safe(before + shown.strip() + after)  # noqa: S308  every part is escaped above

    @property
    def around(self) -> str:
        """The words of the text from the best mark on to the end of its line: where a browser may go to."""
        if not self.marks:
            return ""
        mark = self.marks[self.best]
        line = self.text.rfind("\n", 0, mark.start) + 1
        begin = max(line, self.text.rfind(" ", line, max(line, mark.start - BEFORE)) + 1)
        end = self.text.find("\n", mark.end)
        return self.text[begin : end if end >= 0 else len(self.text)]


def one_line(text: str) -> str:
    """The text with one space for all that is white, also at its ends."""
    inner = " ".join(text.split())
    return " " * text[:1].isspace() + inner + " " * (text[-1:].isspace() and bool(inner))


def mark_text(text: str, question: Question, limit: int = READ) -> Marked:
    """The text with the places of the question's terms in its first `limit` characters. A place belongs to one term."""
    words = list(words_in(text[:limit]))
    # Most words begin no term: they are passed over at once.
    begins = {term.words[0] for term in question.terms}
    opening = tuple(term.words[0] for term in question.terms if term.is_open and len(term.words) == 1)
    marks, after = [], 0
    for number, word in enumerate(words):
        if number < after or not (word.folded in begins or (opening and word.folded.startswith(opening))):
            continue
        if found := longest_term(words, number, question.terms):
            term, is_whole = found
            after = number + len(question.terms[term].words)
            marks.append(Mark(word.start, words[after - 1].end, term, is_whole))
    return Marked(text, marks)


def longest_term(words: Sequence[Word], at: int, terms: Sequence[Term]) -> tuple[int, bool] | None:
    """The term of most words that stands in the words from number `at` on, and whether its last word is whole."""
    found = [(len(term.words), number) for number, term in enumerate(terms) if stands_at(words, at, term)]
    if not found:
        return None
    length, number = max(found)
    return number, words[at + length - 1].folded == terms[number].words[-1]


def stands_at(words: Sequence[Word], at: int, term: Term) -> bool:
    *first, last = term.words
    if at + len(first) >= len(words) or any(word != words[at + n].folded for n, word in enumerate(first)):
        return False
    here = words[at + len(first)].folded
    return here.startswith(last) if term.is_open else here == last


def marked_snippet(text: str, words: Sequence[str]) -> SafeString:
    """The part of `text` around the words that begin with one of these, escaped, with them marked."""
    terms: Iterator[Term] = (Term(tuple(folded), True) for word in words if (folded := folded_words(word)))
    return mark_text(text, Question(tuple(dict.fromkeys(terms)))).excerpt
