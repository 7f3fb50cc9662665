"""Acronyms that are never spelled out.

Looks for a capital abbreviation in prose whose meaning is given nowhere in the document: not as "long form (LF)", "LF
(long form)", "LF: …", "LF stands for …", nor in a table or list, nor by capital words with these initials anywhere, or
by any words in the same paragraph. Leaves alone what the readers of this document know (units, everyday terms of the
web, well-known bodies, frequent ones and those in its links; in a technical text also the terms of the trade), people's
initials, words in capitals for emphasis, names in code, and every use but the first: one acronym is one finding.
"""

import re
from collections.abc import Iterable, Iterator

from wordfreq import zipf_frequency

from reviews import offline
from reviews.language.reading.document import Block, Document, Sentence
from reviews.language.reading.sentences import WORD
from reviews.language.wordlists import read_words
from reviews.offline.finding import Finding, few_words, make_finding

_ACRONYM = re.compile(
    r"(?<![\w.¤@#$/\\<-])[A-Z](?:[A-Z0-9]|&(?=[A-Z])){1,6}(?=s?(?![\w¤]|[-.:/\\_]\w|-))(?!>)"
)

_WORDS = read_words(offline.__file__, "acronyms")
KNOWN = _WORDS.vocabulary("known")
_TRADE = _WORDS.vocabulary("trade")
_OF_THE_TRADE = _TRADE | _WORDS.vocabulary("technical")
_EMPHASIS = _WORDS.vocabulary("emphasis")
_SMALL = _WORDS.vocabulary("small")
# A capital word behind it makes it part of a name: "SIG Node", "HMS Victory".
_NAME = re.compile(r" [A-Z][a-z]")
_OF_CODE = re.compile(r"¤\W{0,3}\s\($")
_LABEL_END = re.compile(r"[^\[\]]{0,200}\][(\[]")
_SAYS = re.compile(
    r"s?[\s\"”'*]*+(?:,\s*+)?(?:stands?\s+for|means|is\s+short\s+for|is\s+an?\s+(?:acronym|abbreviation)|is\s+(?:the|our|an?)\s+[a-z]\w*)\b"
)
_OPENS = re.compile(r"s?[\s\"”'*]*+(?:\(|[:=–—-]|(?:,\s*+)?(?:or|i\.e\.|aka)\s)")
_CLOSES = re.compile(r"[(\[“\"'/=:–—-]\s*$|\b(?:or|as|called|short|aka|abbreviated|acronym)\W{0,3}$")
# "JD: I agree", "- JD will ask".
_SPEAKER = re.compile(r"\W{0,200}(?:\[.\]\s*)?([A-Z]{2,4}):")
_CODED, _TERMS = 3, 2
"""Sentences with code, and terms of the trade, from which on a text is technical."""
_PATH, _SMALL_PART = re.compile(r"[\w/.@-]++"), re.compile(r"(?<![a-z0-9])[a-z0-9]++(?![A-Z])")
_MET = {True: 2.5, False: 3.0}
"""How frequent an abbreviation is that people of the trade and other readers have met, as a Zipf value."""
_PARTS = re.compile(r"[A-Za-z][a-z]*|\d+")


def find(document: Document) -> Iterator[Finding]:
    """One finding per sentence that first uses acronyms."""
    first: dict[str, tuple[Sentence, int]] = {}
    for sentence in document.sentences:
        if sentence.kind != "heading" and not _is_shouted(sentence):
            for match in _ACRONYM.finditer(sentence.plain):
                if not _in_link(sentence.text, match.start()) and not _NAME.match(
                    sentence.plain, match.end()
                ):
                    first.setdefault(match.group(), (sentence, match.start()))
    technical = is_technical(document)
    known = _known_by_name(document, first, technical=technical) | (_TRADE if technical else frozenset())
    first = {term: place for term, place in first.items() if term not in known and not _is_known(term)}
    if not first:
        return
    asked = frozenset(first)
    explained = _explained_terms(document, asked) | _plain_words(document, asked) | _initials(document, asked)
    by_sentence: dict[int, list[str]] = {}
    for term, (sentence, _) in first.items():
        if term not in explained:
            by_sentence.setdefault(sentence.index, []).append(term)
    for terms in by_sentence.values():
        yield _acronym_finding(document, terms, *first[terms[0]])


def _known_by_name(document: Document, terms: Iterable[str], *, technical: bool) -> frozenset[str]:
    """The terms that readers have met: frequent ones, and those that stand in the names of links and files of the text,
    in small letters."""
    paths = (word for word in _PATH.findall(document.text) if len(_PARTS.findall(word)) > 1)
    named = {part for path in paths for part in _SMALL_PART.findall(path)}
    return frozenset(
        term for term in terms if zipf_frequency(term, "en") >= _MET[technical] or term.lower() in named
    )


def _in_link(text: str, at: int) -> bool:
    """Whether a character stands in the label of a link, which explains itself."""
    opening = text.rfind("[", max(0, at - 200), at)
    return opening > text.rfind("]", 0, at) and bool(_LABEL_END.match(text, at))


