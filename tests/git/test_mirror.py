"""Fetching: what is kept, what stops it, and that what was there stays readable."""

import threading
from pathlib import Path

import pytest

from reviews.errors import RepositoryError
from reviews.git import browse, history, mirror
from reviews.git.command import git
from reviews.git.sources import RepositorySource
from tests.git.making import Upstream, everything_in, noise, plain

SMALL = mirror.Sizes(whole=1, file=1)


def test_a_fetch_tells_how_far_it_is_and_what_it_saw(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    told = []
    found = mirror.fetch(copy, source, tell=told.append)
    assert found == mirror.Fetched(mirror.RemoteNames("main", ("main",)), changed=True)
    assert told[0] == mirror.Progress(0, "Asking the remote")
    assert told[-1] == mirror.Progress(100, "Done")
    assert [step.percent for step in told] == sorted(step.percent for step in told)


def test_a_second_fetch_finds_nothing_new_and_a_third_what_came(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    assert not mirror.fetch(copy, source).changed
    newest = upstream.commit({"a.md": b"b\n"})
    assert mirror.fetch(copy, source).changed
    assert browse.resolve(copy, "main") == newest


def test_an_empty_repository_is_fetched(upstream, source, copy):
    assert mirror.fetch(copy, source).seen == mirror.RemoteNames("", ())
    assert browse.branches(copy) == []


def test_a_branch_that_is_gone_there_goes_here(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    upstream.commit({"b.md": b"b\n"}, branch="old")
    mirror.fetch(copy, source)
    upstream.git("branch", "-D", "old")
    upstream.commit({"c.md": b"c\n"}, branch="old/new")
    mirror.fetch(copy, source)
    assert {branch.name for branch in browse.branches(copy)} == {"main", "old/new"}


def rewritten(upstream: Upstream) -> str:
    """Somebody replaces the whole history by another."""
    upstream.git("update-ref", "-d", "refs/heads/main")
    return upstream.commit({"a.md": b"rewritten\n"})


def swept(copy: Path) -> None:
    """The most thorough cleaning that git knows."""
    for mark in copy.glob("objects/pack/*.promisor"):
        mark.unlink()
    plain(copy, "gc", "-q", "--prune=now")


def test_a_pinned_commit_outlives_a_forced_push(upstream, source, copy):
    first = upstream.commit({"a.md": b"first\n"})
    mirror.fetch(copy, source)
    mirror.pin(copy, first)
    other = rewritten(upstream)
    mirror.fetch(copy, source)
    swept(copy)
    assert browse.blob(copy, first, "a.md", most=100).data == b"first\n"
    assert history.newer(copy, first, other) == history.CommitDistance(1, rewritten=True)
    assert browse.tree(copy, other).entries[0].changed.id == other


def test_an_unpinned_commit_may_go_with_its_history(upstream, source, copy):
    first = upstream.commit({"a.md": b"first\n"})
    mirror.fetch(copy, source)
    mirror.pin(copy, first)
    git(copy, "update-ref", "-d", f"{mirror.PINS}{first}")
    rewritten(upstream)
    mirror.fetch(copy, source)
    swept(copy)
    with pytest.raises(RepositoryError) as refused:
        browse.blob(copy, first, "a.md", most=100)
    assert refused.value.kind == "branch"


def test_many_packs_become_one_without_losing_anything(upstream, source, copy, monkeypatch):
    monkeypatch.setattr(mirror, "MOST_PACKS", 2)
    made = [upstream.commit({"huge.bin": noise(1_200_000)})]
    for number in range(3):
        made.append(upstream.commit({"a.md": b"%d\n" % number}))
        mirror.fetch(copy, source, sizes=SMALL)
    assert len(list(copy.glob("objects/pack/*.pack"))) == 1
    assert [browse.blob(copy, one, "a.md", most=9).data for one in made[1:]] == [b"0\n", b"1\n", b"2\n"]


def test_two_fetches_of_one_repository_never_meet(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    at_work, go_on = threading.Event(), threading.Event()

    def tell(progress) -> None:
        at_work.set()
        assert go_on.wait(20)

    first = threading.Thread(target=mirror.fetch, args=(copy, source), kwargs={"tell": tell})
    first.start()
    assert at_work.wait(20)
    with pytest.raises(RepositoryError, match="being fetched already") as refused:
        mirror.fetch(copy, source)
    go_on.set()
    first.join()
    assert refused.value.kind == "busy"
    assert not mirror.fetch(copy, source).changed


@pytest.mark.slow
def test_a_fetch_is_stopped_and_leaves_what_was_there(upstream, source, copy):
    old = upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    upstream.commit({"a.md": noise(3_000_000)})
    with pytest.raises(RepositoryError, match="was stopped") as refused:
        mirror.fetch(copy, source, stop=lambda: True)
    assert refused.value.kind == "stopped"
    assert browse.resolve(copy, "main") == old
    assert list(copy.glob("objects/pack/tmp_*")) == []
    assert mirror.fetch(copy, source).changed


def test_a_repository_over_the_limit_is_not_taken_and_the_old_copy_stays(upstream, source, copy):
    old = upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source, sizes=SMALL)
    upstream.commit({f"{number}.bin": noise(700_000 + number) for number in range(3)})
    with pytest.raises(RepositoryError, match="holds more than this server takes") as refused:
        mirror.fetch(copy, source, sizes=SMALL)
    assert refused.value.kind == "too_large"
    assert browse.blob(copy, browse.resolve(copy, "main"), "a.md", most=9).data == b"a\n"
    assert browse.resolve(copy, "main") == old
    assert list(copy.glob("objects/pack/tmp_*")) == []


def test_a_huge_file_stays_where_it_is_and_the_rest_is_fetched(upstream, source, copy):
    made = upstream.commit({"huge.bin": noise(1_500_000), "a.md": b"a\n"})
    mirror.fetch(copy, source, sizes=SMALL)
    assert [(row.name, row.size) for row in browse.tree(copy, made).entries] == [
        ("a.md", 2),
        ("huge.bin", None),
    ]
    with pytest.raises(RepositoryError, match="more than the server fetches") as refused:
        browse.blob(copy, made, "huge.bin", most=10**7)
    assert refused.value.kind == "too_large"
    newer = upstream.commit({"a.md": b"b\n"})
    assert mirror.fetch(copy, source, sizes=SMALL).changed
    assert browse.tree(copy, newer).total == 2


def test_what_a_killed_git_left_is_swept_away(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    for name in ("tmp_pack_x", "tmp_idx_x", "pack-1.keep"):
        (copy / "objects/pack" / name).write_bytes(b"half")
    mirror.fetch(copy, source)
    assert {path.suffix for path in (copy / "objects/pack").iterdir()} <= {
        ".pack",
        ".idx",
        ".promisor",
        ".rev",
    }


def test_a_mirror_keeps_neither_the_address_nor_a_remote(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    files = everything_in(copy)
    assert not [name for name, data in files.items() if str(upstream.path).encode() in data]
    assert b"remote" not in files["config"]


def test_a_removed_mirror_is_gone(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    mirror.remove(copy)
    assert not copy.exists()
    with pytest.raises(RepositoryError, match="Fetch it first") as refused:
        browse.branches(copy)
    assert refused.value.kind == "damaged"


def test_looking_tells_branches_without_fetching(upstream, source: RepositorySource, copy):
    upstream.commit({"a.md": b"a\n"})
    upstream.commit({"a.md": b"b\n"}, branch="next")
    upstream.git("symbolic-ref", "HEAD", "refs/heads/next")
    assert mirror.read_remote(source) == mirror.RemoteNames("next", ("main", "next"))
    assert not copy.exists()


def test_a_data_directory_that_cannot_be_written_is_told_as_such(source, tmp_path):
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(RepositoryError, match="can't be written") as refused:
        mirror.fetch(tmp_path / "data" / "7.git", source)
    assert refused.value.kind == "disk"
