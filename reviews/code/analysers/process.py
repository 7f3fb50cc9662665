"""Starts an analyser on foreign text: a list of arguments, no shell, an empty environment, limits, and no process left.

The analyser is a program that stands beside the interpreter, as its package puts it there. What it prints goes into
files of the private folder, so that the limit on the size of files bounds it.
"""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from reviews.errors import ElmError
from reviews.language.wordlists import read_words
from reviews.workers import limited

_SENTENCES = read_words(__file__, "receipts").texts("failed")
ENVIRONMENT = {"HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}


class AnalyserFailed(ElmError):
    """An analyser gave nothing that can be used; the text says why."""


@dataclass(frozen=True)
class Limits:
    """Seconds on the clock, seconds of computing, bytes of memory and bytes of output."""

    seconds: float = 15.0
    computing: int = 15
    memory: int = 1 << 30
    output: int = 32 << 20


LIMITS = Limits()


def program(name: str) -> str:
    """The path of a program beside the interpreter. Raises AnalyserFailed when there is none."""
    path = Path(sys.executable).with_name(name)
    if not path.is_file():
        raise AnalyserFailed(_SENTENCES["missing"].format(tool=name))
    return str(path)


def run_analyser(tool: str, command: list[str], folder: Path, limits: Limits = LIMITS) -> bytes:
    """What `command` prints when it runs in `folder`/files, whose neighbours keep its output.

    Raises AnalyserFailed when it can't be started, takes too long, prints too much or ends in another way than with
    0 or 1, by which analysers say whether they found something.
    """
    bounds = (str(limits.output), str(limits.memory), str(limits.computing))
    output, words = folder / "output", folder / "words"
    with output.open("wb") as sink, words.open("wb") as errors:
        # A session of its own: no terminal to ask at, and one group to end.
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-S", limited.__file__, *bounds, *command],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=errors,
            env=ENVIRONMENT,
            cwd=folder / "files",
            start_new_session=True,
        )
        try:
            code = process.wait(limits.seconds)
        except subprocess.TimeoutExpired as error:
            raise AnalyserFailed(
                _SENTENCES["slow"].format(tool=tool, seconds=f"{limits.seconds:g}")
            ) from error
        finally:
            _end_group(process)
    return _printed(tool, code, output, words, limits)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _printed(tool: str, code: int, output: Path, words: Path, limits: Limits) -> bytes:
    if output.stat().st_size >= limits.output or code == -signal.SIGXFSZ:
        raise AnalyserFailed(_SENTENCES["large"].format(tool=tool, megabytes=limits.output >> 20))
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        raise AnalyserFailed(_SENTENCES["ended"].format(tool=tool, seconds=limits.computing))
    if code not in (0, 1):
        said = words.read_bytes()[:4096].decode("utf-8", "replace").strip()
        reason = "crashed" if code < 0 else "refused"
        raise AnalyserFailed(_SENTENCES[reason].format(tool=tool, said=" ".join(said.split())[:200] or code))
    return output.read_bytes()
