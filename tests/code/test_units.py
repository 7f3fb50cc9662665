"""Units of real code and real notes: which they are, what they are called, and that nothing is cut in two."""

import ast

import pytest

from reviews.code.grammars import LANGUAGES
from reviews.code.languages import language_of
from reviews.code.units import MOST_UNITS, split_text, split_units, unit_at
from tests.code.real_code import FILES, checked, lines_of, read, units_of
from tests.test_architecture import ROOT

KEYS = {
    "ledger.py": "lines:1-10 function:cached function:rounded lines:36-41 class:Ledger class:Closed lines:101-102",
    "ledger.js": "lines:1-9 function:cents function:isLate class:Ledger function:Ledger.prototype.write function:open "
    "lines:49-52",
    "ledger.ts": "lines:1-2 class:Entry lines:9-9 class:State class:Ledger function:Banks.holidays block:Banks "
    "function:load class:Reader",
    "panel.tsx": "lines:1-3 function:Panel function:Empty",
    "ledger.go": "lines:1-14 class:Entry class:Sign class:Ledger method:Ledger.Post function:Total",
    "ledger.rs": "lines:1-7 class:Entry class:Ledger class:Ledger#2 class:fmt::Display_for_Ledger class:Clock "
    "function:cents function:by_day block:tests function:tests.nothing_is_refused",
    "Ledger.java": "lines:1-4 class:Ledger class:Clock",
    "ledger.c": "lines:1-8 class:entry class:ledger class:state lines:22-22 function:post function:total function:show",
    "ledger.hpp": "lines:1-5 class:banks.Entry class:banks.Ledger function:banks.Ledger<T>::total block:banks "
    "class:banks.State",
    "ledger.rb": "lines:1-9 class:Banks function:total lines:47-50",
    "ledger.php": "lines:1-12 function:cents class:Clock class:Ledger lines:46-53",
    "ledger.sql": "block:entries lines:8-8 block:totals function:cents lines:23-30",
    "ledger.sh": "lines:1-10 function:post function:total lines:29-37",
    "notes.md": "lines:1-3 section:Goal section:What_it_holds section:Retry_policy section:Open_questions",
}


def test_there_is_an_example_of_each_language():
    assert {language_of(path.name, "") for path in FILES} == {*LANGUAGES, "markdown"}
    assert KEYS.keys() == {path.name for path in FILES}


@pytest.mark.parametrize("name", KEYS)
def test_code_is_cut_at_its_definitions_and_notes_at_their_headings(name):
    assert " ".join(unit.key.replace(" ", "_") for unit in units_of(name)) == KEYS[name]


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_the_ends_of_lines_change_no_unit(name, ending):
    text = read(name)
    other = text.replace("\n", ending)
    units = checked(other, split_units(other, language_of(name, text)))
    assert [unit.name for unit in units] == [unit.name for unit in units_of(name)]


@pytest.mark.parametrize("name", ["ledger.py", "ledger.go", "notes.md", "ledger.sh"])
def test_a_byte_order_mark_and_a_missing_last_line_end_change_no_unit(name):
    text = "\ufeff" + read(name).rstrip("\n")
    units = checked(text, split_units(text, language_of(name, text)))
    assert [unit.key for unit in units] == [unit.key for unit in units_of(name)]


def test_comments_and_decorators_above_a_definition_belong_to_it():
    first_lines = {
        unit.name: unit.text_in(read("ledger.py")).split("\n")[0] for unit in units_of("ledger.py")
    }
    assert first_lines["rounded"] == "# What banks call a posting."
    assert first_lines["Closed"] == "class Closed(Exception):"
    rust = {unit.key: unit.text_in(read("ledger.rs")) for unit in units_of("ledger.rs")}
    assert rust["class:Entry"].startswith("/// An entry never changes.\n#[derive(Debug, Clone)]\npub struct")
    assert rust["class:Ledger"].startswith("#[derive(Default)]")


def test_what_is_said_at_the_end_of_a_function_belongs_to_it():
    rounded = next(unit for unit in units_of("ledger.py") if unit.name == "rounded")
    assert rounded.text_in(read("ledger.py")).rstrip().endswith("# The last words belong to the function.")


