"""Reading a mirror: what is there at a branch or commit, and what changed."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from reviews.errors import RepositoryError
from reviews.git import browse, history, last_changes, mirror
from tests.git.making import Upstream, plain
from tests.git.stock import Stock

ODD = b"two\nlines -n \xe9.md"


@pytest.fixture(scope="module")
def stock(tmp_path_factory) -> Stock:
    """Four commits of Ana's."""
    upstream = Upstream(tmp_path_factory.mktemp("stock") / "notes.git")
    upstream.commit({"README.md": b"# Notes\n", "docs/a.md": b"one\n", "docs/deep/b.md": b"b\n"})
    upstream.commit({"docs/a.md": b"one\ntwo\n"}, message="Add a line")
    upstream.commit({ODD: b"odd\n", b"--output=x": b"option\n"}, message="Odd names")
    upstream.commit({"docs/deep/b.md": b"better\n"}, message="Better")
    return Stock.of(upstream)


@pytest.fixture
def commits(upstream, copy, stock) -> list[str]:
    """The four are fetched: the ids, oldest first."""
    stock.fill(upstream)
    stock.mirror(copy)
    return list(upstream.made)


def test_the_top_has_folders_first_with_sizes_and_last_changes(commits, copy):
    found = browse.tree(copy, commits[3])
    rows = [(row.name, row.kind, row.size, row.changed and row.changed.id) for row in found.entries]
    assert rows == [
        ("docs", "folder", None, commits[3]),
        ("--output=x", "file", 7, commits[2]),
        ("README.md", "file", 8, commits[0]),
        ("two\\x0alines -n \\xe9.md", "file", 4, commits[2]),
    ]
    assert (found.total, found.horizon) == (4, None)


def test_a_folder_is_read_at_any_commit(commits, copy):
    found = browse.tree(copy, commits[1], "docs")
    assert [(row.path, row.changed.subject) for row in found.entries] == [
        ("docs/deep", "A change"),
        ("docs/a.md", "Add a line"),
    ]


def test_a_long_folder_comes_in_parts(commits, copy):
    found = browse.tree(copy, commits[3], start=1, count=2)
    assert [row.name for row in found.entries] == ["--output=x", "README.md"]
    assert found.total == 4


@pytest.mark.parametrize("index", ["fresh", "missing", "damaged"])
def test_last_changes_are_the_same_with_and_without_an_index(commits, copy, index):
    if index == "missing":
        (copy / last_changes.INDEX).unlink()
    if index == "damaged":
        (copy / last_changes.INDEX).write_bytes(b"not a database" * 100)
    for at, expected in ((3, [3, 2, 0, 2]), (2, [1, 2, 0, 2]), (0, [0, 0])):
        found = browse.tree(copy, commits[at], seconds=10)
        assert [commits.index(row.changed.id) for row in found.entries] == expected


def test_a_walk_that_takes_too_long_says_so(commits, copy):
    (copy / last_changes.INDEX).unlink()
    found = browse.tree(copy, commits[3], seconds=0)
    assert [row.changed for row in found.entries] == [None] * 4
    assert found.horizon is None


def test_what_an_unfinished_index_does_not_know_changed_before_its_horizon(commits, copy):
    with closing(sqlite3.connect(copy / last_changes.INDEX)) as index, index:
        index.execute("DELETE FROM last_change WHERE path = ?", (b"README.md",))
        index.execute("UPDATE state SET horizon = 1767355200")
    found = browse.tree(copy, commits[3])
    assert [row.name for row in found.entries if row.changed is None] == ["README.md"]
    assert found.horizon == datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_last_changes_are_those_of_git_log_at_every_commit(upstream, source, copy, seed):
    dice = random.Random(seed)
    names = ["a.md", "b.md", "d/a.md", "d/e/a.md", "d/e/b.md"]
    made = [upstream.commit(dict.fromkeys(names, b"0"))]
    for number in range(1, 10):
        made.append(upstream.commit(dict.fromkeys(dice.sample(names, 2), b"%d" % number)))
        if number in (4, 9):
            mirror.fetch(copy, source)
    for one in made:
        for folder in ("", "d", "d/e"):
            for row in browse.tree(copy, one, folder, seconds=10).entries:
                assert (
                    row.changed.id
                    == plain(copy, "log", "-1", "--format=%H", one, "--", row.path).decode().strip()
                )


