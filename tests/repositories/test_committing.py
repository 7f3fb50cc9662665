"""Committing what was accepted: which bytes, on which branch, with which message."""

import subprocess
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from reviews.changes import decide as apply
from reviews.errors import IllegalMove, RepositoryError
from reviews.git import commit as commits
from reviews.models import BranchCommit, Event
from reviews.repositories import committing, moving
from reviews.repositories.places import mirror_of
from tests import factories
from tests.git.making import Upstream, plain
from tests.repositories.committed import BETTER, URL, accepted, am, clone, in_mirror, interview, roundtable
from tests.repositories.stage import PLAN, fetch, linked, linked_copy, picked
from tests.repositories.test_fetching import full_disk

AT = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)


def test_a_commit_has_the_accepted_changes_on_a_branch_of_the_session(plan, repository, ana, upstream):
    session = accepted(interview(plan), ana)
    [row] = committing.commit(session, ana, URL)
    assert (row.branch, row.base) == (f"elm/{session.pk}", plan.pinned.commit)
    assert in_mirror(repository, row.commit, "docs/plan.md") == BETTER.encode()
    assert in_mirror(repository, row.commit, "README.md").startswith(b"# Notes")
    assert upstream.git("branch", "--list", "elm/*") == b""


def test_the_message_says_what_was_accepted_by_whom_and_where(plan, repository, ana):
    session = accepted(interview(plan), ana, 1)
    [row] = committing.commit(session, ana, URL)
    told = plain(mirror_of(repository), "log", "-1", "--format=%an <%ae>%n%B", row.commit).decode()
    assert told.splitlines() == [
        "Ana <ana@elm.invalid>",
        "1 change of the interview on Payment retries",
        "",
        "docs/plan.md",
        "- Problem: ELM asked for a number. (ELM)",
        "",
        f"Session: {URL}",
        "",
    ]


def test_the_message_of_a_roundtable_quotes_its_points(plan, ana):
    session = accepted(roundtable(plan, AT), ana)
    [row] = committing.commit(session, ana, URL)
    assert "\n- Plan: [Maya] Ask the bank.\n- Plan: [Alex] Log each try.\n" in row.message


def test_the_author_is_made_by_the_format_of_the_team(plan, repository, ana, team):
    team.commit_author = "ELM for {username} <{username}@example.org>"
    team.save()
    [row] = committing.commit(accepted(interview(plan), ana), ana)
    told = plain(mirror_of(repository), "log", "-1", "--format=%an <%ae>", row.commit).decode()
    assert told.strip() == "ELM for ana <ana@example.org>"


def test_the_log_of_the_session_tells_of_the_commit(plan, ana):
    session = accepted(interview(plan), ana)
    [row] = committing.commit(session, ana)
    told = Event.objects.filter(session=session).last()
    assert told.text == f"Committed 2 changes to elm/{session.pk} as {row.commit[:7]}."
    assert (told.data["action"], told.data["commit"], told.speaker_name) == ("committed", row.commit, "Ana")


def test_what_is_accepted_later_goes_on_top_of_the_branch(plan, repository, ana):
    session = accepted(interview(plan), ana, 1)
    [first] = committing.commit(session, ana)
    accepted(session, ana, 2)
    [second] = committing.commit(session, ana)
    parent = plain(mirror_of(repository), "rev-parse", f"{second.commit}^").decode().strip()
    assert (second.branch, second.base, parent) == (first.branch, first.base, first.commit)
    assert in_mirror(repository, second.commit, "docs/plan.md") == BETTER.encode()


@pytest.mark.slow
def test_what_is_undone_later_is_taken_off_the_branch(plan, repository, ana):
    session = accepted(interview(plan), ana)
    committing.commit(session, ana)
    apply.undo_all(session, ana)
    [row] = committing.commit(session, ana)
    assert in_mirror(repository, row.commit, "docs/plan.md") == PLAN
    assert row.message.startswith(
        "Take back the changes of the interview on Payment retries\n\nAs it was before:\n- docs/"
    )
    with pytest.raises(IllegalMove, match="committed already"):
        committing.commit(session, ana)


@pytest.mark.parametrize("decide", ["nothing", "commit twice"])
def test_nothing_to_commit_is_a_sentence_and_makes_no_row(decide, plan, ana):
    session = interview(plan)
    if decide == "commit twice":
        committing.commit(accepted(session, ana), ana)
    rows = BranchCommit.objects.count()
    with pytest.raises(IllegalMove, match="Accept one, then commit" if not rows else "committed already"):
        committing.commit(session, ana)
    assert BranchCommit.objects.count() == rows


