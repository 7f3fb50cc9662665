"""What came of a roundtable, for the card at the top of its page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from reviews.kinds.roundtable.page import RoundtablePage
from reviews.kinds.roundtable.synthesis.summary import KINDS, point_words
from reviews.kinds.session_result import NextStep, RaisedPoint, ResultPart, SessionResult
from reviews.language.standing_points import read_line
from reviews.models import Session


def result_of(page: RoundtablePage, plain: SessionResult) -> SessionResult:
    """What the discussion came to, with its decisions, open questions and action items. plain: what can be said of any
    session."""
    found = page.state.synthesis if page.state else None
    data = found.data if found else {}
    questions = points_in(data, "open_questions")
    said = str(data.get("summary") or "").strip()
    return replace(
        plain,
        outcome=why_ended(page),
        summary=said[:1].upper() + said[1:],
        parts=parts_in(data),
        open_questions=questions,
        event=found.number if found else 0,
        advice="Settle the open questions" if questions else "",
        next_steps=next_steps(page),
    )


def points_of(session: Session) -> list[RaisedPoint]:
    """Its additions without their markers and the names before them, which stand beside their place: the same words
    are the same point, whoever said them."""
    found = []
    for row in session.changes.select_related("artifact").order_by("order"):
        line = read_line(" ".join(row.inserted.removeprefix(row.marker).split()))
        text = f"{line.label}: {line.words}" if line.label else line.words
        where = [row.artifact.name, row.section, f"by {line.by}" if line.by else ""]
        fate = "Put in" if row.put_in_by_elm else row.get_status_display()
        found.append(RaisedPoint(f"{row.artifact_id} {text}", text, ", ".join(filter(None, where)), fate))
    return found


def why_ended(page: RoundtablePage) -> str:
    """Why it ended, and after how many of its turns."""
    label = page.session.end_label
    return f"{f'{label}, after' if label else 'After'} {page.turn} of {page.most_turns} turns"


def parts_in(data: Mapping[str, Any]) -> list[ResultPart]:
    """The decisions of a summary and its action items, when there are any."""
    icons = {"decisions": "check-circle", "action_items": "arrow-right"}
    found = {name: points_in(data, name) for name in icons}
    return [
        ResultPart(name, KINDS[name].heading, icons[name], points) for name, points in found.items() if points
    ]


def points_in(data: Mapping[str, Any], name: str) -> list[str]:
    """Points of one kind in a sentence each, with what stands behind the colon."""
    return [point_words(name, one) for one in data.get(name) or ()]


def next_steps(page: RoundtablePage) -> list[NextStep]:
    """Another roundtable on the same, and telling who said what."""
    session = page.session
    about = {"step": session.step_id} if session.step_id else {"topic": page.topic}
    query = urlencode({"item": session.item.slug, "kind": session.kind, **about})
    steps = [NextStep("Another roundtable", f"{reverse('session-new')}?{query}", "plus", acts=True)]
    if page.state and page.state.contributions:
        blind = reverse("session-blind", args=[session.pk])
        steps.insert(0, NextStep("Who said what? Blind review", blind, "search"))
    return steps
