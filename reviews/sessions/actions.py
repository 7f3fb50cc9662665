"""What people do to a session. Every action is one transaction; what it changes is a row before anyone sees it."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from personas.errors import MissingPersona
from personas.models import Persona, Step
from reviews.accounts import audit
from reviews.changes.authorship import added_to, stored_stretches
from reviews.changes.injections import report_injections
from reviews.errors import ElmError, IllegalMove
from reviews.kinds import registry
from reviews.kinds.notes import Note, check_notes
from reviews.kinds.registry import kind_to_start, session_kind
from reviews.log import publish, store, wakeup
from reviews.log.values import NewEvent, Say
from reviews.models import Artifact, Event, Item, Participant, PinnedVersion, Session, SessionArtifact
from reviews.models.audit import Happening
from reviews.models.kept_seats import keep_seats
from reviews.models.prepared_queries import archived_artifacts_of, archived_of, started_since, state_held
from reviews.sessions import leases, loading, recording
from reviews.sessions.budget import to_micros
from reviews.states import ENDED, EndReason, EventKind, State

LONGEST_MESSAGE = 20_000
STOPPABLE = (State.RUNNING, State.WAITING)
RESUMABLE = (State.WAITING, State.STOPPED, State.FAILED)
REOPENED = (State.STOPPED, State.FAILED)
"""Ends without a verdict: who wraps up afterwards gets one on what was said."""


def create_session(
    *,
    item: Item,
    kind: str,
    artifacts: Sequence[Artifact],
    started_by: User | None,
    config: dict[str, Any],
    provider: str = "",
    continues: Session | None = None,
) -> Session:
    """A draft session on `artifacts`, pinned to their current revisions and to the personas as they are now.

    Raises ElmError, with nothing stored, when there is nothing to review (B13), when a choice makes no sense or
    when too many sessions were started within the hour.
    """
    its_kind = kind_to_start(kind)
    chosen = its_kind.read(config)
    check_rate(started_by)
    check_artifacts(item, artifacts, needed=its_kind.needs_artifacts)
    provider = provider or settings.ELM_PROVIDER
    with transaction.atomic():
        check_nothing_archived(item, artifacts)
        made = its_kind.prepare(chosen, item, artifacts, started_by, provider)
        session = Session.objects.create(
            item=item,
            kind=kind,
            started_by=started_by,
            config=made.config.model_dump(mode="json"),
            provider=provider,
            budget_micros=None if made.config.budget_usd is None else to_micros(made.config.budget_usd),
            continues=continues,
            **made.columns,
        )
        SessionArtifact.objects.bulk_create(
            SessionArtifact(
                session=session,
                artifact=artifact,
                revision=artifact.current,
                added=stored_stretches(added_to(artifact.current)) if artifact.current else [],
            )
            for artifact in artifacts
        )
        seat_personas(session, made.seats)
        if made.step:
            pin_steps(session, made.step)
        if made.pins:
            PinnedVersion.objects.bulk_create(
                PinnedVersion(session=session, what=what, key=key, version=version)
                for what, key, version in made.pins
            )
    return session


def check_rate(user: User | None) -> None:
    """Raise ElmError when `user` has started too many sessions within the hour."""
    if user is None:
        return
    since = timezone.now() - timedelta(hours=1)
    if (started_since.first(user=user.pk, since=since) or 0) >= settings.SESSIONS_PER_HOUR:
        raise ElmError(
            f"You have started {settings.SESSIONS_PER_HOUR} sessions within an hour. Wait a little, then try again."
        )


def check_nothing_archived(item: Item, artifacts: Sequence[Artifact]) -> None:
    """Raise ElmError when the item or one of the artifacts is archived. The item is held until the end of the
    transaction, so that nobody archives or deletes it meanwhile."""
    if Item.objects.hold(item.pk).archived:
        raise ElmError(f"“{item.title}” is archived, and nothing of it can be started. Restore it first.")
    chosen = {artifact.pk for artifact in artifacts}
    for key, name in archived_artifacts_of.rows(item=item.pk):
        if key in chosen:
            raise ElmError(f"{name} is archived or deleted. Restore it, or add it to the item again.")


def check_in_use(session_id: UUID) -> None:
    """Raise ElmError when the session or its item is archived."""
    archived, item_archived = archived_of.get(session=session_id)
    if item_archived:
        raise ElmError("The item is archived, and nothing of it can go on. Restore the item first.")
    if archived:
        raise ElmError("The session is archived, and can't go on. Restore it first.")


def check_artifacts(item: Item, artifacts: Sequence[Artifact], *, needed: bool = True) -> None:
    """Raise ElmError when there is nothing to review, or something of another item (B13). Some kinds of session
    need none."""
    if not artifacts and not needed:
        return
    if not artifacts:
        raise ElmError("Choose at least one artifact to review, or add one to the item first.")
    if any(artifact.item_id != item.pk or artifact.current is None for artifact in artifacts):
        raise ElmError("An artifact does not belong to this item. Choose among the item's own artifacts.")
    notes = tuple(Note(str(a.pk), a.name, a.current.text if a.current else "") for a in artifacts)
    if problem := check_notes(notes):
        raise ElmError(problem)


def seat_personas(session: Session, keys: Sequence[str]) -> None:
    """Freeze the personas of the session in the version they have now. Raises ElmError when one is missing."""
    try:
        versions = Persona.objects.current_versions(keys)
    except MissingPersona as missing:
        raise ElmError(str(missing)) from missing
    # Not by the manager of seats, which would make a query of its own for what is only stored.
    seats = Participant._base_manager.bulk_create(
        Participant(session=session, version=version, key=key)
        for key, version in zip(keys, versions, strict=True)
    )
    keep_seats(session.pk, seats)


def pin_steps(session: Session, chosen: str) -> None:
    """Keep which version of its step the session is about; of every step when a whole phase was chosen."""
    steps = Step.objects.active().filter(step_id__startswith=chosen).select_related("current")
    PinnedVersion.objects.bulk_create(
        PinnedVersion(session=session, what=PinnedVersion.STEP, key=step.step_id, version=step.current)
        for step in steps
        if step.current
    )


def wake_session(session_id: UUID) -> None:
    """Make sure that the session gets run, in the caller's own transaction."""
    leases.wake(session_id)
    transaction.on_commit(wakeup.wake_scheduler)


