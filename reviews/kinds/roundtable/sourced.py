"""Whether the points of a synthesis say only what the notes and the people said. Pure.

What was put down as decided and nobody decided is an open question (C43). What stands in no source keeps a sentence
that says so, and waits for a person; a link to a host that nobody named is shown as text.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from reviews.kinds.roundtable.choices import find_choices
from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.kinds.support import plain_support
from reviews.language.sourcing.claims import check_claims, foreign_hosts
from reviews.language.sourcing.links import links_as_text
from reviews.language.sourcing.sources import ClaimSource

LONGEST_READ = 200_000
"""Characters of a text that are compared; of a longer one nothing can be said to be missing."""
CONFIRM = "{}; the team confirms or drops it"
_ALSO = {"decisions": "rationale", "action_items": "owner"}
"""What is part of the claim beside its text; why a question is open is a manner of speaking."""

type Points = dict[str, list[dict[str, Any]]]


def with_support(now: RoundtableState, points: Points, at: str) -> Points:
    """The points, each with how far its sources carry it; decisions that nobody made are open questions.

    at: when the synthesis was complete (ISO), "" when that is not known; it completes dates without a year.
    """
    sources, known = claim_sources(now), known_names(now)
    today = datetime.fromisoformat(at).date() if at else None
    checked = {
        kind: _checked(kind, [_with_plain_links(point, sources) for point in found], sources, known, today)
        for kind, found in points.items()
    }
    if any(len(note.text) > LONGEST_READ for note in now.setup.notes):
        checked = {kind: [_unread(point) for point in found] for kind, found in checked.items()}
    checked["decisions"] = [_with_choice(now, point) for point in checked["decisions"]]
    undecided = [point for point in checked["decisions"] if point["support"]["status"] == "unsupported"]
    checked["decisions"] = [point for point in checked["decisions"] if point not in undecided]
    checked["open_questions"] += [_as_question(point) for point in undecided]
    return checked


def _unread(point: dict[str, Any]) -> dict[str, Any]:
    """A point on notes of which only the beginning was read: what was not found there is not checked, and waits."""
    support = point["support"]
    if support["status"] != "unsupported":
        return point
    return {**point, "support": {**support, "status": "not_checked", "covered": 0.0, "sentence": ""}}


def claim_sources(now: RoundtableState) -> list[ClaimSource]:
    """The pinned notes, what people said (behind what they replied to), the topic, and what personas argued."""
    before = ["", *(turn.text for turn in now.turns)]
    turns = [_turn_source(turn, asked) for turn, asked in zip(now.turns, before, strict=False)]
    late = [ClaimSource("person", str(message.number), message.text) for message in now.late]
    notes = [ClaimSource("notes", note.name, note.text[:LONGEST_READ]) for note in now.setup.notes]
    titles = [now.setup.topic, now.setup.item, *now.setup.questions]
    return [*notes, *turns, *late, *(ClaimSource("topic", "", title) for title in titles if title)]


def _with_choice(now: RoundtableState, point: dict[str, Any]) -> dict[str, Any]:
    """A decision, supported when all that is missing is that somebody made it, and a person took that side."""
    support = point["support"]
    made = [one for one in find_choices(now) if one.said.number in point["events"]]
    named = any(str(one.side.get("option") or "\0").casefold() in point["text"].casefold() for one in made)
    if not named or not str(support.get("sentence") or "").startswith("Nobody decided this"):
        return point
    return {**point, "support": {**support, "status": "supported", "sentence": ""}}


def known_names(now: RoundtableState) -> frozenset[str]:
    """Names that need no source: of the roster, the people, the item and its texts."""
    people = [turn.name for turn in now.turns if turn.is_person] + [
        message.speaker.name for message in now.late
    ]
    texts = [note.name for note in now.setup.notes] + [output.file for output in now.setup.outputs]
    seats = [part for seat in now.setup.cast for part in (seat.name, seat.role, seat.short) if part]
    return frozenset([*people, *texts, *seats, now.setup.item, now.setup.topic, now.setup.phase_title])


def _turn_source(turn: Turn, asked: str) -> ClaimSource:
    if turn.is_person:
        return ClaimSource("person", str(turn.number), turn.text, asked)
    return ClaimSource("turn", str(turn.number), turn.text)


def _checked(
    kind: str,
    points: list[dict[str, Any]],
    sources: list[ClaimSource],
    known: Iterable[str],
    today: date | None,
) -> list[dict[str, Any]]:
    claims = [_claim_of(kind, point) for point in points]
    found = check_claims(claims, sources, known=frozenset(known), today=today, noted=kind == "decisions")
    return [
        {**point, "support": plain_support(support)} for point, support in zip(points, found, strict=True)
    ]


def _claim_of(kind: str, point: Mapping[str, Any]) -> str:
    also = str(point.get(_ALSO.get(kind, "")) or "")
    return f"{point['text']}\n{also}" if also else str(point["text"])


def _with_plain_links(point: dict[str, Any], sources: list[ClaimSource]) -> dict[str, Any]:
    words = {key: value for key, value in point.items() if key in ("text", "rationale", "why", "owner")}
    return {
        **point,
        **{key: links_as_text(text, foreign_hosts(text, sources)) for key, text in words.items()},
    }


def _as_question(point: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: point[name] for name in ("text", "attribution", "events", "artifact", "support")}
    return {**kept, "why": CONFIRM.format(point["support"]["sentence"])}
