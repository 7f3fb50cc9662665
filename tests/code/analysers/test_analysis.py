"""What is read of a text, from which angle, by whom, and what a receipt says where nothing was."""

import sys
import tempfile

import pytest

from reviews.code.analysers.alert import ANGLES, SourceFile
from reviews.code.analysers.analysis import MOST_CHARACTERS, analyse, analyse_many, run_tool
from reviews.code.analysers.complexity import Complexity
from reviews.code.analysers.queries import Queries
from reviews.code.analysers.ruff import Ruff
from reviews.code.analysers.shellcheck import ShellCheck
from reviews.code.analysers.structural import Structural
from reviews.code.analysers.tool import MOST_ALERTS
from reviews.language.line_index import LINE_END

MUDDLE = (
    "def f(a):\n" + "".join(f"{'    ' * n}if a > {n}:\n" for n in range(1, 8)) + "    " * 8 + "return 1\n"
)


def alerts_of(tool, text, language, name="example"):
    (found,) = run_tool(tool, [SourceFile(name, text, language)])
    assert found.failed == ""
    return {alert.rule: alert for alert in found.alerts}


def test_ruff_says_place_angle_severity_advice_and_fix():
    alerts = alerts_of(Ruff(), 'import os\n\ndef f(a=[]):\n    return "😀", a is 3\n', "python")
    assert alerts.keys() == {"F401", "B006", "F632"}
    unused, default, identity = alerts["F401"], alerts["B006"], alerts["F632"]
    assert (unused.angle, unused.severity, unused.quote, unused.fix.safe) == ("style", "low", "os", True)
    assert (default.angle, default.severity, default.quote, default.fix.safe) == (
        "correctness",
        "medium",
        "[]",
        False,
    )
    assert (identity.line, identity.column, identity.end_column) == (4, 17, 23)
    assert identity.quote == "a is 3"
    assert identity.advice.startswith("Compare with ==")
    assert identity.url.startswith("https://")


def test_shellcheck_says_place_angle_severity_advice_and_a_fix_that_is_not_called_safe():
    alerts = alerts_of(ShellCheck(), '#!/bin/bash\necho "😀" $1\nrm -rf "$2/"*\n', "shell")
    words, removal = alerts["SC2086"], alerts["SC2115"]
    assert (words.angle, words.severity, words.quote, words.column) == ("correctness", "medium", "$1", 10)
    assert words.fix.edits
    assert not words.fix.safe
    assert (removal.angle, removal.severity) == ("security", "high")


def test_rules_of_our_own_say_place_angle_severity_and_advice():
    alert = alerts_of(Structural(), "/* 😀 */ eval(text);\n", "javascript")["eval-call"]
    assert (alert.tool, alert.angle, alert.severity) == ("ast-grep", "security", "high")
    assert (alert.line, alert.column, alert.quote, alert.fix) == (1, 9, "eval(text)", None)


@pytest.mark.slow
def test_rules_for_sql_say_the_same_and_who_reads_it():
    text = "-- 😀\nUPDATE prices SET amount = 0;\nSELECT a FROM t WHERE b = NULL;\n"
    alert = alerts_of(Queries(), text, "sql")["updates-every-row"]
    assert (alert.tool, alert.angle, alert.severity) == ("tree-sitter", "correctness", "high")
    assert (alert.line, alert.column, alert.quote) == (2, 1, "UPDATE prices SET amount = 0")
    analysis = analyse("a.sql", text, "sql")
    assert {(each.state, each.why) for each in analysis.read.values()} == {("read", "Read by tree-sitter.")}


def test_whoever_reads_sql_and_does_not_come_to_the_end_has_failed(monkeypatch):
    monkeypatch.setattr(Queries, "command", lambda *of: [sys.executable, "-c", "raise ValueError"])
    (found,) = run_tool(Queries(), [SourceFile("a.sql", "SELECT 1;", "sql")])
    assert "something that ELM doesn't understand" in found.failed


def test_a_muddled_function_is_told_by_its_complexity():
    alert = alerts_of(Complexity(), f"# complexipy: ignore\n{MUDDLE}", "python")["complexity"]
    assert (alert.angle, alert.line, alert.quote) == ("efficiency", 2, "def f(a):")
    assert "complexity of 28" in alert.message


