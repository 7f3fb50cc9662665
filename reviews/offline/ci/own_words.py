"""A team's own words: those of its file that are known and never flagged, and those that it bans or calls vague."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from reviews.language.prose import any_case
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.document import Document, Sentence
from reviews.offline.ci.config import Config, normal_words
from reviews.offline.ci.kinds import make_own_finding
from reviews.offline.finding import Finding

_BETWEEN = "”, “"
"""How messages list several terms between their marks."""


def find_own_words(document: Document, config: Config) -> Iterator[Finding]:
    """Each use of a word that the team bans or calls vague, code left out."""
    for kind, case, messages in (
        ("banned_word", "banned_word", config.banned),
        ("vague_claim", "vague_word", config.vague),
    ):
        if messages:
            yield from _find_words(document, kind, case, messages)


def _find_words(document: Document, kind: str, case: str, messages: Mapping[str, str]) -> Iterator[Finding]:
    by_word = {normal_words(word): message for word, message in messages.items()}
    longest_first = sorted(by_word, key=len, reverse=True)
    any_word = "|".join(r"\s{1,4}".join(map(re.escape, word.split())) for word in longest_first)
    pattern = any_case(rf"(?<!\w)(?:{any_word})(?!\w)")
    for sentence in document.sentences:
        for match in pattern.finditer(sentence.plain):
            message = by_word.get(normal_words(match[0]), "")
            yield _about_word(document, sentence, match, kind, case, message)


def _about_word(
    document: Document, sentence: Sentence, match: re.Match[str], kind: str, case: str, message: str
) -> Finding:
    words = sentence.text[match.start() : match.end()]
    return make_own_finding(
        kind,
        words,
        document.index.place(sentence.start + match.start()),
        case=case,
        same=f"{words}\n{sentence.text}",
        words=" ".join(words.split()),
        message=message,
    )


def without_known(findings: Iterable[Finding], known: frozenset[str]) -> Iterator[Finding]:
    """The findings but for those about known words only; of several terms those that are not known stay."""
    for finding in findings:
        terms = find_quoted(finding.message) if known else []
        left = [term for term in terms if normal_words(term) not in known]
        if not terms or len(left) == len(terms):
            yield finding
        elif left and finding.kind == "acronym":
            yield _about_rest(finding, _BETWEEN.join(terms), left)
        elif left:
            yield finding


def _about_rest(finding: Finding, all_terms: str, left: list[str]) -> Finding:
    """A finding about several abbreviations, with those that are left. It keeps its place, which is in the sentence."""
    rest = _BETWEEN.join(left)
    message = finding.message.replace(all_terms, rest)
    if len(left) == 1:
        message = message.replace("” are ", "” is ", 1)
    return replace(finding, message=message, question=finding.question.replace(all_terms, rest))
