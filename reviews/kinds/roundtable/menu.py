"""What people do at the end of a roundtable and after it: wrap it up, and choose at the menu (FR-006)."""

from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from personas.models import Step
from reviews.errors import ElmError
from reviews.kinds.config import checked_config
from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.config import Agenda, RoundtableConfig
from reviews.kinds.roundtable.state import RoundtableState
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Item, Session
from reviews.sessions import actions, loading
from reviews.states import EventKind, State

CHOSEN = {"C": "[C] Continue", "S": "[S] Skip remaining steps in this phase"}


def take_choice(session: Session, *, by: User, choice: str = "", text: str = "") -> Session | str:
    """Do what was chosen at the menu; returns the session that was started (E), or the address to go to.

    Exactly E, C or S, in any case, is a choice, typed or pressed; any other text is feedback, which is kept for the
    next discussion of the step, and the menu comes again. Raises ElmError when there is no such choice now.
    """
    state = loading.folded(session)
    if session.state != State.FINISHED or not isinstance(state, RoundtableState) or not state.menu:
        raise ElmError("There is no menu here now: it comes when the discussion of a step has ended.")
    typed = text.replace("\x00", "").replace("\r\n", "\n").strip()
    key = (choice or typed).upper()
    if key == "E":
        return actions.deeper(session, by=by)
    if key == "C":
        return go_on(session, by)
    if key == "S" and state.setup.boundary == "step":
        return skip_phase(session, by)
    if choice or not typed:
        raise ElmError("Choose E, C or S as the menu offers them, or write what you think.")
    return take_feedback(session, state, by, typed)


def go_on(session: Session, by: User) -> str:
    """The step is done: on to the next one."""
    agenda = agenda_of(session)
    with transaction.atomic():
        item = Item.objects.hold(session.item_id)
        if agenda.step_id not in item.steps_completed:
            item.steps_completed = [*item.steps_completed, agenda.step_id]
            item.save(update_fields=["steps_completed"])
        log_choice(session, by, CHOSEN["C"])
    return step_address(session, agenda.next_step)


def skip_phase(session: Session, by: User) -> str:
    """On to the next phase; the steps left out do not count as done."""
    agenda = agenda_of(session)
    later = Step.objects.filter(is_active=True, phase__key__gt=agenda.phase).order_by("step_id").first()
    log_choice(session, by, CHOSEN["S"])
    return step_address(session, later.step_id if later else "")


def take_feedback(session: Session, state: RoundtableState, by: User, text: str) -> str:
    """Keep what was typed, thank for it, and show the menu again."""
    if len(text) > actions.LONGEST_MESSAGE:
        raise ElmError(f"The text has {len(text):,} characters; {actions.LONGEST_MESSAGE:,} fit. Shorten it.")
    actions.check_message_rate(by)
    data = {"boundary": state.setup.boundary, "next": state.setup.next_step}
    thanks = {"what": "feedback", "basis": 0}
    events = [
        NewEvent(EventKind.USER_MESSAGE, text, store.speaker_of(by), {"by": by.pk, "menu": True}),
        NewEvent(EventKind.FACILITATION, lines.TAKEN_DOWN, state.setup.lead.speaker, thanks),
        NewEvent(EventKind.MENU, lines.menu(state.setup), None, data),
    ]
    store.append(session.pk, events, user=by)
    return session.get_absolute_url()


def log_choice(session: Session, by: User, words: str) -> None:
    """Keep in the log who chose what."""
    event = NewEvent(
        EventKind.ANNOUNCEMENT, f"{store.speaker_of(by).name}: {words}", None, {"what": "chosen"}
    )
    store.append(session.pk, [event])


def agenda_of(session: Session) -> Agenda:
    """What the roundtable was about. Raises ElmError when that is not known (ERR-ELAB-001)."""
    agenda = checked_config(RoundtableConfig, session.config).agenda
    if agenda is None or not agenda.step_id:
        raise ElmError("This roundtable was held on a topic, not on a step, so there is no next step.")
    return agenda


def step_address(session: Session, step: str) -> str:
    """Where the next step is started; the item, after the last."""
    if not step:
        return session.item.get_absolute_url()
    query = urlencode({"item": session.item.slug, "kind": session.kind, "step": step})
    return f"{reverse('session-new')}?{query}"
