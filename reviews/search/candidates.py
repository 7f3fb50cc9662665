"""What the word index answers: a bounded number of the newest entries of each team that have all the words.

Every word of the index begins with the code of its team, so that nothing of another team is read.
"""

from collections.abc import Sequence
from itertools import batched
from typing import NamedTuple

from django.db import connection

from reviews.language.search_words import Question, Term
from reviews.search.indexing import facet_token, team_code

CANDIDATES = 150
"""Entries in all that are looked at before they are put in order."""
LEAST = 20
MOST_EVENTS, ENOUGH_EVENTS = 1_000, 100
TEAMS_AT_ONCE = 100
NEWEST, MOST = 10_000, 5_000
"""Postgres has its hits in no order. What many texts have is found among the newest entries of the team, by reading
them; where those have fewer than LEAST, the index is asked, and so many of its hits are put in order at most."""


class Sizes(NamedTuple):
    """How many entries of each team are wanted, and the LEAST and MOST that this is done with; None is no limit."""

    most: int
    least: int = LEAST
    bound: int | None = MOST


class Candidate(NamedTuple):
    """An entry that has the words; `text` is its passage, where the index keeps it."""

    id: int
    ref: str
    text: str


SQLITE = """SELECT * FROM (
    SELECT entry.id, entry.ref, entry.text FROM reviews_search_words AS hit
    CROSS JOIN reviews_searchentry AS entry ON entry.id = hit.rowid
    WHERE hit.reviews_search_words MATCH %(query)s AND entry.team = %(team)s
    ORDER BY hit.rowid DESC LIMIT %(most)s)"""
POSTGRES = """SELECT * FROM (
    WITH newest AS MATERIALIZED (
        SELECT id, ref, text FROM (
            SELECT id, ref, text, words FROM reviews_searchentry WHERE team = %(team)s
            ORDER BY id DESC LIMIT %(newest)s OFFSET 0
        ) AS entry WHERE words @@ %(query)s::tsquery LIMIT %(most)s
    ), indexed AS MATERIALIZED (
        SELECT id, ref, text FROM reviews_searchentry
        WHERE words @@ %(query)s::tsquery AND team = %(team)s AND (SELECT count(*) FROM newest) < %(least)s
        LIMIT %(bound)s
    )
    SELECT * FROM newest UNION SELECT * FROM indexed ORDER BY id DESC LIMIT %(most)s
) AS found"""


def find_candidates(teams: Sequence[int], question: Question, facets: Sequence[str]) -> list[Candidate]:
    """The newest entries of these teams with all terms and facets, newest first: one query for a hundred teams."""
    if not question.terms:
        return []
    sizes = Sizes(max(LEAST, CANDIDATES // max(1, len(teams))))
    return ask_teams(teams, question, facets, sizes)


def newest_events(teams: Sequence[int], question: Question) -> list[int]:
    """The ids of the newest events of these teams with all terms, a thousand at most: for the administration."""
    found = ask_teams(teams, question, ["kevent"], Sizes(MOST_EVENTS, least=ENOUGH_EVENTS, bound=None))
    return [int(ref.partition(":")[2]) for ref in dict.fromkeys(one.ref for one in found)][:MOST_EVENTS]


def ask_teams(
    teams: Sequence[int], question: Question, facets: Sequence[str], sizes: Sizes
) -> list[Candidate]:
    """What the index has of these teams, newest first."""
    parts = batched(sorted(teams), TEAMS_AT_ONCE)
    return sorted((one for some in parts for one in ask_index(some, question, facets, sizes)), reverse=True)


def ask_index(
    teams: Sequence[int], question: Question, facets: Sequence[str], sizes: Sizes
) -> list[Candidate]:
    """The candidates of so few teams that one statement can ask for all of them."""
    is_sqlite = connection.vendor == "sqlite"
    sql = SQLITE if is_sqlite else POSTGRES
    write = fts_query if is_sqlite else ts_query
    parts = []
    named: dict[str, str | int | None] = {**sizes._asdict(), "newest": NEWEST}
    for number, team in enumerate(teams):
        parts.append(sql.replace("%(query)s", f"%(query{number})s").replace("%(team)s", f"%(team{number})s"))
        named |= {f"query{number}": write(team_code(team), question, facets), f"team{number}": team}
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), named)
        return [Candidate(*row) for row in cursor.fetchall()]


def fts_query(code: str, question: Question, facets: Sequence[str]) -> str:
    """The question in the language of FTS5. Words are letters and digits by now, facets these and "="."""
    terms = [
        f'"{" ".join(code + word for word in term.words)}"{"*" * term.is_open}' for term in question.terms
    ]
    return " AND ".join([*terms, *(f'"{facet_token(code, facet)}"' for facet in facets)])


def ts_query(code: str, question: Question, facets: Sequence[str]) -> str:
    """The question as a tsquery."""

    def phrase(term: Term) -> str:
        words = [f"'{code}{word}'" for word in term.words]
        return f"({' <-> '.join(words)}{':*' * term.is_open})"

    terms = [phrase(term) for term in question.terms]
    return " & ".join([*terms, *(f"'{facet_token(code, facet)}'" for facet in facets)])
