"""Words to quote: verbatim for the record, readable for a person.

A `Passage` keeps the exact slice of the notes, which code can look up again, and knows how to show it on one line
without Markdown's marks, cut at a word and never in the middle of one.
"""

import re
from dataclasses import dataclass

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection, Sentence

_WORDS = phrases(language.__file__, "passages", gap=" ")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_MARKS = re.compile(
    r"\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|~~|</?[a-zA-Z][^<>]{0,200}>|\[\^?[\w-]{1,20}\](?!\()"
)
_BESIDE_THE_POINT = _WORDS.anywhere("beside_the_point")
_OPEN_POINTS = _WORDS.whole("open_points")
_PLACEHOLDER = any_case(rf"^\W*{_WORDS.any_of('placeholder')}\b")
_ONLY_A_LINK = re.compile(r"\[[^\[\]]+\]\([^()]+\)")
_FINITE = _WORDS.whole("finite")


@dataclass(frozen=True)
class Passage:
    """A slice of one document: `quote` is verbatim, `section` the title above it, "" before the first heading."""

    quote: str
    section: str = ""
    artifact: str = ""

    def shown(self, most: int = 45) -> str:
        """The quote on one line as a reader would see it, at most `most` words, without the last full stop."""
        words = shown(self.quote).split()
        if len(words) > most:
            return " ".join(words[:most]).rstrip(",;:–—-") + " …"
        return " ".join(words).rstrip(".:;, ")


def shown(text: str) -> str:
    """`text` on one line, links and emphasis as a reader sees them, inner double quotes made single."""
    line = _MARKS.sub("", _LINK.sub(r"\1", text))
    line = re.sub(r"[“”„«»\"]", "'", " ".join(line.split()))
    return line.strip()


def passage(document: Document, sentence: Sentence) -> Passage:
    """The passage that is one whole sentence of `document`."""
    return Passage(sentence.text, title_of(sentence.section), document.name)


def title_of(section: ReadSection) -> str:
    """A section's title as a person would say it."""
    title = re.sub(r"^\s*(?:\d+[.)]\s*)+", "", shown(section.title))
    title = re.sub(r"\s*[(\[]?\b(?:optional|if applicable)[)\]]?\s*$", "", title, flags=re.IGNORECASE).strip(
        "` :"
    )
    words = title.split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")


def is_open_points(section: ReadSection) -> bool:
    """Whether the section lists what nobody has answered yet."""
    return any(_OPEN_POINTS.search(title) for title in section.path)


def is_beside_the_point(section: ReadSection) -> bool:
    """Whether the section is about the document, or about what it leaves out, rather than about the matter."""
    return any(_BESIDE_THE_POINT.search(title) for title in section.path)


def is_statement(sentence: Sentence, least: int = 5) -> bool:
    """Whether this sentence says something that can be quoted as an answer."""
    if sentence.kind not in ("paragraph", "list_item") or len(sentence.words) < least:
        return False
    plain = sentence.plain.strip()
    if plain.endswith(("?", ":")) or _PLACEHOLDER.match(plain) or re.match(r"\[[ xX]\]", sentence.text):
        return False
    code = sentence.plain.count("¤") + (len(plain) if _ONLY_A_LINK.fullmatch(sentence.text.strip()) else 0)
    return code * 2 < len(sentence.plain) and bool(_FINITE.search(plain)) and plain.count("|") < 3


def statements(document: Document, least: int = 5) -> list[Sentence]:
    """The sentences that may answer something: not headings, code, lists of links, open points or other scopes."""
    unfit = {s.index for s in document.sections if is_open_points(s) or is_beside_the_point(s)}
    return [s for s in document.sentences if s.section.index not in unfit and is_statement(s, least)]
