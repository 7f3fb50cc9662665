"""What people decide about changes. Each decision is one transaction: it stores all of it, or nothing.

The text of an artifact is always its base with every accepted change put in together, so the order of
decisions never matters. When somebody else has moved the artifact on, what a decision changes is re-placed in
the newest text, or refused with a sentence; it is never forced.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from reviews.accounts import audit
from reviews.changes import replace
from reviews.changes.authorship import confirm
from reviews.changes.comments import decided_already
from reviews.changes.revisions import add_revision
from reviews.documents.compose import History, compose_changes, compose_session
from reviews.documents.edited import edited_addition
from reviews.documents.encoding import encode_text
from reviews.documents.hunks import line_end
from reviews.errors import DoesNotFit, ElmError, IllegalMove
from reviews.log import store as log
from reviews.log.values import NewEvent
from reviews.models import Artifact, Change, Item, Revision, Session
from reviews.models.audit import Happening
from reviews.models.outcome import ChangeStatus
from reviews.states import EventKind

SAYINGS = {
    ChangeStatus.PROPOSED: "is waiting for a decision",
    ChangeStatus.APPLIED: "was accepted",
    ChangeStatus.REJECTED: "was rejected",
    ChangeStatus.UNDONE: "was taken back",
}
TOLD = {
    ChangeStatus.PROPOSED: "Reopened",
    ChangeStatus.APPLIED: "Accepted",
    ChangeStatus.REJECTED: "Rejected",
    ChangeStatus.UNDONE: "Took back",
}
PUT_IN = "Put in"
"""Told of what no person accepted: ELM put it in at once, as the team has set it."""
NOTED = {
    ChangeStatus.PROPOSED: Happening.CHANGES_REOPENED,
    ChangeStatus.APPLIED: Happening.CHANGES_ACCEPTED,
    ChangeStatus.REJECTED: Happening.CHANGES_REJECTED,
    ChangeStatus.UNDONE: Happening.CHANGES_UNDONE,
}


def accept(change: Change, by: User, text: str | None = None) -> Revision:
    """Put the change into its artifact, worded as `text` when that is given; returns the new revision. One that ELM put
    in stays as it is, and is accepted from now on; its revision is returned.

    Raises IllegalMove when it is decided already (somebody else may have been quicker), DoesNotFit when the
    artifact has moved on too far. Nothing is stored then.
    """
    with transaction.atomic():
        Item.objects.hold(change.artifact.item_id)
        if text is None and change.result and confirm(change, by):
            return change.result
        wording = {} if text is None else accepted_columns(change, edit_of(change, text))
        return store_decisions(change.session_id, [change], ChangeStatus.APPLIED, by, **wording)


def accept_all(session: Session, by: User) -> list[Revision]:
    """Put every proposed change of the session in, one new revision for each artifact: all of them or none. Those
    that could not be placed wait on.

    Raises IllegalMove when nothing is left to decide, DoesNotFit when one change does not fit.
    """
    with transaction.atomic():
        Item.objects.hold(session.item_id)
        groups = [[change for change in changes if not change.unplaced] for changes in undecided_in(session)]
        if not any(groups):
            raise IllegalMove(
                "What is left to decide could not be placed. Nothing was changed. Reject it, or make the change by "
                "hand in the newest revision."
            )
        return [
            store_decisions(session.pk, changes, ChangeStatus.APPLIED, by) for changes in groups if changes
        ]


def reject_rest(session: Session, by: User) -> int:
    """Say no to every proposed change of the session; returns how many there were. Changes no artifact.

    Raises IllegalMove when nothing is left to decide.
    """
    with transaction.atomic():
        Item.objects.hold(session.item_id)
        groups = undecided_in(session)
        for changes in groups:
            for change in changes:
                decide_change(change, ChangeStatus.REJECTED, by)
            log_decision(session.pk, changes, ChangeStatus.REJECTED, by)
        return sum(map(len, groups))


def undo_all(session: Session, by: User) -> list[Revision]:
    """Take every accepted change of the session out, one new revision for each artifact: all of them or none.

    Raises IllegalMove when none is accepted, DoesNotFit when one can't be taken out.
    """
    with transaction.atomic():
        Item.objects.hold(session.item_id)
        groups = by_artifact(session, ChangeStatus.APPLIED)
        if not groups:
            raise IllegalMove("No change of this session is accepted now. Nothing was changed.")
        return [store_decisions(session.pk, changes, ChangeStatus.UNDONE, by) for changes in groups]


def undecided_in(session: Session) -> list[list[Change]]:
    """The proposed changes, by artifact. Raises IllegalMove when there are none."""
    groups = by_artifact(session, ChangeStatus.PROPOSED)
    if not groups:
        raise IllegalMove("Every change of this session is decided already. Nothing was changed.")
    return groups


def by_artifact(session: Session, status: ChangeStatus) -> list[list[Change]]:
    """The session's changes with this status, in a list for each artifact."""
    groups: dict[tuple[UUID, int], list[Change]] = defaultdict(list)
    rows = session.changes.filter(status=status, upstream="")
    for change in rows.select_related("artifact", "base__artifact"):
        groups[change.artifact_id, change.base_id].append(change)
    return list(groups.values())


