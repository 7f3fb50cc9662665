"""The program of a worker process: one job after another, each under limits that the operating system keeps.

The signals that end it are caught by nobody, for a pattern that runs would let no Python code catch them.
"""

import fcntl
import os
import pickle
import resource
import select
import signal
import struct
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any, BinaryIO

from reviews.errors import ElmError

LENGTH = struct.Struct("!Q")
PATIENCE = 4
"""Seconds that a job may take for each second of computing that it may take: machines are busy."""
IDLE_SECONDS = 300
MEGABYTES = 2048
"""Of addresses. Beyond it Python raises MemoryError."""
OUT_OF_MEMORY = 3
"""The exit code that says so."""


@dataclass(frozen=True)
class Job:
    """A function of a module, what it is given, and how many seconds of computing and megabytes it may take."""

    module: str
    function: str
    arguments: tuple[Any, ...]
    seconds: float
    megabytes: int = MEGABYTES


def write_message(stream: BinaryIO, message: object) -> None:
    """Write anything that can be pickled, its length in front."""
    packed = pickle.dumps(message)
    stream.write(LENGTH.pack(len(packed)) + packed)
    stream.flush()


def read_message(stream: BinaryIO) -> Any:
    """What `write_message` wrote. Raises EOFError when the other side has ended."""
    length = LENGTH.unpack(_read_all(stream, LENGTH.size))[0]
    return pickle.loads(_read_all(stream, length))  # noqa: S301  both sides are ours


def _read_all(stream: BinaryIO, length: int) -> bytes:
    found = stream.read(length)
    if len(found) < length:
        raise EOFError
    return found


def serve_jobs(source: BinaryIO, sink: BinaryIO) -> None:
    """Do jobs from `source` and write what each gave to `sink`, until the server has ended or there was nothing to do
    for `IDLE_SECONDS`."""
    while select.select([source], [], [], IDLE_SECONDS)[0]:
        try:
            job = read_message(source)
        except EOFError:
            return
        limit_memory(job.megabytes)
        limit_work(job.seconds, source.fileno())
        answer = do_job(job)
        lift_limits(source.fileno())
        write_message(sink, answer)


def limit_memory(megabytes: int) -> None:
    """Let no more memory be had, up to what `main` allows."""
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = megabytes * 1_048_576
    resource.setrlimit(
        resource.RLIMIT_AS, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most)
    )


def limit_work(seconds: float, source: int) -> None:
    """Let the process be ended after so many seconds of computing, or `PATIENCE` times as many of time, and when the
    server ends: it alone writes to the pipe `source`."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * PATIENCE)
    fcntl.fcntl(source, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(source, fcntl.F_SETFL, fcntl.fcntl(source, fcntl.F_GETFL) | os.O_ASYNC)
    closing = select.poll()
    closing.register(source, 0)
    if closing.poll(0):  # the server ended before this process asked to be signalled
        sys.exit()


def lift_limits(source: int) -> None:
    """Before the answer: the next job that comes must not end the process."""
    fcntl.fcntl(source, fcntl.F_SETFL, fcntl.fcntl(source, fcntl.F_GETFL) & ~os.O_ASYNC)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def do_job(job: Job) -> tuple[bool, Any]:
    """(True, what the function gave), or (False, the sentence of an ElmError). Anything else that it raises ends the
    process."""
    try:
        return True, getattr(import_module(job.module), job.function)(*job.arguments)
    except ElmError as refused:
        return False, str(refused)
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


def main() -> None:
    """Serve on standard input and output; what is printed goes where errors go."""
    for name in (signal.SIGINT, signal.SIGTERM):  # are for the server, and this process ends with it
        signal.signal(name, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 1_048_576,) * 2)
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve_jobs(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
