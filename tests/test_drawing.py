"""Property tests draw the same examples on every machine, unless they explore."""

import importlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import drawing

TESTS = Path(__file__).parent


def drawn() -> list[tuple[str, int]]:
    """What a property test is given."""
    found: list[tuple[str, int]] = []

    @given(st.text(), st.integers())
    def take(text: str, number: int) -> None:
        found.append((text, number))

    take()
    return found


@pytest.mark.skipif(drawing.exploring(), reason="examples are drawn at random")
def test_the_same_examples_are_drawn_whatever_was_loaded_before(tmp_path, monkeypatch):
    before = drawn()
    words = tmp_path / "drawn_words.py"
    words.write_text("\n".join(f"WORD_{n} = 'a word with number {n}', {n + 70_000}" for n in range(50)))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("drawn_words")
    assert len(before) == drawing.drawn_of(drawing.EXAMPLES)
    assert drawn() == before


def test_exploring_draws_more_at_random_and_keeps_nothing():
    same, explore = (settings.get_profile(name) for name in (drawing.SAME, drawing.EXPLORE))
    assert same.derandomize
    assert not explore.derandomize
    assert explore.max_examples == drawing.EXAMPLES > same.max_examples
    assert same.database is explore.database is None


def test_no_test_decides_by_itself_which_examples_are_drawn():
    decides = re.compile(r"derandomize=|database=|deadline=|load_profile|register_profile|@seed\b")
    files = [path for path in TESTS.rglob("*.py") if path.name not in ("drawing.py", "test_drawing.py")]
    assert len(files) > 100
    assert [path.name for path in files if decides.search(path.read_text())] == ["conftest.py"]
