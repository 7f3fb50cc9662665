"""A search from what somebody typed to what they are shown: what their memberships let them see, in order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any
from uuid import UUID

from django.db import models

from reviews.language.search_words import Question, read_question
from reviews.models import Artifact, Event, Item, Session
from reviews.models.team import AnyUser, teams_of
from reviews.search.candidates import Candidate, find_candidates
from reviews.search.excerpts import Marked, mark_text
from reviews.search.texts import KINDS, Kind, item_of, session_of, text_of

LOOKED_AT = 4_000
"""Characters of a text that count for its place among the results."""
SESSIONS_OF_ITEMS = 20


@dataclass(frozen=True)
class Hit:
    """Something that was found: its row with item and session, and where the words stand in its text."""

    kind: Kind
    row: Any
    marked: Marked
    score: float

    @property
    def item(self) -> Item:
        return item_of(self.row)

    @property
    def session(self) -> Session | None:
        return session_of(self.row)


@dataclass
class Found:
    """What a search brought, the best first; `question` is what was really looked for."""

    question: Question = field(default_factory=Question)
    hits: list[Hit] = field(default_factory=list)
    of_items: list[Session] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        return self.question.words

    @property
    def nothing(self) -> bool:
        return not self.hits

    def rows(self, kind: str) -> list[Any]:
        return [hit.row for hit in self.hits if hit.kind.name == kind]

    @property
    def items(self) -> list[Item]:
        return self.rows("item")

    @property
    def artifacts(self) -> list[Artifact]:
        return self.rows("artifact")

    @property
    def sessions(self) -> list[Session]:
        """Those that were found, and the newest of the items that were."""
        found = self.rows("session")
        return [*found, *(session for session in self.of_items if session not in found)]

    @property
    def events(self) -> list[Event]:
        return self.rows("event")


def search_teams(user: AnyUser, text: str, facets: Sequence[str] = ()) -> Found:
    """What has all the words and phrases of `text` in the teams of `user`, and all of the facets; the last word may be
    the beginning of one. Empty without words."""
    return search_in(list(teams_of(user)), text, facets)


def search_in(teams: Sequence[int], text: str, facets: Sequence[str] = ()) -> Found:
    """The same in these teams, whoever asks."""
    question = read_question(text)
    candidates = find_candidates(teams, question, facets)
    hits = hits_of(candidates, teams, question)
    items = [hit.row for hit in hits if hit.kind.name == "item"]
    sessions = Session.objects.filter(item__in=items).for_list()[:SESSIONS_OF_ITEMS] if items else ()
    return Found(question, hits, list(sessions))


def hits_of(candidates: Sequence[Candidate], teams: Sequence[int], question: Question) -> list[Hit]:
    """The candidates with their rows, the best first, each thing once. What is gone or of another team is left out."""
    rows = load_rows((candidate.ref for candidate in candidates), set(teams))
    best: dict[str, Hit] = {}
    for place, candidate in enumerate(candidates):
        row = rows.get(candidate.ref)
        if row is None:
            continue
        kind = KINDS[candidate.ref.partition(":")[0]]
        marked = mark_text(candidate.text or text_of(row), question)
        score = kind.weight + score_of(marked, question) + 1 - place / len(candidates)
        if candidate.ref not in best or best[candidate.ref].score < score:
            best[candidate.ref] = Hit(kind, row, marked, score)
    return sorted(best.values(), key=lambda hit: -hit.score)


def load_rows(refs: Iterable[str], teams: set[int]) -> dict[str, Any]:
    """The rows at these refs that belong to the teams, one query for each kind of thing among them."""
    keys: dict[str, dict[Any, str]] = {}
    for ref in refs:
        name, _, key = ref.partition(":")
        is_uuid = isinstance(KINDS[name].model._meta.pk, models.UUIDField)
        keys.setdefault(name, {})[UUID(key) if is_uuid else int(key)] = ref
    return {
        ref_of[row.pk]: row
        for name, ref_of in keys.items()
        for row in KINDS[name].rows(ref_of)
        if item_of(row).team_id in teams
    }


def score_of(marked: Marked, question: Question) -> float:
    """From 0 to 2.5: how many terms stand there as whole words, how often, and whether they stand together."""
    near = [mark for mark in marked.marks if mark.start < LOOKED_AT]
    if not near:
        return 0
    whole = len({mark.term for mark in near if mark.is_whole}) / len(question.terms)
    first, last = near[0].start, near[min(len(near), len(question.terms)) - 1].end
    together = 0.5 if last - first < 80 else 0
    return whole + together + min(1.0, log2(1 + len(near)) / 4)
