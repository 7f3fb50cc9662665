"""How long adding points to a large Markdown text takes, beside splitting and joining its lines in the same run.

    python tests/bench/insertion.py [--sizes 0.25 0.5 1 2] [--repeat 5]

A size is in megabytes, with 5,000 headings for each. Prints the best of several runs in milliseconds: finding the
place, composing, proving, all three, the baseline, and their ratio; asserts nothing about time.
"""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from reviews.documents.insert import Addition, compose_text, plan_additions, prove_additions
from reviews.documents.sections import scan_sections

MEGABYTE = 1_000_000
HEADINGS = 5_000
POINTS = [f"- [Maya/Alex] Point {number} of the discussion." for number in range(10)]
AT = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)


def main() -> int:
    options = _options()
    print(
        f"{'MB':>5}{'headings':>10}{'place':>9}{'compose':>9}{'prove':>9}{'all':>9}{'lines':>9}{'ratio':>8}  ms/MB"
    )
    for size in options.sizes:
        _measure(size, options.repeat)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=float, nargs="+", default=[0.25, 0.5, 1, 2], help="megabytes")
    parser.add_argument("--repeat", type=int, default=5)
    return parser.parse_args()


def document(megabytes: float) -> str:
    """A text of that size: headings of three levels, paragraphs, lists, tables and code, one after another."""
    count = round(HEADINGS * megabytes)
    share = int(megabytes * MEGABYTE / count)
    return "".join(_section(number, share) for number in range(count))


def _section(number: int, size: int) -> str:
    blocks = (
        "- one item\n- another\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "```\n# no heading\n```\n",
        "> A quote.\n",
    )
    start = f"{'#' * (1 + number % 3)} {number}. Heading number {number}\n\n{blocks[number % 4]}\n"
    words = "Some words of a paragraph that goes on. " * 4
    return start + words[: max(size - len(start) - 2, 1)].strip() + "\n\n"


def _measure(size: float, repeat: int) -> None:
    text, title = document(size), f"Heading number {round(HEADINGS * size) // 2}"
    changes: list[Addition] = []

    def place() -> None:
        scan_sections.cache_clear()
        changes[:] = plan_additions(text, step_id="01-03", title=title, at=AT, points=POINTS)

    placing = _best(place, repeat)
    composing = _best(lambda: compose_text(text, changes), repeat)
    new = compose_text(text, changes)
    proving = _best(lambda: prove_additions(text, new, changes), repeat)
    lines = _best(lambda: "\n".join(text.split("\n")), repeat)
    every = placing + composing + proving
    sections = len(scan_sections(text).sections)
    figures = "".join(f"{figure:9.1f}" for figure in (placing, composing, proving, every, lines))
    print(f"{len(text) / MEGABYTE:5.2f}{sections:10}{figures}{every / lines:8.1f}  {every / size:.0f}")


def _best(act: Callable[[], object], repeat: int) -> float:
    """The shortest of several runs, in milliseconds."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    return 1000 * min(times)


if __name__ == "__main__":
    sys.exit(main())