def test_a_commit_that_no_row_tells_of_is_told_of_when_somebody_commits_again(plan, ana):
    session = accepted(interview(plan), ana)
    [made] = committing.commit(session, ana)
    made.delete()
    [row] = committing.commit(session, ana)
    assert row.commit == made.commit


def test_a_second_session_is_committed_without_the_first(plan, repository, ana):
    accepted(roundtable(plan, AT), ana)
    later = accepted(roundtable(plan, AT.replace(minute=31), ["- [All] Later."]), ana)
    [row] = committing.commit(later, ana)
    text = in_mirror(repository, row.commit, "docs/plan.md").decode()
    assert "Later." in text
    assert "Ask the bank." not in text
    assert "together with" not in row.message


def test_an_interview_on_top_of_a_roundtable_is_committed_without_it(plan, repository, ana):
    accepted(roundtable(plan, AT), ana)
    plan.refresh_from_db()
    better = plan.current.text.replace("within minutes", "within 10 minutes")
    later = accepted(interview(plan, better=better), ana)
    [row] = committing.commit(later, ana)
    assert in_mirror(repository, row.commit, "docs/plan.md") == PLAN.replace(b"within m", b"within 10 m")


def test_what_can_not_be_told_apart_is_committed_together_and_says_so(plan, repository, ana):
    accepted(roundtable(plan, AT), ana)
    plan.refresh_from_db()
    later = interview(plan, better=plan.current.text.replace("Ask the bank.", "Ask the bank twice."))
    accepted(later, ana)
    [row] = committing.commit(later, ana)
    text = in_mirror(repository, row.commit, "docs/plan.md").decode()
    assert "Ask the bank twice." in text
    assert "Log each try." in text
    assert "docs/plan.md (together with everything else that was changed in it)" in row.message


def test_uploaded_artifacts_are_no_part_of_a_commit(plan, item, repository, ana):
    notes = factories.ArtifactFactory(item=item)
    session = accepted(interview(plan, notes), ana)
    [row] = committing.commit(session, ana)
    changed = plain(mirror_of(repository), "diff", "--name-only", row.base, row.commit)
    assert changed == b"docs/plan.md\n"
    assert committing.mails(session, ana) == b""


def test_a_session_about_uploads_only_has_nothing_to_commit(item, ana):
    session = accepted(interview(factories.ArtifactFactory(item=item)), ana)
    with pytest.raises(IllegalMove, match="from a repository"):
        committing.commit(session, ana)


def test_files_of_two_repositories_are_two_commits(plan, team, item, roots, repository, ana):
    other = Upstream(roots / "other.git")
    other.commit({"plan.txt": PLAN})
    second = picked(item, linked(team, other), "plan.txt")
    session = accepted(interview(plan, second), ana)
    rows = committing.commit(session, ana)
    assert [row.repository.name for row in rows] == ["notes", "other"]
    assert rows[0].artifacts == [str(plan.pk)]
    assert in_mirror(rows[1].repository, rows[1].commit, "plan.txt") == BETTER.encode()


def test_files_pinned_to_different_commits_start_from_the_newest_if_all_are_the_same_there(
    plan, item, upstream, repository, ana
):
    upstream.commit({"docs/goals.md": PLAN})
    fetch(repository)
    goals = picked(item, repository, "docs/goals.md")
    [row] = committing.commit(accepted(interview(plan, goals), ana), ana)
    assert row.base == goals.pinned.commit
    assert in_mirror(repository, row.commit, "docs/plan.md") == BETTER.encode()


def test_files_that_read_differently_at_the_newest_commit_must_be_moved_first(
    plan, item, upstream, repository, ana
):
    newest = upstream.commit({"docs/goals.md": PLAN, "docs/plan.md": b"# Plan\n"})
    fetch(repository)
    session = accepted(interview(plan, picked(item, repository, "docs/goals.md")), ana)
    with pytest.raises(RepositoryError, match=r"Move docs/plan\.md .* first") as refused:
        committing.commit(session, ana)
    assert newest[:7] in str(refused.value)
    assert BranchCommit.objects.count() == 0


@pytest.mark.slow
def test_on_another_base_the_session_gets_another_branch(plan, upstream, repository, ana):
    session = accepted(interview(plan), ana)
    committing.commit(session, ana)
    base = upstream.commit({"docs/plan.md": PLAN + b"\nMore.\n"})
    fetch(repository)
    moving.move(plan, base, ana)
    [row] = committing.commit(session, ana)
    assert (row.branch, row.base) == (f"elm/{session.pk}-{base[:7]}", base)
    assert in_mirror(repository, row.commit, "docs/plan.md").decode() == BETTER + "\nMore.\n"


