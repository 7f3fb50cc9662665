"""Figures that contradict each other.

Looks for two sentences about the same thing that give different figures in the same unit and the same part: how often,
a limit, a goal, today. "The same thing" means that most content words around the shorter one come back around the
other. A cell of a table is held against sentences that name its row and its column, and a row of totals against its
column. Leaves alone changes (from 30 to 45), comparisons, examples, bounds that are kept, figures that follow from
each other, and what stands side by side in a list or a table, which is a list of cases.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.figures import Figure, can_be_one, differ, figures_of
from reviews.language.reading.outline import Row, Table, outline_of
from reviews.language.reading.topics import content_stems, crude_stem, stem_overlap
from reviews.language.sourcing.quantities import Quantity, find_quantities
from reviews.offline.finding import Finding, contradiction, make_finding

_WORDS = phrases(offline.__file__, "numbers")
_SELECTS = re.compile(
    r"(?i)\b(?:any|all|those)\b[^.]{0,60}\b(?:that|which|who)\b|\b(?:that|which|who) (?:is|are|was|were) \w+ing\b"
)
_TOTAL = any_case(rf"\W{{0,200}}{_WORDS.any_of('total')}\b")
_AVERAGE = _WORDS.whole("average")
_PEOPLE = frozenset(map(crude_stem, _WORDS.words.words("people")))
_REACH = 30
_SIBLINGS, _SHORT = 8, 6
_LONGEST_CELL = 200
_FEWEST_ADDENDS, _MOST_ADDENDS = 2, 60
_ROUNDING = Decimal("0.01")


def find(document: Document) -> Iterator[Finding]:
    """One finding per later sentence that contradicts an earlier one, then what tables contradict."""
    by_unit: dict[str, list[Figure]] = defaultdict(list)
    for figure in figures_of(document):
        if not figure.sentence.plain.rstrip().endswith("?"):
            by_unit[figure.unit].append(figure)
    told: set[int] = set()
    for earlier, later in chain.from_iterable(map(_conflicting_figures, by_unit.values())):
        if later.sentence.index not in told:
            told.add(later.sentence.index)
            yield contradiction(
                "number_conflict", later.shown, later.sentence, earlier.shown, earlier.sentence
            )
    cells = _Cells(document)
    for figures in by_unit.values():
        for figure in figures:
            if figure.sentence.index not in told and (cell := cells.against(figure)):
                told.add(figure.sentence.index)
                yield _against_cell(figure, *cell)
    for table in outline_of(document).tables:
        yield from _wrong_totals(table)


def _conflicting_figures(figures: list[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Pairs that contradict each other. Three values or more for one thing are a series, not a slip."""
    for position, later in enumerate(figures):
        around = figures[max(0, position - _REACH) : position + _REACH]
        against = [figure for figure in around if _figures_contradict(figure, later)]
        one_other = len({figure.value for figure in against}) == 1
        if one_other and against[0].sentence.index < later.sentence.index:
            yield against[0], later


def _are_near(a: Figure, b: Figure) -> bool:
    """Whether two figures stand among the same words."""
    shared = len(a.near & b.near)
    if a.sentence.block is b.sentence.block:
        # Figures of one paragraph are more often said of different things.
        return shared > 2 and stem_overlap(a.near, b.near) >= 0.75
    if shared >= 2 and stem_overlap(a.near, b.near) >= (0.5 if shared > 2 else 0.6):
        return True
    # What a figure is the length of, and people who are counted, need fewer words around.
    is_one = bool(a.of and b.of) and (a.of <= b.of or b.of <= a.of)
    return is_one or (a.unit in _PEOPLE and shared == 1 and min(len(a.near), len(b.near)) <= 2)


def _figures_contradict(a: Figure, b: Figure) -> bool:
    if a.value == b.value or a.sentence is b.sentence or not can_be_one(a, b):
        return False
    if a.moves or b.moves or (_selects(a) and _selects(b)):
        return _repeats_sentence(a, b) and differ(a, b)
    if a.sentence.section is not b.sentence.section and a.near == b.near and len(a.sentence.words) < _SHORT:
        return False  # The same short line under different headings is said of different things.
    return _are_near(a, b) and not _are_cases(a.sentence, b.sentence) and differ(a, b)


def _selects(figure: Figure) -> bool:
    """Whether a figure tells which things are meant: "certificates that expire in less than 30 days"."""
    return bool(figure.bound) and bool(_SELECTS.search(figure.sentence.text))


def _are_cases(a: Sentence, b: Sentence) -> bool:
    """Whether two sentences are neighbouring items of one list."""
    is_one_list = a.kind == b.kind == "list_item" and a.section is b.section
    return is_one_list and 0 < abs(a.block.index - b.block.index) <= _SIBLINGS


