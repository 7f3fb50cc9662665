"""What the runner writes: each function is one transaction under the run's token."""

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone

from reviews.changes.session_findings import store_session_findings
from reviews.documents.markers import utc_timestamp
from reviews.errors import IllegalMove, LostOwnership, ProviderError
from reviews.figures.spending import add_call
from reviews.kinds.support import goes_in_unseen
from reviews.log import store
from reviews.log.values import Apply, Ask, FoundIssue, NewEvent, ProposedChange, Record, Speaker
from reviews.models import Change, ElaborationRecord, ModelCall, Session
from reviews.models.outcome import ChangeStatus
from reviews.money import in_cents
from reviews.sessions import announcing, budget
from reviews.sessions.leases import Claim
from reviews.sessions.repeats import repeats_told, without_repeats
from reviews.states import EndReason, EventKind, State

logger = logging.getLogger(__name__)
FAILURES_IN_A_ROW = 3
ROUNDS = (EventKind.QUESTION, EventKind.PASS)
"""Events that a session's rounds are counted by: what ELM asks, and the end of a pass."""
KEPT = "{} improvements were kept as proposals."
OUT_OF_BUDGET = (
    "The budget does not allow another call, so the session stops here with what there is. {used_up}"
    "An admin can raise the limit; then press Resume."
)
NOT_RECORDED = (
    "Elaboration completed successfully but I could not save the elaboration record to meta.json. "
    "The discussion insights are in the artifacts."
)


def say(
    claim: Claim, events: Sequence[NewEvent], call: ModelCall | None = None, *, expect: int | None = None
) -> None:
    """Append events, with the record of the call that brought them. Progress ends a row of failures."""
    rounds = sum(event.kind in ROUNDS for event in events)
    columns: dict[str, Any] = {"failures": 0, "rounds": F("rounds") + rounds}
    if turn := max((int(event.data.get("turn") or 0) for event in events), default=0):
        columns["turns"] = turn
    if call:
        columns |= call_counters(call)
    with transaction.atomic():
        rows = store.append(claim.session_id, events, epoch=claim.epoch, expect=expect, columns=columns)
        if call:
            call.session_id, call.event = claim.session_id, rows[0] if rows else None
            call.save()
            add_call(call)


def call_counters(call: ModelCall) -> dict[str, Any]:
    """The session's counters with this call added."""
    return {
        "calls": F("calls") + 1,
        "tokens_in": F("tokens_in") + call.tokens_in,
        "tokens_out": F("tokens_out") + call.tokens_out,
    }


def record_failed(claim: Claim, call: ModelCall) -> None:
    """Keep the record of a call that brought no event. Needs no token: it changes nothing that is decided on."""
    call.session_id = claim.session_id
    with transaction.atomic():
        call.save()
        add_call(call)
        Session.objects.filter(pk=claim.session_id).update(**call_counters(call))


def propose(claim: Claim, changes: Sequence[ProposedChange], *, expect: int | None = None) -> None:
    """Store changes for people to decide on, and one event that says how many.

    They take the place of earlier proposals that nobody has decided on; what was decided stays.
    """
    with transaction.atomic():
        session = Session.objects.get(pk=claim.session_id)
        new, repeated = without_repeats(session, undecided_changes(session, changes))
        counted = "1 change to the notes is" if len(new) == 1 else f"{len(new)} changes to the notes are"
        words = f"{counted if new else 'No change to the notes is'} proposed.{repeats_told(repeated)}"
        store_changes(claim, session, new, words, expect=expect)


def keep_changes(claim: Claim, changes: Sequence[ProposedChange]) -> None:
    """The same for a session that a person stops, in the transaction that stops it; nothing is said of none."""
    session = Session.objects.get(pk=claim.session_id)
    if new := without_repeats(session, undecided_changes(session, changes))[0]:
        kept = "1 improvement was kept as a proposal." if len(new) == 1 else KEPT.format(len(new))
        store_changes(claim, session, new, kept, expect=None)


def undecided_changes(session: Session, changes: Sequence[ProposedChange]) -> list[ProposedChange]:
    """Those that touch nothing that people have decided on."""
    bases, old = bases_of(session), session.changes.exclude(status=ChangeStatus.PROPOSED)
    return [change for change in changes if not any(edits_clash(change, one, bases) for one in old)]