@pytest.mark.parametrize(
    ("tool", "text", "language", "rule"),
    [
        (Ruff(), "# ruff: noqa\nimport os  # noqa: F401\n", "python", "F401"),
        (ShellCheck(), "#!/bin/sh\n# shellcheck disable=SC2086\necho $1\n", "shell", "SC2086"),
        (Structural(), "// ast-grep-ignore\neval(text);\n", "javascript", "eval-call"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_what_a_text_says_to_silence_rules_is_not_heard(tool, text, language, rule):
    assert rule in alerts_of(tool, text, language)


@pytest.mark.slow
def test_python_is_read_from_all_angles_and_one_may_be_asked_for_alone():
    text = f"import pickle, os\n{MUDDLE}\ndef g(n):\n    return pickle.load(open(n)) is 3\n"
    analysis = analyse("a.py", text, "python")
    assert {angle: receipt.state for angle, receipt in analysis.read.items()} == dict.fromkeys(ANGLES, "read")
    assert {alert.angle for alert in analysis.alerts} == set(ANGLES)
    assert [(alert.line, alert.column) for alert in analysis.alerts] == sorted(
        (alert.line, alert.column) for alert in analysis.alerts
    )
    alone = analyse("a.py", text, "python", ["security"])
    assert alone.alerts == tuple(alert for alert in analysis.alerts if alert.angle == "security")
    assert alone.read.keys() == {"security"}
    assert analysis.read["efficiency"].why == "Read by ruff, complexipy and ast-grep."


def test_what_is_no_source_code_or_too_large_is_skipped_in_so_many_words():
    texts = [SourceFile("a.md", "# A", "markdown"), SourceFile("a.csv", "1,2", "text")]
    large = SourceFile("a.py", "a" * (MOST_CHARACTERS + 1), "python")
    for analysis in analyse_many([*texts, large]):
        assert {receipt.state for receipt in analysis.read.values()} == {"skipped"}
        assert all(receipt.why.endswith(".") for receipt in analysis.read.values())
        assert analysis.alerts == ()


@pytest.mark.slow
def test_what_cannot_be_parsed_has_failed_and_is_not_read():
    (python,) = run_tool(Ruff(), [SourceFile("a.py", "import os\ndef f(:\n    pass\n", "python")])
    (shell,) = run_tool(ShellCheck(), [SourceFile("a.sh", "#!/bin/sh\nif [ a; then\n", "shell")])
    (fish,) = run_tool(ShellCheck(), [SourceFile("a.sh", "#!/usr/bin/fish\necho\n", "shell")])
    (noise,) = run_tool(Structural(), [SourceFile("a.go", "}}}} ((( 4711 %% @@", "go")])
    assert "line 2" in python.failed
    assert "line 2" in shell.failed
    assert fish.failed
    assert noise.failed
    assert [alert.rule for alert in python.alerts].count("invalid-syntax") == 1


def test_what_is_understood_in_part_is_read_with_a_note():
    text = "const a = 1;\nfunction f() { return eval(a); }\nlet = = (;\nconst b = 2;\n"
    (found,) = run_tool(Structural(), [SourceFile("a.js", text, "javascript")])
    assert "first in line 3" in found.note
    assert "eval-call" in {alert.rule for alert in found.alerts}


@pytest.mark.slow
def test_more_alerts_than_anybody_reads_are_cut_in_so_many_words():
    (found,) = run_tool(Structural(), [SourceFile("a.js", "debugger;\n" * (MOST_ALERTS + 1), "javascript")])
    assert len(found.alerts) == MOST_ALERTS
    assert "1,001 places" in found.note


@pytest.mark.parametrize(
    "text", ["\ufeffx = f'a'\n", "import os\rx = f'é'\r\ny = f'b'\n\f\n", "\ud800 = f'a'\n"]
)
def test_places_are_told_as_the_text_has_them(text):
    (found,) = run_tool(Ruff(), [SourceFile("a.py", text, "python")])
    lines = LINE_END.split(text)
    assert found.alerts
    for alert in found.alerts:
        assert lines[alert.line - 1][alert.column - 1 :].startswith(alert.quote)
        for edit in alert.fix.edits if alert.fix else ():
            assert text[edit.start : edit.end] in (alert.quote, "import os\r")


def test_names_of_files_are_never_given_to_an_analyser():
    names = ["-rf", "../../x.py", "a\0b.py", "", "/etc/passwd", "x" * 5000]
    for found in run_tool(Ruff(), [SourceFile(name, "import os\n", "python") for name in names]):
        assert [alert.rule for alert in found.alerts] == ["F401"]


def test_an_import_of_a_package_is_no_unused_one_that_may_go():
    (found,) = run_tool(Ruff(), [SourceFile("a/__init__.py", "from a.b import c\n", "python")])
    assert [alert.fix for alert in found.alerts if alert.fix and alert.fix.safe] == []


@pytest.mark.slow
def test_no_configuration_around_the_private_folder_is_heard(tmp_path, monkeypatch):
    for name, text in {
        "ruff.toml": 'exclude = ["*"]\n',
        "pyproject.toml": '[tool.ruff]\nexclude = ["*"]\n[tool.complexipy]\nmax-complexity-allowed = 99\n',
        ".shellcheckrc": "disable=SC2086\n",
        "sgconfig.yml": "ruleDirs: [none]\ncustomLanguages: {x: {libraryPath: x.so, extensions: [js]}}\n",
        ".gitignore": "*\n",
        ".ignore": "*\n",
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert "F401" in alerts_of(Ruff(), "import os\n", "python")
    assert "SC2086" in alerts_of(ShellCheck(), "#!/bin/sh\necho $1\n", "shell")
    assert "eval-call" in alerts_of(Structural(), "eval(text);\n", "javascript")
    assert "complexity" in alerts_of(Complexity(), MUDDLE, "python")


def test_a_program_that_is_missing_is_a_failure_and_no_empty_reading(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    for language in ("python", "shell", "go"):
        analysis = analyse("a", "x", language)
        assert analysis.alerts == ()
        assert {receipt.state for receipt in analysis.read.values()} == {"failed"}
        assert all("is not installed" in receipt.why for receipt in analysis.read.values())
