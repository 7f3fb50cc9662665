"""A model server in a process of its own, for benches: streams tokens that carry the time of their sending.

    python -m tests.bench.model_server RATE TOKENS [TURN]

An interview's question and a plain request get TOKENS tokens; a turn at a roundtable gets about TURN, from half to
half as many again, or exactly TURN when it is negative. Prints its address, then serves until its standard input is
closed.
"""

import random
import sys
import time
from collections.abc import Iterator
from functools import partial

from tests.providers.messages_server import Answer, MessagesServer, Received
from tests.providers.table_model import purpose

RECORDS = {
    "framing": {"focus_question": "What time is it?"},
    "contribution": {"passes": False},
    "synthesis": {"insights": [{"text": "Time goes by.", "events": []}]},
}
QUESTION = {"stance": "asking", "questions": [{"text": "What time is it?"}], "topics": []}


def stamps(count: int) -> Iterator[str]:
    """`count` tokens, each the wall clock in nanoseconds when it is taken."""
    for _ in range(count):
        yield f" {time.time_ns()}"
    yield "?"


def main() -> None:
    rate, tokens, turn = (float(word) for word in [*sys.argv[1:], "0"][:3])
    chance = random.Random(1)

    def reply(request: Received) -> Answer:
        wanted = purpose(request)
        if not turn or wanted not in RECORDS:
            return Answer(tokens=partial(stamps, int(tokens)), data=QUESTION, rate=rate)
        count = -turn if turn < 0 else chance.uniform(0.5, 1.5) * turn
        return Answer(tokens=partial(stamps, int(count)), data=RECORDS[wanted], rate=rate)

    with MessagesServer(reply) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