def start(session: Session, *, by: User | None) -> None:
    """Start a draft session. Raises IllegalMove when it is not a draft any more.

    What the machine says without asking anybody is there with it: the page that opens shows it (NFR-001, C41). So are
    the findings about passages that address the reviewer.
    """
    with transaction.atomic():
        check_in_use(session.pk)
        store.move(session.pk, State.RUNNING, user=by, allowed=(State.DRAFT,))
        audit.note(Happening.STARTED, who=by, team=session.item.team, subject=session)
        report_injections(session)
        first = session_kind(session.kind).machine.decide(loading.folded(session))
        if isinstance(first, Say):
            store.append(session.pk, first.events)
        wake_session(session.pk)


def say(session: Session, *, user: User, text: str) -> Event:
    """Store what `user` says; it is used at the next turn. What wraps up is taken after a stop or a failure too. Raises
    ElmError when it can't be taken."""
    # Browsers send two characters for a line break that they count, and show, as one.
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    data = session_kind(session.kind).message_data(session, user, text) | {"by": user.pk}
    if len(text) > LONGEST_MESSAGE:
        raise ElmError(
            f"The message has {len(text):,} characters; {LONGEST_MESSAGE:,} fit. Shorten it, or add it as an artifact."
        )
    check_message_rate(user)
    with transaction.atomic():
        state = lock_state(session.pk)
        check_in_use(session.pk)
        reopens = state in REOPENED and bool(data.get("wraps_up"))
        if not reopens and (state in ENDED or state in (State.DRAFT, State.SYNTHESIZING)):
            raise ElmError(f"Nothing can be said now. {store.MESSAGES[state]}")
        event = NewEvent(EventKind.USER_MESSAGE, text, store.speaker_of(user), data)
        row = store.append(session.pk, [event], user=user)[0]
        if reopens:
            store.move(session.pk, State.RUNNING, user=user, allowed=REOPENED, columns={"failures": 0})
        elif state == State.WAITING:
            store.move(session.pk, State.RUNNING, allowed=(State.WAITING,))
        wake_session(session.pk)
    return row


def lock_state(session_id: UUID) -> State:
    """The state of the session, which stays so until the end of the transaction."""
    return State(state_held.get(session=session_id))


