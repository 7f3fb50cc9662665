"""Finding items, artifacts, sessions and what was said in them. Only what the reader's memberships show.

What was said is found by the database's own word index (migration 0002): FTS5 on SQLite, GIN on Postgres.
The database keeps it in the transaction that writes an event, so no code has to remember it.
"""

import re
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from reviews.models import Artifact, Event, Item, Session
from reviews.models.team import AnyUser

WORDS = re.compile(r"\w+")
MOST_WORDS = 8
SHOWN = 20
# A word that everybody uses has millions of hits. Those of other teams are left out after this many.
LOOKED_AT = 20_000
BEFORE, LENGTH = 60, 220

MATCHING = {
    "sqlite": "SELECT rowid AS id FROM reviews_event_words WHERE reviews_event_words MATCH %s",
    "postgresql": (
        "SELECT id FROM reviews_event "
        "WHERE to_tsvector('simple', left(text, 200000)) @@ to_tsquery('simple', %s)"
    ),
}
VISIBLE = """
    SELECT event.id FROM ({matching} ORDER BY id DESC LIMIT %s) AS hit
    JOIN reviews_event AS event ON event.id = hit.id
    JOIN reviews_session AS session ON session.id = event.session_id
    WHERE session.team_id IN (SELECT team_id FROM reviews_membership WHERE user_id = %s)
    ORDER BY event.id DESC LIMIT %s
"""


@dataclass
class Found:
    """What a search brought, at most 20 of each; `words` is what was really looked for."""

    words: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    artifacts: list[Artifact] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def nothing(self) -> bool:
        return not (self.items or self.artifacts or self.sessions or self.events)


def words_of(text: str) -> list[str]:
    """The words to look for: the first eight, in small letters."""
    return WORDS.findall(text.lower())[:MOST_WORDS]


def search_teams(user: AnyUser, text: str) -> Found:
    """What the words of `text` find: all of them must occur, the last one may be the beginning of a word."""
    words = words_of(text)
    if not words:
        return Found()
    items = with_words(Item.objects.visible_to(user), words, "title", "description")
    artifacts = with_words(Artifact.objects.visible_to(user).kept(), words, "name", "path").defer(
        "current__content"
    )
    found_items = list(items.select_related("team")[:SHOWN])
    return Found(
        words,
        found_items,
        list(artifacts.select_related("item").order_by("-created")[:SHOWN]),
        list(Session.objects.filter(item__in=found_items).for_list()[:SHOWN]),
        search_events(user, words),
    )


def with_words[Rows: QuerySet](rows: Rows, words: list[str], *fields: str) -> Rows:
    """The rows that have every word in one of the fields."""
    for word in words:
        anywhere = Q()
        for name in fields:
            anywhere |= Q(**{f"{name}__icontains": word})
        rows = rows.filter(anywhere)
    return rows


def query_for(vendor: str, words: list[str]) -> str:
    """The words in the language of the database's word index. They are letters and digits only by now."""
    if vendor == "sqlite":
        return " ".join(f'"{word}"' for word in words) + "*"
    return " & ".join(words) + ":*"


def search_events(user: AnyUser, words: list[str]) -> list[Event]:
    """What was said with all of these words, newest first, each with its session and item."""
    sql = VISIBLE.format(matching=MATCHING[connection.vendor])
    values = [query_for(connection.vendor, words), LOOKED_AT, user.pk, SHOWN]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        ids = [row[0] for row in cursor.fetchall()]
    rows = Event.objects.filter(pk__in=ids).select_related("session__item")
    return sorted(rows, key=lambda event: -event.pk)


def newest_hits(words: list[str], most: int = 1_000) -> list[int]:
    """The ids of the newest events of all teams that have the words: for the admin, not for pages."""
    with connection.cursor() as cursor:
        sql = MATCHING[connection.vendor] + " ORDER BY id DESC LIMIT %s"
        cursor.execute(sql, [query_for(connection.vendor, words), most])
        return [row[0] for row in cursor.fetchall()]


def marked_snippet(text: str, words: list[str]) -> SafeString:
    """The part of `text` around the first word that was found, escaped, with the words marked."""
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, words)) + ")", re.IGNORECASE)
    first = pattern.search(text)
    start = max(0, first.start() - BEFORE) if first else 0
    cut = " ".join(text[start : start + LENGTH].split())
    shown = "".join(
        format_html("<mark>{}</mark>", part) if odd % 2 else conditional_escape(part)
        for odd, part in enumerate(pattern.split(cut))
    )
    end = "…" if start + LENGTH < len(text) else ""
    return mark_safe(("…" if start else "") + shown + end)  # noqa: S308  every part is escaped above
