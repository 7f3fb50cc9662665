"""Two sessions on the same item side by side: what came of each, what only one of them raised, and their texts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from reviews.access import session_for
from reviews.documents.effort import Effort
from reviews.kinds.registry import session_kind
from reviews.kinds.session_result import RaisedPoint
from reviews.models import Participant, Revision, Session
from reviews.pages.registry import page_of_session
from reviews.pages.result_card import ResultCard
from reviews.states import State
from reviews.views.http import Request
from reviews.views.review.diffs import Comparison, compare_texts

MOST_OTHERS = 50
MOST_SHOWN = 100
"""Points that are listed of each part."""


@dataclass(frozen=True)
class Side:
    """One of the two sessions. card: what came of it, None while it goes on."""

    session: Session
    seats: Sequence[Participant]
    card: ResultCard | None
    points: Sequence[RaisedPoint]
    topics: dict[str, Any]


@dataclass(frozen=True)
class PointsPart:
    """Points under a heading; `count` of them in all."""

    title: str
    points: Sequence[RaisedPoint]
    count: int


@dataclass(frozen=True)
class ComparedText:
    """An artifact of which the sessions left other texts."""

    name: str
    comparison: Comparison
    patch: str
    """Where the whole comparison can be downloaded."""


@require_safe
def compare_sessions(request: Request, pk: UUID) -> HttpResponse:
    """The session beside another one on its item, that of ?with=, at first the newest other one."""
    session = session_for(request.user, pk)
    rows = Session.objects.filter(item=session.item_id).exclude(pk=session.pk).exclude(state=State.DRAFT)
    others = list(rows.select_related("item__team", "started_by").order_by("-created")[:MOST_OTHERS])
    other = chosen_other(others, request.GET.get("with", ""))
    context: dict[str, Any] = {"nav": "sessions", "session": session, "others": others, "other": other}
    if other:
        here, there = side_of(session), side_of(other)
        texts, rest = compare_artifacts(session, other)
        context |= {
            "sides": [here, there],
            "topics": compare_topics(here.topics, there.topics),
            "parts": compare_points(here.points, there.points),
            "texts": texts,
            "rest": rest,
        }
    return render(request, "reviews/sessions/compare.html", context)


def chosen_other(others: Sequence[Session], wanted: str) -> Session | None:
    """The session of these that was asked for, the first when none was. Raises Http404 for one that is not there."""
    if not wanted:
        return next(iter(others), None)
    found = next((one for one in others if str(one.pk) == wanted.lower()), None)
    if found is None:
        raise Http404
    return found


def side_of(session: Session) -> Side:
    kind, page = session_kind(session.kind), page_of_session(session)
    is_whole = page.state is not None
    return Side(
        session,
        page.participants,
        page.card,
        kind.points(session) if is_whole else [],
        kind.scorecard(session) if is_whole else {},
    )


def compare_topics(here: dict[str, Any], there: dict[str, Any]) -> list[dict[str, Any]]:
    """Each topic with how it stands here and there, None for a session without topics."""
    return [
        {"label": (here.get(key) or there[key])["label"], "stands": [here.get(key), there.get(key)]}
        for key in {**here, **there}
    ]


def compare_points(here: Sequence[RaisedPoint], there: Sequence[RaisedPoint]) -> list[PointsPart]:
    """What only one of them raised, and what both did, as this one has it."""
    known, others = {one.key for one in here}, {one.key for one in there}
    parts = (
        ("Only here", [one for one in here if one.key not in others]),
        ("Only there", [one for one in there if one.key not in known]),
        ("In both", [one for one in here if one.key in others]),
    )
    return [PointsPart(title, points[:MOST_SHOWN], len(points)) for title, points in parts]


def compare_artifacts(session: Session, other: Session) -> tuple[list[ComparedText], dict[str, list[str]]]:
    """The artifacts of which the sessions left other texts, that of the earlier session first, and the names of the
    others by what is to be said of them."""
    left, right = (session, other) if session.created <= other.created else (other, session)
    before, after = texts_left(left), texts_left(right)
    found, rest = [], defaultdict(list)
    effort = Effort()
    for key in {**before, **after}:
        old, new = before.get(key), after.get(key)
        if old is None or new is None:
            which, read = ("earlier", old) if old else ("later", new)
            assert read is not None
            rest[f"Only the {which} session read"].append(read.artifact.name)
        elif old.pk == new.pk or old.text == new.text:
            rest["Both leave the same text of"].append(f"{new.artifact.name} (revision {old.number})")
        else:
            found.append(compare_revisions(old, new, effort))
    return found, dict(rest)


def compare_revisions(old: Revision, new: Revision, effort: Effort) -> ComparedText:
    names = (f"revision {old.number}", f"revision {new.number}")
    address = reverse("artifact-diff", args=[new.artifact_id, old.number, new.number])
    comparison = compare_texts(old.text, new.text, names, False, effort=effort)
    return ComparedText(new.artifact.name, comparison, f"{address}?format=patch")


def texts_left(session: Session) -> dict[UUID, Revision]:
    """Each artifact of a session as it left it: with what was accepted of it so far, else as it read it."""
    pinned = session.pins.select_related("revision__artifact").order_by("artifact__name")
    found = {pin.artifact_id: pin.revision for pin in pinned}
    made = session.revisions.select_related("artifact").filter(artifact__in=found).order_by("number")
    return found | {row.artifact_id: row for row in made}
