"""Commits without a work tree, and the patches of them that `git am` takes."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from reviews.errors import RepositoryError
from reviews.git import browse, commit, history, mirror, patch
from reviews.git.commit import Author, CommitDraft
from tests.drawing import examples
from tests.git.making import Upstream, noise, plain, read_reference
from tests.git.stock import Stock

ANA = Author("Ana Example", "ana@example.org")
NOON = datetime(2026, 1, 20, 12, tzinfo=UTC)
ODD = b'odd\n\xe9 "x".md'


@pytest.fixture(scope="module")
def stock(tmp_path_factory) -> Stock:
    """What Ana has: texts of all sorts, and a program."""
    upstream = Upstream(tmp_path_factory.mktemp("stock") / "notes.git")
    upstream.commit({"run.sh": b"#!/bin/sh\n"}, mode="100755")
    upstream.commit(
        {
            "docs/deep/a.md": b"one\r\ntwo\r\n",
            "b.md": b"no end",
            ODD: b"odd\n",
            "c.bin": b"\0\1\2",
            "empty": b"",
        }
    )
    return Stock.of(upstream)


@pytest.fixture
def base(upstream, copy, stock) -> str:
    """Ana's newest commit, fetched."""
    stock.fill(upstream)
    stock.mirror(copy)
    return read_reference(upstream.path, "refs/heads/main")


def draft(base: str, files: dict[str, bytes], **others) -> CommitDraft:
    values = {
        "branch": "elm/s1",
        "author": ANA,
        "message": "Add what was found\n\nFrom the session.",
        "at": NOON,
    }
    return CommitDraft(base=base, files=files, **{**values, **others})


def clone_of(path: Path, where: Path, base: str) -> Path:
    """Somebody's plain clone, at the base commit."""
    plain(where, "clone", "-q", str(path), "clone")
    plain(where / "clone", "checkout", "-q", "-b", "mine", base)
    return where / "clone"


def test_a_commit_changes_the_files_and_nothing_else(base, copy):
    made = commit.commit(copy, draft(base, {"docs/deep/a.md": b"one\r\n", "run.sh": b"#!/bin/sh\nls\n"}))
    assert browse.blob(copy, made, "docs/deep/a.md", most=99).data == b"one\r\n"
    assert browse.entry(copy, made, "run.sh").mode == "100755"
    changed = plain(copy, "diff-tree", "-r", "--name-only", base, made).split()
    assert changed == [b"docs/deep/a.md", b"run.sh"]
    [about] = history.commits_between(copy, base, made)
    assert (about.author, about.email, about.at, about.subject) == (
        ANA.name,
        ANA.email,
        NOON,
        "Add what was found",
    )


def test_the_same_draft_is_one_commit_and_the_next_goes_on_top(base, copy):
    first = commit.commit(copy, draft(base, {"b.md": b"1"}))
    assert commit.commit(copy, draft(base, {"b.md": b"1"})) == first
    second = commit.commit(copy, draft(first, {"b.md": b"2"}))
    assert commit.branch_tip(copy, "elm/s1") == second


def test_a_draft_on_a_branch_that_moved_on_changes_nothing(base, copy):
    first = commit.commit(copy, draft(base, {"b.md": b"1"}))
    with pytest.raises(RepositoryError, match="moved on") as refused:
        commit.commit(copy, draft(base, {"b.md": b"2"}))
    assert refused.value.kind == "stale"
    assert commit.branch_tip(copy, "elm/s1") == first


@pytest.mark.parametrize(
    "path", ["gone.md", "docs", "docs/deep", "b.md/x", "../b.md", ".git/config", "/b.md"]
)
def test_only_files_of_the_base_can_be_changed(base, copy, path):
    with pytest.raises(RepositoryError) as refused:
        commit.commit(copy, draft(base, {path: b"x"}))
    assert refused.value.kind == "path"
    assert commit.branch_tip(copy, "elm/s1") == ""


def test_nothing_to_change_is_told(base, copy):
    with pytest.raises(RepositoryError, match="nothing to do"):
        commit.commit(copy, draft(base, {"b.md": b"no end"}))


@pytest.mark.parametrize("branch", ["main", "elm/", "elm/../main", "elm/a/b", "elm/-x", "--force", "elm/a b"])
def test_only_branches_of_elm_are_written(base, copy, branch):
    with pytest.raises(RepositoryError, match="branch of ELM's own"):
        commit.commit(copy, draft(base, {"b.md": b"1"}, branch=branch))


