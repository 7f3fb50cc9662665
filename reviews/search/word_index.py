"""The word index of events, of all teams: for the administration, which belongs to none.

The database keeps it itself (migration 0002): FTS5 on SQLite, GIN on Postgres.
"""

import re

from django.db import connection

WORDS = re.compile(r"\w+")
MOST_WORDS = 8
MATCHING = {
    "sqlite": "SELECT rowid AS id FROM reviews_event_words WHERE reviews_event_words MATCH %s",
    "postgresql": (
        "SELECT id FROM reviews_event "
        "WHERE to_tsvector('simple', left(text, 200000)) @@ to_tsquery('simple', %s)"
    ),
}


def words_of(text: str) -> list[str]:
    """The words to look for: the first eight, in small letters."""
    return WORDS.findall(text.lower())[:MOST_WORDS]


def query_for(vendor: str, words: list[str]) -> str:
    """The words in the language of the database's word index. They are letters and digits only by now."""
    if vendor == "sqlite":
        return " ".join(f'"{word}"' for word in words) + "*"
    return " & ".join(words) + ":*"


def newest_hits(words: list[str], most: int = 1_000) -> list[int]:
    """The ids of the newest events of all teams that have the words: for the admin, not for pages."""
    with connection.cursor() as cursor:
        sql = MATCHING[connection.vendor] + " ORDER BY id DESC LIMIT %s"
        cursor.execute(sql, [query_for(connection.vendor, words), most])
        return [row[0] for row in cursor.fetchall()]
