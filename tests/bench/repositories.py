"""How long the pages of a large repository take, beside the same question asked of the git layer and of plain git.

    python tests/bench/repositories.py [--files 50000] [--commits 100000] [--repeat 9] [--keep FOLDER]

Makes a repository with `git fast-import`, fetches it over a local path, fetches 100 more commits, then reads: with
the git layer alone, and as pages through Django's test client, with an empty cache and then again. Prints the median
and the worst in milliseconds, the median of the time that processors were busy with it (all that counts on a machine
that does other work as well), and how many times more of that a page needs than what it asks of git; asserts nothing
about time. With --keep the repository stays in FOLDER, and the next run reads what is there.
"""

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from reviews.git import browse, history, mirror
from reviews.git.addresses import Policy, parse_address
from reviews.git.sources import RepositorySource
from tests.bench import measuring
from tests.git.making import plain

FOLDERS = (("", "top folder"), ("big", "folder of 1,000"), ("area3/team5/topic2", "deep folder"))


def main() -> int:
    options = _options()
    _, user, _ = measuring.prepare()
    with tempfile.TemporaryDirectory(prefix="elm-bench-") as folder:
        root = options.keep or Path(folder)
        row, copy = _row(user, root)
        if not copy.exists():
            _fetched(root, copy, options)
        _layer(copy, options.repeat)
        _pages(row, user, copy, options.repeat)
    return 0


def _fetched(root: Path, copy: Path, options: argparse.Namespace) -> None:
    _make(root / "src.git", options.files, 0, options.commits)
    policy = Policy(roots=(root,))
    source = RepositorySource(parse_address(str(root / "src.git"), policy), policy)
    _timed("first fetch", 1, lambda: mirror.fetch(copy, source))
    _make(root / "src.git", options.files, options.commits, 100)
    _timed("fetch of 100 commits", 1, lambda: mirror.fetch(copy, source))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--commits", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


def _row(user: Any, root: Path) -> tuple[Any, Path]:
    """The repository as a row that a team has linked and fetched, and where its mirror belongs."""
    from django.conf import settings
    from django.utils import timezone

    from reviews.models import Repository
    from reviews.repositories.places import mirror_of

    settings.ELM_DATA_DIR = root / "data"
    row = Repository.objects.create(
        pk=UUID(int=1),
        team=user.memberships.get().team,
        url=str(root / "src.git"),
        default_branch="main",
        state="ready",
        fetched=timezone.now(),
    )
    return row, mirror_of(row)


def _layer(copy: Path, repeat: int) -> None:
    tip = browse.resolve(copy, "main")
    old = _back(copy)
    _timed("resolve a branch", repeat, lambda: browse.resolve(copy, "main"))
    for path, name in FOLDERS:
        _timed(name, repeat, lambda path=path: browse.tree(copy, tip, path))
        _timed(f"{name}, 300 commits back", repeat, lambda path=path: browse.tree(copy, old, path))
    _timed("a file's bytes", repeat, lambda: browse.blob(copy, tip, "big/note-500.md", most=1_000_000))
    _timed("history of a file", repeat, lambda: history.history(copy, tip, "root-3.md"))
    _timed("newer commits", repeat, lambda: history.newer(copy, old, tip))
    _timed(
        "plain git: names of the folder of 1,000", repeat, lambda: plain(copy, "ls-tree", "-l", f"{tip}:big")
    )


def _pages(row: Any, user: Any, copy: Path, repeat: int) -> None:
    """The pages, beside the calls of the git layer that each needs at least."""
    from django.test import Client

    from reviews.repositories.browsing import ON_A_PAGE

    client = Client(headers={"Host": "localhost"})
    client.force_login(user)
    tip, old = browse.resolve(copy, "main"), _back(copy)

    def page(name: str, bare: Callable[[], object], kind: str = "", **query: str) -> None:
        there = f"/repositories/{row.pk}/{kind}?{urlencode(query)}"
        _compared(name, repeat, bare, lambda: _opened(client, there))

    for path, name in FOLDERS:
        for ref, when in ((tip, ""), (old, ", 300 commits back")):
            page(
                f"page: {name}{when}",
                lambda path=path, ref=ref: browse.tree(copy, ref, path, count=ON_A_PAGE),
                ref=ref,
                path=path,
            )
    note = "big/note-500.md"
    page("page: a file", lambda: browse.blob(copy, tip, note, most=1_000_000), "file/", path=note)
    page(
        "page: a file, 300 commits back",
        lambda: browse.blob(copy, old, note, most=1_000_000),
        "file/",
        path=note,
        ref=old,
    )
    rare = "root-3.md"
    page("page: history of a file", lambda: history.history(copy, tip, rare), "history/", path=rare)
    page("page: history of everything", lambda: history.history(copy, tip), "history/")
    page("page: branches", lambda: browse.branches(copy), "branches/")


def _back(copy: Path) -> str:
    return plain(copy, "rev-parse", "refs/upstream/heads/main~300").decode().strip()


def _opened(client: Any, there: str) -> None:
    response = client.get(there)
    assert response.status_code == 200, (there, response.status_code)


def _compared(name: str, repeat: int, bare: Callable[[], object], page: Callable[[], None]) -> None:
    """Prints a page with an empty cache, the same page again, and how the first compares with git alone."""
    from django.core.cache import cache

    alone, again = _times(repeat, bare), _times(repeat, page)
    first = _times(repeat, page, before=cache.clear)
    _show(name, first, f"  {_busy(first) / _busy(alone):.1f} × the git layer's {_busy(alone):.0f} ms")
    _show("  again", again)


def _timed(name: str, repeat: int, run: Callable[[], object]) -> None:
    _show(name, _times(repeat, run))


def _times(
    repeat: int, run: Callable[[], object], before: Callable[[], None] = lambda: None
) -> list[tuple[float, float]]:
    """How many milliseconds it took, and for how many processors were busy with it, each time."""
    times = []
    for _ in range(repeat):
        before()
        start, busy = time.perf_counter(), _processors()
        run()
        times.append(((time.perf_counter() - start) * 1000, (_processors() - busy) * 1000))
    return times


def _processors() -> float:
    """Seconds that processors have been busy with this process and with the gits that have ended."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _busy(times: list[tuple[float, float]]) -> float:
    return statistics.median(busy for _, busy in times)


def _show(name: str, times: list[tuple[float, float]], more: str = "") -> None:
    taken = [taken for taken, _ in times]
    print(
        f"{name:<42}{statistics.median(taken):>8.0f} ms{max(taken):>8.0f} ms{_busy(times):>8.0f} ms busy{more}",
        flush=True,
    )


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
