"""Write down anew, on purpose, what the tests of this folder compare with.

    .venv/bin/python -m tests.compatibility.record [exports] [sessions]

Read the difference in git and explain every part of it in the commit: README.md says what may differ.
"""

import sys
import tempfile
from pathlib import Path

import django

from tests.compatibility import kept, writing


def record_exports() -> None:
    """What today's code exports from the kept database."""
    kept.EXPORTS.mkdir(parents=True, exist_ok=True)
    for old in kept.EXPORTS.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="elm-kept-") as folder:
        served = kept.served(Path(folder))
    for name, entries in served["exports"].items():
        (kept.EXPORTS / f"{name}.txt").write_bytes(writing.joined(writing.as_texts(entries)))


def main(wanted: list[str]) -> None:
    if "exports" in wanted or not wanted:
        record_exports()
    if "sessions" in wanted or not wanted:
        with tempfile.TemporaryDirectory(prefix="elm-kept-") as folder:
            kept.run_module("record", Path(folder), "here")


def record_sessions() -> None:
    """What the rules say today, and the prompts that a model would get."""
    django.setup()
    # Personas can only be imported once Django is set up.
    from tests.compatibility import recorded

    recorded.write()


if __name__ == "__main__":
    if "here" in sys.argv:
        record_sessions()
    else:
        main(sys.argv[1:])
