"""A text as statements: sentences, rows and labels, each with its facts, its words and what stands over it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from reviews.language.kept import KeptReadings
from reviews.language.reply import Fences
from reviews.language.sourcing.content import (
    content_words,
    contrasted_words,
    count_negations,
    guess_language,
)
from reviews.language.sourcing.facts import Fact, find_facts_in
from reviews.language.sourcing.links import find_links
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import (
    blank_spans,
    find_words,
    fold_word,
    folded_in_order,
    unmark_text,
)
from reviews.language.sourcing.quantities import Quantity
from reviews.language.wordlists import any_word, read_words

_CONTENT = read_words(__file__, "content")
_DATES = read_words(__file__, "dates")
_OUTDATED = re.compile(any_word(read_words(__file__, "sentences").words("outdated")), re.IGNORECASE)
_NO_WORDS = frozenset({"link", "host", "email", "file", "account", "date"})
_ABBREVIATIONS = _CONTENT.vocabulary("abbreviations")
_MONTHS = frozenset(word for words in _DATES.sentences("months").values() for word in words)
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"')\]]{0,3}[ \n]|;[ \n]|,[ \n](?=(?:and|but|und|aber|et|pero)[ \n])", re.IGNORECASE
)
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+")
_NO_ITEM = "|".join(sorted(_MONTHS | {"quartal", "trimestre"}, key=len, reverse=True))
_ITEM = re.compile(
    r"[ \t>]*+(?:[-*+•][ \t]++|\(?\d{1,3}[.)][ \t]++|(?<=>)[ \t]*+)(?:\[[ xX]\][ \t]++)?"
    rf"(?!(?<=\d[.][ ])(?:{_NO_ITEM})(?![^\W_]))",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(r"\[[^\[\]()\n]{1,60}\](?!\()[ \t]*:?")
_LABEL = re.compile(r"[^\W\d_][^\n:|]{0,38}:[ \t]")
_LEAD = re.compile(r"[^\W\d_][^\n:|]{0,38}:")
"""A short line that ends in a colon: it introduces what follows and belongs to nothing before."""
_DEEPEST = 4
_RULE = re.compile(r"[ \t:|]*+-[ \t:|-]*+$")
_WORD_BEFORE = re.compile(r"([^\s(\"]{1,12})$")
_LONGEST = 2000
"""Characters; no sentence is longer, so that the work for one is bounded."""
_PRONOUN = re.compile(rf"\W{{0,200}}(?:{'|'.join(_CONTENT.words('pronouns'))})(?![^\W_])", re.IGNORECASE)
_OF_THESE = re.compile(rf"(?<![^\W_])(?:{'|'.join(_CONTENT.words('of_these'))})(?![^\W_])")
_CUT_UNITS = frozenset({"ms", "min", "sec"})
_FIGURE_END = re.compile(r"\d ?$")
_NEXT_WORD = re.compile(r"[^\W\d_]{1,20}")


@dataclass(frozen=True)
class Statement:
    """What one sentence, row or label of a text says."""

    start: int
    end: int
    plain: str
    """Without Markdown marks, as long as it stands in the text."""
    context: str
    """The unmarked headings, the head of the table or the lead of the list that it stands under."""
    language: str
    facts: tuple[Fact, ...]
    words: frozenset[str]
    context_words: frozenset[str]
    contrasted: frozenset[str]
    negations: int
    is_item: bool = False
    """Whether it stands in a list or in a row of a table under its head."""
    is_heading: bool = False

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.plain.rstrip(" \n\"')").endswith("?")

    @property
    def quantities(self) -> list[Quantity]:
        """Its figures in order, without dates and names."""
        return [fact.meaning for fact in self.facts if isinstance(fact.meaning, Quantity)]

    @cached_property
    def folded_words(self) -> tuple[str, ...]:
        """Its words in order, as they are compared."""
        return folded_in_order(self.plain)

    @cached_property
    def name_words(self) -> frozenset[str]:
        """Every word of it and of its context as the words of names are compared."""
        return _name_words(self.plain) | _name_words(self.context)


@lru_cache(maxsize=4096)
def _name_words(plain: str) -> frozenset[str]:
    found = (found[0] for found in find_words(plain))
    return frozenset(name_word(part) for word in found for part in {word, *word.split("-")})


@dataclass(frozen=True)
class _Block:
    start: int
    end: int
    context: str
    is_row: bool = False
    is_item: bool = False
    is_heading: bool = False


@dataclass(frozen=True)
class _Said:
    """What a sentence, row or label says by itself, wherever it stands; its facts are placed from its start."""

    plain: str
    language: str
    facts: tuple[Fact, ...]
    words: frozenset[str]
    contrasted: frozenset[str]
    negations: int


CODE = "code block"
"""What code stands under."""
_SAID = KeptReadings[_Said](1_500_000)
"""A session reads the same sentences many times: those of its notes, of the working copy and of its edits."""


def known_words(known: Collection[str]) -> frozenset[str]:
    """The words of names as they are compared, and file names whole."""
    files = frozenset(value for name in known for _, _, kind, value in find_links(name) if kind == "file")
    return files | frozenset(name_word(found[0]) for name in known for found in find_words(unmark_text(name)))


def read_statements(text: str, known: Collection[str] = (), *, language: str = "") -> tuple[Statement, ...]:
    """The statements of `text` in order. `known`: words of names that are no facts, as `known_words` gives them.
    `language`: that of a text whose own words don't tell it."""
    plain = unmark_text(text)
    whole = guess_language(plain) or language
    over: dict[str, frozenset[str]] = {}
    found: list[Statement] = []
    names = frozenset(known)
    for block in _find_blocks(text, plain):
        if block.context not in over:
            over[block.context] = content_words(block.context, whole)
        for start, end in _split_block(plain, block):
            said = _read_said(text[start:end], plain[start:end], whole, names)
            one = _place_statement(said, start, end, block, over[block.context])
            goes_on = start > block.start and bool(_PRONOUN.match(one.plain) or _OF_THESE.search(one.plain))
            found.append(replace(one, context_words=one.context_words | found[-1].words) if goes_on else one)
    return tuple(found)