LONG_CLASS = "".join(f"    def step_{n}(self):\n        return {n}\n\n" for n in range(25))
LONG = f'''import os


class Ledger:
    """All entries."""

    kinds = ("in", "out")

    # The first one.
{LONG_CLASS}    names = {{}}
    more = {{}}

    class Entry:
        pass
'''


def test_a_long_class_is_its_head_and_its_methods():
    units = checked(LONG, split_units(LONG, "python"))
    assert lines_of(units)[:3] == [
        ("lines:1-1", 1, 3),
        ("class:Ledger", 4, 8),
        ("method:Ledger.step_0", 9, 12),
    ]
    assert lines_of(units)[-2:] == [("block:Ledger", 85, 87), ("class:Ledger.Entry", 88, 89)]
    assert units[-2].name == "Ledger, lines 85–86"
    assert units[2].text_in(LONG).startswith("    # The first one.\n    def step_0")


@pytest.mark.parametrize(
    ("language", "head", "method", "tail"),
    [
        ("java", "class Ledger {\n  int a;\n", "  int step_%d() {\n    return 1;\n  }\n", "}\n"),
        ("cpp", "class Ledger {\n  int a;\npublic:\n", "  int step_%d() {\n    return 1;\n  }\n", "};\n"),
        ("javascript", "export class Ledger {\n  a = 1;\n", "  step_%d() {\n    return 1;\n  }\n", "}\n"),
        ("typescript", "class Ledger {\n  a = 1;\n", "  @logged\n  step_%d() {\n    return 1;\n  }\n", "}\n"),
        ("php", "<?php\nclass Ledger {\n  var $a;\n", "  function step_%d() {\n    return 1;\n  }\n", "}\n"),
        ("ruby", "class Ledger\n  A = 1\n", "  def step_%d\n    1\n  end\n", "end\n"),
        ("rust", "impl Ledger {\n  const A: i32 = 1;\n", "  fn step_%d() {\n    1;\n  }\n", "}\n"),
    ],
)
def test_a_long_class_is_cut_in_each_language_that_has_classes(language, head, method, tail):
    text = head + "".join(method % number for number in range(25)) + tail
    units = checked(text, split_units(text, language))
    names = [unit.name for unit in units if unit.kind == "method"]
    assert names == [f"Ledger.step_{number}" for number in range(25)]
    assert units[-1].text_in(text).endswith(tail)


def test_a_long_function_stays_whole_and_loose_lines_come_together_up_to_sixty():
    function = "def f():\n" + "    x = 1\n" * 300
    loose = "".join(f"a_{n} = [\n    {n},\n]\n" for n in range(50))
    units = checked(function + loose, split_units(function + loose, "python"))
    assert lines_of(units)[0] == ("function:f", 1, 301)
    assert [unit.last_line - unit.first_line + 1 for unit in units[1:]] == [60, 60, 30]


@pytest.mark.parametrize("path", sorted((ROOT / "reviews").glob("*/*.py"))[::8], ids=lambda path: path.stem)
def test_no_statement_of_this_project_is_cut(path):
    text = path.read_text()
    starts = {unit.first_line for unit in checked(text, split_units(text, "python"))}
    cut = {
        (member.lineno, member.end_lineno)
        for statement in ast.parse(text).body
        for member in (statement.body if isinstance(statement, ast.ClassDef) else [statement])
        if starts & set(range(member.lineno + 1, (member.end_lineno or 0) + 1))
    }
    assert cut == set()


def test_a_line_is_a_unit_on_request_but_no_statement_string_or_heredoc_is_cut():
    starts = [unit.first_line for unit in units_of("ledger.py", "line")][3:16]
    assert starts == [6, 7, 13, 14, 16, 17, 19, 22, 23, 28, 32, 33, 36]
    assert [unit.first_line for unit in units_of("ledger.sh", "line")][3:8] == [5, 12, 13, 14, 15]
    assert [unit.first_line for unit in units_of("ledger.rb", "line")][2:4] == [5, 11]
    assert [unit.first_line for unit in units_of("ledger.go", "line")][6:8] == [10, 12]
    assert {unit.kind for unit in units_of("ledger.c", "line")} == {"line"}


def test_no_simple_statement_is_cut_into_lines():
    text = read("ledger.py")
    starts = {unit.first_line for unit in units_of("ledger.py", "line")}
    simple = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt) and not hasattr(node, "body")
    ]
    assert len(simple) > 20
    assert [node for node in simple if starts & set(range(node.lineno + 1, node.end_lineno + 1))] == []


