"""A model for Claude's place at a roundtable: it says what the recorded one says, by who is asked for what.

    with MessagesServer(TableModel().reply) as server: …

Whom a request asks, for what and after which turns is read off the request, as a model would. `instead` holds other
replies: under a purpose ("synthesis"), a first name ("Alex") or both ("Alex contribution"), as a Reply or a function of
the request. While `moods` has replies, they are used up first; `mood` stays.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from reviews.kinds.roundtable.state import Turn
from reviews.providers.script_references import with_numbers
from reviews.providers.scripted import DEMO
from tests.providers.messages_server import Answer, Received, Reply, say

KEYS = {"Maya": "business-analyst", "Alex": "solutions-architect", "Jordan": "system-designer"}
MARKS = {
    "Open the discussion now.": "framing",
    "Speak now.": "contribution",
    "Write down what came out of it.": "synthesis",
    "Take the second look now.": "second_look",
}
TURN = re.compile(r"^#(\d+) (\S+).*? \(([^()]*)\): ", re.MULTILINE)
POINT = re.compile(r"^(\d+)\. [a-z_]+(?: \[[^\]\n]*\])?: “", re.MULTILINE)
YOU = re.compile(r"^- you, (\S+)", re.MULTILINE)
FILE = re.compile(r'name="files that points may go into">>\n- (.*)')
TEMPLATES = {"framing": " Here is where we landed: ", "facilitation": " What matters more for your project: "}
USAGE = {"input_tokens": 5000}


def purpose(request: Received) -> str:
    """What a request is for, by the words that it ends with. A first take asks for no record; what is no roundtable
    counts as one."""
    if "output_config" not in request.body and "tools" not in request.body:
        return "first_take"
    wanted = "\n".join(texts(request)[-2:])
    return next((name for mark, name in MARKS.items() if mark in wanted), "first_take")


def first_name(request: Received) -> str:
    """Who is asked to speak, "" for a request of something else than a roundtable."""
    found = YOU.search("\n".join([str(request.body["system"]), *texts(request)[-2:]]))
    return found[1] if found else ""


def turns(request: Received) -> list[Turn]:
    """The transcript in the request, as the log of a prompt's facts."""
    return [row(line) for text in texts(request) for line in text.splitlines() if TURN.match(line)]


def row(line: str) -> Turn:
    """A turn by its first line."""
    number, name, role = TURN.match(line).groups()
    is_person = role.startswith("a person")
    kind = next((kind for kind, mark in TEMPLATES.items() if mark in line), "contribution")
    key = f"user:{name}" if is_person else KEYS.get(name, name)
    return Turn(int(number), "user_message" if is_person else kind, key, name, "", 0)


def texts(request: Received) -> list[str]:
    """The texts that a request has, in order."""
    content = request.body["messages"][0]["content"]
    return [block["text"] for block in content] if isinstance(content, list) else [content]


@dataclass
class TableModel:
    rate: float = 0.0
    moods: list[Reply] = field(default_factory=list)
    mood: Reply | None = None
    instead: dict[str, Reply | Callable[[Received], Reply]] = field(default_factory=dict)

    def reply(self, request: Received) -> Reply:
        if self.moods:
            return self.moods.pop(0)
        wanted, who = purpose(request), first_name(request)
        for name in (f"{who} {wanted}", who, wanted):
            if other := self.instead.get(name):
                return other if not callable(other) else other(request)
        return self.mood or self.recorded(request)

    def recorded(self, request: Received) -> Answer:
        """What the demonstration says at this point."""
        if purpose(request) == "second_look":
            return all_said(request)
        line, log = next_line(request), turns(request)
        target = next((found[1] for text in texts(request) if (found := FILE.search(text))), "")
        data = json.loads(json.dumps(line.get("data")).replace("{target}", json.dumps(target)[1:-1]))
        return say(line["text"], with_numbers(data, log), usage=USAGE, output_tokens=100, rate=self.rate)


def all_said(request: Received) -> Answer:
    """A second look that finds nothing."""
    numbers = [int(number) for text in texts(request) for number in POINT.findall(text)]
    return say("Done.", {"looks": [{"number": number} for number in numbers]}, usage=USAGE, output_tokens=100)


def next_line(request: Received) -> dict[str, Any]:
    """The line of the demonstration that comes next for whoever is asked."""
    wanted, key = purpose(request), KEYS.get(first_name(request), "")
    lines = json.loads(DEMO.read_text(encoding="utf-8"))[f"roundtable.{wanted}"]
    own = [line for line in lines if line.get("speaker") == key] or [
        line for line in lines if "speaker" not in line
    ]
    said = sum((turn.key, turn.kind) == (key, "contribution") for turn in turns(request))
    return own[min(said, len(own) - 1)]