def test_names_of_people_and_messages_are_made_harmless(base, copy):
    author = Author("Ana <x>\nparent 000", "a@b\n>")
    message = "From Ana\n\n---\ndiff --git a/x b/x\nFrom 0 Mon Sep 17 00:00:00 2001\n"
    made = commit.commit(copy, draft(base, {"b.md": b"1"}, author=author, message=message))
    lines = plain(copy, "cat-file", "commit", made).decode().splitlines()
    assert lines[2].startswith("author Ana x parent 000 <a@b> ")
    assert lines[5:] == ["From Ana", "", " ---", " diff --git a/x b/x", " From 0 Mon Sep 17 00:00:00 2001"]


TEXTS = st.lists(
    st.sampled_from([b"a", b"\r", b"\n", b"\r\n", b" ", b"=", b"From x", b"\xff", b"-- \n"])
).map(b"".join)


@examples(12, HealthCheck.function_scoped_fixture)
@given(texts=st.tuples(TEXTS, TEXTS, TEXTS))
def test_git_am_gives_the_same_tree_whatever_the_text(base, copy, upstream, tmp_path_factory, texts):
    files = dict(zip(("docs/deep/a.md", "b.md", 'odd\\x0a\\xe9 "x".md'), texts, strict=True))
    branch = f"elm/{abs(hash(texts))}"
    made = commit.commit(
        copy, draft(base, {**files, "empty": b"never empty"}, branch=branch, message="Add\n\n---")
    )
    clone = clone_of(upstream.path, tmp_path_factory.mktemp("am"), base)
    plain(clone, "am", "-q", stdin=patch.format_patch(copy, made))
    assert plain(clone, "rev-parse", "HEAD^{tree}") == plain(copy, "rev-parse", f"{made}^{{tree}}")


def test_git_am_keeps_the_author_and_the_message(base, copy, upstream, tmp_path):
    made = commit.commit(copy, draft(base, {"b.md": b"1"}, author=Author("Çelik Ünal", "c@example.org")))
    clone = clone_of(upstream.path, tmp_path, base)
    plain(clone, "am", "-q", stdin=patch.format_patch(copy, made))
    about = plain(clone, "log", "-1", "--format=%an <%ae> %at%n%B").decode()
    assert (
        about.strip()
        == f"Çelik Ünal <c@example.org> {NOON.timestamp():.0f}\nAdd what was found\n\nFrom the session."
    )


def test_a_patch_of_a_binary_file_is_refused(base, copy):
    made = commit.commit(copy, draft(base, {"c.bin": b"\0\3"}))
    with pytest.raises(RepositoryError, match=r"c\.bin is not text"):
        patch.format_patch(copy, made)


def test_a_pushed_branch_is_in_everybodys_clone(base, copy, source, upstream, tmp_path):
    made = commit.commit(copy, draft(base, {"b.md": b"1"}))
    commit.push(copy, source, "elm/s1")
    clone = clone_of(upstream.path, tmp_path, base)
    assert plain(clone, "rev-parse", "origin/elm/s1").decode().strip() == made
    assert browse.resolve(copy, "elm/s1") == made


def test_a_push_onto_another_history_is_rejected_and_loses_nothing(base, copy, source, upstream):
    made = commit.commit(copy, draft(base, {"b.md": b"1"}))
    theirs = upstream.commit({"b.md": b"theirs"}, branch="elm/s1", parent=base)
    with pytest.raises(RepositoryError, match="did not take the branch") as refused:
        commit.push(copy, source, "elm/s1")
    assert refused.value.kind == "rejected"
    assert upstream.git("rev-parse", "refs/heads/elm/s1").decode().strip() == theirs
    assert commit.branch_tip(copy, "elm/s1") == made


def test_a_commit_beside_a_file_that_was_not_fetched_is_pushed(upstream, source, copy, tmp_path):
    base = upstream.commit({"huge.bin": noise(1_500_000), "a.md": b"a\n"})
    mirror.fetch(copy, source, sizes=mirror.Sizes(whole=9, file=1))
    made = commit.commit(copy, draft(base, {"a.md": b"b\n"}))
    commit.push(copy, source, "elm/s1")
    clone = clone_of(upstream.path, tmp_path, made)
    assert (clone / "huge.bin").stat().st_size == 1_500_000
    plain(clone, "checkout", "-q", base)
    plain(clone, "am", "-q", stdin=patch.format_patch(copy, made))
    assert (clone / "a.md").read_bytes() == b"b\n"
