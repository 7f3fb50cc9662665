"""Tables as CSV, none of whose cells a spreadsheet takes for a formula."""

import csv
from collections.abc import Iterable
from io import StringIO

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """A line for each row."""
    text = StringIO()
    csv.writer(text).writerows([cell_of(value) for value in row] for row in rows)
    return text.getvalue()


def cell_of(value: object) -> str:
    """A value as a cell of text: a list with commas, a text like a formula behind an apostrophe. A number below nothing
    is no formula."""
    if value is None:
        return ""
    text = ", ".join(value) if isinstance(value, list) else str(value)
    return f"'{text}" if text.startswith(FORMULA) and not isinstance(value, int | float) else text