def test_code_with_an_error_is_still_cut():
    text = read("ledger.py").replace("def cached(function):", "def cached(function:")
    keys = [unit.key for unit in checked(text, split_units(text, "python"))]
    assert {"function:rounded", "class:Ledger", "class:Closed"} <= set(keys)


def test_what_stands_behind_a_brace_that_is_missing_is_still_cut():
    text = read("ledger.js").replace("* 100);\n}", "* 100;\n" + "  more();\n" * 60)
    names = [unit.name for unit in checked(text, split_units(text, "javascript"))]
    assert {"cents", "isLate", "Ledger", "open"} <= set(names)


def test_a_language_that_nobody_knows_is_cut_at_blank_lines_before_the_margin():
    text = "fun a() {\n\n    b()\n}\n\n" + "fun c() {\n" + "    d()\n" * 60 + "}\n\n\nval e = 1\n"
    units = checked(text, split_units(text, "text"))
    assert lines_of(units) == [("lines:1-4", 1, 5), ("lines:6-67", 6, 69), ("lines:70-70", 70, 70)]


def test_notes_without_headings_are_cut_between_paragraphs():
    paragraph = "Entries are kept in order.\nNobody changes one.\n\n"
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 80 + "\n"
    text = paragraph * 30 + table + paragraph
    units = checked(text, split_units(text, "markdown"))
    assert [(unit.first_line, unit.last_line) for unit in units] == [(1, 60), (61, 90), (91, 173), (174, 176)]


def test_long_sections_are_cut_between_their_blocks_on_request_only():
    text = "# Goal\n\nShort.\n\n## Retry policy\n\n" + "A paragraph.\n\n" * 40
    assert [unit.key for unit in split_units(text, "markdown")] == ["section:Goal", "section:Retry policy"]
    units = checked(text, split_units(text, "markdown", "block"))
    assert [unit.key for unit in units] == ["block:Goal", "block:Retry policy", "block:Retry policy#2"]
    assert units[1].name == "Retry policy, lines 5–63"


def test_lists_tables_and_fenced_code_stay_whole_line_by_line():
    lines = [(unit.first_line, unit.last_line) for unit in units_of("notes.md", "line")]
    assert lines[:3] == [(1, 4), (5, 6), (7, 8)]
    assert {(9, 9), (10, 11), (14, 17), (18, 21), (24, 29), (32, 34)} <= set(lines)


def test_two_sections_of_the_same_title_have_two_keys():
    units = split_units("# A\n\nx\n\n# A\n\ny\n", "markdown")
    assert [unit.key for unit in units] == ["section:A", "section:A#2"]


@pytest.mark.parametrize("strategy", ["auto", "section", "block", "line"])
@pytest.mark.parametrize("language", ["python", "markdown", "text"])
@pytest.mark.parametrize("text", ["\n", " ", "\ufeff", "\r\n\r\n", "x", "\0", "\ud800", "\f\n\v"])
def test_hardly_any_text_is_one_unit(text, language, strategy):
    assert len(checked(text, split_units(text, language, strategy))) == 1
    assert split_units("", language, strategy) == ()


def test_a_whole_text_is_called_so():
    (unit,) = split_units("Only words.\n", "text")
    assert (unit.kind, unit.key, unit.name, unit.last_line) == ("file", "file", "the whole text", 1)


def test_many_definitions_come_together():
    text = "".join(f"def f_{number}(): pass\n" for number in range(3 * MOST_UNITS - 1))
    units = checked(text, split_units(text, "python"))
    assert len(units) == MOST_UNITS
    assert lines_of(units)[-1] == ("lines:5997-5999", 5997, 5999)


def test_a_text_that_would_take_long_to_read_is_cut_by_blank_lines_and_says_so():
    text = "[a](" * 4_000 + "\n\nls\n"
    found = split_text(text, "shell")
    assert checked(text, found.units)
    assert found.note == "Cut by blank lines: reading its syntax would take too long."
    assert split_text("ls\n", "shell").note == ""


def test_the_unit_of_a_line():
    units = units_of("ledger.py")
    assert unit_at(units, 21).name == "cached"
    assert unit_at(units, 22).name == "rounded"
    assert unit_at(units, 0) is unit_at(units, 103) is unit_at([], 1) is None
