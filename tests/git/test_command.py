"""Starting git: limits, the end of every process, and a sentence for each failure."""

import os
import select
import sys
import time

import pytest

from reviews.errors import RepositoryError
from reviews.git import environment, failures
from reviews.git.command import GitCall, Limits, git, stream


@pytest.fixture
def stub(tmp_path, monkeypatch):
    """`stub(code)` puts a Python program in git's place."""

    def put(code: str) -> None:
        path = tmp_path / "git"
        path.write_text(f"#!{sys.executable}\nimport os, subprocess, sys, time\n{code}\n")
        path.chmod(0o755)
        monkeypatch.setattr("reviews.git.command.git_program", lambda: str(path))

    return put


def ends(pid: int) -> bool:
    """Whether a process is gone, or goes within ten seconds: a killed one may take a moment to do so."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 10)[0])
    finally:
        os.close(handle)


@pytest.mark.slow
def test_a_git_that_hangs_is_ended_with_all_that_it_started(stub, tmp_path):
    child = tmp_path / "child"
    stub(
        "c = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(child)!r}, 'w').write(str(c.pid))\n"
        "time.sleep(60)"
    )
    with pytest.raises(RepositoryError, match="took longer than 1 seconds") as refused:
        git(None, "log", limits=Limits(seconds=1))
    assert refused.value.kind == "timeout"
    assert ends(int(child.read_text()))


def test_a_git_that_ignores_the_signal_is_killed(stub, monkeypatch):
    monkeypatch.setattr("reviews.git.command.GRACE_SECONDS", 0.2)
    stub("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)")
    start = time.monotonic()
    with pytest.raises(RepositoryError):
        git(None, "log", stop=lambda: True)
    assert time.monotonic() - start < 30  # it would have slept for 60


def test_too_much_output_ends_git(stub):
    stub("while True: sys.stdout.write('x' * 65536)")
    with pytest.raises(RepositoryError, match="more than ELM shows") as refused:
        git(None, "log", limits=Limits(output=1 << 20))
    assert refused.value.kind == "too_large"


def test_a_reader_that_has_enough_ends_git(stub, tmp_path):
    pid = tmp_path / "pid"
    stub(f"open({str(pid)!r}, 'w').write(str(os.getpid()))\nwhile True: sys.stdout.write('x' * 65536)")
    chunks = stream(GitCall(("log",)))
    assert next(chunks)[:1] == b"x"
    chunks.close()
    assert ends(int(pid.read_text()))


def test_much_goes_in_and_out_at_once(stub):
    stub("sys.stdout.buffer.write(sys.stdin.buffer.read())")
    data = os.urandom(3_000_000)
    assert git(None, "cat-file", stdin=data) == data


def test_a_git_that_reads_nothing_of_what_it_gets_fails_by_its_own_words(stub):
    stub("sys.stderr.write('fatal: No space left on device'); sys.exit(1)")
    with pytest.raises(RepositoryError, match="disk is full"):
        git(None, "cat-file", stdin=os.urandom(3_000_000))


def test_the_words_of_git_are_not_shown(stub, caplog):
    stub("sys.stderr.write('fatal: /srv/elm/secret is odd s3cret'); sys.exit(1)")
    with pytest.raises(RepositoryError, match="The server's log says more") as refused:
        git(None, "log")
    assert (refused.value.kind, "/srv" in str(refused.value)) == ("failed", False)
    assert "is odd" in caplog.text


def test_a_server_without_git_says_so(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    environment.git_program.cache_clear()
    with pytest.raises(RepositoryError, match="has no git") as refused:
        git(None, "version")
    assert refused.value.kind == "no_git"


def test_a_git_that_is_too_old_is_not_used(tmp_path, monkeypatch):
    (tmp_path / "git").write_text("#!/bin/sh\necho git version 2.36.9\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    environment.git_program.cache_clear()
    with pytest.raises(RepositoryError, match="too old") as refused:
        git(None, "version")
    assert refused.value.kind == "no_git"


def test_a_lock_stays_held_by_the_git_that_works_under_it(stub, tmp_path):
    with (tmp_path / "lock").open("w") as lock:
        stub(f"print(os.readlink('/proc/self/fd/{lock.fileno()}'))")
        found = git(None, "fetch", keep=(lock.fileno(),), limits=Limits(written=1 << 20))
    assert found.decode().strip() == str(tmp_path / "lock")


def test_whether_to_stop_is_asked_ten_times_a_second_at_most(stub):
    asked = []
    stub("for n in range(200): sys.stdout.write('x' * 65536)")
    start = time.monotonic()
    git(None, "log", stop=lambda: bool(asked.append(1)))
    assert 1 <= len(asked) <= (time.monotonic() - start) * 10 + 1


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("fatal: '/x' does not appear to be a git repository", "not_repository"),
        ("fatal: repository 'https://h/x/' not found", "not_repository"),
        ("fatal: unable to access 'https://h/x/': The requested URL returned error: 301", "redirect"),
        ("fatal: unable to access 'https://h/x/': The requested URL returned error: 403", "credential"),
        ("fatal: could not read Username for 'https://h': terminal prompts disabled", "credential"),
        ("git@h: Permission denied (publickey).", "credential"),
        ("Host key verification failed.\nfatal: Could not read from remote repository.", "host_key"),
        ("fatal: unable to access 'https://h/': Could not resolve host: h", "unreachable"),
        (
            "fatal: unable to access 'https://h/': Failed to connect to h port 443: Connection refused",
            "unreachable",
        ),
        ("error: RPC failed; curl 56 Recv failure: Connection reset by peer", "unreachable"),
        ("fatal: unable to access 'https://h/': The requested URL returned error: 503", "unreachable"),
        ("fatal: unable to access: server certificate verification failed. CAfile: none", "tls"),
        ("fatal: unable to access: SSL certificate problem: self-signed certificate", "tls"),
        ("fatal: couldn't find remote ref main", "branch"),
        ("fatal: write error: No space left on device\nfatal: index-pack failed", "disk"),
        ("error: index-pack died of signal 25", "too_large"),
        ("error: object 12ab: gitmodulesUrl: disallowed\nfatal: fsck error in packed object", "unsafe"),
        (" ! [rejected] elm/x -> elm/x (fetch first)", "rejected"),
        (" ! [remote rejected] elm/x -> elm/x (protected branch hook declined)", "rejected"),
        ("error: inflate: data stream error\nfatal: loose object is corrupt", "damaged"),
    ],
)
def test_what_git_says_becomes_a_kind(words, kind):
    found = failures.failure(words, "the repository")
    assert found
    assert found.kind == kind
    assert str(found)[0].isupper()
    assert "Https" not in str(failures.failure(words, "https://h/x"))


def test_something_new_of_git_is_of_no_known_kind():
    assert failures.failure("fatal: who knows", "the repository") is None