def _is_shouted(sentence: Sentence) -> bool:
    """Whether a whole sentence stands in capitals."""
    return sentence.plain.isupper() and (len(sentence.words) > 2 or sentence.kind == "paragraph")


def _is_known(term: str) -> bool:
    digits = sum(c.isdigit() for c in term)
    return term in KNOWN or term in _EMPHASIS or digits * 2 >= len(term)


def _plain_words(document: Document, terms: frozenset[str]) -> frozenset[str]:
    """The terms that also come in small letters: ordinary words that were shouted."""
    small = {word for sentence in document.sentences for word in sentence.words if word.islower()}
    return frozenset(term for term in terms if term.lower() in small)


def _initials(document: Document, terms: frozenset[str]) -> frozenset[str]:
    """The terms that are the initials of words in a row: of capital ones anywhere, of any others in their paragraph;
    and those that mark who speaks, in "JD: I agree"."""
    found: set[str] = set()
    for block in document.blocks:
        if block.kind in ("code", "html", "comment"):
            continue
        if speaker := _SPEAKER.match(block.plain):
            found |= terms & {speaker[1]}
        told = WORD.findall(block.plain)
        words = [word for word in told if word not in terms and word.lower() not in _SMALL]
        found |= terms & _runs("".join(word[0] if word[0].isupper() else " " for word in words))
        if near := terms.intersection(told):
            found |= near & _runs("".join(word[0].upper() for word in words))
    return frozenset(found)


def _runs(letters: str) -> set[str]:
    """All stretches of these letters that are as long as an acronym, two letters aside: those come by chance."""
    return {letters[at : at + size] for size in range(3, 8) for at in range(len(letters) - size + 1)}


def is_technical(document: Document) -> bool:
    """Whether a text is for people of the trade: it has code in it, or several of their terms."""
    if any(block.kind == "code" for block in document.blocks):
        return True
    coded = sum(1 for sentence in document.sentences if "¤" in sentence.plain.replace("¤" * 40, ""))
    terms = {match.group() for sentence in document.sentences for match in _ACRONYM.finditer(sentence.plain)}
    return coded >= _CODED or len(terms & _OF_THE_TRADE) >= _TERMS


def _acronym_finding(document: Document, terms: list[str], sentence: Sentence, at: int) -> Finding:
    rarest = min(zipf_frequency(term, "en") for term in terms)
    return make_finding(
        "acronym",
        terms[0],
        document.index.place(sentence.start + at),
        0.9 - rarest / 20,
        terms="”, “".join(terms),
        verb="is" if len(terms) == 1 else "are",
        sentence=few_words(sentence.text),
    )


def _explained_terms(document: Document, terms: frozenset[str]) -> frozenset[str]:
    """The terms whose long form stands somewhere in the document."""
    found: set[str] = set()
    for block in document.blocks:
        if block.kind in ("code", "html", "comment"):
            continue
        for match in _ACRONYM.finditer(block.plain):
            term = match.group()
            if term in terms and term not in found and _explains(block, match.start(), match.end(), term):
                found.add(term)
    return frozenset(found)


def _explains(block: Block, start: int, end: int, term: str) -> bool:
    """Whether the words around one use of a term give its long form."""
    before, after = block.plain[max(0, start - 120) : start], block.plain[end : end + 120]
    if _SAYS.match(after) or _OF_CODE.search(before):
        return True
    if _OPENS.match(after) and _spells_term(term, _PARTS.findall(after), from_start=True):
        return True
    if _CLOSES.search(before) and _spells_term(term, _PARTS.findall(before), from_start=False):
        return True
    cells = [cell.strip(" *`_") for cell in block.row.split("|") if cell.strip()]
    return block.kind == "table_cell" and len(cells) > 1 and term in cells


def _spells_term(term: str, words: list[str], from_start: bool) -> bool:
    """Whether consecutive words spell the term, from the first word on or up to the last one."""
    letters = [c for c in term.lower() if c.isalnum()]
    lowered = [word.lower() for word in words]
    if from_start:
        return _fits(letters, lowered)
    starts = range(len(lowered) - 1, max(-1, len(lowered) - 2 * len(letters) - 3), -1)
    return any(lowered[at][0] == letters[0] and _fits(letters, lowered[at:], whole=True) for at in starts)


def _fits(letters: list[str], words: list[str], whole: bool = False) -> bool:
    """Whether the letters are initials of these words in order, some of them inside a word.

    Small words may be passed over. With `whole`, no other word may be left over.
    """
    left, initials = list(letters), 0
    for position, word in enumerate(words):
        if not left:
            return not whole
        if word[0] == left[0]:
            initials += 1
            left.pop(0)
            inner = word[1:]
            while left and left[0] in inner and not _starts_next(words, position, left[0]):
                inner = inner[inner.index(left.pop(0)) + 1 :]
        elif initials and left[0] in word[1:] and word not in _SMALL:
            left.pop(0)
        elif word not in _SMALL:
            return False
    return not left and (initials >= 2 or len(letters) == 2)


def _starts_next(words: list[str], position: int, letter: str) -> bool:
    """Whether one of the next two words starts with the letter, so that it need not be an inner one."""
    return any(word[0] == letter and word not in _SMALL for word in words[position + 1 : position + 3])
