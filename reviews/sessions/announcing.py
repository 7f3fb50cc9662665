"""What a session says of its additions, one line for each artifact (FR-008-04)."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from reviews.changes import decide
from reviews.kinds.registry import session_kind
from reviews.language.wording import counted, join_with_and
from reviews.log.values import NewEvent
from reviews.models import Change, Session
from reviews.states import EventKind

_MOST_NAMED = 3
"""Sections of one text that a line names."""


def at_once(session: Session, changes: Sequence[Change]) -> list[NewEvent]:
    """Put in what fits, artifact by artifact, and say of each what became of it. The team has set it so: no person
    is the one who decided."""
    told = decide.apply_now(session.pk, changes)
    lines = []
    for (_, is_in), group in groupby(told, key=lambda one: (one[0].artifact_id, one[1] is not None)):
        made = list(group)
        first, _, why = made[0]
        lines.append(
            _updated_event(session, [change for change, _, _ in made])
            if is_in
            else _refused_event(first, why)
        )
    return lines


def for_review(session: Session, changes: Iterable[Change]) -> list[NewEvent]:
    """Say of each artifact what waits for a decision."""
    groups = [list(group) for _, group in groupby(changes, key=lambda change: change.artifact_id)]
    return [_proposed_event(session, group) for group in groups]


def _updated_event(session: Session, changes: Sequence[Change]) -> NewEvent:
    """The line for an artifact that was added to (FR-008-04)."""
    first = changes[0]
    where = _sections(changes, '"{}"')
    text = f"Updated {first.artifact.name}, {where}: added {described(session, changes)}."
    return _announcement_event("updated", first, text)


def _proposed_event(session: Session, changes: Sequence[Change]) -> NewEvent:
    first = changes[0]
    text = (
        f"Ready for review in {first.artifact.name}, {_sections(changes, '“{}”')}: {described(session, changes)}. "
        f"Nothing is changed until somebody accepts it.{_say_unsourced(changes)}"
    )
    return _announcement_event("proposed", first, text)


def _sections(changes: Sequence[Change], quoted: str) -> str:
    """The sections that changes are in, by name as long as they are few."""
    names = list(dict.fromkeys(change.section for change in changes))
    if len(names) > _MOST_NAMED:
        return counted(len(names), "section")
    return f"section{'s' * (len(names) > 1)} {join_with_and([quoted.format(name) for name in names])}"


def _say_unsourced(changes: Sequence[Change]) -> str:
    """What stands in no source: the sentence of one change, how many there are of several."""
    told = [sentence for change in changes if (sentence := change.support.get("sentence", ""))]
    if len(told) < 2:
        return "".join(f" {sentence}." for sentence in told)
    return f" {len(told)} of them say something that has no source yet; each says what."


def _refused_event(change: Change, why: str) -> NewEvent:
    text = f"Could not update {change.artifact.name}. {why.rstrip('.')}. The additions are kept as proposals."
    return _announcement_event("unplaceable", change, text)


def _announcement_event(what: str, change: Change, text: str) -> NewEvent:
    data = {"what": what, "artifact": str(change.artifact_id)}
    return NewEvent(EventKind.ANNOUNCEMENT, text, None, data)


def described(session: Session, changes: Sequence[Change]) -> str:
    """What was added, in a few words: how many points of which people."""
    people = list(dict.fromkeys(change.attribution for change in changes if change.attribution))
    count = counted(len(changes), "point")
    origin = f"the {session_kind(session.kind).label.lower()} discussion"
    return f"{count} from {origin}" + (f" ({', '.join(people)})" if people else "")