def test_a_merge_leaves_last_changes_to_the_commits_that_it_brings(upstream, source, copy):
    first = upstream.commit({"a.md": b"a", "b.md": b"b"})
    mirror.fetch(copy, source)
    side = upstream.commit({"b.md": b"side"}, branch="side", parent=first)
    main = upstream.commit({"a.md": b"main"})
    tree = upstream.git("merge-tree", "--write-tree", main, side).decode().strip()
    merge = upstream.git("commit-tree", tree, "-p", main, "-p", side, "-m", "Merge").decode().strip()
    upstream.git("update-ref", "refs/heads/main", merge)
    mirror.fetch(copy, source)
    assert [row.changed.id for row in browse.tree(copy, merge).entries] == [main, side]


def test_names_with_newlines_and_options_are_read(commits, copy):
    assert browse.blob(copy, commits[3], "two\\x0alines -n \\xe9.md", most=100).data == b"odd\n"
    assert browse.blob(copy, commits[3], "--output=x", most=100).data == b"option\n"
    assert [one.id for one in history.history(copy, commits[3], "--output=x").commits] == [commits[2]]
    assert not (copy / "x").exists()


def test_a_branch_a_tag_and_a_shortened_id_are_resolved(upstream, source, commits, copy):
    upstream.commit({"x": b"x"}, branch="feature/x")
    upstream.git("tag", "-a", "v1", "-m", "First", commits[1])
    mirror.fetch(copy, source)
    assert browse.resolve(copy, "main") == commits[3]
    assert browse.resolve(copy, "v1") == commits[1]
    assert browse.resolve(copy, commits[0][:9]) == commits[0]
    assert {branch.name for branch in browse.branches(copy)} == {"main", "feature/x"}


@pytest.mark.parametrize(
    "name", ["", "gone", "main~1", "main^", "@{-1}", ":/x", "--all", "main:docs", "a\nb", "HEAD"]
)
def test_what_is_no_branch_is_told_as_such(commits, copy, name):
    with pytest.raises(RepositoryError, match="no branch, tag or commit") as refused:
        browse.resolve(copy, name)
    assert refused.value.kind == "branch"


def test_newer_commits_are_counted_in_all_and_for_a_file(commits, copy):
    assert history.newer(copy, commits[0], commits[3]) == history.CommitDistance(3, rewritten=False)
    assert history.newer(copy, commits[0], commits[3], "docs/a.md") == history.CommitDistance(
        1, rewritten=False
    )
    assert history.newer(copy, commits[3], commits[3]) == history.CommitDistance(0, rewritten=False)
    assert [one.subject for one in history.commits_between(copy, commits[1], commits[3])] == [
        "Better",
        "Odd names",
    ]


def test_history_ends_with_the_first_commit_and_says_so(commits, copy):
    whole = history.history(copy, commits[3], "docs")
    assert [one.id for one in whole.commits] == [commits[3], commits[1], commits[0]]
    assert whole.complete
    assert not history.history(copy, commits[3], most=2).complete


@pytest.mark.parametrize(
    ("path", "words"),
    [("docs", "is a folder"), ("gone.md", "There is no “gone.md”"), ("docs/a.md/x", "There is no")],
)
def test_what_is_no_file_is_told_as_such(commits, copy, path, words):
    with pytest.raises(RepositoryError, match=words) as refused:
        browse.blob(copy, commits[3], path, most=100)
    assert refused.value.kind == "path"


def test_a_file_over_the_limit_is_not_read(commits, copy):
    with pytest.raises(RepositoryError, match=r"has 8 bytes; 7 is the most") as refused:
        browse.blob(copy, commits[3], "README.md", most=7)
    assert refused.value.kind == "too_large"


def test_a_pointer_to_lfs_is_not_taken_for_the_file(upstream, source, copy):
    made = upstream.commit({"big.md": browse.LFS + b"oid sha256:1\nsize 1\n"})
    mirror.fetch(copy, source)
    with pytest.raises(RepositoryError, match="Git LFS"):
        browse.blob(copy, made, "big.md", most=1000)
