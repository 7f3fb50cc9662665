"""What can be taken away from a session."""

import hashlib
import json
import subprocess
from datetime import UTC, datetime

import pytest

from reviews.changes import decide
from reviews.kinds.interview.transcript import parse_rounds
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Session
from reviews.states import EventKind
from tests.changes.stage import BASE, BETTER, session_with

ELM, CLAUDE = Speaker("elm", "ELM", "Executive"), Speaker("answerer", "Claude", "Author")


@pytest.fixture
def talked(session) -> Session:
    """A session with one round and a verdict, started at 01:49 UTC."""
    Session.objects.filter(pk=session.pk).update(created=datetime(2026, 2, 28, 1, 49, tzinfo=UTC))
    session.pins.get().artifact.__class__.objects.update(name="My Notes.md")
    verdict = {"reason": "ready", "got_right": ["The problem."], "improved": [], "caveats": []}
    store.append(
        session.pk,
        [
            NewEvent(EventKind.QUESTION, "1. How many orders are lost?", ELM, {"round": 1}),
            NewEvent(EventKind.ANSWER, "The notes do not say.", CLAUDE, {"round": 1}),
            NewEvent(EventKind.QUESTION, "[SATISFIED]", ELM, {"round": 2, "marker": True}),
            NewEvent(EventKind.VERDICT, "**Verdict:** Ready", ELM, verdict),
        ],
    )
    session.refresh_from_db()
    return session


def url(session, name):
    return f"/sessions/{session.pk}/{name}"


def git(folder, *args, **kwargs):
    return subprocess.run(["git", *args], cwd=folder, check=True, capture_output=True, **kwargs)