def _place_statement(
    said: _Said, start: int, end: int, block: _Block, context_words: frozenset[str]
) -> Statement:
    facts = tuple(
        Fact(one.kind, one.text, start + one.start, start + one.end, one.value, one.meaning)
        for one in said.facts
    )
    return Statement(
        start,
        end,
        said.plain,
        block.context,
        said.language,
        facts,
        said.words,
        context_words,
        said.contrasted,
        said.negations,
        block.is_item,
        block.is_heading,
    )


def _read_said(written: str, said: str, whole: str, known: frozenset[str]) -> _Said:
    """One statement by itself: the same words are read once as long as they are among the latest."""
    return _SAID.read(written, (said, whole, known), lambda: _read_anew(written, said, whole, known))


def _read_anew(written: str, said: str, whole: str, known: frozenset[str]) -> _Said:
    language = guess_language(said) or whole
    facts = find_facts_in(said, language, known, written, 0)
    return _Said(
        said,
        language,
        tuple(fact for fact in facts if fact.kind != "file" or fact.value not in known),
        content_words(_without_places(said, facts), language),
        contrasted_words(said, language),
        count_negations(said),
    )


def _without_places(said: str, facts: tuple[Fact, ...]) -> str:
    """A statement without what is written in more ways than words can show: links, addresses, dates."""
    gone = (fact for fact in facts if fact.kind in _NO_WORDS and not fact.value.startswith("weekday"))
    return blank_spans(said, [(fact.start, fact.end) for fact in gone])


