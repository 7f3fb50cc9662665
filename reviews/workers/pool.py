"""A bounded number of worker processes, started when they are first needed."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from reviews.errors import ElmError, WorkEnded
from reviews.workers.child import OUT_OF_MEMORY, PATIENCE, Job, read_message, write_message

PRODUCT = Path(__file__).resolve().parents[2]
STARTING = 60.0
"""Seconds that a process may take to start on a busy machine."""
LOOKS = 200
"""Milliseconds between two looks whether the client is still there."""
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
"""Variables that a worker process is given: no key and no address of anything."""
TIME_SIGNALS = {-signal.SIGPROF, -signal.SIGALRM}


class WentIdle(Exception):
    """The process had ended because there was nothing to do."""


class Worker:
    """One process, and the `key` of the job that it did last."""

    def __init__(self) -> None:
        self.key = ""
        self.was_stopped = False
        given = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reviews.workers.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=PRODUCT,
            env=given,
        )
        self.source = cast("BinaryIO", self.process.stdin)
        self.sink = cast("BinaryIO", self.process.stdout)

    def do(self, job: Job, left: threading.Event | None) -> Any:
        """What the job gives. Raises WorkEnded when it was ended, ElmError when it refused."""
        try:
            write_message(self.source, job)
            self.await_answer(job.seconds * PATIENCE + STARTING, left)
            is_done, answer = read_message(self.sink)
        except (BrokenPipeError, EOFError) as error:
            code = self.process.wait()
            raise (
                WorkEnded("ELM is stopping.", kind="left") if self.was_stopped else why_ended(code)
            ) from error
        if not is_done:
            raise ElmError(answer)
        return answer

    def await_answer(self, seconds: float, left: threading.Event | None) -> None:
        """Wait until there is something to read. Raises WorkEnded after so many seconds, or when the client left."""
        answers = select.poll()
        answers.register(self.sink, select.POLLIN)
        until = time.monotonic() + seconds
        while not answers.poll(LOOKS):
            if left is not None and left.is_set():
                raise WorkEnded("Nobody waits for this any more.", kind="left")
            if time.monotonic() > until:
                raise WorkEnded("It took too long.", kind="too_long")

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def end(self) -> None:
        """End the process, whatever it does, and forget its pipes."""
        self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Forget the pipes: a process that still runs ends when its job is done."""
        with suppress(BrokenPipeError):  # of what it did not read any more
            self.source.close()
        self.sink.close()


def why_ended(code: int) -> Exception:
    """What an exit code (of a signal: negative) says of a process that gave no answer."""
    if code == 0:
        return WentIdle()
    if code in TIME_SIGNALS:
        return WorkEnded("It took too long.", kind="too_long")
    if code in (OUT_OF_MEMORY, -signal.SIGKILL):
        return WorkEnded("It needed too much memory.", kind="too_large")
    return WorkEnded("It came to a bad end.", kind="failed")


class Pool:
    """At most `size` processes, for whatever thread asks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.forget()
        os.register_at_fork(after_in_child=self.forget)

    def forget(self) -> None:
        """Have no process: those that there were belong to the process that this one was forked from."""
        for worker in (*getattr(self, "idle", ()), *getattr(self, "working", ())):
            worker.close()
        self.free = threading.Condition()
        self.idle: list[Worker] = []
        self.working: set[Worker] = set()

    def run[**P, R](
        self, function: Callable[P, R], job: Job, *, key: str, patience: float, left: threading.Event | None
    ) -> R:
        """What `function` gives, which `job` names.

        key: jobs of the same key go to the same process when they can, for what it remembers. patience: seconds to wait
        for a free process. left: is set when nobody waits for the answer any more. Raises WorkEnded, and what ElmError
        the function raises.
        """
        while True:
            worker = self.take(key, patience)
            try:
                return cast("R", worker.do(job, left))
            except WentIdle:
                worker.close()
                continue
            except WorkEnded:
                worker.end()
                raise
            finally:
                self.give_back(worker, key)

    def take(self, key: str, patience: float) -> Worker:
        """A process that does nothing, preferably the one that did `key` last, or a new one. Raises WorkEnded when none
        was free for so many seconds."""
        with self.free:
            if not self.free.wait_for(lambda: len(self.working) < self.size, patience):
                raise WorkEnded("Too much else is being worked on.", kind="busy")
            for worker in [each for each in self.idle if not each.is_alive()]:
                self.idle.remove(worker)
                worker.close()
            fitting = [worker for worker in self.idle if worker.key == key] or self.idle
            if fitting and (fitting[0].key == key or len(self.idle) + len(self.working) >= self.size):
                worker = fitting[0]
                self.idle.remove(worker)
            else:
                worker = Worker()
            self.working.add(worker)
            return worker

    def give_back(self, worker: Worker, key: str) -> None:
        with self.free:
            self.working.discard(worker)
            worker.key = key
            if worker.is_alive():
                self.idle.append(worker)
            self.free.notify()

    def end(self) -> None:
        """End all processes. Who waits for one gets WorkEnded("left")."""
        with self.free:
            for worker in self.idle:
                worker.end()
            self.idle = []
            for worker in self.working:
                worker.was_stopped = True
                worker.process.kill()