def put_in(claim: Claim, command: Apply, *, expect: int | None = None) -> None:
    """Store additions and, when they go in at once, put in what fits and has its sources; the others wait for a person.
    One line for each artifact says so."""
    with transaction.atomic():
        session = Session.objects.select_related("item").get(pk=claim.session_id)
        new, repeated = without_repeats(session, command.changes)
        count = len(new)
        words = "1 addition was written." if count == 1 else f"{count} additions were written."
        words = (words if count else "Nothing is added to the artifacts.") + repeats_told(repeated)
        changes = store_changes(claim, session, new, words, expect=expect)
        unseen = [change for change in changes if command.at_once and goes_in_unseen(change.support)]
        waiting = [change for change in changes if change not in unseen]
        told = [*announcing.at_once(session, unseen), *announcing.for_review(session, waiting)]
        store.append(claim.session_id, [*told, *command.announce], epoch=claim.epoch)


def store_changes(
    claim: Claim, session: Session, new: Sequence[ProposedChange], words: str, *, expect: int | None
) -> list[Change]:
    """Store proposals in the place of undecided ones, behind an event that says in `words` how many. One that is
    proposed again as it was keeps its row, with what people have written about it."""
    data = {"action": "proposed", "count": len(new)}
    event = NewEvent(EventKind.CHANGE, words, None, data)
    store.append(claim.session_id, [event], epoch=claim.epoch, expect=expect)
    undecided = session.changes.filter(status=ChangeStatus.PROPOSED)
    known = {change_key(row): row.pk for row in undecided}
    rows, again = change_rows(session, new), list[Change]()
    for row in rows:
        if (pk := known.pop(change_key(row), None)) is not None:
            row.pk = pk
            again.append(row)
    undecided.exclude(pk__in=[row.pk for row in again]).delete()
    columns = ["order", "section", "heading", "attribution", "reason", "events", "support"]
    Change.objects.bulk_update(again, columns)
    Change.objects.bulk_create(row for row in rows if row not in again)
    return rows


def change_key(row: Change) -> tuple[Any, ...]:
    """What makes a proposal the same as an earlier one of its session."""
    return str(row.artifact_id), row.base_id, row.position, row.removed, row.inserted, row.marker


def keep_findings(claim: Claim, found: Sequence[FoundIssue], *, expect: int | None = None) -> None:
    """Store what the session found as rows, and one line that says how many people have to decide on."""
    with transaction.atomic():
        session = Session.objects.select_related("item").get(pk=claim.session_id)
        kept = store_session_findings(session, found)
        event = NewEvent(EventKind.ANNOUNCEMENT, kept.words, None, {"what": "findings"})
        store.append(claim.session_id, [event], epoch=claim.epoch, expect=expect)


def record(claim: Claim, made: Record, *, expect: int | None = None) -> None:
    """Append what the session came to (FR-009). When the record alone can't be written, the session says so and
    goes on: the insights are in the artifacts already (ERR-ELAB-009)."""
    values = {
        "step_id": made.step_id,
        "topic": made.topic,
        "turn_count": made.turn_count,
        "personas_active": list(made.people),
        "synthesis_summary": made.summary,
        "outcome": made.outcome,
    }
    with transaction.atomic():
        now = timezone.now()
        columns = {"turns": made.turn_count}
        data = {**values, "timestamp": utc_timestamp(now)}
        event = NewEvent(EventKind.RECORD, made.summary, None, data)
        try:
            with transaction.atomic():
                item_id = Session.objects.values_list("item_id", flat=True).get(pk=claim.session_id)
                ElaborationRecord.objects.create(
                    item_id=item_id, session_id=claim.session_id, timestamp=now, **values
                )
        except IntegrityError:
            logger.exception("The record of session %s could not be written", claim.session_id)
            event = NewEvent(EventKind.ANNOUNCEMENT, NOT_RECORDED, None, {"what": "unrecorded"})
        store.append(claim.session_id, [event], epoch=claim.epoch, expect=expect, columns=columns)


def edits_clash(new: ProposedChange, old: Change, bases: Mapping[str, int]) -> bool:
    """Whether a new proposal touches text that a decided change is about. `bases` are the session's revisions."""
    if old.base_id != bases.get(new.artifact):
        # The artifact has moved to another commit, so places can't be compared.
        return (new.artifact, new.inserted, new.removed) == (str(old.artifact_id), old.inserted, old.removed)
    apart = new.position + len(new.removed) < old.position or old.position + len(old.removed) < new.position
    return new.artifact == str(old.artifact_id) and not apart


def bases_of(session: Session) -> dict[str, int]:
    """The ids of the revisions that the session is pinned to, by artifact."""
    return {str(pin.artifact_id): pin.revision_id for pin in session.pins.all()}


