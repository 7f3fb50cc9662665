"""Finds what a team raised before about the same matter: points that share the words that say most.

One query for all points that are looked up, over the index alone: it gives a bounded number of the newest points that
share two of the most telling words of each, and how much they have in common is computed from the words of both.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection

from reviews.language.reading.likeness import LEAST, likeness, telling_terms
from reviews.search.candidates import MOST, NEWEST, Candidate
from reviews.search.indexing import facet_token, team_code
from reviews.search.points import PREFIX

MOST_LOOKED_UP = 100
"""Points that are looked up at once, those of each team counted."""
CANDIDATES = 25
"""Points that one is compared with, the newest that share two telling words."""
TELLING, MOST_ALIKE = 5, 8

SQLITE = """SELECT json_extract(asked.value, '$[0]'), (
    SELECT json_group_array(json_array(id, ref, text)) FROM (
        SELECT entry.id, entry.ref, entry.text FROM reviews_search_words AS hit
        CROSS JOIN reviews_searchentry AS entry ON entry.id = hit.rowid
        WHERE hit.reviews_search_words MATCH json_extract(asked.value, '$[2]')
            AND entry.team = json_extract(asked.value, '$[1]')
        ORDER BY hit.rowid DESC LIMIT %s))
FROM json_each(%s) AS asked"""
"""For a list of places, teams and questions each place with a list of its candidates. The statement stays the same: to
read one that names each question takes SQLite a sixth as long as to answer it."""
POSTGRES = """SELECT * FROM (
    WITH near AS MATERIALIZED (
        SELECT id, ref, text FROM newest_%(team)s WHERE words @@ %(query)s::tsquery ORDER BY id DESC LIMIT %(most)s
    ), far AS MATERIALIZED (
        SELECT id, ref, text FROM reviews_searchentry
        WHERE words @@ %(query)s::tsquery AND team = %(team)s AND (SELECT count(*) FROM near) < %(most)s
        LIMIT %(bound)s
    )
    SELECT %(place)s AS place, id, ref, text FROM (SELECT * FROM near UNION SELECT * FROM far) AS hit
    ORDER BY id DESC LIMIT %(most)s) AS found"""
WINDOW = """newest_%(team)s AS MATERIALIZED (
    SELECT id, ref, text, words FROM (
        SELECT * FROM reviews_searchentry WHERE team = %(team)s ORDER BY id DESC LIMIT %(newest)s OFFSET 0
    ) AS entry WHERE starts_with(ref, %(prefix)s) LIMIT %(points)s)"""
POINTS = 1_500
"""What many points share Postgres finds among so many of the newest ones of the team, by reading them; where those have
too few, the index is asked: see NEWEST and MOST."""


class AlikePoint(NamedTuple):
    """A point that was raised before: the ref of its row, its text, and how much it has in common with another."""

    ref: str
    text: str
    score: float


def find_alike(
    teams: Sequence[int], texts: Sequence[str], *, but_not: Sequence[str] = (), least: float = LEAST
) -> list[list[AlikePoint]]:
    """For each of these texts the points of the teams that are about the same matter, the eight most alike first. One
    query. but_not: the ids of sessions and artifacts whose points do not count."""
    asked: list[tuple[int, int, list[str]]] = []
    for place, text in enumerate(texts):
        if terms := telling_terms(text, TELLING):
            asked += [(place, team, terms) for team in teams]
    found: list[list[AlikePoint]] = [[] for _ in texts]
    for place, candidate in ask_for_points(asked[:MOST_LOOKED_UP], but_not):
        score = likeness(texts[place], candidate.text)
        if score >= least:
            found[place].append(AlikePoint(candidate.ref, candidate.text, score))
    return [sorted(some, key=lambda point: -point.score)[:MOST_ALIKE] for some in found]


def ask_for_points(
    asked: Sequence[tuple[int, int, Sequence[str]]], but_not: Sequence[str]
) -> list[tuple[int, Candidate]]:
    """The candidates for each place, team and its telling terms, in one statement."""
    if not asked:
        return []
    return (ask_sqlite if connection.vendor == "sqlite" else ask_postgres)(asked, but_not)


def ask_sqlite(
    asked: Sequence[tuple[int, int, Sequence[str]]], but_not: Sequence[str]
) -> list[tuple[int, Candidate]]:
    """The candidates, as SQLite finds them."""
    questions = [(place, team, fts_query(team_code(team), terms, but_not)) for place, team, terms in asked]
    with connection.cursor() as cursor:
        cursor.execute(SQLITE, [CANDIDATES, json.dumps(questions)])
        rows = cursor.fetchall()
    newest = ((place, sorted(json.loads(found), reverse=True)) for place, found in rows)
    return [(place, Candidate(*one)) for place, some in newest for one in some]


def ask_postgres(
    asked: Sequence[tuple[int, int, Sequence[str]]], but_not: Sequence[str]
) -> list[tuple[int, Candidate]]:
    """The candidates, as Postgres finds them."""
    parts = []
    named: dict[str, Any] = {"most": CANDIDATES, "bound": MOST, "newest": NEWEST}
    named |= {"points": POINTS, "prefix": PREFIX}
    for number, (place, team, terms) in enumerate(asked):
        # The places and the teams are numbers of ours.
        sql = POSTGRES.replace("%(place)s", str(place)).replace("%(team)s", str(team))
        parts.append(sql.replace("%(query)s", f"%(query{number})s"))
        named[f"query{number}"] = ts_query(team_code(team), terms, but_not)
    teams = dict.fromkeys(team for _, team, _ in asked)
    newest = ", ".join(WINDOW.replace("%(team)s", str(team)) for team in teams)
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {newest} " + " UNION ALL ".join(parts), named)
        return [(place, Candidate(*row)) for place, *row in cursor.fetchall()]


def fts_query(code: str, terms: Sequence[str], but_not: Sequence[str]) -> str:
    """In the language of FTS5. Tokens have letters, digits and "="."""
    two = two_of([f'"{facet_token(code, "w" + term)}"' for term in terms], " AND ", " OR ")
    return f"({two})" + "".join(f' NOT "{facet_token(code, "o" + origin)}"' for origin in but_not)


def ts_query(code: str, terms: Sequence[str], but_not: Sequence[str]) -> str:
    """The same as a tsquery."""
    two = two_of([f"'{facet_token(code, 'w' + term)}'" for term in terms], " & ", " | ")
    return f"({two})" + "".join(f" & !'{facet_token(code, 'o' + origin)}'" for origin in but_not)


def two_of(words: Sequence[str], both: str, either: str) -> str:
    """What has two of these words at least: one of each half, or two of one half. The index looks each word up as often
    as it is named, so naming all pairs would take much longer: twenty words for five instead of twelve."""
    halves = [some for some in (words[: len(words) // 2], words[len(words) // 2 :]) if some]
    one_of_each = both.join(f"({either.join(half)})" for half in halves)
    return either.join(
        [f"({one_of_each})", *(two_of(half, both, either) for half in halves if len(half) > 1)]
    )