def store_decisions(
    session_id: UUID, changes: list[Change], status: ChangeStatus, by: User | None, **also: Any
) -> Revision:
    """Put the changes of one artifact in together, or take them out. The caller holds the artifact's lock.

    also: further columns of the changes.
    """
    history = replace.history_of(changes[0].artifact_id) if status == ChangeStatus.UNDONE else None
    for change in changes:
        decide_change(change, status, by, **also)
    revision = put_in(changes, by, history)
    log_decision(session_id, changes, status, by, revision)
    return revision


def apply_now(session_id: UUID, changes: Sequence[Change]) -> list[tuple[Change, Revision | None, str]]:
    """Put in what fits, artifact by artifact: each change with the revision it is in, or None and a sentence.

    What does not fit an artifact leaves all of that artifact's changes as they were, and the others go in. A
    change that was accepted before keeps its revision, so this may be called again after a crash. No person is
    the one who decided.
    """
    item_id = Session.objects.values_list("item_id", flat=True).get(pk=session_id)
    results: dict[UUID, tuple[Revision | None, str]] = {}
    for _, group in groupby(changes, key=lambda change: (change.artifact_id, change.base_id)):
        with transaction.atomic():
            Item.objects.hold(item_id)
            results |= fit_changes(session_id, list(group))
    return [(change, *results[change.pk]) for change in changes]


def fit_changes(session_id: UUID, changes: Sequence[Change]) -> dict[UUID, tuple[Revision | None, str]]:
    """What becomes of the changes of one artifact. The caller holds its lock."""
    stored = Change.objects.select_related("artifact", "base", "result").in_bulk([c.pk for c in changes])
    waiting = [row for row in stored.values() if row.status == ChangeStatus.PROPOSED]
    waiting.sort(key=lambda change: change.order)
    why = ""
    try:
        with transaction.atomic():
            revision = store_decisions(session_id, waiting, ChangeStatus.APPLIED, None) if waiting else None
    except (DoesNotFit, IllegalMove) as error:
        revision, why = None, str(error)
    results = {change.pk: (revision, why) for change in waiting}
    for change in changes:
        row = stored.get(change.pk)
        if change.pk not in results:
            in_it = row is not None and row.status == ChangeStatus.APPLIED
            results[change.pk] = (row.result, "") if row and in_it else (None, why_refused(change, None))
    return results


def reject(change: Change, by: User, reason: str = "") -> None:
    """Say no to a change, for a `reason` if somebody gave one; undoing the rejection forgets it.

    Raises IllegalMove when it is accepted or rejected already.
    """
    with transaction.atomic():
        Item.objects.hold(change.artifact.item_id)
        decide_change(change, ChangeStatus.REJECTED, by, decision_reason=reason)
        log_decision(change.session_id, [change], ChangeStatus.REJECTED, by, reason=reason)


def undo(change: Change, by: User) -> Revision | None:
    """Take a decision back: an accepted change out of its artifact, as a revision of its own, which is
    returned; a rejected one back to the proposals, which changes no artifact and returns None.

    Raises IllegalMove when there is nothing to take back, DoesNotFit when the artifact has moved on too far.
    """
    with transaction.atomic():
        Item.objects.hold(change.artifact.item_id)
        if Change.objects.filter(pk=change.pk, status=ChangeStatus.REJECTED).exists():
            decide_change(change, ChangeStatus.PROPOSED, by)
            log_decision(change.session_id, [change], ChangeStatus.PROPOSED, by)
            return None
        return store_decisions(change.session_id, [change], ChangeStatus.UNDONE, by)


def decide_change(change: Change, new: ChangeStatus, by: User | None, **also: Any) -> None:
    """Move the change to the status `new` by one guarded update. Raises IllegalMove with a sentence."""
    nobody = {"decided_by": None, "decided": None} if new == ChangeStatus.PROPOSED else {}
    by_elm = {"put_in_by_elm": by is None and new == ChangeStatus.APPLIED}
    if not change.decide(new, by, **{"result": None, **nobody, **by_elm, **also}):
        raise IllegalMove(why_refused(change, by))


