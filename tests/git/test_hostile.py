"""Repositories made to do harm: nothing of theirs runs, and nothing outside the data directory is touched."""

import hashlib
import os
import stat
import subprocess
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from reviews.errors import RepositoryError
from reviews.git import browse, command, commit, history, mirror, patch
from reviews.git.addresses import Policy, parse_address
from reviews.git.sources import RepositorySource
from tests.git.making import Upstream, everything_in, noise, plain
from tests.git.test_commit import draft

pytestmark = pytest.mark.slow


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A file that is there only if something of the repository's was run."""
    return tmp_path / "canary"


def trap(path: Path, canary: Path) -> str:
    """A program that leaves the canary behind."""
    path.write_text(f"#!/bin/sh\ntouch {canary}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def mined(upstream: Upstream, canary: Path, tmp_path: Path) -> Upstream:
    """Ana's repository, with a program behind every setting and every hook that git knows of."""
    run = trap(tmp_path / "trap", canary)
    settings = {
        "core.fsmonitor": run,
        "core.sshCommand": run,
        "core.askPass": run,
        "core.pager": run,
        "core.editor": run,
        "core.gitProxy": run,
        "core.alternateRefsCommand": run,
        "core.hooksPath": str(upstream.path / "hooks"),
        "credential.helper": f"!{run}",
        "diff.external": run,
        "diff.evil.textconv": run,
        "diff.evil.command": run,
        "filter.evil.smudge": run,
        "filter.evil.clean": run,
        "filter.evil.process": run,
        "merge.evil.driver": run,
        "gpg.program": run,
        "uploadpack.packObjectsHook": run,
        "receive.denyCurrentBranch": "updateInstead",
        "receive.procReceiveRefs": "refs/nothing",
        "alias.upload-pack": f"!{run}",
        "alias.log": f"!{run}",
        "protocol.ext.allow": "always",
        "url.ext::sh -c touch.insteadOf": str(upstream.path),
        "include.path": "/etc/passwd-not-there",
    }
    for name, value in settings.items():
        upstream.git("config", name, value)
    (upstream.path / "hooks").mkdir(exist_ok=True)
    names = "pre-receive update post-receive post-update proc-receive push-to-checkout reference-transaction"
    for name in names.split():
        trap(upstream.path / "hooks" / name, canary)
    pool = Upstream(upstream.path.parent / "pool.git")
    pool.commit({"pooled.md": b"pooled\n"})
    (upstream.path / "objects/info/alternates").write_text(f"{pool.path}/objects\n")
    return upstream


def filled(upstream: Upstream) -> str:
    """Everything in a tree that asks git to run or to follow something."""
    hooks = upstream.path / "hooks"
    aside = hooks.rename(upstream.path / "aside")
    attributes = b"* filter=evil diff=evil merge=evil text eol=crlf working-tree-encoding=UTF-16\n"
    upstream.commit(
        {".gitattributes": attributes, "notes.md": b"# Notes\n", ".lfsconfig": b"[lfs]\nurl=ext::sh\n"}
    )
    upstream.commit({"leak": b"/etc/passwd", "docs/up": b"../../../../etc"}, mode="120000")
    made = upstream.commit({"module": b"1" * 40}, mode="160000")
    aside.rename(hooks)
    return made


def used(copy: Path, source: RepositorySource, made: str) -> None:
    """Everything that ELM does with a repository."""
    mirror.read_remote(source)
    mirror.fetch(copy, source)
    mirror.pin(copy, made)
    for folder in ("", "docs"):
        browse.tree(copy, made, folder)
    history.history(copy, made, "notes.md")
    assert browse.blob(copy, made, "notes.md", most=99).data == b"# Notes\n"
    new = commit.commit(copy, draft(made, {"notes.md": b"# Notes\n\nMore\n"}))
    assert browse.blob(copy, new, "notes.md", most=99).data == b"# Notes\n\nMore\n"
    assert b"+More" in patch.format_patch(copy, new)
    commit.push(copy, source, "elm/s1")
    mirror.fetch(copy, source)


def test_a_local_repository_full_of_traps_is_used_and_none_goes_off(mined, source, copy, canary):
    made = filled(mined)
    used(copy, source, made)
    assert not canary.exists()
    assert browse.resolve(copy, "elm/s1") != made


def test_a_served_repository_full_of_traps_is_used_and_none_goes_off(upstream, web, policy, copy, canary):
    made = filled_plain(upstream)
    used(copy, RepositorySource(parse_address(web.url("notes.git"), policy), policy), made)
    assert not canary.exists()


def filled_plain(upstream: Upstream) -> str:
    (upstream.path / "hooks").mkdir(exist_ok=True)
    return filled(upstream)


def test_nothing_but_the_mirror_and_its_lock_is_written(upstream, source, copy, tmp_path):
    made = filled_plain(upstream)
    (tmp_path / "home").mkdir()
    before = everything_in(tmp_path)
    mirror.fetch(copy, source)
    mirror.pin(copy, made)
    commit.commit(copy, draft(made, {"notes.md": b"x"}))
    new = everything_in(tmp_path).keys() - before.keys()
    assert {name.split("/")[2] for name in new} == {"7.git", "7.lock"}
    assert {name: data for name, data in everything_in(tmp_path).items() if name in before} == before
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("leak", "symbolic link"),
        ("docs/up", "symbolic link"),
        ("module", "submodule"),
        ("leak/x", "There is no"),
    ],
)
def test_links_and_submodules_are_shown_and_never_followed(upstream, source, copy, path, words):
    made = filled_plain(upstream)
    mirror.fetch(copy, source)
    with pytest.raises(RepositoryError, match=words):
        browse.blob(copy, made, path, most=10**6)
    with pytest.raises(RepositoryError):
        commit.commit(copy, draft(made, {path: b"x"}))
    assert [row.kind for row in browse.tree(copy, made).entries if row.name in ("leak", "module")] == [
        "link",
        "submodule",
    ]


