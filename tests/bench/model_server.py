"""A model server in a process of its own, for benches: streams tokens that carry the time of their sending.

    python -m tests.bench.model_server RATE TOKENS

Prints its address, then serves until its standard input is closed.
"""

import sys
import time
from collections.abc import Iterator

from tests.llm.messages_server import Answer, MessagesServer


def stamps(count: int) -> Iterator[str]:
    """`count` tokens, each the wall clock in nanoseconds when it is taken."""
    for _ in range(count):
        yield f" {time.time_ns()}"
    yield "?"


def main() -> None:
    rate, count = float(sys.argv[1]), int(sys.argv[2])
    data = {"stance": "asking", "questions": [{"text": "What time is it?"}], "topics": []}
    answer = Answer(tokens=lambda: stamps(count), data=data, rate=rate)
    with MessagesServer(lambda request: answer) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
