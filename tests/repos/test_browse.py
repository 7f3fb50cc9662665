"""Reading a mirror: what is there at a branch or commit, and what changed."""

import pytest

from reviews.errors import RepositoryError
from reviews.repos import browse, last_changes, mirror

ODD = b"two\nlines -n \xe9.md"


@pytest.fixture
def commits(upstream, source, copy):
    """Four commits of Ana's, fetched: the ids, oldest first."""
    made = [
        upstream.commit({"README.md": b"# Notes\n", "docs/a.md": b"one\n", "docs/deep/b.md": b"b\n"}),
        upstream.commit({"docs/a.md": b"one\ntwo\n"}, message="Add a line"),
        upstream.commit({ODD: b"odd\n", b"--output=x": b"option\n"}, message="Odd names"),
        upstream.commit({"docs/deep/b.md": b"better\n"}, message="Better"),
    ]
    mirror.fetch(copy, source)
    return made


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
def test_last_changes_are_the_same_with_and_without_an_index(commits, copy, index, monkeypatch):
    monkeypatch.setattr(last_changes, "PAGE_SECONDS", 10)
    if index == "missing":
        (copy / last_changes.INDEX).unlink()
    if index == "damaged":
        (copy / last_changes.INDEX).write_bytes(b"not a database" * 100)
    for at, expected in ((3, [3, 2, 0, 2]), (2, [1, 2, 0, 2]), (0, [0, 0])):
        found = browse.tree(copy, commits[at])
        assert [commits.index(row.changed.id) for row in found.entries] == expected


def test_a_walk_that_takes_too_long_says_before_when(commits, copy, monkeypatch):
    (copy / last_changes.INDEX).unlink()
    monkeypatch.setattr(last_changes, "PAGE_SECONDS", 0)
    found = browse.tree(copy, commits[3])
    assert [row.changed for row in found.entries] == [None] * 4
    assert found.horizon is None


def test_names_with_newlines_and_options_are_read(commits, copy):
    assert browse.blob(copy, commits[3], "two\\x0alines -n \\xe9.md", most=100).data == b"odd\n"
    assert browse.blob(copy, commits[3], "--output=x", most=100).data == b"option\n"
    assert [one.id for one in browse.history(copy, commits[3], "--output=x").commits] == [commits[2]]
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
    assert browse.newer(copy, commits[0], commits[3]) == browse.Newer(3, rewritten=False)
    assert browse.newer(copy, commits[0], commits[3], "docs/a.md") == browse.Newer(1, rewritten=False)
    assert browse.newer(copy, commits[3], commits[3]) == browse.Newer(0, rewritten=False)
    assert [one.subject for one in browse.commits_between(copy, commits[1], commits[3])] == [
        "Better",
        "Odd names",
    ]


def test_a_diff_shows_one_file(commits, copy):
    lines = browse.diff(copy, commits[0], commits[3], "docs/a.md").splitlines()
    assert lines[-2:] == [b" one", b"+two"]
    assert browse.diff(copy, commits[1], commits[3], "docs/a.md") == b""


def test_history_ends_with_the_first_commit_and_says_so(commits, copy):
    whole = browse.history(copy, commits[3], "docs")
    assert [one.id for one in whole.commits] == [commits[3], commits[1], commits[0]]
    assert whole.complete
    assert not browse.history(copy, commits[3], most=2).complete


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
