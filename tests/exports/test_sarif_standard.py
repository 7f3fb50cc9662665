"""Every SARIF log that ELM writes is what the standard's own schema asks for, and a viewer's library reads it."""

import hashlib
import importlib.resources
import json
from dataclasses import replace
from pathlib import Path

import pytest
from sarif.loader import load_sarif_file
from sarif_kit.validate import validation_errors

from reviews.changes import findings
from reviews.kinds.angles.pages.exports import findings_sarif
from reviews.kinds.notes import Note
from reviews.models import SessionArtifact
from reviews.models.finding import FindingStatus
from reviews.states import Severity
from tests import factories
from tests.changes.findings.stage import check, vague
from tests.kinds.angles.examples import finds_and_mends, finds_only
from tests.kinds.angles.rows import stored_review
from tests.kinds.angles.table import CODE, Held, setup_for
from tests.offline.ci.stage import NOTES, run, write

SCHEMA = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
"""The SHA-256 of sarif-schema-2.1.0.json as OASIS publishes it, with the errata of 2023."""
HOSTILE = '<img src=x>\u202e"%s".py'


def found_log(name: str = "prices.py", designer: bool = False) -> str:
    """What an angle review has found: of a bug that stands, or of one that is mended and one that is refuted."""
    setup = setup_for(designer=designer, notes=(Note("a1", name, CODE),))
    return findings_sarif(Held(setup, finds_and_mends if designer else finds_only).go().state)


def clean_log() -> str:
    return findings_sarif(Held(setup_for(designer=False)).go().state)


def absent_log() -> str:
    """What stands in no line, with the largest weight there is."""
    state = Held(setup_for(designer=False), finds_only).go().state
    (key, issue), *_ = state.issues.items()
    gone = replace(issue, quote="", line=1, severity=Severity.CRITICAL, confidence=1.0, pinned=False)
    return findings_sarif(replace(state, issues={key: gone}))


@pytest.mark.slow
def test_the_schema_is_the_one_that_oasis_publishes():
    schema = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(schema).hexdigest() == SCHEMA
    assert validation_errors({"version": "2.1.0", "runs": [{}]}) != [], "it refuses what lacks a tool"


@pytest.mark.parametrize("log", [found_log, clean_log, absent_log])
def test_a_log_of_an_angle_review_is_what_the_schema_asks_for(log):
    assert validation_errors(json.loads(log())) == []


def test_modified_and_refuted_findings_and_hostile_names_are_too():
    assert validation_errors(json.loads(found_log(designer=True))) == []
    assert validation_errors(json.loads(found_log(HOSTILE))) == []


def test_a_log_of_the_offline_reviewer_is_what_the_schema_asks_for(tmp_path):
    path = write(tmp_path, "a b.md", NOTES)
    log = run(path, tmp_path / "gone.md", "--format", "sarif")[1]
    assert validation_errors(json.loads(log)) == []


@pytest.fixture
def checked(item, ana):
    """An interview that has read notes with a hostile name, of whose findings one was dismissed."""
    notes = factories.ArtifactFactory(item=item, name="notes.md")
    check(notes)
    findings.decide(vague(notes), FindingStatus.DISMISSED, ana, 'Said in "annex" <b>2</b>.')
    notes.name = HOSTILE
    notes.save(update_fields=["name"])
    session = factories.SessionFactory(item=notes.item)
    SessionArtifact.objects.create(session=session, artifact=notes, revision=notes.current)
    return session


def test_the_log_of_any_session_is_what_the_schema_asks_for(checked, as_user, ana, tmp_path):
    log = as_user(ana).get(f"/sessions/{checked.pk}/export.sarif").content
    assert validation_errors(json.loads(log)) == []
    file = Path(tmp_path, "session.sarif")
    file.write_bytes(log)
    opened = load_sarif_file(str(file))
    assert opened.get_distinct_tool_names() == ["elm-offline-reviewer"]
    (run,) = opened.runs
    assert [one["kind"] for found in run.get_results() for one in found["suppressions"]] == ["external"]


def test_the_log_that_an_angle_review_gives_its_readers_is_too(item, ana, as_user, tmp_path):
    session = stored_review(item, ana, finds_only, designer=False)
    log = as_user(ana).get(f"/sessions/{session.pk}/findings.sarif").content
    assert validation_errors(json.loads(log)) == []
    file = Path(tmp_path, "findings.sarif")
    file.write_bytes(log)
    assert [one["Line"] for one in load_sarif_file(str(file)).get_records()] == [4]


def test_a_viewer_s_library_reads_what_was_found(tmp_path):
    file = Path(tmp_path, "found.sarif")
    file.write_text(found_log())
    opened = load_sarif_file(str(file))
    assert opened.get_distinct_tool_names() == ["elm-angle-review"]
    (record,) = opened.get_records()
    assert (record["Location"], record["Line"], record["Severity"]) == ("prices.py", 4, "error")
    assert record["Description"].startswith("Only the last price is kept.")
    assert opened.get_report().get_issue_count_for_severity("error") == 1


def test_a_viewer_s_library_reads_why_a_finding_was_refuted(tmp_path):
    file = Path(tmp_path, "mended.sarif")
    file.write_text(found_log(designer=True))
    (run,) = load_sarif_file(str(file)).runs
    assert [one["suppressions"][0]["kind"] for one in run.get_results()] == ["external"]