@pytest.mark.parametrize("url", ["--upload-pack=touch x", "ext::sh -c touch% x", "-u./x"])
def test_a_submodule_with_a_hostile_address_is_refused_whole(upstream, source, copy, url):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    upstream.commit({".gitmodules": f'[submodule "../../x"]\n\tpath = x\n\turl = {url}\n'.encode()})
    with pytest.raises(RepositoryError, match="git takes for an attack") as refused:
        mirror.fetch(copy, source)
    assert refused.value.kind == "unsafe"
    assert [row.name for row in browse.tree(copy, browse.resolve(copy, "main")).entries] == ["a.md"]


@pytest.mark.parametrize(
    "way_out", ["link", "alternates", "git file", "inner link", "chained alternates", "commondir"]
)
def test_a_path_that_leads_out_of_the_roots_is_refused(upstream, roots, policy, tmp_path, way_out):
    upstream.commit({"a.md": b"a\n"})
    outside = Upstream(tmp_path / "elsewhere" / "secret.git")
    outside.commit({"secret.md": b"secret\n"})
    where = roots / "way.git"
    if way_out == "link":
        where.symlink_to(outside.path)
    elif way_out == "git file":
        where.mkdir()
        (where / ".git").write_text(f"gitdir: {outside.path}\n")
    else:
        Upstream(where)
    if way_out == "alternates":
        (where / "objects/info/alternates").write_text(f"{outside.path}/objects\n")
    if way_out == "chained alternates":
        (where / "objects/info/alternates").write_text(f"{upstream.path}/objects\n")
        (upstream.path / "objects/info/alternates").write_text(f"{outside.path}/objects\n")
    if way_out == "inner link":
        (where / "objects/ab").symlink_to(outside.path / "objects")
    if way_out == "commondir":
        (where / "commondir").write_text(str(outside.path))
    with pytest.raises(RepositoryError, match="leads out") as refused:
        mirror.read_remote(RepositorySource(parse_address(str(where), policy), policy))
    assert refused.value.kind == "outside"


@pytest.mark.parametrize("path", ["/etc", "/nowhere/at/all", "{roots}/../elsewhere", "{roots}-not"])
def test_what_is_outside_and_what_is_not_there_sound_the_same(roots, policy, path):
    text = path.format(roots=roots)
    with pytest.raises(RepositoryError, match="is not inside a folder that this server allows"):
        mirror.read_remote(RepositorySource(parse_address(text, policy), policy))


def test_a_folder_that_is_no_repository_is_told_as_such(roots, policy):
    with pytest.raises(RepositoryError, match="is not a git repository") as refused:
        mirror.read_remote(RepositorySource(parse_address(str(roots), policy), policy))
    assert refused.value.kind == "not_repository"


def test_a_work_tree_is_linked_by_its_folder(roots, policy, copy):
    plain(roots, "init", "-q", "-b", "main", "work")
    (roots / "work" / "a.md").write_text("a\n")
    plain(roots / "work", "add", "a.md")
    plain(roots / "work", "commit", "-q", "-m", "First")
    source = RepositorySource(parse_address(f"{roots}/work/", policy), policy)
    assert mirror.fetch(copy, source).seen.default_branch == "main"


BLOB, DELTA = 3, 7


