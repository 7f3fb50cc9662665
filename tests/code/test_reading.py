"""Foreign code is read in a process that can be ended."""

import pytest

from reviews.code import reading
from reviews.code.units import split_units
from reviews.errors import WorkEnded
from reviews.workers.lanes import end_workers
from tests.code.real_code import read


@pytest.fixture
def workers(settings):
    settings.ELM_WORKERS = 1
    settings.ELM_RENDER_SECONDS = 2
    yield
    end_workers()


def test_units_are_the_same_as_without_a_process():
    assert reading.read_units(read("ledger.py"), "python").units == split_units(read("ledger.py"), "python")
    assert reading.read_outline_of(read("notes.md"), "markdown")[0].name == "A ledger"


@pytest.mark.slow
def test_a_worker_gives_the_units(workers):
    found = reading.read_units(read("ledger.py"), "python", "line")
    assert found.units == split_units(read("ledger.py"), "python", "line")
    assert found.note == ""


@pytest.mark.slow
def test_a_text_that_takes_too_long_is_cut_by_blank_lines_and_says_so(workers):
    # The grammar of Ruby takes some 20 microseconds for each of these, in linear time.
    text = "`" * 1_000_000 + "\n\nputs 1\n"
    found = reading.read_units(text, "ruby")
    assert "".join(unit.text_in(text) for unit in found.units) == text
    assert found.note == "Cut by blank lines: reading its syntax took more than 2 seconds."
    with pytest.raises(WorkEnded):
        reading.read_outline_of(text, "ruby")


@pytest.mark.slow
def test_a_text_that_is_too_large_is_cut_by_blank_lines_and_says_so(workers):
    found = reading.read_units("x = 1\n\n" * 300_000, "python")
    assert len(found.units) == 2_000
    assert found.note == "Cut by blank lines: it is too large for its syntax to be read."
