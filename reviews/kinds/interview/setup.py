"""From rows to what the interview machine needs to know from the start."""

from collections.abc import Mapping

from django.conf import settings

from reviews.kinds.config import checked
from reviews.kinds.interview import transcript
from reviews.kinds.interview.config import InterviewConfig
from reviews.kinds.interview.state import Setup
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PersonaText
from reviews.log import store
from reviews.log.values import Speaker
from reviews.models import Session


def setup_of(session: Session, cast: Mapping[str, PersonaText], notes: tuple[Note, ...]) -> Setup:
    """The setup of a stored interview."""
    chosen = checked(InterviewConfig, session.config)
    return Setup(
        notes=notes,
        answered_by=chosen.answered_by,
        max_rounds=chosen.max_rounds or session.item.team.max_rounds,
        elm=speaker(cast["elm"]),
        answerer=speaker(cast["answerer"], settings.ELM_ANSWERER_LABEL),
        provider=session.provider,
        deeper=chosen.deeper,
        previous=previous_transcript(session),
        topic=chosen.topic,
    )


def speaker(persona: PersonaText, name: str = "") -> Speaker:
    """A persona as a speaker."""
    return Speaker(persona.key, name or persona.name, persona.role)


def transcript_label(session: Session) -> str:
    """What stands before an answer in the session's transcript (B1): the person's name when a person answers, else
    what the setting says, else the name that the answering persona had."""
    if session.config.get("answered_by") == "me" and session.started_by:
        return store.speaker_of(session.started_by).name
    seat = session.participants.select_related("version").filter(key="answerer").first()
    return settings.ELM_ANSWERER_LABEL or (seat.version.name if seat else "Claude")


def previous_transcript(session: Session) -> str:
    """What was said in the session that this one continues, "" when it continues none."""
    if session.continues is None:
        return ""
    events = store.after(session.continues.pk, 0)
    return transcript.write(events, answerer=transcript_label(session.continues))
