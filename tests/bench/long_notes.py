"""What a whole interview by rules costs on a very long note, beside reading the note once as Markdown.

    python tests/bench/long_notes.py [--megabytes 1] [--file NOTE.md]

Without a file the note is made of this project's documents, one after another. Everything runs in this process, without
rows and worker processes. Prints CPU seconds of the calls by purpose and of the machine between them, what is read in
the first question, and ratios; asserts nothing.
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "elm_site.settings")
os.environ.setdefault("ELM_WORKERS", "0")

import django

if __name__ == "__main__":
    django.setup()

from reviews.kinds.interview import prompts
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.language.line_index import LineIndex
from reviews.language.reading import blocks
from reviews.log.values import Ask, Heard
from tests.kinds.interview.offline.sessions import CAST, spoken
from tests.kinds.interview.stage import Stage

PROJECT = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    text = options.file.read_text() if options.file else project_documents(int(options.megabytes * MEGABYTE))
    interview("# Warm up\n\nWe will improve the search, because it is slow.")
    parsed = cpu_of_parsing(text)
    spent, first, calls = interview(text)
    whole = sum(spent.values())
    print(
        f"{len(text):,} characters, {calls} calls, {whole:.1f} s of CPU: {whole / parsed:.1f} × parsing them"
    )
    for name, seconds in sorted(spent.items(), key=lambda one: -one[1]):
        print(f"  {name:20} {seconds:6.2f} s   {seconds / whole:4.0%}")
    print(f"  {'first question':20} {first:6.2f} s   the whole is {whole / first:.2f} × it")


def project_documents(size: int) -> str:
    """So many characters of the documents of this project, again from the first where they do not suffice."""
    texts = [path.read_text() for path in sorted(PROJECT.glob("docs/*.md"))]
    once = "\n\n".join(texts)
    return (once * (size // len(once) + 1))[:size]


def cpu_of_parsing(text: str) -> float:
    """Seconds that the parser of Markdown takes for the text, the best of three."""
    found = []
    for _ in range(3):
        start = time.process_time()
        blocks.parse(LineIndex(text))
        found.append(time.process_time() - start)
    return min(found)


def interview(text: str) -> tuple[dict[str, float], float, int]:
    """Hold the interview. Seconds by purpose and of the machine, those of the first question, and how many calls."""
    calls: list[tuple[str, float]] = []

    def answer(ask: Ask, state: InterviewState) -> Heard:
        prompt = prompts.build(state, ask, CAST, "nonce1234")
        start = time.process_time()
        done = spoken(prompt)
        calls.append((prompt.purpose, time.process_time() - start))
        return Heard(done.text, done.data.model_dump() if done.data else None)

    start = time.process_time()
    Stage(answer, notes=(Note("a1", "notes.md", text),), answered_by="ai", provider="offline").run()
    whole = time.process_time() - start
    spent: dict[str, float] = defaultdict(float)
    for purpose, seconds in calls:
        spent[purpose] += seconds
    spent["the machine"] = whole - sum(spent.values())
    return spent, calls[0][1], len(calls)


if __name__ == "__main__":
    main()
