"""What an analyser may cost: time, computing, memory and output are bounded, and no process is left."""

import os
import sys
import time

import pytest

from reviews.code.analysers.alert import SourceFile
from reviews.code.analysers.analysis import analyse_many, run_tool
from reviews.code.analysers.fixes import apply_safe_fixes
from reviews.code.analysers.process import ENVIRONMENT, AnalyserFailed, Limits, run_analyser
from reviews.code.analysers.ruff import Ruff
from reviews.code.analysers.structural import Structural

DEEP = 10_000
LONG = 900_000
HOSTILE = {
    "a long line of Python": ("x=1;" * (LONG // 4), "python"),
    "a long line of JavaScript": ("eval(a);" * (LONG // 8), "javascript"),
    "a long line of shell": ("echo $1;" * (LONG // 8), "shell"),
    "one long word": ("x" * LONG, "python"),
    "one long text": (f"x = '{'a' * LONG}'", "go"),
    "deep Python": (f"x = {'(' * DEEP}{')' * DEEP}", "python"),
    "very deep Python": (f"x = {'[' * DEEP * 10}{']' * DEEP * 10}", "python"),
    "deep JavaScript": (f"x = {'(' * DEEP}{')' * DEEP}", "javascript"),
    "deep conditions": (f"x = {'a ? b : ' * DEEP}c;", "javascript"),
    "deep C": (f"int x = {'(' * DEEP}{')' * DEEP};", "c"),
    "a long line of SQL": ("DELETE FROM t;" * (LONG // 14), "sql"),
    "one statement of SQL": (f"SELECT {'a, ' * (LONG // 3)}a FROM t;", "sql"),
    "deep SQL": (f"SELECT {'(' * DEEP}1{')' * DEEP};", "sql"),
    "tables by the thousand": (f"SELECT a FROM {'t, ' * (LONG // 6)}t;", "sql"),
    "deep shell": (f"x={'$(' * DEEP}{')' * DEEP}", "shell"),
    "nothing but NUL": ("\0" * 100, "python"),
    "NUL in JavaScript": ("eval(\0a);\0\0", "javascript"),
    "NUL in shell": ("echo \0$1", "shell"),
    "nothing": ("", "shell"),
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "files").mkdir()
    return tmp_path


def run_python(folder, code, limits=None):
    return run_analyser("it", [sys.executable, "-I", "-S", "-c", code], folder, limits or Limits())


def test_an_analyser_sees_no_variables_of_the_server_and_an_empty_folder(folder, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    printed = run_python(folder, "import os; print(sorted(os.environ), os.listdir())").decode()
    assert printed == f"{sorted(ENVIRONMENT)} []\n"


@pytest.mark.parametrize(
    ("code", "limits", "words"),
    [
        ("import time; time.sleep(60)", Limits(seconds=0.3), "longer than 0.3 seconds"),
        ("print('a' * 9999)", Limits(output=5000), "printed more than"),
        ("bytearray(1 << 29)", Limits(memory=1 << 28), "garbled"),
        ("import os; os.abort()", Limits(), "bad end"),
        ("import sys; sys.exit('no such option')", Limits(), "garbled"),
        ("import sys; sys.stderr.write('no such option'); sys.exit(2)", Limits(), "no such option"),
    ],
    ids=["time", "output", "memory", "crash", "error", "refusal"],
)
def test_each_limit_ends_in_a_sentence(folder, code, limits, words):
    if words == "garbled":  # an exit code of 1 may mean that something was found: what is printed decides
        assert run_python(folder, code, limits) == b""
    else:
        with pytest.raises(AnalyserFailed, match=words):
            run_python(folder, code, limits)


@pytest.mark.slow
def test_computing_is_bounded(folder):
    with pytest.raises(AnalyserFailed, match="computed for more than 1 seconds"):
        run_python(folder, "while True: pass", Limits(computing=1))


@pytest.mark.slow
def test_what_an_analyser_started_ends_with_it(folder):
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    with pytest.raises(AnalyserFailed):
        run_python(folder, code, Limits(seconds=1))
    pid = int((folder / "output").read_text())
    until = time.monotonic() + 10
    while time.monotonic() < until and is_running(pid):
        os.sched_yield()
    assert not is_running(pid)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_cost_seconds_and_never_an_exception(name):
    text, language = HOSTILE[name]
    (analysis,) = analyse_many([SourceFile("-rf", text, language)], limits=Limits(seconds=5, computing=5))
    assert {receipt.state for receipt in analysis.read.values()} <= {"read", "failed"}
    assert all(receipt.why for receipt in analysis.read.values())
    apply_safe_fixes(text, analysis.alerts)


@pytest.mark.slow
def test_a_text_that_ends_the_analyser_spoils_nothing_for_its_neighbours():
    good = SourceFile("a.py", "import os\n", "python")
    deadly = SourceFile("b.py", HOSTILE["very deep Python"][0], "python")
    first, second, third = run_tool(Ruff(), [good, deadly, good])
    assert [alert.rule for alert in first.alerts] == [alert.rule for alert in third.alerts] == ["F401"]
    assert second.failed.startswith("ruff came to a bad end")


@pytest.mark.slow
def test_a_time_out_is_a_failure_of_that_analyser():
    (found,) = run_tool(
        Structural(), [SourceFile("a.js", HOSTILE["deep conditions"][0], "javascript")], Limits(seconds=0.5)
    )
    assert found.alerts == ()
    assert "longer than 0.5 seconds" in found.failed
