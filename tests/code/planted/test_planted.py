"""The figures of docs/code-review-offline.md: forty planted bugs, and each alert of the first run as it was judged."""

import re
import tomllib
from pathlib import Path

import pytest

from reviews.code.analysers.alert import ANGLES, SourceFile
from reviews.code.analysers.analysis import analyse_many

HERE = Path(__file__).parent
BUGS = tomllib.loads((HERE / "bugs.toml").read_text())["bug"]
JUDGED = tomllib.loads((HERE / "judged.toml").read_text())["alert"]
DOCUMENT = (HERE.parents[2] / "docs/code-review-offline.md").read_text()
TEXTS = {path.name.removesuffix(".txt"): path.read_text() for path in sorted((HERE / "files").iterdir())}
LANGUAGES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "c": "c",
    "sh": "shell",
}


def found(bug):
    return any((alert["file"], alert["bug"]) == (bug["file"], bug["line"]) for alert in JUDGED)


def test_each_planted_bug_stands_in_a_line_with_words():
    assert (len(BUGS), len(TEXTS)) == (40, 10)
    for bug in BUGS:
        assert TEXTS[bug["file"]].split("\n")[bug["line"] - 1].strip()
        assert bug["angle"] in ANGLES
    places = {(bug["file"], bug["line"]) for bug in BUGS}
    assert {(alert["file"], alert["bug"]) for alert in JUDGED if alert["bug"]} <= places


def test_the_document_has_the_figures_of_the_first_run():
    rows = {
        name: (int(planted), int(hits), int(alerts), int(useful), int(harmless), int(wrong))
        for name, planted, hits, alerts, useful, harmless, wrong in re.findall(
            r"^\| `?([\w.]+)`? \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$",
            DOCUMENT,
            re.MULTILINE,
        )
    }
    for name in (*TEXTS, "all"):
        bugs = [bug for bug in BUGS if name in (bug["file"], "all")]
        alerts = [alert for alert in JUDGED if name in (alert["file"], "all")]
        verdicts = [alert["verdict"] for alert in alerts]
        counts = (verdicts.count("useful"), verdicts.count("harmless"), verdicts.count("wrong"))
        assert rows[name] == (len(bugs), sum(map(found, bugs)), len(alerts), *counts)


@pytest.mark.slow
def test_what_was_useful_in_the_first_run_is_still_found():
    files = [SourceFile(name, text, LANGUAGES[name.rsplit(".", 1)[1]]) for name, text in TEXTS.items()]
    today = {
        (file.path_name, alert.line, alert.rule)
        for file, analysis in zip(files, analyse_many(files), strict=True)
        for alert in analysis.alerts
    }
    useful = {
        (alert["file"], alert["line"], alert["rule"]) for alert in JUDGED if alert["verdict"] == "useful"
    }
    assert useful - today == set()