def check_message_rate(user: User) -> None:
    """Raise ElmError when `user` has sent too many messages within the minute."""
    since = timezone.now() - timedelta(minutes=1)
    sent = Event.objects.filter(user=user, created__gt=since, kind=EventKind.USER_MESSAGE).count()
    if sent >= settings.MESSAGES_PER_MINUTE:
        raise ElmError("You have sent many messages within a minute. Wait a moment, then send it again.")


def withdraw(session: Session, *, user: User, number: int) -> None:
    """Take back the user's own message `number`. Raises ElmError when it was used already or is not theirs."""
    with transaction.atomic():
        state = lock_state(session.pk)
        pending = {event.number: event for event in loading.folded(session).pending}
        if number not in pending or pending[number].speaker.key != f"user:{user.pk}":
            raise ElmError(
                "That message can't be withdrawn any more: it was used already, or it is not yours."
            )
        if state == State.FINISHED:
            raise ElmError("The session is finished, and that message came too late for it.")
        turn = publish.open_turn(session.pk)
        if turn and number < turn.number:
            # Whoever speaks has read it already; what they say would mark it as used after all.
            raise ElmError("That message is being used right now, so it can't be withdrawn any more.")
        data = {"withdraws": number, "by": user.pk}
        event = NewEvent(EventKind.USER_MESSAGE, "", store.speaker_of(user), data)
        store.append(session.pk, [event], user=user)


def stop(session: Session, *, by: User | None) -> None:
    """Stop a running or waiting session. What was being said is kept with the stop, and what was improved is proposed.
    Raises IllegalMove, and ElmError for somebody who may not."""
    if by:
        session_kind(session.kind).check_stop(session, by)
    turn = publish.open_turn(session.pk)
    with transaction.atomic():
        # The new epoch fences off the run in flight: whatever it still brings, it can't write.
        store.move(
            session.pk,
            State.STOPPED,
            reason=EndReason.STOPPED_BY_PERSON,
            user=by,
            allowed=STOPPABLE,
            partial_text=turn.text if turn else "",
            columns={"epoch": F("epoch") + 1, "owner": "", "lease_until": None, "served_seq": F("wake_seq")},
        )
        keep_improvements(session)
        transaction.on_commit(partial(wakeup.cancel, session.pk))


def keep_improvements(session: Session) -> None:
    """Propose what was improved so far, in the transaction that stops the session: the log can't grow meanwhile, and
    either both are stored or neither."""
    if session.kind not in registry.names() or not session.participants.exists():
        return
    if changes := session_kind(session.kind).kept_changes(loading.folded(session)):
        epoch, wake_seq = Session.objects.values_list("epoch", "wake_seq").get(pk=session.pk)
        recording.keep_changes(leases.Claim(session.pk, epoch, wake_seq), changes)


def resume(session: Session, *, by: User | None) -> None:
    """Go on after a stop, an error or a failure ("Resume", "Try again"). Raises IllegalMove, and AlreadyLive when
    the same is being discussed in another roundtable by now (C40)."""
    with transaction.atomic():
        session_kind(session.kind).before_resume(session)
        state = lock_state(session.pk)
        check_in_use(session.pk)
        if state == State.WAITING and not loading.folded(session).blocked:
            raise IllegalMove("The session waits for an answer. Write one to go on.")
        # After an end it gets another three attempts; "Try again" in between is one of them.
        reset = {"failures": 0} if state in ENDED else {}
        store.move(session.pk, State.RUNNING, user=by, allowed=RESUMABLE, columns=reset)
        wake_session(session.pk)


def deeper(session: Session, *, by: User) -> Session:
    """Start another session that goes deeper where this one ended. Raises ElmError when it has not ended."""
    if session.state not in ENDED:
        raise ElmError("The session has not ended yet. Stop it, or let it end, then ask for a deeper review.")
    artifacts = [pin.artifact for pin in session.pins.select_related("artifact__current")]
    config = session_kind(session.kind).deeper_config(session, by)
    with transaction.atomic():
        another = create_session(
            item=session.item,
            kind=session.kind,
            artifacts=artifacts,
            started_by=by,
            config=config,
            continues=session,
        )
        start(another, by=by)
    return another