def applied_by_git(folder, name, content, patch):
    """The bytes that `git apply` makes of `content` with the patch."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    git(folder, "init", "-q")
    git(folder, "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-", input=patch)
    return (folder / name).read_bytes()


def test_b1_b3_the_transcript_has_the_format_of_the_files(as_user, ana, talked):
    text = as_user(ana).get(url(talked, "transcript.md")).content.decode()
    assert text == (
        "*offline reviewer: rules, no model*\n\n"
        "ELM: 1. How many orders are lost?\n\nAnswers (rules): The notes do not say.\n\n---\n\n"
        "ELM: [SATISFIED]\n\n**Verdict:** Ready\n\n"
    )
    assert parse_rounds(text)[0] == ("1. How many orders are lost?", "The notes do not say.")


def test_the_transcript_of_a_model_has_no_line_above(as_user, ana, talked):
    Session.objects.filter(pk=talked.pk).update(provider="claude")
    assert as_user(ana).get(url(talked, "transcript.md")).content.startswith(b"ELM: 1. How many")


def test_b2_downloads_are_named_after_the_notes_and_the_start_in_utc(as_user, ana, talked):
    client = as_user(ana)
    names = ("transcript.md", "export.json", "export.sarif", "changes.patch")
    found = [client.get(url(talked, name))["Content-Disposition"] for name in names]
    stem = "my-notes-2026-02-28T01-49-00"
    assert found == [f'attachment; filename="{stem}{end}"' for end in (".md", ".json", ".sarif", ".patch")]


def test_the_export_has_the_whole_session(as_user, ana, talked):
    decide.accept(talked.changes.get(order=1), ana, text="Cards fail.\n")
    found = json.loads(as_user(ana).get(url(talked, "export.json")).content)
    assert (found["format"], found["version"]) == ("elm.session", 1)
    assert found["session"]["id"] == str(talked.pk)
    assert found["session"]["created"] == "2026-02-28T01:49:00Z"
    assert found["session"]["provider_label"] == "offline reviewer: rules, no model"
    kinds = [(event["number"], event["kind"]) for event in found["events"]]
    assert kinds == [(1, "question"), (2, "answer"), (3, "question"), (4, "verdict"), (5, "change")]
    assert found["verdict"]["got_right"] == ["The problem."]
    assert len(found["scorecard"]) == 10
    assert found["calls"] == {
        "count": 0, "failed": 0, "tokens_in": 0, "tokens_out": 0, "tokens_cached": 0, "cost_usd": 0.0,
    }  # fmt: skip


def test_the_export_names_revisions_by_number_and_digest(as_user, ana, talked):
    decide.accept(talked.changes.get(order=1), ana, text="Cards fail.\n")
    found = json.loads(as_user(ana).get(url(talked, "export.json")).content)
    artifact = found["artifacts"][0]
    assert artifact["revision"] == {"number": 1, "sha256": hashlib.sha256(BASE.encode()).hexdigest()}
    assert artifact["current"]["number"] == 2
    change = found["changes"][0]
    assert (change["status"], change["edited"]) == ("applied", "Cards fail.\n")
    assert (change["decided_by"], change["resulting_revision"]) == ("Ana", 2)


@pytest.mark.parametrize("name", ["transcript.md", "export.json", "export.sarif", "changes.patch"])
def test_viewers_download_and_outsiders_find_nothing(as_user, vera, cleo, client, talked, name):
    assert as_user(vera).get(url(talked, name)).status_code == 200
    assert as_user(cleo).get(url(talked, name)).status_code == 404
    assert as_user(vera).post(url(talked, name)).status_code == 405
    assert client.get(url(talked, name)).status_code == 302


@pytest.mark.parametrize("name", ["transcript.md", "export.json", "export.sarif", "changes.patch"])
def test_the_downloads_of_a_session_that_is_not_there_are_not_found(as_user, ana, name):
    assert as_user(ana).get(f"/sessions/00000000-0000-4000-8000-000000000000/{name}").status_code == 404


def test_the_patch_has_the_accepted_changes_only(as_user, ana, session, tmp_path):
    decide.accept(session.changes.get(order=1), ana)
    patch = as_user(ana).get(url(session, "changes.patch")).content
    made = applied_by_git(tmp_path, session.pins.get().artifact.name, BASE.encode(), patch)
    assert made.decode() == BASE.replace("Cards are", "Four in a hundred cards are")


def test_the_patch_of_the_proposals_has_what_is_still_to_decide(as_user, ana, session, tmp_path):
    decide.reject(session.changes.get(order=1), ana)
    patch = as_user(ana).get(url(session, "changes.patch") + "?status=proposed").content
    made = applied_by_git(tmp_path, session.pins.get().artifact.name, BASE.encode(), patch)
    assert made.decode() == BETTER.replace("Four in a hundred cards are", "Cards are")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("last", [True, False], ids=["final newline", "no final newline"])
def test_git_applies_the_patch_to_the_exact_bytes(as_user, ana, item, tmp_path, mark, end, last):
    old = f"Títle{end}{end}One{end}Two" + end * last
    new = f"Better títle{end}{end}One{end}Two{end}Three"
    session = session_with(item, [(mark + old.encode(), new)])
    decide.accept_all(session, ana)
    patch = as_user(ana).get(url(session, "changes.patch")).content
    made = applied_by_git(tmp_path, session.pins.get().artifact.name, mark + old.encode(), patch)
    assert made == mark + new.encode()


def test_a_session_without_accepted_changes_has_an_empty_patch(as_user, ana, session):
    assert as_user(ana).get(url(session, "changes.patch")).content == b""


def test_an_unknown_status_is_not_found(as_user, ana, session):
    assert as_user(ana).get(url(session, "changes.patch") + "?status=imagined").status_code == 404


def test_the_sarif_log_has_the_offline_findings_of_what_the_session_read(ana, as_user, talked):
    found = json.loads(as_user(ana).get(url(talked, "export.sarif")).content)
    uris = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in found["runs"][0]["results"]
    }
    assert found["version"] == "2.1.0"
    assert uris == {"My%20Notes.md"}
