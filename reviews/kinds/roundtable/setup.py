"""From rows to what the roundtable machine needs to know from the start."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import CharField, DateTimeField, IntegerField

from personas.models import Persona, PersonaVersion
from personas.models.prepared import Given, PreparedQuery
from reviews.errors import ElmError
from reviews.kinds.config import checked_config
from reviews.kinds.notes import Note
from reviews.kinds.people import names_of, people_of
from reviews.kinds.roundtable.config import Agenda, RoundtableConfig
from reviews.kinds.roundtable.state import DEFAULT_TURNS, Earlier, RoundtableSetup, Seat
from reviews.models import ElaborationRecord, Event, Participant, Session
from reviews.models.kept_seats import seats_of
from reviews.providers.base import WITH_MODEL
from reviews.states import EventKind

LATEST_TOLD = 3
"""How many earlier roundtables are mentioned (FR-009-03)."""
MOST_HEARD = 200
"""How many turns of earlier sessions are known, so that personas by rules don't say them again."""
BY_RULES_OR_MODEL = (EventKind.FRAMING, EventKind.CONTRIBUTION, EventKind.QUESTION)
BY_PEOPLE = (EventKind.USER_MESSAGE, EventKind.ANSWER)

_latest_records = PreparedQuery(
    lambda: (
        ElaborationRecord.objects.filter(
            item=Given("item", IntegerField()),
            timestamp__lt=Given("before", DateTimeField()),
            step_id__startswith=Given("about", CharField()),
        )
        .order_by("-timestamp", "-pk")
        .values_list("step_id", "synthesis_summary", "topic")[:LATEST_TOLD]
    )
)


def setup_of(session: Session, notes: tuple[Note, ...], *, speaks: bool = False) -> RoundtableSetup:
    """The setup of a stored roundtable. speaks: whether personas are to speak with it; only they need to know what was
    said in earlier sessions. Raises ElmError when its agenda is missing (ERR-ELAB-001)."""
    chosen = checked_config(RoundtableConfig, session.config)
    agenda = chosen.agenda
    if agenda is None:
        raise ElmError(
            "I could not load the step context for elaboration. Let me continue with the normal menu."
        )
    return RoundtableSetup(
        notes=notes,
        item=session.item.title,
        topic=agenda.title,
        cast=persona_seats(seats_of(session.pk)),
        max_turns=chosen.max_turns or DEFAULT_TURNS,
        provider=session.provider,
        looks_again=session.provider in WITH_MODEL,
        first_takes=bool(chosen.first_takes),
        at_once=chosen.apply == "at_once",
        starter=name_of(session),
        people=people_of(session),
        names=names_of(session),
        earlier=earlier_roundtables(session, agenda),
        said_before=told_earlier(session, BY_RULES_OR_MODEL) if speaks else (),
        told_before=told_earlier(session, BY_PEOPLE) if speaks else (),
        feedback=menu_feedback(session, agenda),
        idle_minutes=chosen.idle_minutes or None,
        **from_agenda(agenda),
    )


def from_agenda(agenda: Agenda) -> dict[str, Any]:
    plain = ("step_id", "phase", "phase_title", "next_phase_title", "boundary", "next_step", "no_lead")
    lists = ("questions", "targets", "missing", "outputs", "steps")
    return {name: getattr(agenda, name) for name in plain} | {
        name: tuple(getattr(agenda, name)) for name in lists
    }


def persona_seats(participants: Iterable[Participant]) -> tuple[Seat, ...]:
    """The personas in rotation, as they sit in their rows."""
    return tuple(seat_of(row.key, row.version) for row in participants)


def seat_of(key: str, words: Persona | PersonaVersion) -> Seat:
    """A persona with these words at the table."""
    return Seat(key, words.name, words.role, words.lens, words.short, tuple(words.keywords))


def name_of(session: Session) -> str:
    """Who started the session, as people know them; "" for nobody."""
    user = session.started_by
    return (user.get_full_name() or user.username) if user else ""


def earlier_roundtables(session: Session, agenda: Agenda) -> tuple[Earlier, ...]:
    """The last roundtables of this phase (of the item, for a typed topic), oldest first (FR-009-03)."""
    about = f"{agenda.phase}-" if agenda.phase else ""
    latest = _latest_records.rows(item=session.item_id, before=session.created, about=about)
    return tuple(Earlier(*record) for record in reversed(latest))


def told_earlier(session: Session, kinds: Collection[EventKind]) -> tuple[str, ...]:
    """What was said of these kinds in earlier sessions on the item, newest first, each text on one line."""
    said = Event.objects.filter(session__item=session.item_id, created__lt=session.created, kind__in=kinds)
    newest = said.exclude(session=session.pk).exclude(text="").order_by("-created", "-pk")
    return tuple(" ".join(text.split()) for text in newest.values_list("text", flat=True)[:MOST_HEARD])


def menu_feedback(session: Session, agenda: Agenda) -> tuple[str, ...]:
    """What people said at the menu after earlier roundtables on this step."""
    if not agenda.step_id:
        return ()
    said = Event.objects.filter(
        session__item=session.item_id,
        session__step_id=agenda.step_id,
        kind=EventKind.USER_MESSAGE,
        data__menu=True,
        created__lt=session.created,
    )
    return tuple(said.order_by("created").exclude(text="").values_list("text", flat=True)[:20])
