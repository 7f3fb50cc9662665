"""Sessions that went on for thousands of events, as rows, made at once: nobody waits for a provider."""

from collections.abc import Iterator
from random import Random
from typing import Any

from django.contrib.auth.models import User

from reviews.log.values import Event, Speaker
from reviews.models import Event as EventRow
from reviews.models import Session
from reviews.states import EventKind, State

ELM, ANSWERER = Speaker("elm", "ELM", "Executive reviewer"), Speaker("answerer", "Answers (rules)", "Answers")
MAYA, ALEX = (
    Speaker("business-analyst", "Maya Chen", "Business Analyst"),
    Speaker("architect", "Alex Kim", "Architect"),
)
TOPICS = ("problem", "affected", "why", "how", "risks", "evidence", "ask")
SYLLABLES = ("ba", "ko", "ri", "tem", "lu", "sand", "ver", "mo", "ni", "port", "gal", "des")
WORDS = [f"{a}{b}{c}" for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES]


class Writer:
    """Words that are the same in every run and never the same twice."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def words(self, count: int) -> str:
        return " ".join(self.random.choices(WORDS, k=count))

    def sentence(self, count: int) -> str:
        return self.words(count).capitalize() + "."


def interview_log(events: int, person: Speaker | None = None) -> Iterator[Event]:
    """So many events of an interview that never ends: a question, an answer with what the notes do not say, an edit;
    and from `person` a message in every tenth round."""
    written, number = Writer(events), 1
    yield Event(
        1, EventKind.STATE, data={"from": State.DRAFT, "to": State.RUNNING, "reason": None, "by": None}
    )
    for round_number in range(1, events):
        for kind, text, speaker, data in _round(written, round_number, person):
            number += 1
            if number > events:
                return
            yield Event(number, kind, text, speaker, {**data, "round": round_number, "basis": number - 1})


def _round(
    written: Writer, number: int, person: Speaker | None
) -> Iterator[tuple[EventKind, str, Speaker, Any]]:
    asked = [f"What about “{written.words(2)}” and how do {written.words(8)}?" for _ in range(3)]
    topics = [TOPICS[(number + shift) % len(TOPICS)] for shift in range(3)]
    questions = [
        {"text": q, "topic": t, "quote": written.words(3)} for q, t in zip(asked, topics, strict=True)
    ]
    yield (
        EventKind.QUESTION,
        "\n".join(f"{n}. {q}" for n, q in enumerate(asked, 1)),
        ELM,
        {"questions": questions},
    )
    if person and number % 10 == 0:
        yield EventKind.USER_MESSAGE, written.sentence(12), person, {"by": 1}
    unknowns = [f"How many {written.words(4)} there are."] if number % 2 else []
    answer = "\n".join(f"{n}. {written.sentence(20)}" for n in (1, 2, 3))
    yield EventKind.ANSWER, answer, ANSWERER, {"unknowns": unknowns, "messages": [], "citations": []}
    yield EventKind.REVISION, "", ANSWERER, {"edits": [], "refused": []}


def roundtable_log(events: int, person: Speaker) -> Iterator[Event]:
    """So many events of a roundtable in which `person` says something before every second contribution."""
    written, number = Writer(events), 3
    yield Event(
        1, EventKind.STATE, data={"from": State.DRAFT, "to": State.RUNNING, "reason": None, "by": None}
    )
    yield Event(2, EventKind.INTRODUCTION, "Welcome.")
    yield Event(3, EventKind.FRAMING, written.sentence(20), MAYA, {"focus": "", "basis": 2})
    turn = 1
    while number < events:
        number += 1
        if number % 3 == 0:
            yield Event(number, EventKind.USER_MESSAGE, written.sentence(12), person, {"by": 1})
            continue
        turn += 1
        data = {"turn": turn, "basis": number - 1, "refers_to": [number - 2] if number > 5 else []}
        yield Event(number, EventKind.CONTRIBUTION, written.sentence(40), ALEX if number % 2 else MAYA, data)


def store_log(session: Session, log: Iterator[Event], user: User) -> Session:
    """The session with what of this log comes after its own, waiting."""
    rows = [
        EventRow(
            session=session,
            number=event.number,
            kind=event.kind,
            text=event.text,
            speaker_key=event.speaker.key if event.speaker else "",
            speaker_name=event.speaker.name if event.speaker else "",
            speaker_role=event.speaker.role if event.speaker else "",
            user=user if event.kind == EventKind.USER_MESSAGE else None,
            data=dict(event.data),
        )
        for event in log
        if event.number > session.last_number
    ]
    EventRow.objects.bulk_create(rows, batch_size=500)
    Session.objects.filter(pk=session.pk).update(state=State.WAITING, last_number=rows[-1].number)
    session.refresh_from_db()
    return session