def why_refused(change: Change, by: User | None) -> str:
    """Why a decision can't be made any more, in words for the person who tried."""
    stored = Change.objects.select_related("decided_by").filter(pk=change.pk).first()
    if stored is None:
        return "The session has made newer proposals, and this one is not among them. Open the changes again."
    if stored.upstream:
        return (
            f"The repository has this change itself since commit {stored.upstream[:7]}, so it is no longer ELM’s "
            "to take out. Nothing was changed. Change it in the repository."
        )
    return decided_already(stored, SAYINGS[ChangeStatus(stored.status)], by)


def accepted_columns(change: Change, edit: str | None) -> dict[str, Any]:
    """The columns of a change that is accepted as `edit`, None for as it was proposed."""
    wordings = [*change.wordings, *([] if edit is None or edit in change.wordings else [edit])]
    return {"edited": edit, "wordings": wordings}


def edit_of(change: Change, text: str) -> str | None:
    """What a person typed, with the line ends of the base; None when it is the proposal as it stands."""
    typed = text.replace("\r\n", "\n")
    if "\0" in typed:
        raise ElmError("The text has a null byte, which no text file may have. Remove it, then accept again.")
    if change.marker:
        return edited_addition(typed, marker=change.marker, inserted=change.inserted, base=change.base.text)
    if typed == change.inserted.replace("\r\n", "\n"):
        return None
    whole_lines = (change.removed or change.inserted).endswith("\n")
    if whole_lines and typed and not typed.endswith("\n"):
        typed += "\n"  # else the line behind the change would become part of it
    return typed.replace("\n", line_end(change.base.text))


def put_in(changes: Sequence[Change], by: User | None, history: History[UUID] | None = None) -> Revision:
    """Store a revision of the artifact with `changes`, whose status is set already, put in, or taken out when it is
    said how the text came about.

    All of them have the same session, artifact and base. Raises DoesNotFit.
    """
    first, back = changes[0], history is not None
    artifact = Artifact.objects.select_related("current__artifact").get(pk=first.artifact_id)
    if not back:
        replace.bring_up(changes, artifact)
    current = (artifact.current or first.base).read
    content = encode_text(compose_current(current.text, changes, history), current.encoding)
    verb = _told_verb(ChangeStatus.UNDONE if back else ChangeStatus.APPLIED, by)
    where = f" in “{first.section}”" if first.section else ""
    note = f"{verb} {len(changes)} changes" if len(changes) > 1 else f"{verb} a change{where}"
    revision = add_revision(artifact, content, by, session_id=first.session_id, note=note)
    if not back:
        Change.objects.filter(pk__in=[change.pk for change in changes]).update(result=revision)
    return revision


def _told_verb(status: ChangeStatus, by: User | None) -> str:
    return TOLD[status] if by or status != ChangeStatus.APPLIED else PUT_IN


def compose_current(current: str, changes: Sequence[Change], history: History[UUID] | None) -> str:
    """The text `current` with `changes`, whose status is set already, put in (or taken out, with a history), next to
    all that were accepted before. Raises DoesNotFit."""
    rows = replace.rows_of(changes[0].artifact_id)
    mine = {change.pk: change for change in changes}
    applied = {row.pk for row in rows if row.status == ChangeStatus.APPLIED}
    mine_in_order = [row for row in rows if row.pk in mine]
    back = history is not None
    return compose_changes(current, mine_in_order, rows, applied, back=back, history=history)


def with_changes(base: str, changes: Iterable[Change], current: str = "") -> str:
    """The base text with the changes put in together, as they are in `current` if they are there."""
    ordered: list[Change] = sorted(changes, key=lambda change: change.order)
    return compose_session(base, ordered, current)


def log_decision(
    session_id: UUID,
    changes: Sequence[Change],
    status: ChangeStatus,
    by: User | None,
    revision: Revision | None = None,
    reason: str = "",
) -> None:
    """Leave an event in the session's log, who decided what, and why if they said it; and an entry in the audit log."""
    what = "a change" if len(changes) == 1 else f"{len(changes)} changes"
    audit.note_in_session(NOTED[status] if by else Happening.CHANGES_PUT_IN, session_id, who=by, detail=what)
    now_at = f", now at revision {revision.number}" if revision else ""
    data = {
        "action": "reopened" if status == ChangeStatus.PROPOSED else status,
        "changes": [str(change.pk) for change in changes],
        "artifact": str(changes[0].artifact_id),
        "revision": revision.number if revision else None,
    }
    text = f"{_told_verb(status, by)} {what} to {changes[0].artifact.name}{now_at}."
    if reason:
        text += f" The reason: “{reason}”"
    speaker = log.speaker_of(by) if by else None
    log.append(session_id, [NewEvent(EventKind.CHANGE, text, speaker, data)], user=by)
