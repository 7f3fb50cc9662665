"""Counts that don't fit what is counted.

Looks for "three phases:" with another number of items below it, "three regions: A, B, C and D", "two options" in a text
with headings "Option 1" to "Option 3", a person who stands twice in one list, and more votes than people. Leaves alone
bounds ("at least two"), lists that only begin something ("such as", "among them"), and a count of something else than
the items ("the two teams need:").
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.figures import Figure, figures_of, read_figures
from reviews.language.reading.outline import ItemList, as_read, outline_of
from reviews.language.reading.signals import NUMBER
from reviews.language.reading.topics import crude_stem
from reviews.language.sourcing.quantities import whole_number
from reviews.offline.finding import Finding, contradiction

_WORDS = phrases(offline.__file__, "counts")
_TAIL = any_case(rf"(?:\s+{_WORDS.any_of('leads_on')}\b[^,;:]{{0,60}})?\s*:\W{{0,200}}")
_ELSE = _WORDS.whole("of_something_else")
_OPEN_END = _WORDS.whole("open_end")
_LISTED = re.compile(r"\s*[:(–—]\s*([^:;().!?–—]{3,200})[).]?\W{0,200}")
_NEXT_LABEL = re.compile(r"\s(?=[A-Z][a-z]{2,20}:)")
_LAST = re.compile(r"(?:,|(?<!\s))\s++(?:and|or|&)\s++|,\s++")
_NUMBERED = re.compile(r"\W{0,200}(?P<noun>[^\W\d_]{3,20})\s+(?P<number>\d{1,2}|[A-H])(?=\W|$)")
_NAME = re.compile(r"((?:[A-Z][\w'’.-]+ ){1,3}[A-Z][\w'’-]+)(?:\s*[(@,–—-].{0,80})?")
_VOTES = any_case(rf"\b([\w-]{{1,20}}) (?:votes? )?{_WORDS.any_of('voted')}\b")
_PRESENT = any_case(rf"\b{_WORDS.any_of('present')}\W{{0,4}}[(:]\s?(\d{{1,3}})\b")
_SENTENCE_END = re.compile(r"\.\s+(?=[A-Z])")
_PARTS = re.compile(r",\s{1,3}(?:and\s{1,3})?|(?<!\s)\s{1,3}and\s{1,3}(?=\d)|;\s{0,3}")
_PART = re.compile(r"(\d{1,6})\s+(?:of|in|at|from|by|for|to)?\s?\D{1,60}[\w)]{0,3}$")
_LONGEST_SUM = 300
_MOST, _FEWEST_ITEMS, _FEWEST_NAMES = 20, 2, 4
_LONGEST_ITEM = 4
"""Words of an item in a sentence; what is longer may be more than one."""


def find(document: Document) -> Iterator[Finding]:
    """Lists that do not have as many items as is said before them, then sentences, then numbered headings."""
    outline = outline_of(document)
    for number, one in enumerate(outline.lists):
        yield from _wrong_list(one, outline.lists[number : number + _MOST])
        yield from _named_twice(one)
    counts: dict[str, list[Figure]] = defaultdict(list)
    for figure in filter(_is_count, figures_of(document)):
        yield from _wrong_enumeration(figure)
        counts[figure.unit].append(figure)
    for figure in figures_of(document):
        if not (figure.quantity.unit or figure.bound or figure.quantity.about):
            yield from _wrong_sum(figure)
    yield from _wrong_headings(document, counts)
    yield from _more_votes_than_people(document)


def _is_count(figure: Figure) -> bool:
    """Whether a figure counts things, exactly and in the whole."""
    whole = not figure.quantity.unit and figure.value == int(figure.value) and 2 <= figure.value <= _MOST
    return whole and not (
        figure.bound or figure.quantity.about or figure.roles & {"more", "part", "limit", "trip"}
    )


def _wrong_list(one: ItemList, following: tuple[ItemList, ...]) -> Iterator[Finding]:
    lead = one.lead
    if lead is None or one.mixed or len(one.items) < _FEWEST_ITEMS or not lead.plain.rstrip().endswith(":"):
        return
    counted = [figure for figure in read_figures(lead) if _is_count(figure)]
    if not counted or _OPEN_END.search(lead.plain) or _ELSE.search(lead.plain):
        return
    figure = counted[-1]
    if not _TAIL.fullmatch(lead.plain, figure.end):
        return
    # Text between the items cuts a list into several.
    alike = [len(each.items) for each in following if each.section is one.section]
    inside = sum(1 for item in one.items for block in item.blocks[1:] if block.kind == "list_item")
    if figure.value not in {*accumulate(alike), inside}:
        first = one.items[0].sentences
        if first:
            there = f"{len(one.items)} items"
            yield contradiction("count_conflict", figure.shown, lead, there, first[0])


def _named_twice(one: ItemList) -> Iterator[Finding]:
    """People who stand twice in a list of people."""
    seen: dict[str, Sentence] = {}
    named = [
        (item.sentences[0], _NAME.fullmatch(as_read(item.sentences[0].text)))
        for item in one.items
        if item.sentences
    ]
    if len(named) < _FEWEST_NAMES or sum(1 for _, name in named if name) * 3 < len(named) * 2:
        return
    for sentence, name in named:
        if name and (earlier := seen.setdefault(name[1], sentence)) is not sentence:
            yield contradiction("count_conflict", name[1], sentence, name[1], earlier, case="named_twice")


def _wrong_enumeration(figure: Figure) -> Iterator[Finding]:
    """A count with the things themselves behind it."""
    plain = figure.sentence.plain
    label = _NEXT_LABEL.search(plain, figure.end)  # lines of a head are one sentence
    listed = _LISTED.match(plain, figure.end, label.start() if label else len(plain))
    if not listed or _OPEN_END.search(plain) or listed[1].count(",") < 1:
        return
    parts = [part.strip() for part in listed[1].split(",") if part.strip()]
    items = [*parts[:-1], *(part for part in _LAST.split(parts[-1].removeprefix("and ")) if part)]
    plain_items = all(len(item.split()) <= _LONGEST_ITEM and "¤" not in item for item in items)
    plain_items = plain_items and not any(NUMBER.match(item) for item in items)
    if plain_items and not any(" and " in item or " or " in item for item in parts[:-1]):
        is_series = bool(re.search(r"\b(?:and|or|&)\b", parts[-1])) or len(parts) > 2
        if is_series and len(items) != figure.value and len(items) != len(parts[:-1]):
            there, line = f"{len(items)}: {', '.join(items)}", figure.sentence.from_line_of(figure.end)
            yield contradiction("count_conflict", figure.shown, line, there, line)


def _wrong_sum(figure: Figure) -> Iterator[Finding]:
    """A count whose parts stand behind a colon, each with a count of its own, and come to another one."""
    plain = figure.sentence.plain
    lead, colon, rest = plain[figure.end :].partition(":")
    if not colon or NUMBER.search(lead) or _OPEN_END.search(plain) or "%" in rest:
        return
    rest = _SENTENCE_END.split(rest, maxsplit=1)[0]
    parts = [part for part in _PARTS.split(rest.strip(" .")) if part.strip()]
    told = [_PART.match(part) for part in parts]
    if len(parts) < _FEWEST_ITEMS or not all(told) or " and " not in rest:
        return
    values = [int(found[1]) for found in told if found]
    if len(figure.sentence.plain) <= _LONGEST_SUM and sum(values) != figure.value > max(values):
        there, line = (
            f"{' + '.join(map(str, values))} = {sum(values)}",
            figure.sentence.from_line_of(figure.end),
        )
        yield contradiction("count_conflict", figure.shown, line, there, line)


def _more_votes_than_people(document: Document) -> Iterator[Finding]:
    """Votes of which there are more than people who are said to be there."""
    prose = [one for one in document.sentences if not one.block.quoted]
    told = next(((one, found) for one in prose if (found := _PRESENT.search(one.plain))), None)
    if told is None:
        return
    there, found = told
    for sentence in prose:
        votes = [whole_number(vote[1].casefold()) or 0 for vote in _VOTES.finditer(sentence.plain)]
        if len(votes) > 1 and sum(votes) > int(found[1]):
            yield contradiction("count_conflict", f"{sum(votes)} votes", sentence, found[0], there)


def _wrong_headings(document: Document, counts: dict[str, list[Figure]]) -> Iterator[Finding]:
    """Counts of what the headings number otherwise: "two options" over "Option 1" to "Option 3"."""
    numbered: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for section in document.sections:
        if match := _NUMBERED.match(section.title):
            numbered[crude_stem(match["noun"].lower())].append((match["number"], section.index))
    heads = {one.section.index: one for one in document.sentences if one.kind == "heading"}
    for noun, found in numbered.items():
        labels = [label for label, _ in found]
        first = document.sections[found[0][1]]
        if len(set(labels)) != len(labels) or len(labels) < 2 or labels[0] not in "1A":
            continue
        told = [figure for figure in counts.get(noun, []) if figure.sentence.line < first.line]
        if told and all(figure.value != len(labels) for figure in told):
            there = f"{len(labels)} headings from “{first.title[:40]}” on"
            yield contradiction(
                "count_conflict", told[-1].shown, told[-1].sentence, there, heads[first.index]
            )