def change_rows(session: Session, changes: Sequence[ProposedChange]) -> list[Change]:
    """The rows of new proposals, against the revisions that the session is pinned to."""
    bases = bases_of(session)
    start = session.changes.aggregate(last=Max("order"))["last"] or 0
    return [
        Change(
            session=session,
            artifact_id=change.artifact,
            base_id=bases[change.artifact],
            order=start + i,
            section=change.section[:300],
            position=change.position,
            removed=change.removed,
            inserted=change.inserted,
            marker=change.marker,
            heading=change.heading,
            attribution=change.attribution[:200],
            reason=change.reason,
            events=list(change.events),
            support=dict(change.support),
        )
        for i, change in enumerate(changes, 1)
    ]


def wait(claim: Claim, minutes: int | None = None, *, expect: int | None = None) -> None:
    """Go to waiting, if the session is not there yet; for `minutes` at most, None for ever."""
    until = timezone.now() + timedelta(minutes=minutes) if minutes else None
    with transaction.atomic():
        if Session.objects.values_list("state", flat=True).get(pk=claim.session_id) == State.WAITING:
            return
        columns = {"wakes_at": until}
        store.move(claim.session_id, State.WAITING, epoch=claim.epoch, expect=expect, columns=columns)


def move(
    claim: Claim, state: State, reason: EndReason | None, text: str, *, expect: int | None = None
) -> None:
    store.move(claim.session_id, state, reason=reason, text=text, epoch=claim.epoch, expect=expect)


def fail_turn(
    claim: Claim, ask: Ask, speaker: Mapping[str, str], error: ProviderError, *, expect: int | None = None
) -> None:
    """Say visibly that a turn failed, with what had been said of it; the third in a row fails the session."""
    data = {
        "purpose": ask.purpose,
        "retryable": not error.permanent,
        "partial": error.partial,
        "request_id": error.request_id,
        "problem": error.kind,
    }
    event = NewEvent(EventKind.ERROR, str(error), Speaker(**speaker), data)
    with transaction.atomic():
        columns = {"failures": F("failures") + 1}
        store.append(claim.session_id, [event], epoch=claim.epoch, columns=columns)
        failures = Session.objects.values_list("failures", flat=True).get(pk=claim.session_id)
        if failures >= FAILURES_IN_A_ROW:
            store.move(claim.session_id, State.FAILED, reason=EndReason.ERROR, epoch=claim.epoch)
        else:
            store.move(claim.session_id, State.WAITING, epoch=claim.epoch)


def out_of_budget(
    claim: Claim, changes: Sequence[ProposedChange], verdict: NewEvent, *, expect: int | None = None
) -> None:
    """Stop with what there is: a plain message, the partial verdict or synthesis, and the changes so far."""
    with transaction.atomic():
        words = OUT_OF_BUDGET.format(used_up=limit_told(claim.session_id))
        store.append(
            claim.session_id,
            [NewEvent(EventKind.ANNOUNCEMENT, words), verdict],
            epoch=claim.epoch,
            expect=expect,
        )
        if verdict.kind == EventKind.VERDICT:
            propose(claim, changes)
        store.move(claim.session_id, State.STOPPED, reason=EndReason.BUDGET, epoch=claim.epoch)


def limit_told(session_id: UUID) -> str:
    """Which limit has stopped the session, and how far it is used up; "" when it has none any more."""
    limit = budget.tightest_limit(session_id)
    if limit is None or limit.most is None:
        return ""
    amounts = f"{in_cents(limit.spent)} of {in_cents(limit.most)} are spent"
    others = f", and calls that are made now hold {in_cents(limit.reserved)}" if limit.reserved else ""
    return f"What counts here is {limit.name}: {amounts}{others}. "


def park(claim: Claim, reason: EndReason) -> None:
    """Fail a session whose run broke, in words that a person can act on. Does nothing when it is not ours."""
    words = "Something in ELM itself went wrong; it was logged for the admins. Nothing said so far is lost. Try again."
    data = {"purpose": "", "retryable": True, "partial": "", "request_id": "", "problem": "internal"}
    try:
        with transaction.atomic():
            store.append(claim.session_id, [NewEvent(EventKind.ERROR, words, None, data)], epoch=claim.epoch)
            columns = {"owner": "", "lease_until": None, "served_seq": F("wake_seq")}
            store.move(claim.session_id, State.FAILED, reason=reason, epoch=claim.epoch, columns=columns)
    except (LostOwnership, IllegalMove) as gone:
        logger.info("session %s needs no parking: %s", claim.session_id, gone)
