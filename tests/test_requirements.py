"""docs/requirements.md has every id that is cited, and nothing but these; what its rows name exists."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.citations import cited_in, in_name, in_words
from tests.syntax import names_of_tests

ROOT = Path(__file__).parent.parent
REQUIREMENTS = ROOT / "docs/requirements.md"
ROW = re.compile(r"^\| (\S+) \| (.+) \| `([^`|]+)` \| ([^|]+) \|$", re.MULTILINE)


class Row(NamedTuple):
    id: str
    sentence: str
    module: str
    proved_by: str

    @property
    def tests(self) -> list[str]:
        return re.findall(r"`([^`]+)`", self.proved_by)


@cache
def cited_in_code() -> frozenset[str]:
    folders = ("elm_site", "personas", "reviews", "templates", "tests")
    kinds = ("*.py", "*.html")
    return frozenset(cited([path for top in folders for kind in kinds for path in (ROOT / top).rglob(kind)]))


def documents() -> list[Path]:
    return [path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")) if path != REQUIREMENTS]


def cited(paths: list[Path]) -> set[str]:
    return set().union(*map(cited_in, paths))


ROWS = [Row(*found) for found in ROW.findall(REQUIREMENTS.read_text())]


def test_every_id_that_is_cited_has_one_row():
    found = cited_in_code() | cited(documents())
    assert len(found) > 150
    ids = [row.id for row in ROWS]
    assert (found - set(ids), len(ids)) == (set(), len(set(ids)))


def test_every_row_is_cited_by_code_or_a_test():
    assert len(ROWS) > 150
    assert {row.id for row in ROWS} - cited_in_code() == set()


def test_every_line_of_a_table_is_a_row():
    lines = [line for line in REQUIREMENTS.read_text().splitlines() if line.startswith("| ")]
    assert len(lines) - lines.count("| id | what is asked | done in | proved by |") == len(ROWS)


def test_every_row_is_one_sentence_about_code_that_exists():
    wrong = [row for row in ROWS if not row.sentence.endswith(".") or not (ROOT / row.module).exists()]
    assert wrong == []


def proves(row: Row, named: str) -> bool:
    """Whether `named` is a test that exists, or a file with tests that are named after the row's id."""
    path, _, function = named.partition("::")
    if not (ROOT / path).is_file():
        return False
    names = names_of_tests(ROOT / path)
    if function:
        return function in names
    return any(id_ == row.id or id_.startswith(f"{row.id}-") for name in names for id_ in in_name(name))


def test_the_tests_of_every_row_exist():
    assert [(row.id, row.proved_by) for row in ROWS if not row.tests] == []
    assert [(row.id, named) for row in ROWS for named in row.tests if not proves(row, named)] == []


@pytest.mark.parametrize(
    ("sentence", "ids"),
    [
        ("Its first names (A3 for all).", {"A3"}),
        ("Reads anything (TC-E02 to TC-E04, FR-009).", {"TC-E02", "TC-E03", "TC-E04", "FR-009"}),
        ("Whom it speaks to (C8 to C10).", {"C8", "C9", "C10"}),
        ("A step's (R27-NFR-004-01)", {"R27-NFR-004-01"}),
        ("#A7B1C4, caf%C3, noqa: B018, C100, FR-NNN, XFR-001, FR-0012", set()),
    ],
)
def test_an_id_is_a_word_of_its_own(sentence, ids):
    assert in_words(sentence) == ids


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_c20_c22_points_stand_there", {"C20", "C22"}),
        ("test_fr_006_03_fr_006_04_the_same_menu", {"FR-006-03", "FR-006-04"}),
        ("test_fr_010_01_to_03_voices", {"FR-010-01", "FR-010-02", "FR-010-03"}),
        ("test_tc_e03_to_e05_lists", {"TC-E03", "TC-E04", "TC-E05"}),
        ("test_tc_e20_e21_records", {"TC-E20", "TC-E21"}),
        ("test_vr_elab_020_to_021_voices", {"VR-ELAB-020", "VR-ELAB-021"}),
        ("test_r27_fr_004_r27_nfr_006_steps", {"R27-FR-004", "R27-NFR-006"}),
        ("test_the_fence_stays_closed_a7", {"A7"}),
        ("test_words_40_to_110_of_utf_8_and_a_b", set()),
    ],
)
def test_the_name_of_a_test_has_ids_in_small_letters(name, ids):
    assert in_name(name) == ids