@pytest.mark.slow
def test_what_is_merged_in_part_leaves_the_rest_to_commit(plan, upstream, repository, ana):
    session = accepted(interview(plan), ana)
    committing.commit(session, ana)
    base = upstream.commit({"docs/plan.md": PLAN.replace(b"None.", b"Many.")})
    fetch(repository)
    moving.move(plan, base, ana)
    [row] = committing.commit(session, ana)
    assert row.base == base
    assert "1 change of the interview" in row.message
    assert in_mirror(repository, row.commit, "docs/plan.md") == BETTER.encode()


@pytest.mark.parametrize("column", ["upstream", "unplaced"])
def test_what_the_repository_has_or_has_no_place_for_is_left_out(column, plan, repository, ana):
    session = accepted(interview(plan), ana)
    session.changes.filter(order=1).update(**{column: "1" * 40})
    [row] = committing.commit(session, ana)
    assert in_mirror(repository, row.commit, "docs/plan.md") == PLAN.replace(b"None.", b"Many.")


def test_what_was_merged_into_the_repository_is_not_taken_back_on_the_branch(plan, repository, ana):
    session = accepted(interview(plan), ana)
    [row] = committing.commit(session, ana)
    session.changes.update(upstream="1" * 40)
    with pytest.raises(IllegalMove, match="committed already"):
        committing.commit(session, ana)
    assert commits.branch_tip(mirror_of(repository), row.branch) == row.commit


def test_a_mail_is_taken_by_git_am_and_moves_no_branch(plan, repository, ana, upstream, tmp_path):
    session = accepted(interview(plan), ana)
    mail = committing.mails(session, ana, URL)
    assert committing.mails(session, ana, URL) == mail
    assert commits.branch_tip(mirror_of(repository), f"elm/{session.pk}") == ""
    folder = clone(upstream, tmp_path)
    am(folder, mail)
    assert (folder / "docs/plan.md").read_bytes() == BETTER.encode()
    assert URL.encode() in plain(folder, "log", "-1", "--format=%B")


@pytest.mark.slow
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("last", [True, False], ids=["final newline", "no final newline"])
def test_git_am_gives_the_bytes_of_the_commit(item, repository, upstream, tmp_path, ana, mark, end, last):
    old = mark + end.join([b"# T\xc3\xadtle", b"", b"One", b"", b"Two"]) + end * last
    base = upstream.commit({"docs/odd.md": old})
    fetch(repository)
    odd = picked(item, repository, "docs/odd.md")
    session = accepted(interview(odd, better=odd.current.text.replace("Two", "Two and more")), ana)
    [row] = committing.commit(session, ana)
    folder = clone(upstream, tmp_path, base)
    am(folder, committing.mail_of(row))
    assert (folder / "docs/odd.md").read_bytes() == old.replace(b"Two", b"Two and more")
    assert plain(folder, "rev-parse", "HEAD^{tree}") == plain(
        mirror_of(repository), "rev-parse", f"{row.commit}^{{tree}}"
    )


def test_a_mirror_that_is_gone_is_told(plan, repository, ana):
    session = accepted(interview(plan), ana)
    mirror_of(repository).rename(mirror_of(repository).with_name("elsewhere"))
    with pytest.raises(RepositoryError, match="Fetch it first"):
        committing.commit(session, ana)
    assert BranchCommit.objects.count() == 0


@pytest.mark.slow
def test_a_full_disk_is_told_moves_no_branch_and_loses_nothing(team, item, first, upstream, ana, settings):
    folder = settings.ELM_DATA_DIR / "repositories"
    full_disk(folder)
    try:
        repository = linked_copy(team, upstream, first)
        session = accepted(interview(picked(item, repository, "docs/plan.md")), ana)
        with (folder / "more").open("wb") as filler, suppress(OSError):
            while True:
                filler.write(bytes(1 << 12))
        with pytest.raises(RepositoryError, match="The server's disk is full"):
            committing.commit(session, ana)
        assert commits.branch_tip(mirror_of(repository), f"elm/{session.pk}") == ""
        (folder / "more").unlink()
        [row] = committing.commit(session, ana)
        assert in_mirror(repository, row.commit, "docs/plan.md") == BETTER.encode()
    finally:
        subprocess.run(["umount", folder], check=True)
