"""Safe fixes are applied as far as they don't touch each other, again and again until nothing changes."""

import ast
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.code.analysers.alert import Alert, Edit, Fix, SourceFile
from reviews.code.analysers.analysis import run_tool
from reviews.code.analysers.fixes import apply_safe_fixes
from reviews.code.analysers.ruff import Ruff
from tests.drawing import examples

ROOT = Path(__file__).parents[3]
ROUNDS = 8
KNOTTY = {
    "nothing but imports": "try:\n    import a\n    # why\n    import b\n\n    import c\nexcept E:\n    pass\n",
    "several statements in a line": "def f():\n    import a; import b; import c\n",
    "a function of nothing but f-strings": 'def f(x):\n    return f"a" f"b", (x is 3), (x is not 4)\n',
    "fixes within fixes": "x = bool(not (not (a == None)))\nif not a is None: pass\n",
    "a mark of the byte order and odd line ends": "\ufeffimport os\rimport re\r\nx = f'é'\r\n",
    "branches in branches": "if a:\n    import b\nelse:\n    import c\n    if d:\n        import e\n        import f\n",
    "classes": "class A(object):\n    def f(self):\n        super(A, self).f()\n        pass\n\n    x = f'a'\n",
}


def alert_with(*edits, safe=True):
    fix = Fix("", tuple(Edit(*edit) for edit in edits), safe)
    return Alert("ruff", "F401", "style", "low", "", "", 1, 1, 1, 1, "", fix)


def fixed(texts):
    """The texts after one round of ruff and its safe fixes."""
    found = run_tool(Ruff(), [SourceFile("a.py", text, "python") for text in texts])
    return [apply_safe_fixes(text, one.alerts)[0] for text, one in zip(texts, found, strict=True)]


def check_rounds(texts):
    for _ in range(ROUNDS):
        before, texts = texts, fixed(texts)
        for text in texts:
            ast.parse(text.removeprefix("\ufeff"))
        if texts == before:
            return
    pytest.fail(f"Not still after {ROUNDS} rounds.")


def test_fixes_that_touch_each_other_wait_for_the_next_round():
    first, second, third = alert_with((0, 3, "x")), alert_with((2, 5, "y")), alert_with((5, 6, "z"))
    assert apply_safe_fixes("abcdefgh", [third, second, first]) == ("xdezgh", (first, third))


def test_a_fix_is_applied_whole_or_not_at_all():
    whole, other = alert_with((1, 2, "x"), (6, 7, "y")), alert_with((3, 4, "z"))
    assert apply_safe_fixes("abcdefgh", [whole, other]) == ("axcdefyh", (whole,))


def test_what_is_not_called_safe_is_left_alone():
    assert apply_safe_fixes("abc", [alert_with((0, 1, "x"), safe=False)]) == ("abc", ())


def test_statements_that_follow_each_other_are_removed_one_at_a_time():
    text = "try:\n    import a\n    # why\n    import b\nexcept E: pass\n"
    first, second = alert_with((5, 18, "")), alert_with((28, 41, ""))
    assert text[28:41] == "    import b\n"
    assert apply_safe_fixes(text, [first, second])[1] == (first,)


EDITS = st.lists(
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 9), st.text("ab \n", max_size=3)), min_size=1, max_size=3
    ),
    max_size=6,
)


@given(EDITS)
@examples(60)
def test_what_was_applied_lies_apart_and_gives_the_text(drawn):
    text = "x = y\n  # z\n\n" * 3
    alerts = [
        alert_with(*(sorted((start, start + size, new) for start, size, new in edits))) for edits in drawn
    ]
    result, applied = apply_safe_fixes(text, alerts)
    edits = sorted(
        (edit for alert in applied for edit in alert.fix.edits), key=lambda edit: (edit.start, edit.end)
    )
    assert all(one.end <= other.start for one, other in pairwise(edits))
    for edit in reversed(edits):
        text = text[: edit.start] + edit.new + text[edit.end :]
    assert result == text


@pytest.mark.slow
def test_knotty_texts_come_to_rest_and_stay_python():
    check_rounds(list(KNOTTY.values()))


@pytest.mark.slow
def test_this_products_own_code_made_worse_comes_to_rest_and_stays_python():
    """Each import twice, in functions too, an f-string without a place in each, and pass where there is no need."""
    texts = []
    for path in sorted((ROOT / "reviews/documents").glob("*.py")):
        lines = []
        for line in path.read_text().split("\n"):
            lines.append(line)
            if line.startswith("import ") or (line.startswith("from ") and not line.endswith("(")):
                lines.append(line)
            if line.startswith("def ") and line.endswith(":"):
                lines += ["    import os", "    # why", "    import re", "    pass", '    len(f"a")']
        texts.append("\n".join(lines))
    for text in texts:
        ast.parse(text)
    check_rounds(texts)
