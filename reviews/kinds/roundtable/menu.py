"""What people do at the end of a roundtable and after it: wrap it up, and choose at the menu (FR-006)."""

from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from personas.models import Step
from reviews.errors import ElmError
from reviews.kinds.base import MenuAnswer
from reviews.kinds.config import checked_config
from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.config import Agenda, RoundtableConfig
from reviews.kinds.roundtable.menu_progress import count_completed, is_whole_phase
from reviews.kinds.roundtable.state import RoundtableState
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Item, Session
from reviews.sessions import actions, loading
from reviews.states import EventKind, State

CHOSEN = {"C": "[C] Continue", "S": "[S] Skip remaining steps in this phase"}


def take_choice(
    session: Session, *, by: User, choice: str = "", text: str = ""
) -> Session | MenuAnswer | str:
    """Do what was chosen at the menu; returns the session that was started (E), or where to go and what is told there.

    Exactly E, C or S, in any case, is a choice, typed or pressed; any other text is feedback, which is kept for the
    next discussion of the step, and the menu comes again. Raises ElmError when there is no such choice now.
    """
    state = loading.folded(session)
    if session.state != State.FINISHED or not isinstance(state, RoundtableState) or not state.menu:
        raise ElmError("There is no menu here now: it comes when the discussion of a step has ended.")
    typed = text.replace("\x00", "").replace("\r\n", "\n").strip()
    key = (choice or typed).upper()
    if key == "E":
        return elaborate_again(session, by)
    if key == "C":
        return go_on(session, state, by)
    if key == "S" and state.setup.boundary == "step":
        return skip_phase(session, by)
    if choice or not typed:
        raise ElmError("Choose E, C or S as the menu offers them, or write what you think.")
    return take_feedback(session, state, by, typed)


def elaborate_again(session: Session, by: User) -> Session | MenuAnswer:
    """Another roundtable on the step; at a phase's menu one on the whole phase (FR-001-02), which is said."""
    another = actions.deeper(session, by=by)
    agenda, chosen = agenda_of(session), chosen_step(session)
    if agenda.boundary != "phase" or is_whole_phase(chosen):
        return another
    told = f"This roundtable is on the whole phase {agenda.phase_title}; the one before was on step {chosen}."
    return MenuAnswer(another.get_absolute_url(), told)


def go_on(session: Session, state: RoundtableState, by: User) -> MenuAnswer:
    """On to the next step; what was discussed is done, and what was not is said."""
    agenda = agenda_of(session)
    with transaction.atomic():
        told = count_completed(Item.objects.hold(session.item_id), agenda, state, chosen_step(session))
        log_choice(session, by, ". ".join(filter(None, [continue_label(agenda), told])))
    return MenuAnswer(step_address(session, agenda.next_step), told)


def continue_label(agenda: Agenda) -> str:
    """[C] as the menu has it at this boundary."""
    is_last = agenda.boundary == "phase" and not agenda.next_phase_title
    return "[C] Complete analysis" if is_last else CHOSEN["C"]


def chosen_step(session: Session) -> str:
    """What the roundtable was started for: a step's id, a phase's key, or "" for a typed topic."""
    return checked_config(RoundtableConfig, session.config).step


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
