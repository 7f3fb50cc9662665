"""What `manage.py review` prints: order, colours, paths, and the SARIF log."""

import io
import json

import pytest
from django.core.management import call_command

from reviews.offline.ci.kinds import ALL_TITLES, explanation_of
from reviews.offline.finding import KINDS
from reviews.offline.reviewer import review_text
from tests.offline.ci.stage import NOTES, kinds, rows, run, sarif, write


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(*args: str) -> str:
    out = Terminal()
    call_command("review", *args, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.fixture
def notes(tmp_path):
    return write(tmp_path, "notes.md", NOTES)


def test_all_of_a_kind_are_told_in_a_build(tmp_path):
    text = "\n\n".join(
        f"The {word} gate is extremely useful." for word in ["red", "green", "blue", "grey", "old", "new"]
    )
    assert kinds(write(tmp_path, "a.md", text)) == ["vague_claim"] * 6
    assert len([f for f in review_text(text) if f.kind == "vague_claim"]) == 2


def test_each_line_begins_with_path_line_and_column(notes):
    assert f"    {notes}:3:1        medium   todo  " in run(notes)[1]


def test_what_the_whole_text_lacks_has_no_line(tmp_path):
    path = write(tmp_path, "a.md", "# Plan\n\n" + "The hall should get a red door and a green gate. " * 20)
    assert f"    {path} whole text low      missing_why " in run(path, "--hints")[1]


def test_of_several_files_only_those_with_findings_are_shown(tmp_path, notes):
    write(tmp_path, "fine.md", "Ana pays.\n")
    out = run(tmp_path)[1]
    assert "fine.md" not in out
    assert out.endswith("2 files, 1 finding: 1 medium.\n")
    notes.unlink()
    write(tmp_path, "fine2.md", "Ben pays.\n")
    assert run(tmp_path)[1].startswith("Nothing found.")


def test_colours_are_for_terminals_that_want_them(notes, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[33mmedium" in shown(str(notes))
    assert "\x1b" not in run(notes)[1]
    assert "\x1b" not in shown(str(notes), "--no-color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown(str(notes))


def test_a_path_that_is_no_utf8_can_be_printed(tmp_path):
    path = write(tmp_path, "a\udcff.md", NOTES)
    for form in ("text", "json", "sarif"):
        assert run(path, "--format", form)[1].encode()


def test_what_the_team_calls_grave_is_a_finding_and_comes_first(tmp_path):
    text = "The price is TBD.\n\nThe ZQX is slow.\n"
    path = write(tmp_path, "a.md", text)
    assert [(row["kind"], row["hint"]) for row in rows(path)] == [("todo", False), ("acronym", True)]
    write(tmp_path, "elm-review.toml", '[kinds]\nacronym = "high"\n')
    assert [(row["kind"], row["hint"]) for row in rows(path)] == [("acronym", False), ("todo", False)]


def test_hints_are_counted_and_told_apart_when_asked_for(tmp_path):
    path = write(tmp_path, "a.md", "The price is TBD.\n\nThe ZQX is slow.\n")
    out = run(path)[1]
    assert "“ZQX”" not in out
    assert "  1 hint by rules that are often wrong: --hints\n" in out
    assert out.endswith("1 file, 1 finding: 1 medium. 1 hint.\n")
    asked = run(path, "--hints")[1]
    assert asked.index("“TBD”") < asked.index("  Hints: rules that are often wrong\n") < asked.index("“ZQX”")


def test_of_several_files_those_with_hints_alone_are_only_counted(tmp_path):
    write(tmp_path, "a.md", "The price is TBD.\n")
    write(tmp_path, "b.md", "The ZQX is slow.\n")
    assert "b.md" not in run(tmp_path)[1]
    assert "b.md" in run(tmp_path, "--hints")[1]


def test_hints_are_notes_of_low_rank_in_sarif(tmp_path):
    path = write(tmp_path, "a.md", "The price is TBD.\n\nThe ZQX is slow.\n")
    results = {one["ruleId"]: one for one in sarif(path)["results"]}
    assert (results["todo"]["level"], results["acronym"]["level"]) == ("warning", "note")
    assert results["acronym"]["rank"] < 60 <= results["todo"]["rank"]


def test_every_kind_has_an_explanation():
    lacking = [
        kind for kind in ALL_TITLES if not {"looks_for", "leaves_alone"} <= explanation_of(kind).keys()
    ]
    assert lacking == [], "Say in reviews/offline/ci/words/explained.toml what these kinds look for."


@pytest.mark.parametrize("kind", [kind for kind in ALL_TITLES if "example" in explanation_of(kind)])
def test_every_example_is_found(tmp_path, kind):
    assert kind in kinds(write(tmp_path, "a.md", explanation_of(kind)["example"]))


def test_the_rules_of_a_sarif_log_have_help(notes):
    rules = sarif(notes)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(KINDS)
    for rule in rules:
        assert rule["fullDescription"]["text"].endswith(".")
        assert "To suppress it" in rule["help"]["text"]


def test_a_sarif_log_has_what_the_standard_asks_for(tmp_path):
    """What sarif-schema-2.1.0.json requires of the objects that are in it, and that what is counted is there."""
    text = NOTES + "\nWe decided. <!-- elm-review: ignore hedge -->\n"
    path = write(tmp_path, "a b.md", text)
    write(
        tmp_path,
        "umzug.md",
        "Wir wollen die Rechnungen bis März umziehen. Der Einkauf ist noch nicht dafür.\n",
    )
    log = json.loads(run(tmp_path, tmp_path / "gone.md", "--format", "sarif")[1])
    assert log["version"] == "2.1.0"
    (only,) = log["runs"]
    rules = only["tool"]["driver"]["rules"]
    assert rules[-1]["id"] == "bad_suppression"
    (invocation,) = only["invocations"]
    assert invocation["executionSuccessful"] is False
    levels = [told["level"] for told in invocation["toolExecutionNotifications"]]
    assert levels == ["error", "warning"]
    assert {"bad_suppression", "todo"} <= {result["ruleId"] for result in only["results"]}
    for result in only["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        assert len(result["partialFingerprints"]["kindAndQuote/v1"]) == 16
        assert result["suppressions"] == []
        (place,) = result["locations"]
        assert place["physicalLocation"]["artifactLocation"]["uri"] == str(path).replace(" ", "%20")
        assert place["physicalLocation"]["region"]["startLine"] >= 1
