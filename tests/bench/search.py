"""What a search costs in a database of many events: milliseconds, and queries of a whole page.

    python tests/bench/search.py [--events 2000000] [--times 15] [--keep FOLDER]

DATABASE_URL chooses the database; without it SQLite in a new folder, or in FOLDER, where a second run finds what the
first has filled. One team has all events but 40, which a small team has; their words are as frequent as in English.
Every question is asked as a page by a member of each team. The baseline is the list of sessions of the same run. How
long the index takes to fill is printed too, for what an upgrade takes. No network, no model.
"""

import argparse
import itertools
import os
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

ON_A_SESSION, SMALL, AT_ONCE, WORDS = 200, 40, 5_000, 24
QUESTIONS = (
    ("one letter", "a"),
    ("two letters", "th"),
    ("a very common word", "the"),
    ("a common word", "people"),
    ("a common beginning", "comp"),
    ("two common words", "time people"),
    ("eight common words", "the of and to in is you that"),
    ("a phrase", '"in the"'),
    ("a rare phrase", '"people time"'),
    ("two rare words", "courier refund"),
    ("nothing", "zzzyx"),
    ("one persona", "the&who=elm"),
    ("one kind of thing", "the&kind=finding"),
)


def sentences(count: int):
    """So many texts, the same in every run."""
    from wordfreq import top_n_list, zipf_frequency

    chance = random.Random(20261123)
    words = top_n_list("en", 20_000)
    weights = list(itertools.accumulate(10 ** zipf_frequency(word, "en") for word in words))
    for _ in range(count):
        yield " ".join(chance.choices(words, cum_weights=weights, k=chance.randint(WORDS // 4, 2 * WORDS)))


def fill(name: str, count: int):
    """A team with so many events, not indexed yet, and its member."""
    from django.contrib.auth.models import User
    from django.db import connection, models, transaction

    from reviews.models import Event, Item, Membership, Session, Team

    team = Team.objects.create(name=name, slug=name)
    user = User.objects.create(username=name)
    Membership.objects.create(team=team, user=user)
    texts, made = sentences(count), 0
    while made < count:
        with transaction.atomic():
            sessions = []
            for number in range(AT_ONCE // ON_A_SESSION):
                if number % 10 == 0:
                    item = Item.objects.create(
                        team=team, title=f"Item {made} of {name}", slug=f"{name}-{made}-{number}"
                    )
                sessions.append(Session.objects.create(item=item, kind="roundtable", provider="offline"))
            rows = [
                Event(
                    session=sessions[n // ON_A_SESSION],
                    number=n % ON_A_SESSION + 1,
                    kind="answer",
                    text=text,
                    speaker_key="elm",
                    speaker_name="ELM",
                )
                for n, text in enumerate(itertools.islice(texts, min(AT_ONCE, count - made)))
            ]
            models.QuerySet(Event).bulk_create(rows, batch_size=1_000)
            made += len(rows)
    if connection.vendor == "postgresql":
        connection.cursor().execute("ANALYZE")
    return user


def ask(user, address: str, times: int) -> tuple[list[float], int]:
    """How long a page took each time, in milliseconds, and its queries."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    spent = []
    client.get(address)
    for _ in range(times):
        began = time.perf_counter()
        response = client.get(address)
        spent.append(1000 * (time.perf_counter() - began))
        assert response.status_code == 200
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return spent, len(queries)


def show(name: str, who: str, spent: list[float], queries: int) -> None:
    p95 = sorted(spent)[min(len(spent) - 1, int(0.95 * len(spent)))]
    print(
        f"  {name:22} {who:6} p50 {statistics.median(spent):7.1f} ms   p95 {p95:7.1f} ms   {queries} queries",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=2_000_000)
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--keep", type=Path)
    chosen = parser.parse_args()
    from tests.bench import measuring

    if chosen.keep:
        os.environ["ELM_DATA_DIR"] = str(chosen.keep)
    assert measuring.ROOT
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from reviews.search.indexing import rebuild_index

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    if not User.objects.filter(username="small").exists():
        began = time.perf_counter()
        fill("big", chosen.events)
        fill("small", SMALL)
        print(f"  {chosen.events:,} events stored in {time.perf_counter() - began:.0f} s", flush=True)
        began = time.perf_counter()
        entries = rebuild_index()
        spent = time.perf_counter() - began
        print(
            f"  {entries:,} entries indexed in {spent:.0f} s: {spent * 1e6 / entries:.0f} s a million",
            flush=True,
        )
    for who in ("big", "small"):
        user = User.objects.get(username=who)
        show("the list of sessions", who, *ask(user, "/sessions/", chosen.times))
        for name, text in QUESTIONS:
            show(name, who, *ask(user, f"/search/?q={text.replace(' ', '+')}", chosen.times))


if __name__ == "__main__":
    main()
