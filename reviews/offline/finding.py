"""What the offline reviewer says: one problem, the verbatim words that show it, the question it raises."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reviews.language.reading.document import Sentence
from reviews.language.wordlists import read_words
from reviews.states import Severity

_WORDS = read_words(__file__, "findings")
TITLES = _WORDS.texts("titles")
KINDS = tuple(TITLES)
_SAID = {case: _WORDS.texts(case) for case in _WORDS.content if case != "titles"}
CASES = tuple(_SAID)

_MEASURED: Mapping[str, Mapping[str, tuple[int, int]]] = tomllib.loads(
    Path(__file__).with_name("measured.toml").read_text(encoding="utf-8")
)
LEAST_USE = 0.6
"""The share of useful ones from which on findings are told as findings and not as hints."""


def measured_use(kind: str) -> Mapping[str, tuple[int, int]]:
    """How many findings of a kind readers called useful, and of how many that they judged, by the case of it."""
    return _MEASURED.get(kind, {})


def expected_use(kind: str, case: str = "") -> float:
    """The share of useful ones among the findings of this case of a kind, or of its usual one when nobody has judged
    this; 0 when nobody has judged either."""
    judged = measured_use(kind)
    useful, of = judged.get(case) or judged.get(kind, (0, 1))
    return useful / of


@dataclass(frozen=True)
class Finding:
    """One problem of one document.

    quote: the words of the document, verbatim, or "" when something is missing from the whole document.
    line, column: where the quote starts, counted from 1; both 0 when the finding is about the whole document.
    message: what is wrong, in a sentence. question: what a sceptical executive would ask about exactly this.
    confidence: 0 to 1, how sure the rule is. use: 0 to 1, how often readers called such findings useful.
    fingerprint: the same for the same kind and quote, wherever the quote moves to.
    """

    kind: str
    quote: str
    line: int
    column: int
    message: str
    question: str
    confidence: float = 0.7
    severity: Severity = field(default=Severity.MEDIUM)
    use: float = 1.0
    fingerprint: str = ""

    @property
    def is_hint(self) -> bool:
        """Whether rules that say such things are wrong or idle too often to be listened to unasked."""
        return self.use < LEAST_USE


def finding_fingerprint(kind: str, quote: str) -> str:
    """A stable hash of a kind and its quote; case and spacing of the quote do not count."""
    normal = " ".join(quote.lower().split())
    return hashlib.sha256(f"{kind}\n{normal}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def make_finding(
    kind: str, quote: str, place: tuple[int, int], confidence: float = 0.7, *, case: str = "", **words: object
) -> Finding:
    """A Finding with the use that this case of its kind was measured to have, a low one when it is a hint. `place` is
    (line, column), or (0, 0).

    It says and asks what words/findings.toml has for its kind, or for this case of it, with `words` filled in.
    """
    line, column = place
    use = expected_use(kind, case)
    said = _SAID[case or kind]
    return Finding(
        kind=kind,
        quote=quote,
        line=line,
        column=column,
        message=said["says"].format(**words),
        question=said["asks"].format(**words),
        confidence=confidence,
        severity=Severity.MEDIUM if use >= LEAST_USE else Severity.LOW,
        use=use,
        fingerprint=finding_fingerprint(kind, quote or kind),
    )


def finding_about(
    kind: str, sentence: Sentence, confidence: float = 0.7, *, case: str = "", **words: object
) -> Finding:
    """A Finding that quotes a whole sentence, or the part of one that `Sentence.from_line_of` gives."""
    start = few_words(sentence.text)
    place = (sentence.line, sentence.column)
    return make_finding(kind, sentence.text, place, confidence, case=case, sentence=start, **words)


def few_words(text: str, most: int = 12) -> str:
    """The first words of a quote for use inside a question: one line, no markup, at most `most` words."""
    words = re.sub(r"[*_`]+|\]\([^)\s]{0,300}\)|[\[\]]", "", text).split()
    return " ".join(words[:most]).rstrip(" .,;:") + (" …" if len(words) > most else "")


def contradiction(
    kind: str, here: str, sentence: Sentence, there: str, earlier: Sentence, *, case: str = ""
) -> Finding:
    """A Finding that says `here` in one sentence but `there` in an earlier one, which it quotes with its line."""
    other = few_words(earlier.text)
    return finding_about(
        kind, sentence, 0.75, case=case, here=here, there=there, line=earlier.line, other=other
    )


def same_words_again(more: int) -> str:
    """That the same words come in more places, "" when they don't."""
    return f" The same words come in {more} more place{'s' if more > 1 else ''}." if more else ""
