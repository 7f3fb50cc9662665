"""A person takes a unit of a review back to its text at the end of a pass."""

from django.contrib.auth.models import User
from django.db import transaction

from reviews.errors import ElmError
from reviews.kinds.angles.machine import proposed_changes
from reviews.kinds.angles.state import AnglesState, Unit
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Session
from reviews.sessions import actions, leases, loading, recording
from reviews.sessions.repeats import without_repeats
from reviews.states import ENDED, EventKind, State

NOT_NOW = (State.DRAFT, State.SYNTHESIZING)


def roll_back(session: Session, unit_id: str, to_pass: int, *, by: User) -> None:
    """Take the unit back to its text after the pass, 0 for the original, and leave it like that. Once the session has
    ended, what it proposes is renewed; changes that somebody has decided on stay. Raises ElmError when there is no
    such unit or pass, when the text is the same, and while the session is being written up."""
    with transaction.atomic():
        lifecycle = actions.lock_state(session.pk)
        if lifecycle in NOT_NOW:
            raise ElmError(f"Nothing can be rolled back now. {store.MESSAGES[lifecycle]}")
        state: AnglesState = loading.folded(session)
        unit = _checked_unit(state, unit_id, to_pass)
        where = f"its text after pass {to_pass}" if to_pass else "its original text"
        data = {"unit": unit.id, "to_pass": to_pass, "by": by.pk}
        speaker = store.speaker_of(by)
        words = f"{speaker.name} took {unit.name} back to {where}."
        store.append(session.pk, [NewEvent(EventKind.REVISION, words, speaker, data)], user=by)
        if lifecycle in ENDED:
            _renew_proposals(session)
        else:
            actions.wake_session(session.pk)


def _checked_unit(state: AnglesState, unit_id: str, to_pass: int) -> Unit:
    if unit_id not in state.places:
        raise ElmError("There is no such unit in this review. Choose one of the list.")
    unit = state.unit(unit_id)
    passes = {0, *(one.number for one in unit.passes)}
    if to_pass not in passes:
        raise ElmError(f"{unit.name} has no pass {to_pass}. Choose one that it has been through.")
    if unit.text_after(to_pass) == unit.current:
        raise ElmError(f"{unit.name} has that text already.")
    return unit


def _renew_proposals(session: Session) -> None:
    """Propose what the working copies are now, in the place of what nobody has decided on yet."""
    changes = proposed_changes(loading.folded(session))
    new = without_repeats(session, recording.undecided_changes(session, changes))[0]
    if not new and not session.changes.exists():
        return
    epoch, wake_seq = Session.objects.values_list("epoch", "wake_seq").get(pk=session.pk)
    counted = "1 change is" if len(new) == 1 else f"{len(new)} changes are" if new else "No change is"
    words = f"The proposals are renewed: {counted} proposed."
    recording.store_changes(leases.Claim(session.pk, epoch, wake_seq), session, new, words, expect=None)
