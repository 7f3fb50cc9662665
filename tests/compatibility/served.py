"""Serve everything that a data folder holds, and write down what came: one JSON for the test that compares it.

    ELM_DATA_DIR=… python -m tests.compatibility.served

Runs in a process of its own, on a copy of the kept database. Nothing in it reads the clock.
"""

import html
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command

TAG = re.compile(r"<(script|style|head)\b.*?</\1>|<[^>]+>", re.DOTALL)
WORD = re.compile(r"\w+")
MARK = re.compile(r"^\s*(?:\d+\.|[-*]|#+)?\s*(?:Unknown: )?")
"""What begins a line and is shown by another means: a list's numbers, a heading, the sort of a caveat."""
HIDDEN = "[SATISFIED]"


def main() -> None:
    """Migrate, then open everything."""
    django.setup()
    # Static files are not looked at, and their middleware makes every request wait for three event loops.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "static_files" not in name]
    call_command("migrate", verbosity=0)
    # The models can only be imported once Django is set up.
    from tests.compatibility import addresses

    json.dump(everything(addresses), sys.stdout)


def everything(addresses: Any) -> dict[str, Any]:
    """What is served: exports with their bytes (as Latin-1), words that are missing, and the other pages
    with their status."""
    opened = addresses.Opened()
    found = addresses.sessions()
    exports = {name: [opened.export(path) for path in paths] for name, paths in addresses.exports()}
    return {
        "sessions": [[row.kind, row.state, row.end_reason] for row in found],
        "exports": exports,
        "pages": {path: opened.status(path) for path in addresses.pages()},
        "unseen": [lost for session in found for lost in unseen(opened, session)],
        "prompts": addresses.damaged_prompts(),
    }


def unseen(opened: Any, session: Any) -> Iterator[str]:
    """The lines of events whose words do not stand on the page of their session."""
    page = words(TAG.sub(" ", opened.text(session.get_absolute_url())))
    for event in session.events.order_by("number"):
        lines = (MARK.sub("", line) for line in event.text.splitlines() if line.strip() != HIDDEN)
        for line in lines:
            if words(line) not in page:
                yield f"{session.kind} {session.pk} {event.number} {event.kind}: {line}"


def words(text: str) -> str:
    """The words of a text, without marks."""
    return " ".join(WORD.findall(html.unescape(text)))


if __name__ == "__main__":
    main()
