"""A roundtable on Ana's notes whose log the tests write by hand: who sits there, and what they say."""

from django.contrib.auth.models import User

from reviews.kinds.roundtable import phrases as lines
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Event, Item, Session
from reviews.sessions import loading
from reviews.states import EndReason, EventKind, State
from tests.live.running import running_session

MAYA = Speaker("business-analyst", "Maya Chen", "Business Analyst")
ALEX = Speaker("solutions-architect", "Alex Rivera", "Solutions Architect")
JORDAN = Speaker("system-designer", "Jordan Park", "System Designer")
FOCUS = "What must a customer see when every retry has failed?"
SIDES = [
    {"key": JORDAN.key, "name": "Jordan", "option": "a list of final codes", "brief": "testable codes"},
    {"key": ALEX.key, "name": "Alex", "option": "spacing over a day", "brief": "a simple rule"},
]
SUMMARY = """### Elaboration Insights (Step 01-03: Journeys)

**Participants**: Maya Chen (BA), Alex Rivera (Architect), Jordan Park (Designer)
**Turns**: 3 | **Exit**: user-initiated

#### Key Insights
- [Maya/Alex] Issuers see *quick* retries as an attack.

#### Decisions Made
- None.

#### Open Questions
- Who owns the list?: Ana resolves it"""


def table(item: Item, starter: User, **config) -> Session:
    """A running roundtable of step 01-03, which no engine serves."""
    chosen = {"step": "01-03", "first_takes": True, "idle_minutes": None, **config}
    return running_session("roundtable", item, starter, {"name": "requirements-spec.md"}, **chosen)


def tell(session: Session, *events: NewEvent) -> list[Event]:
    """Append the events; returns their rows."""
    return store.append(session.pk, list(events))


def introduced(session: Session) -> NewEvent:
    return NewEvent(EventKind.INTRODUCTION, lines.introduction(loading.folded(session).setup))


def take(speaker: Speaker, text: str = "The notes do not say who is told.") -> NewEvent:
    return NewEvent(EventKind.FIRST_TAKE, text, speaker)


def takes() -> list[NewEvent]:
    return [take(MAYA), take(ALEX), take(JORDAN)]


def framing() -> NewEvent:
    text = f"Here is where we landed: retries.\n\nI have this question: {FOCUS}\n\nAlex, what is your take?"
    data = {"summary": "retries.", "focus": FOCUS, "ask_first": ALEX.key}
    return NewEvent(EventKind.FRAMING, text, MAYA, data)


def said(speaker: Speaker, text: str, turn: int = 2, **data) -> NewEvent:
    return NewEvent(EventKind.CONTRIBUTION, text, speaker, {"turn": turn, **data})


def line(what: str, text: str, speaker: Speaker = MAYA, **data) -> NewEvent:
    return NewEvent(EventKind.FACILITATION, text, speaker, {"what": what, **data})


def person(user: User, text: str = "", **data) -> NewEvent:
    return NewEvent(EventKind.USER_MESSAGE, text, store.speaker_of(user), {"by": user.pk, **data})


def synthesis(*events: int) -> NewEvent:
    """One insight and one open question, from these events."""
    insight = {"text": "Issuers see *quick* retries as an attack.", "attribution": "[Maya/Alex]"}
    question = {"text": "Who owns the list?", "why": "Ana resolves it", "attribution": "Jordan"}
    points = {"insights": [{**insight, "events": list(events)}], "open_questions": [question]}
    return NewEvent(EventKind.SYNTHESIS, SUMMARY, None, {"summary": "Space the retries.", **points})


def menu(boundary: str = "step") -> NewEvent:
    return NewEvent(EventKind.MENU, lines.STEP_MENU, None, {"boundary": boundary, "next": "01-04"})


def discussed(session: Session) -> list[Event]:
    """From the first takes to Alex's turn 2; Jordan is next."""
    return tell(session, *takes(), framing(), said(ALEX, "Space **them** over a day.", 2))


def finish(session: Session) -> None:
    store.move(session.pk, State.SYNTHESIZING)
    store.move(session.pk, State.FINISHED, reason=EndReason.USER_INITIATED)
