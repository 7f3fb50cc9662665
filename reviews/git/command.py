"""The one place that starts git: a list of arguments, no shell, limits on time and bytes, no process left over."""

import logging
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from reviews.errors import RepositoryError
from reviews.git import failures
from reviews.git.environment import git_program, git_variables
from reviews.workers import limited

logger = logging.getLogger(__name__)
CHUNK = 1 << 16
KEPT_WORDS = 1 << 16
LOOK_SECONDS = 0.1
GRACE_SECONDS = 3.0
LIMITED = Path(limited.__file__)


@dataclass
class Pushes:
    """ELM's copies are its own; what a push leaves in a repository elsewhere is for whoever reads there. `umask` is
    what new files have there, -1 for that of this process."""

    umask: int = -1


_pushes = Pushes()


def let_pushes_have(umask: int) -> None:
    """Have pushes leave files as if the process had this umask, whatever it makes by itself."""
    _pushes.umask = umask


@dataclass(frozen=True)
class Limits:
    """`seconds` on the clock, bytes of output; for fetches also bytes of one file and of memory (0: no limit)."""

    seconds: float = 20.0
    output: int = 64 << 20
    written: int = 0
    memory: int = 0


# The most that a page may wait; a tenth of a second is usual.
PAGE = Limits(seconds=10)


@dataclass(frozen=True)
class Outside:
    """How to reach another repository: protocols, settings and variables for this one call, and its secrets."""

    protocols: str = ""
    config: Mapping[str, str] = field(default_factory=dict, repr=False)
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class GitCall:
    """One git command. `what` is the repository's name in messages; `keep` are files that stay open in it."""

    arguments: tuple[str | bytes, ...]
    repo: Path | None = None
    stdin: bytes = b""
    limits: Limits = Limits()
    outside: Outside = Outside()
    what: str = "the repository"
    fine: tuple[int, ...] = (0,)
    keep: tuple[int, ...] = ()
    stop: Callable[[], bool] = lambda: False
    hear: Callable[[bytes], None] = lambda words: None


def git(repo: Path | None, *arguments: str | bytes, **options: object) -> bytes:
    """Run git and return its output. `options` are fields of `Call`. Raises RepositoryError for every failure."""
    return b"".join(stream(GitCall(arguments, repo, **options)))  # type: ignore[arg-type]


def stream(call: GitCall) -> Generator[bytes]:
    """Run git and yield its output as it comes; closing the iterator ends git.

    Raises RepositoryError: `timeout`, `stopped` or `too_large` by the call's own limits, or what git says.
    """
    process = _start_process(call)
    words = bytearray()
    try:
        yield from _pump_bytes(process, call, words)
        code = process.wait(call.limits.seconds)
    except subprocess.TimeoutExpired as error:
        raise _too_long(call) from error
    finally:
        _end_process(process)
    if code not in call.fine:
        raise _git_error(call, bytes(words))


def _start_process(call: GitCall) -> subprocess.Popen[bytes]:
    command: list[str | bytes] = [git_program(), *call.arguments]
    if call.limits.written or call.limits.memory:
        limits = (str(call.limits.written), str(call.limits.memory), "0")
        command = [sys.executable, "-I", "-S", str(LIMITED), *limits, *command]
    outside = call.outside
    environment = git_variables(call.repo, outside.protocols, outside.config, outside.variables)
    try:
        # A session of its own: no terminal to ask at, and one group to end.
        return subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE if call.stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=call.repo or "/",
            start_new_session=True,
            pass_fds=call.keep,
            umask=_pushes.umask if "push" in call.arguments else 0o077,
        )
    except FileNotFoundError as error:
        raise RepositoryError(
            f"ELM's copy of {call.what} is not there. Fetch it first.", kind="damaged"
        ) from error


def _pump_bytes(process: subprocess.Popen[bytes], call: GitCall, words: bytearray) -> Generator[bytes]:
    """Copies bytes in both directions until git closes its pipes, and checks the limits meanwhile."""
    deadline = time.monotonic() + call.limits.seconds
    stop = _ask_rarely(call.stop)
    left = memoryview(call.stdin)
    size = 0
    with selectors.DefaultSelector() as ends:
        _register_pipes(ends, process)
        while ends.get_map():
            ready = ends.select(LOOK_SECONDS)
            _check_limits(call, stop(), deadline, size)
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    left = _write_input(ends, process.stdin, left)
                    continue
                chunk = os.read(key.fd, CHUNK)
                if not chunk:
                    ends.unregister(key.fileobj)
                elif key.fileobj is process.stdout:
                    size += len(chunk)
                    yield chunk
                else:
                    call.hear(chunk)
                    words += chunk
                    del words[:-KEPT_WORDS]  # what matters stands at the end: progress comes first


def _register_pipes(ends: selectors.BaseSelector, process: subprocess.Popen[bytes]) -> None:
    assert process.stdout
    assert process.stderr
    ends.register(process.stdout, selectors.EVENT_READ)
    ends.register(process.stderr, selectors.EVENT_READ)
    if process.stdin:
        os.set_blocking(process.stdin.fileno(), False)
        ends.register(process.stdin, selectors.EVENT_WRITE)


def _write_input(ends: selectors.BaseSelector, stdin: IO[bytes], left: memoryview) -> memoryview:
    try:
        left = left[os.write(stdin.fileno(), left[:CHUNK]) :]
    except BrokenPipeError:
        # git has read enough, or failed: its exit says which.
        left = left[:0]
    if not left:
        ends.unregister(stdin)
        stdin.close()
    return left


def _ask_rarely(stop: Callable[[], bool]) -> Callable[[], bool]:
    """`stop`, called at most ten times a second however often the result is: it may cost a query."""
    next_time = 0.0

    def asked() -> bool:
        nonlocal next_time
        now = time.monotonic()
        if now < next_time:
            return False
        next_time = now + LOOK_SECONDS
        return stop()

    return asked


def _check_limits(call: GitCall, stopped: bool, deadline: float, size: int) -> None:
    if stopped:
        raise RepositoryError("It was stopped. What was there before is as it was.", kind="stopped")
    if time.monotonic() > deadline:
        raise _too_long(call)
    if size > call.limits.output:
        raise RepositoryError(
            f"There is more than ELM shows ({call.limits.output:,} bytes). Choose a smaller part.",
            kind="too_large",
        )


def _too_long(call: GitCall) -> RepositoryError:
    return RepositoryError(
        f"Git took longer than {call.limits.seconds:.0f} seconds for {call.what}, so ELM gave up. "
        "Try again later.",
        kind="timeout",
    )


def _end_process(process: subprocess.Popen[bytes]) -> None:
    """Ends git and everything it started: first by SIGTERM, so that it removes its unfinished files."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for end in (process.stdin, process.stdout, process.stderr):
        if end:
            end.close()


def _git_error(call: GitCall, words: bytes) -> RepositoryError:
    text = words.decode("utf-8", "replace")
    for secret in call.outside.secrets:
        text = text.replace(secret, "•••")
    known = failures.failure(text, call.what)
    logger.warning("git %s failed: %r", call.arguments[0], text[-2000:])
    return known or failures.unknown(call.what)
