"""Reviews of very many units, and of hostile texts: bounded, and with an end that says why."""

import time
from dataclasses import replace
from typing import Any

import pytest

from reviews.kinds.angles import machine, tools
from reviews.kinds.angles.merging import MOST_COMPARED, merge_issues
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.state import AngleSpec, AnglesSetup, Issue, UnitStatus
from reviews.kinds.notes import Note
from reviews.log import payloads
from reviews.log.values import Ran, RunTool
from reviews.states import Severity, State
from tests.kinds.angles.table import Held, setup_for

WEIGHTS = {"correctness": 0.4, "efficiency": 0.25, "style": 0.15, "security": 0.2}
ANGLES = tuple(AngleSpec(key, key.title(), weight) for key, weight in WEIGHTS.items())
FUNCTION = """def total_{n}(prices, cursor):
    result = 0
    for price in prices:
        if price is {n}:
            result = result + price
    cursor.execute(f"SELECT id FROM sale WHERE price = '{{result}}'")
    return result


"""
SECTION = (
    "## Part {n}\n\nService {n} should be fast. It is TBD who decides. We will probably improve it soon.\n\n"
)
FILES = 4
HOSTILE = {
    "empty.py": "",
    "blanks.py": " \n\t\n" * 50_000,
    "one_line.py": "x = [" + "1, " * 330_000 + "]",
    "one_line.md": "word " * 200_000,
    "statements.py": "import os; x == None; " * 4_000,
    "nul.py": "x = 1\0\nif x is 0:\n    pass\n",
    "lines.py": "\ufeffif True:\r\n    x = 1\r\n\r\n\r\ndef f():\r\n    return x is 0\r\n",
    "deep.py": "(" * 5_000 + ")" * 5_000,
    "deep.js": "{" * 20_000 + "}" * 20_000,
    "many.py": "".join(f"def f{n}(): pass\n" for n in range(50_000)),
}


@pytest.fixture(autouse=True, scope="module")
def shapes():
    payloads.register("angles", SHAPES)


class ByRules(Held):
    """A review by rules; counts the CPU seconds of all but the analysers."""

    spent = 0.0

    def run_tool(self, command: RunTool) -> Ran:
        began = time.process_time()
        ran = tools.run_tool(self.state, command)
        self.spent -= time.process_time() - began
        return ran

    def go(self) -> "ByRules":
        """On to the very end."""
        began = time.process_time()
        super().go()
        super().go()
        self.spent += time.process_time() - began
        return self


def setup_of(texts: dict[str, str]) -> AnglesSetup:
    notes = tuple(Note(name, name, text) for name, text in texts.items())
    return setup_for("", notes=notes, angles=ANGLES, by_rules=True)


def held(pattern: str, suffix: str, units: int) -> ByRules:
    """A review of so many units in some files, to its end."""
    texts = {
        f"file{file}.{suffix}": "".join(pattern.format(n=n) for n in range(file, units, FILES))
        for file in range(FILES)
    }
    review = ByRules(setup_of(texts)).go()
    assert review.state.lifecycle == State.SYNTHESIZING or review.state.verdict
    assert len(review.state.units) == units
    return review


@pytest.mark.slow
@pytest.mark.parametrize(("pattern", "suffix"), [(FUNCTION, "py"), (SECTION, "md")])
def test_the_time_grows_with_the_units_and_not_with_their_pairs(pattern, suffix):
    held(pattern, suffix, 40)
    small = min(held(pattern, suffix, 250).spent for _ in range(2))
    large = min(held(pattern, suffix, 1000).spent for _ in range(2))
    assert large / small < 8  # by the pairs it would be 16


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_comes_to_an_end_with_a_sentence(name):
    review = ByRules(setup_of({name: HOSTILE[name]})).go()
    state = review.state
    assert {unit.status for unit in state.units} <= {UnitStatus.COMPLETE}
    assert "".join(unit.original for unit in state.units) == HOSTILE[name]
    assert state.reason
    verdict = next(event for event in review.events if event.number == state.verdict)
    assert verdict.text.endswith(".")
    machine.kept_findings(state)
    assert machine.fold(review.events, review.setup).findings == state.findings


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_finding_stands_in_its_line_however_lines_end(end):
    code = "import os\n\n\ndef f(a):\n    return os.getcwd() + a\n\n\ndef g(a):\n    return a == None\n"
    (found,) = ByRules(setup_of({"a.py": code.replace("\n", end)})).go().state.findings
    assert (found.unit, found.line, found.column) == ("1/function:g", 9, 17)


def on_one_line(number: int, angle: str, severity: Severity, description: str) -> Issue:
    values: dict[str, Any] = {"confidence": 0.8, "passes": (1,)}
    return Issue(f"{angle} {number}", "1/a", angle, severity, "x", 1, number, description, **values)


def test_findings_on_a_crowded_line_are_compared_with_the_worst_only():
    crowd = [on_one_line(n, "style", Severity.HIGH, f"Word{n} is odd.") for n in range(MOST_COMPARED + 5)]
    same = [replace(one, fingerprint=f"other {n}", angle="security") for n, one in enumerate(crowd)]
    merged = merge_issues([*crowd, *[replace(one, severity=Severity.LOW) for one in same]])
    assert sum(bool(one.duplicate_of) for one in merged.values()) == MOST_COMPARED