def _repeats_sentence(a: Figure, b: Figure) -> bool:
    """Whether one sentence is the other again but for the figure."""
    return stem_overlap(a.words, b.words) >= 0.85 and len(a.words & b.words) >= 5


class _Cells:
    """The cells of a document's tables that are one figure each, by the words of their row."""

    def __init__(self, document: Document) -> None:
        self.by_stem: dict[str, list[tuple[Quantity, frozenset[str], frozenset[str], Table, Row, str]]] = {}
        self.values: dict[int, frozenset[Decimal]] = {}
        for table in outline_of(document).tables:
            heads = [content_stems(head) for head in table.heads]
            for row in table.rows:
                label = content_stems(row.cells[0]) if row.cells else frozenset()
                for number, cell in enumerate(row.cells[1 : len(heads)], 1):
                    if label and heads[number] and (told := _only_figure(cell)):
                        entry = (told, label, heads[number], table, row, cell)
                        self.by_stem.setdefault(min(label), []).append(entry)

    def against(self, figure: Figure) -> tuple[Row, str] | None:
        """The row and the cell that say otherwise about what a figure is about, None when no cell or more do."""
        if figure.moves or figure.roles or figure.bound:
            return None
        found = [
            (row, cell)
            for stem in figure.near
            for told, label, head, table, row, cell in self.by_stem.get(stem, [])[:_REACH]
            if label <= figure.near
            and head <= figure.near
            and len(label | head) >= 3
            and told.unit == figure.quantity.unit
            and told.period == figure.quantity.period
            and not self._stands_in(figure, table)
            and abs(told.amounts[0] - figure.value) > _ROUNDING * figure.value
        ]
        return found[0] if len({cell for _, cell in found}) == 1 else None

    def _stands_in(self, figure: Figure, table: Table) -> bool:
        """Whether some cell of a table has the value of a figure."""
        if id(table) not in self.values:
            cells = (cell[:_LONGEST_CELL] for row in table.rows for cell in row.cells)
            told = (one.amounts for cell in cells for _, _, one in find_quantities(cell))
            self.values[id(table)] = frozenset(chain.from_iterable(told))
        return figure.value in self.values[id(table)]


def _only_figure(cell: str) -> Quantity | None:
    """What a cell that is one figure comes to."""
    if not cell or len(cell) > 40:
        return None
    found = find_quantities(cell)
    if len(found) != 1 or re.search(r"[^\W\d_]{2}", cell[: found[0][0]] + cell[found[0][1] :]):
        return None
    return found[0][2]


def _against_cell(figure: Figure, row: Row, cell: str) -> Finding:
    sentence = figure.sentence
    return make_finding(
        "number_conflict", sentence.text, (sentence.line, sentence.column), 0.75,
        sentence=" ".join(sentence.text.split()[:12]), here=figure.shown, there=cell, line=row.line,
        other=" | ".join(row.cells),
    )  # fmt: skip


def _wrong_totals(table: Table) -> Iterator[Finding]:
    """Cells of a row of totals that are not what the rows above come to."""
    for number, row in enumerate(table.rows):
        above = table.rows[:number]
        is_total = row.cells and _TOTAL.match(row.cells[0]) and not _AVERAGE.search(row.cells[0])
        if not is_total or any(one.cells and _TOTAL.match(one.cells[0]) for one in above):
            continue
        for column in range(1, len(table.heads)):
            cell = row.cells[column] if column < len(row.cells) else ""
            total = _only_figure(cell)
            addends = [_only_figure(one.cells[column]) for one in above if column < len(one.cells)]
            sums = [one for one in addends if one and total and one.unit == total.unit]
            if total and len(sums) == len(above) and _FEWEST_ADDENDS <= len(sums) <= _MOST_ADDENDS:
                yield from _wrong_total(table, row, column, total, sums)


def _wrong_total(
    table: Table, row: Row, column: int, total: Quantity, addends: list[Quantity]
) -> Iterator[Finding]:
    sum_of = sum((one.amounts[0] for one in addends), Decimal(0))
    is_share = total.unit == "percent" and total.amounts[0] == 100
    off = abs(sum_of - total.amounts[0])
    if off > _ROUNDING * abs(total.amounts[0]) * (3 if is_share else 1):
        yield make_finding(
            "number_conflict", row.text, (row.line, 1), 0.75, case="total",
            total=row.cells[column], sum=f"{sum_of.normalize():,f}", head=table.heads[column] or row.cells[0],
            line=table.rows[0].line, other=" | ".join(table.rows[0].cells),
        )  # fmt: skip
