"""The sentences of the offline personas: TOML files that people edit who don't read Python."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from tests.test_architecture import ROOT

FILES = sorted((ROOT / "reviews/kinds").glob("*/offline/words/*.toml"))
PATTERNS = ("asks.toml", "messages.toml", "notes.toml", "cues.toml", "forms.toml")
"""Words that are looked for and not said: their entries are patterns, which have braces of their own."""
POINTS = "points.toml"
"""It has a table for each kind of point, and so a line of it is what a table is elsewhere."""
SHARED = ("knows",)
"""What several kinds of points may have in common."""


@cache
def content(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def of_line(value: object) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def texts() -> Iterator[tuple[Path, str, str, str]]:
    """Every text with its file, its table ("" for none) and the name of its line."""
    for path in FILES:
        for name, value in content(path).items():
            if isinstance(value, dict) and name != "fields":
                yield from ((path, name, line, text) for line in value for text in of_line(value[line]))
            elif name != "fields":
                yield from ((path, "", name, text) for text in of_line(value))


@cache
def permitted(path: Path) -> dict[str, set[str]]:
    """The fields that may stand in a table or a line, by its name, as the file states them."""
    stated = content(path).get("fields", {})
    return {name: set(fields.split()) for names, fields in stated.items() for name in names.split()}


def named(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_there_are_sentences_of_both_kinds_of_sessions():
    assert {path.parts[-4] for path in FILES} == {"interview", "roundtable"}
    assert len(list(texts())) > 600


def test_a_sentence_names_only_fields_that_its_table_may_use():
    wrong = [
        (path.name, table, line, named(text))
        for path, table, line, text in texts()
        if path.name not in PATTERNS
        and not named(text) <= permitted(path).get(table, set()) | permitted(path).get(line, set())
    ]
    assert wrong == []


def test_fields_are_stated_for_what_is_there_only():
    for path in FILES:
        there = {name for where, table, line, _ in texts() if where == path for name in (table, line)}
        assert permitted(path).keys() <= there


def test_no_sentence_is_empty():
    assert [(path.name, table, line) for path, table, line, text in texts() if not text.strip()] == []


def test_no_sentence_stands_twice_in_a_table():
    sentences = Counter(
        (path.name, line if path.name == POINTS else table or line, text)
        for path, table, line, text in texts()
        if " " in text and line not in SHARED
    )
    assert [place for place, count in sentences.items() if count > 1] == []


def test_a_line_of_these_files_fits_on_a_screen():
    long = [
        (path.name, number)
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > 110
    ]
    assert long == []


def test_everything_in_these_files_is_read_by_the_code_beside_them():
    for path in FILES:
        code = "".join(one.read_text() for one in path.parent.parent.glob("*.py"))
        assert re.search(rf'(read_words|phrases)\(__file__, "{path.stem}"', code), path
        entries = {
            field
            for where, _, _, text in texts()
            if where == path
            for field in re.findall(r"\{(\w+)\}", text)
        }
        unread = {name for name in content(path) if not re.search(rf"""["']{name}["']""", code)} - entries
        assert path.name == POINTS or unread <= {"fields"}, path