def _find_blocks(text: str, plain: str) -> Iterator[_Block]:
    """Headings, rows, list items, labelled lines and paragraphs, each with what it stands under: code under words
    that say so, and a paragraph under the lead before it where that calls it outdated."""
    headings: dict[int, str] = {}
    parents: list[tuple[int, str]] = []
    head = lead = ""
    last: _Block | None = None
    fences, leads = Fences(), False
    for (start, end), written in zip(_lines(plain), text.split("\n"), strict=True):
        line = plain[start:end]
        code = CODE if fences.cover(written) else ""
        heading, item = _HEADING.match(line) if not code else None, _ITEM.match(line)
        begin = start + (item.end() if item else 0)
        is_row = line.lstrip(" >").startswith("|")
        joins = (
            last is not None and line.strip() and not (heading or is_row or item) and not _LABEL.match(line)
        )
        if last and joins and not last.is_row and not (last.is_item and _LEAD.fullmatch(line.strip())):
            last = replace(last, end=end)
            continue
        if last:
            yield last
            if plain[last.end - 1 : last.end] == ":":
                lead = plain[last.start : last.end][-100:]
                leads = _OUTDATED.search(lead) is not None
            last = None
        if heading:
            level = len(heading[1])
            headings = {key: value for key, value in headings.items() if key < level}
            over = " ".join(headings.values())
            headings[level] = line[heading.end() :][:100]
            head = lead = ""
            leads = False
            yield _Block(start + heading.end(), end, over, is_heading=True)
        elif is_row and not _RULE.match(line):
            head = head or line[:300]
            over, leads = head if head != line[:300] else "", False
            yield _Block(start, end, " ".join([*headings.values(), over]), True, bool(over))
        elif line.strip() and not is_row:
            is_item = item is not None
            under = lead if is_item or leads else ""
            lead, head, leads = (lead if is_item else ""), "", False
            begin += _attribution_length(plain, begin, end)
            parents = _parents_of(parents, line) if is_item else []
            over = " ".join(each for _, each in parents)
            last = _Block(
                begin, end, " ".join([*headings.values(), under, over, code]).rstrip(), False, is_item
            )
            parents += [(_indent(line), line[item.end() :][:100])] if item else []
    if last:
        yield last


def _parents_of(parents: list[tuple[int, str]], line: str) -> list[tuple[int, str]]:
    """The items that an item stands under, with how far each is indented."""
    return [one for one in parents if one[0] < _indent(line)][-_DEEPEST:]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t>"))


def _lines(plain: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in plain.split("\n"):
        yield start, start + len(line.rstrip())
        start += len(line) + 1


def _attribution_length(plain: str, begin: int, end: int) -> int:
    """How long a leading "[Maya/Alex]" is."""
    found = _ATTRIBUTION.match(plain, begin, end)
    return found.end() - found.start() if found else 0


def _split_block(plain: str, block: _Block) -> Iterator[tuple[int, int]]:
    """Where the sentences of a block stand; what is longer than any sentence comes in portions."""
    start = block.start
    for found in [] if block.is_row else _END.finditer(plain, block.start, block.end):
        if _ends_sentence(plain, start, found, block.end):
            yield from _portions(plain, start, found.end())
            start = found.end()
    yield from _portions(plain, start, block.end)


def _portions(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > _LONGEST:
        cut = plain.rfind(" ", start + 1, start + _LONGEST) + 1 or start + _LONGEST
        yield start, cut
        start = cut
    said = plain[start:end].rstrip()
    if said.strip():
        yield start, start + len(said)


def _ends_sentence(plain: str, start: int, found: re.Match[str], end: int) -> bool:
    mark = found[0].rstrip()
    if mark.startswith(("...", "…")) and plain[found.end() : found.end() + 1].islower():
        return False
    if mark != ".":
        return True
    before = _WORD_BEFORE.search(plain, max(start, found.start() - 12), found.start())
    word = fold_word(before[1]) if before else ""
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()):
        place = max(start, found.start() - len(word) - 2)
        return word in _CUT_UNITS and _FIGURE_END.search(plain, place, found.start() - len(word)) is not None
    if word.isdigit() and len(word) <= 2:
        after = _NEXT_WORD.match(plain, found.end(), end)
        return (
            after is not None
            and fold_word(after[0]) not in _MONTHS
            and after[0][0].isupper()
            and fold_word(after[0]) not in ("quartal",)
        )
    return True
