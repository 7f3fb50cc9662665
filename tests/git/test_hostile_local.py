"""Repositories on the server's own disk that lead elsewhere in less obvious ways, and those that nobody can read."""

import os
import shutil

import pytest

from reviews.errors import RepositoryError
from reviews.git import browse, commit, mirror
from reviews.git.addresses import parse_address
from reviews.git.names import path_bytes
from reviews.git.sources import RepositorySource
from tests.git.making import Upstream
from tests.git.test_commit import draft
from tests.git.test_hostile import trap

pytestmark = pytest.mark.slow


@pytest.fixture
def secret(tmp_path) -> Upstream:
    """A repository outside of the roots."""
    made = Upstream(tmp_path / "elsewhere" / "secret.git")
    made.commit({"secret.md": b"secret\n"})
    return made


@pytest.mark.parametrize("line", ['"{out}"', "../a\r/../../../elsewhere/secret.git/objects", "{out}"])
def test_objects_from_elsewhere_are_refused_however_they_are_spelled(roots, policy, copy, secret, line):
    way = Upstream(roots / "way.git")
    (way.path / "a\r").mkdir()
    (way.path / "refs/heads/main").write_bytes(secret.git("rev-parse", "main"))
    (way.path / "objects/info/alternates").write_text(line.format(out=secret.path / "objects") + "\n")
    with pytest.raises(RepositoryError, match="leads out"):
        mirror.fetch(copy, RepositorySource(parse_address(str(way.path), policy), policy))
    assert not copy.exists()


def test_a_list_of_other_places_that_never_ends_is_refused(roots, policy, upstream):
    os.mkfifo(upstream.path / "objects/info/alternates")
    with pytest.raises(RepositoryError, match="leads out"):
        mirror.read_remote(RepositorySource(parse_address(str(upstream.path), policy), policy))


def test_a_push_goes_where_the_fetch_came_from(roots, policy, copy, upstream, secret):
    upstream.commit({"notes.md": b"# Notes\n"})
    work = roots / "work"
    work.mkdir()
    shutil.copytree(upstream.path, work / ".git")
    source = RepositorySource(parse_address(str(work), policy), policy)
    mirror.fetch(copy, source)
    commit.commit(copy, draft(browse.resolve(copy, "main"), {"notes.md": b"x\n"}))
    before = secret.git("for-each-ref")
    (work / ".git" / ".git").write_text(f"gitdir: {secret.path}\n")
    with pytest.raises(RepositoryError, match="leads out"):
        commit.push(copy, source, "elm/s1")
    assert secret.git("for-each-ref") == before


def test_a_repository_that_says_it_is_a_part_of_another_starts_nothing(policy, copy, upstream, tmp_path):
    upstream.commit({"a.md": b"a\n"})
    blob = upstream.git("rev-parse", "main:a.md").decode().strip()
    run = trap(tmp_path / "trap", tmp_path / "canary")
    for name, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": str(upstream.path),
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": run,
    }.items():
        upstream.git("config", name, value)
    (upstream.path / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(RepositoryError, match="damaged or missing"):
        mirror.fetch(copy, RepositorySource(parse_address(str(upstream.path), policy), policy))
    assert not (tmp_path / "canary").exists()


def test_a_path_that_no_disk_can_have_is_told_as_such(roots, policy):
    with pytest.raises(RepositoryError, match="can't be read") as refused:
        mirror.read_remote(RepositorySource(parse_address(f"{roots}/{'a' * 300}", policy), policy))
    assert refused.value.kind == "not_repository"


@pytest.mark.parametrize("text", ["docs\\x2fplan.md", "pl\\x61n.md", "a\u202eb.md", "a\nb.md", "a\\b.md"])
def test_a_file_has_one_spelling(text):
    with pytest.raises(RepositoryError, match="is not a path inside"):
        path_bytes(text)


@pytest.mark.parametrize(
    "who", ["A <a@b> 1767268800 +0000 x", "A <a@b>1767268800 +0000", "A <a@b", "A <a@b>"], ids=repr
)
def test_harmless_mistakes_of_old_tools_are_fetched(upstream, source, copy, who):
    upstream.commit({"a.md": b"a\n"})
    tree, tip = (upstream.git("rev-parse", name).decode().strip() for name in ("main^{tree}", "main"))
    raw = f"tree {tree}\nparent {tip}\nauthor {who}\ncommitter {who}\n\nOld\n".encode()
    made = upstream.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=raw).strip()
    upstream.git("update-ref", "refs/heads/main", made)
    assert mirror.fetch(copy, source).changed
    assert [one.name for one in browse.tree(copy, made.decode()).entries] == ["a.md"]
    upstream.commit({".gitmodules": b'[submodule "../../x"]\n\tpath = x\n\turl = ext::sh\n'})
    with pytest.raises(RepositoryError, match="git takes for an attack"):
        mirror.fetch(copy, source)


@pytest.mark.parametrize(
    "name", [b"caf\xe9", b"--upload-pack=x", b"elm", b"a/" * 140 + b"b", b"refs/heads/x"]
)
def test_a_default_branch_may_be_called_anything(upstream, source, copy, name):
    upstream.commit({"a.md": b"a\n"})
    upstream.git("update-ref", b"refs/heads/" + name, "refs/heads/main")
    upstream.git("symbolic-ref", "HEAD", b"refs/heads/" + name)
    assert mirror.fetch(copy, source).changed
    assert {branch.commit for branch in browse.branches(copy)} == {browse.resolve(copy, "main")}
    assert len(browse.branches(copy)) == 2


def test_a_branch_that_arrived_is_not_told_as_lost(upstream, source, copy):
    upstream.commit({"a.md": b"a\n"})
    upstream.git("update-ref", "refs/heads/elm", "refs/heads/main")
    mirror.fetch(copy, source)
    commit.commit(copy, draft(browse.resolve(copy, "main"), {"a.md": b"x\n"}))
    with pytest.raises(RepositoryError, match="did not take the branch"):
        commit.push(copy, source, "elm/s1")
    upstream.git("update-ref", "-d", "refs/heads/elm")
    commit.push(copy, source, "elm/s1")
    assert upstream.git("for-each-ref", "--format=%(refname)", "refs/heads/elm") == b"refs/heads/elm/s1\n"
