"""What it costs to find what was raised before, in a team that has raised very much: milliseconds of CPU.

    python tests/bench/raised_before.py [--points 300000] [--times 15]

DATABASE_URL chooses the database; without it SQLite in a new folder. Every point is a question of a session; their
words are as frequent as in English. Looked up are one point, as many as a page shows at most, and what a person asks.
No network, no model.
"""

import argparse
import itertools
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

AT_ONCE = 5_000
WORDS = 40


def fill(count: int):
    """A team with so many points, indexed, and the texts of the last ones."""
    from django.db import models, transaction

    from reviews.models import Event, Item, Session, Team
    from reviews.search.indexing import index_points
    from tests.bench.search import sentences

    team = Team.objects.create(name="Big", slug="big")
    item = Item.objects.create(team=team, title="Big", slug="big")
    texts, last = sentences(count), []
    for _ in range(count // AT_ONCE):
        with transaction.atomic():
            session = Session.objects.create(item=item, kind="interview", provider="offline")
            last = list(itertools.islice(texts, AT_ONCE))
            rows = [
                Event(
                    session=session, number=n, kind="question", text="?", data={"questions": [{"text": text}]}
                )
                for n, text in enumerate(last, 1)
            ]
            models.QuerySet(Event).bulk_create(rows, batch_size=1_000)
    began = time.process_time()
    entries = index_points("default")
    print(f"  {entries:,} points indexed in {time.process_time() - began:.0f} s", flush=True)
    return team, last


def show(name: str, times: int, look) -> None:
    look()
    spent = []
    for _ in range(times):
        began = time.process_time()
        look()
        spent.append(1000 * (time.process_time() - began))
    spent.sort()
    print(
        f"  {name:28} p50 {statistics.median(spent):7.1f} ms   p95 {spent[int(0.95 * len(spent))]:7.1f} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=300_000)
    parser.add_argument("--times", type=int, default=15)
    chosen = parser.parse_args()
    from tests.bench import measuring

    assert measuring.ROOT
    import django

    django.setup()
    from django.core.management import call_command

    from reviews.pages.precedents import ask_archive
    from reviews.search.alike import MOST_LOOKED_UP, find_alike

    call_command("migrate", verbosity=0)
    team, texts = fill(chosen.points)
    common = "Which evidence does the security manager have for the market price of the campaign?"
    rare = "Does the courier refund the parcel?"
    show("a point of common words", chosen.times, lambda: find_alike([team.pk], [common]))
    show("a point of rare words", chosen.times, lambda: find_alike([team.pk], [rare]))
    show("as many as a page has", chosen.times, lambda: find_alike([team.pk], texts[:MOST_LOOKED_UP]))
    show("what a person asks", chosen.times, lambda: ask_archive([team.pk], common))


if __name__ == "__main__":
    main()
