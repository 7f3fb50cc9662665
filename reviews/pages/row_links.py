"""What a row is called on pages that lead to it, and the address of the place where it stands."""

from typing import Any

from django.urls import reverse

from reviews.kinds import registry
from reviews.models import Artifact, Change, Comment, ElaborationRecord, Event, Finding, Item, Session
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.offline.finding import TITLES
from reviews.search.texts import item_of, session_of

PUT_ASIDE: dict[str, str] = {FindingStatus.DISMISSED: "known", FindingStatus.FIXED: "fixed"}


def is_archived(row: Any) -> bool:
    """Whether it stands in no list any more: itself, or what it belongs to."""
    about = row.change or row.finding if isinstance(row, Comment) else row
    kept = [about, item_of(about), session_of(about), getattr(about, "artifact", None)]
    return any(getattr(one, "archived", None) for one in kept)


def url_of(row: Any) -> str:
    """The address of the place where a row stands."""
    match row:
        case Event():
            return f"{row.session.get_absolute_url()}?at={row.number}#event-{row.number}"
        case Finding():
            show = f"show={PUT_ASIDE[row.status]}&" if row.status in PUT_ASIDE else ""
            return reverse("artifact-findings", args=[row.artifact_id]) + f"?{show}at={row.pk}#{row.anchor}"
        case Change(status=ChangeStatus.PROPOSED):
            return reverse("to-review") + f"?open={row.anchor}#{row.anchor}"
        case Change():
            return reverse("session-changes", args=[row.session_id]) + f"#{row.anchor}"
        case Comment():
            return url_of(row.change or row.finding)
        case ElaborationRecord():
            return url_of(row.session or row.item)
        case _:
            found: str = row.get_absolute_url()
            return found


def title_of(row: Any) -> str:
    """What a result is called."""
    match row:
        case Item():
            return row.title
        case Artifact():
            return row.name
        case Session():
            return registry.session_kind(row.kind).title(row)
        case Event():
            return f"{title_of(row.session)} on {row.session.item.title}"
        case Finding():
            return f"{TITLES.get(row.claim, row.claim)} in {row.artifact.name}"
        case Change():
            where = f"“{row.section}” of " if row.section else ""
            return f"Change in {where}{row.artifact.name}"
        case Comment():
            return f"Comment on: {title_of(row.change or row.finding)}"
        case ElaborationRecord():
            return row.topic or f"Step {row.step_id}"
        case _:
            raise TypeError(row)
