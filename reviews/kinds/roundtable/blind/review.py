"""The blind review of a roundtable (NFR-002): can somebody who sees no names tell the personas apart?

Contributions lose their prefix and the names in them, and stand in an order of the reader's own. At least 80 % should
be told apart, by somebody who was not involved.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from personas.models import PersonaVersion
from reviews.errors import ElmError
from reviews.models import BlindReview, Event, Participant, Session
from reviews.states import EventKind

THRESHOLD = 80
"""Percent of the contributions that should be told apart (NFR-002)."""
NAME = "(name)"


@dataclass(frozen=True)
class Sample:
    """A contribution without its prefix. `number` is its event, `place` where the reader finds it, from 1."""

    place: int
    number: int
    key: str
    turn: int
    text: str


def samples(session: Session, user: User) -> list[Sample]:
    """The contributions as `user` reads them: always in the same order, which says nothing about the turns."""
    rows = list(session_contributions(session))
    names = [row.version.name for row in seats(session)]

    def digest(row: Event) -> str:
        return hashlib.sha256(f"{session.pk} {user.pk} {row.number}".encode()).hexdigest()

    return [
        Sample(place, row.number, row.speaker_key, int(row.data.get("turn") or 0), masked(row.text, names))
        for place, row in enumerate(sorted(rows, key=digest), 1)
    ]


def session_contributions(session: Session) -> Iterable[Event]:
    """What the personas said in the discussion. The framing is a template and would give the lead away."""
    return session.events.filter(kind=EventKind.CONTRIBUTION).exclude(text="").order_by("number")


def seats(session: Session) -> Iterable[Participant]:
    """Who may have said it, in the order of the table."""
    return session.participants.select_related("version").order_by("pk")


def masked(text: str, names: Iterable[str]) -> str:
    """`text` with "(name)" in the place of these names, whole or in part."""
    parts = {part for name in names for part in (name, *name.split())}
    known = sorted((part for part in parts if len(part) > 1), key=len, reverse=True)
    if not known:
        return text
    # As they are written or in capitals: a persona called Mark must not take the verb away.
    words = "|".join(re.escape(form) for part in known for form in dict.fromkeys((part, part.upper())))
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", NAME, text)


def review_of(session: Session, user: User) -> BlindReview | None:
    """How `user` did, None before they have tried."""
    return session.blind_reviews.filter(by=user).order_by("pk").first()


def speaker_ids(session: Session) -> set[int]:
    """The ids of the people who took part in the discussion, so that their scores say less."""
    said = session.events.filter(user__isnull=False, kind=EventKind.USER_MESSAGE).exclude(text="")
    return set(said.values_list("user_id", flat=True))


def score(session: Session, user: User, answers: Mapping[int, str]) -> BlindReview:
    """Store who, as `user` thinks, said what: event numbers and persona keys. Once only: then they know.

    Raises ElmError when a contribution has no answer, or one that is no persona of the session.
    """
    said = {row.number: row.speaker_key for row in session_contributions(session)}
    if not said:
        raise ElmError("Nobody contributed anything, so there is nothing to tell apart.")
    keys = {row.key for row in seats(session)}
    if missing := sum(answers.get(number) not in keys for number in said):
        raise ElmError(
            f"Choose a persona for each contribution: {missing} of {len(said)} {'has' if missing == 1 else 'have'} "
            "none yet. Guess where you are not sure."
        )
    with transaction.atomic():
        Session.objects.select_for_update().get(pk=session.pk)
        if found := review_of(session, user):
            return found
        return BlindReview.objects.create(
            session=session,
            by=user,
            answers={str(number): answers[number] for number in said},
            correct=sum(answers[number] == key for number, key in said.items()),
            total=len(said),
        )


def score_sentence(review: BlindReview) -> str:
    """ "17 of 20, 85 %; the threshold is 80 % (NFR-002)"."""
    return f"{review.correct} of {review.total}, {review.percent} %; the threshold is {THRESHOLD} % (NFR-002)"


def is_threshold_reached(review: BlindReview) -> bool:
    return review.correct * 100 >= THRESHOLD * review.total > 0


def as_text(found: Iterable[Sample], versions: Iterable[PersonaVersion]) -> str:
    """The same as a text to pass on, for somebody without an account."""
    people = "\n".join(f"- {version.name} ({version.role})" for version in versions)
    parts = [f"## {sample.place}\n\n{sample.text.strip()}" for sample in found]
    return "\n\n".join(["Who said it? One of these did, each time:", people, *parts]) + "\n"