def varint(number: int) -> bytes:
    """A number as deltas have it: seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(128 | number & 127)
        number >>= 7
    return bytes([*out, number])


def packed(kind: int, size: int, base: bytes, parts: list[bytes]) -> bytes:
    """An object as a pack has it."""
    packer = zlib.compressobj(9)
    first, rest = (kind << 4) | (size & 15), size >> 4
    head = bytes([first]) if not rest else bytes([first | 128]) + varint(rest)
    return head + base + b"".join(packer.compress(part) for part in parts) + packer.flush()


def taken(upstream: Upstream, *objects: bytes) -> str:
    """Puts objects into the repository as they are, with a commit of them; gives the commit's id."""
    pack = b"PACK" + (2).to_bytes(4) + len(objects).to_bytes(4) + b"".join(objects)
    name = (
        upstream.git("index-pack", "--stdin", stdin=pack + hashlib.sha1(pack).digest()).split()[-1].decode()
    )
    shown = upstream.git("show-index", stdin=(upstream.path / f"objects/pack/pack-{name}.idx").read_bytes())
    rows = sorted((int(line.split()[0]), line.split()[1].decode()) for line in shown.splitlines())
    names = ["base", "bomb"][-len(rows) :]
    lines = "".join(f"100644 blob {id_}\t{name}\n" for (_, id_), name in zip(rows, names, strict=True))
    tree = upstream.git("mktree", stdin=lines.encode()).decode().strip()
    made = upstream.git("commit-tree", tree, "-m", "A bomb").decode().strip()
    upstream.git("update-ref", "refs/heads/main", made)
    upstream.git("config", "uploadpack.allowFilter", "false")
    return made


@pytest.mark.slow
def test_a_file_that_unpacks_to_hundreds_of_megabytes_is_never_held_in_memory(
    upstream, source, copy, monkeypatch
):
    monkeypatch.setattr(mirror, "MEMORY", 96 << 20)
    size = 160 << 20
    made = taken(upstream, packed(BLOB, size, b"", [bytes(1 << 20)] * 160))
    mirror.fetch(copy, source, sizes=mirror.Sizes(whole=64, file=1000))
    assert browse.tree(copy, made).entries[0].size == size
    with pytest.raises(RepositoryError) as refused:
        browse.blob(copy, made, "bomb", most=10**6)
    assert refused.value.kind == "too_large"


@pytest.mark.slow
def test_a_difference_that_unfolds_to_hundreds_of_megabytes_is_refused(upstream, source, copy, monkeypatch):
    monkeypatch.setattr(mirror, "MEMORY", 96 << 20)
    base = bytes(1 << 16)
    id_ = hashlib.sha1(b"blob %d\0" % len(base) + base).digest()
    # 0x80 copies 65,536 bytes from the start of the base.
    delta = varint(len(base)) + varint(len(base) * 2560) + b"\x80" * 2560
    taken(upstream, packed(BLOB, len(base), b"", [base]), packed(DELTA, len(delta), id_, [delta]))
    with pytest.raises(RepositoryError, match="more than this server takes") as refused:
        mirror.fetch(copy, source, sizes=mirror.Sizes(whole=64, file=1000))
    assert refused.value.kind == "too_large"
    assert browse.branches(copy) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_fills_up_in_the_middle_leaves_the_old_copy(upstream, source, copy, tmp_path):
    old = upstream.commit({"a.md": b"a\n"})
    copy.parent.mkdir(parents=True)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", copy.parent], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        mirror.fetch(copy, source)
        upstream.commit({"b.bin": noise(3_000_000)})
        with pytest.raises(RepositoryError, match="disk is full") as refused:
            mirror.fetch(copy, source)
        assert refused.value.kind == "disk"
        assert browse.blob(copy, browse.resolve(copy, "main"), "a.md", most=9).data == b"a\n"
        assert browse.resolve(copy, "main") == old
    finally:
        subprocess.run(["umount", copy.parent], check=True)


def test_the_environment_of_the_server_does_not_reach_git(
    upstream, source, copy, canary, tmp_path, monkeypatch
):
    upstream.commit({"a.md": b"a\n"})
    run = trap(tmp_path / "trap", canary)
    for name in (
        "GIT_SSH_COMMAND",
        "GIT_EXTERNAL_DIFF",
        "GIT_ASKPASS",
        "GIT_PROXY_COMMAND",
        "GIT_EXEC_PATH",
        "EDITOR",
    ):
        monkeypatch.setenv(name, run)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    (tmp_path / ".gitconfig").write_text(
        f"[core]\n\tfsmonitor = {run}\n[uploadpack]\n\tpackObjectsHook = {run}\n"
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    mirror.fetch(copy, source)
    assert not canary.exists()


def test_reading_never_reaches_out(upstream, source, copy, web):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    for url in (web.url("notes.git"), str(upstream.path)):
        with pytest.raises(RepositoryError):
            command.git(copy, "fetch", "--", url)
    assert web.asked == []


def test_the_roots_are_asked_again_at_every_fetch(upstream, source, copy, tmp_path):
    upstream.commit({"a.md": b"a\n"})
    mirror.fetch(copy, source)
    moved = replace(source, policy=Policy(roots=(tmp_path / "other",)))
    with pytest.raises(RepositoryError) as refused:
        mirror.fetch(copy, moved)
    assert refused.value.kind == "outside"
    assert browse.resolve(copy, "main")
