"""How long the pages of a large repository take, beside the same question asked of plain git.

    python tests/bench/repositories.py [--files 50000] [--commits 100000] [--repeat 9]

Makes a repository with `git fast-import`, fetches it over a local path, fetches 100 more commits, then reads.
Prints the median and the worst in milliseconds; asserts nothing about time.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from reviews.repos import browse, history, mirror
from reviews.repos.addresses import Policy, parse
from reviews.repos.sources import Source
from tests.repos.making import plain


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="elm-bench-") as folder:
        root = Path(folder)
        _make(root / "src.git", options.files, 0, options.commits)
        policy = Policy(roots=(root,))
        source = Source(parse(str(root / "src.git"), policy), policy)
        copy = mirror.mirror_path(root / "data", 1)
        _timed("first fetch", 1, lambda: mirror.fetch(copy, source))
        _make(root / "src.git", options.files, options.commits, 100)
        _timed("fetch of 100 commits", 1, lambda: mirror.fetch(copy, source))
        _pages(copy, options.repeat)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--commits", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=9)
    return parser.parse_args()


def _pages(copy: Path, repeat: int) -> None:
    tip = browse.resolve(copy, "main")
    old = plain(copy, "rev-parse", f"{tip}~300").decode().strip()
    _timed("resolve a branch", repeat, lambda: browse.resolve(copy, "main"))
    for path, name in (("", "top folder"), ("big", "folder of 1,000"), ("area3/team5/topic2", "deep folder")):
        _timed(name, repeat, lambda path=path: browse.tree(copy, tip, path))
        _timed(f"{name}, 300 commits back", repeat, lambda path=path: browse.tree(copy, old, path))
    _timed("a file's bytes", repeat, lambda: browse.blob(copy, tip, "big/note-500.md", most=1_000_000))
    _timed("history of a file", repeat, lambda: history.history(copy, tip, "root-3.md"))
    _timed("newer commits", repeat, lambda: history.newer(copy, old, tip))
    _timed(
        "plain git: names of the folder of 1,000", repeat, lambda: plain(copy, "ls-tree", "-l", f"{tip}:big")
    )


def _timed(name: str, repeat: int, run: Callable[[], object]) -> None:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    print(f"{name:<42}{statistics.median(times):>10.0f} ms{max(times):>10.0f} ms", flush=True)


def _make(path: Path, files: int, first: int, commits: int) -> None:
    if not path.exists():
        plain(path.parent, "init", "-q", "--bare", "-b", "main", str(path))
    process = subprocess.Popen(["git", "fast-import", "--quiet"], cwd=path, stdin=subprocess.PIPE)
    assert process.stdin
    for piece in _commits(files, first, commits):
        process.stdin.write(piece)
    process.stdin.close()
    assert process.wait() == 0


def _commits(files: int, first: int, count: int) -> Iterator[bytes]:
    """Commits as fast-import reads them: the first hundred bring the files, the others change one to four."""
    dice = random.Random(first)
    share = max(files // 100, 1)
    for number in range(first, first + count):
        at = 1_400_000_000 + number * 3000
        by = b"Ana Example <ana@example.org> %d +0000" % at
        yield b"commit refs/heads/main\nauthor %b\ncommitter %b\ndata 8\nA change\n" % (by, by)
        if number and number == first:
            yield b"from refs/heads/main^0\n"
        new = range(number * share, (number + 1) * share) if number < 100 else []
        touched = new or [
            min(int(dice.expovariate(8 / files)) + 20, files - 1) for _ in range(dice.randint(1, 4))
        ]
        for file in touched:
            text = b"# File %d\n" % file + b"".join(
                b"%f\n" % dice.random() for _ in range(dice.randint(3, 25))
            )
            yield b"M 100644 inline %b\ndata %d\n%b\n" % (_path(file).encode(), len(text), text)


def _path(file: int) -> str:
    if file < 20:
        return f"root-{file}.md"
    if file < 1020:
        return f"big/note-{file}.md"
    folder = file % 490
    return f"area{folder % 7}/team{folder // 7 % 10}/topic{folder // 70}/file-{file}.md"


if __name__ == "__main__":
    sys.exit(main())
