"""What a commit would be, told without moving a branch, and pushes that are stopped."""

from datetime import UTC, datetime

import pytest

from reviews.errors import RepositoryError
from reviews.git import commit, mirror
from reviews.git.commit import Author, CommitDraft

NOON = datetime(2026, 1, 20, 12, tzinfo=UTC)


@pytest.fixture
def base(upstream, source, copy) -> str:
    made = upstream.commit({"docs/a.md": b"one\n", "b.md": b""})
    mirror.fetch(copy, source)
    return made


def draft(base, files) -> CommitDraft:
    return CommitDraft("elm/s1", base, files, Author("Ana", "ana@example.org"), "Add", NOON)


def test_a_commit_that_is_only_made_moves_no_branch(base, copy):
    made = commit.make(copy, draft(base, {"b.md": b"1"}))
    assert commit.branch_tip(copy, "elm/s1") == ""
    assert commit.commit(copy, draft(base, {"b.md": b"1"})) == made


def test_whether_a_commit_has_these_bytes(base, copy):
    assert commit.has(copy, base, {"docs/a.md": b"one\n", "b.md": b""})
    assert not commit.has(copy, base, {"docs/a.md": b"one\n", "b.md": b"1"})
    assert not commit.has(copy, base, {"gone.md": b""})
    assert not commit.has(copy, base, {"docs": b""})


def test_the_newest_commit_is_the_one_with_the_others_in_its_history(base, upstream, source, copy):
    later = upstream.commit({"b.md": b"2"})
    aside = upstream.commit({"b.md": b"3"}, branch="aside", parent=base)
    mirror.fetch(copy, source)
    assert commit.newest(copy, {base}) == base
    assert commit.newest(copy, {later, base}) == later
    assert commit.newest(copy, {later, aside, base}) == aside
    with pytest.raises(RepositoryError):
        commit.newest(copy, {base, "1" * 40})


def test_a_push_that_is_stopped_says_so_and_can_be_made_again(base, copy, source, upstream):
    made = commit.commit(copy, draft(base, {"b.md": b"1"}))
    with pytest.raises(RepositoryError) as stopped:
        commit.push(copy, source, "elm/s1", stop=lambda: True)
    assert stopped.value.kind == "stopped"
    commit.push(copy, source, "elm/s1", stop=lambda: False)
    assert upstream.git("rev-parse", "refs/heads/elm/s1").decode().strip() == made
