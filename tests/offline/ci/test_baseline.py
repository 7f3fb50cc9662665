"""Only new findings fail: a file of those that are known."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.errors import BadConfiguration
from reviews.offline.ci.baseline import compare_with_baseline, read_baseline, write_baseline
from reviews.offline.ci.config import Configs
from reviews.offline.ci.review import review_for_team
from tests.offline.ci.stage import kinds, run, sarif, write

OLD = "# Plan\n\nThe owner is TBD.\n\nWe decided to buy a lift.\n"


@pytest.fixture
def notes(tmp_path):
    return write(tmp_path, "docs/notes.md", OLD)


@pytest.fixture
def baseline(tmp_path, notes):
    path = tmp_path / "baseline.json"
    code, _, err = run(notes, "--write-baseline", path, "--fail-on", "low", "--hints")
    assert (code, err) == (0, f"2 findings stored in {path}.\n")
    return path


def test_what_is_known_is_not_told_again_and_fails_nothing(notes, baseline):
    code, out, _ = run(notes, "--baseline", baseline, "--fail-on", "low")
    assert code == 0
    assert out.endswith("1 file, 0 new findings. 2 known from the baseline, 0 of the baseline gone.\n")
    assert kinds(notes, "--baseline", baseline) == []


def test_a_new_finding_fails_and_one_that_went_is_counted(notes, baseline):
    notes.write_text(OLD.replace("The owner is TBD.", "The roof is XXX."))
    code, out, _ = run(notes, "--baseline", baseline, "--fail-on", "low")
    assert code == 1
    assert "“XXX”" in out
    assert out.endswith("1 new finding: 1 medium. 1 known from the baseline, 1 of the baseline gone.\n")


def test_lines_that_move_and_spaces_that_change_are_no_new_findings(notes, baseline):
    notes.write_text(
        "Ana asks.\n\n\n"
        + OLD.replace("We decided to buy", "We  decided\nto buy").replace("# Plan", "## A\n\n## B")
    )
    assert "todo" in kinds(notes)
    assert "decision_no_rationale" not in kinds(notes, "--baseline", baseline)


def test_the_same_words_once_more_are_one_new_finding(notes, baseline):
    notes.write_text(OLD + "\nWe decided to buy a lift.\n")
    assert kinds(notes, "--baseline", baseline) == ["decision_no_rationale"]


def test_it_holds_from_wherever_the_command_is_started(notes, baseline, monkeypatch):
    monkeypatch.chdir(notes.parent)
    assert kinds("notes.md", "--baseline", "../baseline.json") == []


def test_files_that_were_not_looked_at_are_not_gone_but_deleted_ones_are(tmp_path, notes, baseline):
    other = write(tmp_path, "other.md", "Ana pays.\n")
    assert "0 of the baseline gone" in run(other, "--baseline", baseline)[1]
    notes.unlink()
    assert "2 of the baseline gone" in run(other, "--baseline", baseline)[1]


def test_what_is_suppressed_is_not_stored(tmp_path, notes):
    notes.write_text("The owner is TBD. <!-- elm-review: ignore todo: the board names one -->\n")
    path = tmp_path / "baseline.json"
    assert run(notes, "--write-baseline", path)[2] == f"0 findings stored in {path}.\n"


def test_both_at_once_show_what_is_new_and_store_everything(notes, baseline):
    notes.write_text(OLD + "\nThe roof is XXX.\n")
    _, out, err = run(notes, "--baseline", baseline, "--write-baseline", baseline)
    assert "1 new finding" in out
    assert err == f"3 findings stored in {baseline}.\n"
    assert kinds(notes, "--baseline", baseline) == []


def test_sarif_says_what_is_new_and_what_is_unchanged(notes, baseline):
    notes.write_text(OLD + "\nThe ZQX is slow.\n")
    states = {row["ruleId"]: row["baselineState"] for row in sarif(notes, "--baseline", baseline)["results"]}
    assert states == {"acronym": "new", "todo": "unchanged", "decision_no_rationale": "unchanged"}


def test_a_baseline_reads_well_in_a_diff(baseline):
    stored = json.loads(baseline.read_text())
    assert stored["version"] == 1
    assert [(row["path"], row["kind"], row["words"]) for row in stored["findings"]] == [
        ("docs/notes.md", "decision_no_rationale", "We decided to buy a lift"),
        ("docs/notes.md", "todo", "The owner is TBD"),
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "could not be read (No such file or directory). Write one first: --write-baseline"),
        ("{", "is no baseline of this command. Write it anew"),
        ("[]", "is no baseline"),
        ('{"version": 1, "findings": [3]}', "is no baseline"),
        ('{"version": 1, "findings": [{"path": [], "kind": "a", "fingerprint": "b"}]}', "is no baseline"),
        ('{"version": 9, "findings": []}', "was written by another version"),
    ],
)
def test_a_baseline_that_is_none_exits_2_before_anything_is_read(tmp_path, notes, content, problem):
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_text(content)
    code, out, err = run(notes, "--baseline", path)
    assert (code, out) == (2, "")
    assert problem in err


def test_a_baseline_that_cannot_be_written_is_said(tmp_path, notes):
    with pytest.raises(BadConfiguration, match="could not be written"):
        write_baseline(str(tmp_path / "none" / "b.json"), [])
    assert run(notes, "--write-baseline", tmp_path / "none" / "b.json")[0] == 2


@given(st.lists(st.sampled_from([*OLD.splitlines(), "The ZQX is slow.", "TBD"]), max_size=8), st.randoms())
def test_a_text_is_never_new_beside_its_own_baseline(tmp_path_factory, lines, random):
    folder = tmp_path_factory.mktemp("baseline")
    config = Configs().of(str(folder / "a.md"))
    path = str(folder / "b.json")
    before = review_for_team("\n\n".join(lines), str(folder / "a.md"), config)
    write_baseline(path, [before])
    moved = "Ana asks.\n\n" + "\n\n".join(lines)
    compared = compare_with_baseline(
        [review_for_team(moved, str(folder / "a.md"), config)], path, read_baseline(path)
    )
    assert (compared.files[0].findings, compared.gone) == ((), 0)
