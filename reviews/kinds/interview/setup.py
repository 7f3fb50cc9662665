"""From rows to what the interview machine needs to know from the start."""

from collections.abc import Mapping
from dataclasses import replace

from django.conf import settings

from reviews.kinds.config import checked_config
from reviews.kinds.interview import transcript
from reviews.kinds.interview.config import InterviewConfig
from reviews.kinds.interview.state import InterviewSetup
from reviews.kinds.notes import Note
from reviews.kinds.people import names_of, people_of
from reviews.kinds.prompts import PromptPersona
from reviews.log import store
from reviews.models import Session
from reviews.providers.base import WITH_MODEL


def setup_of(session: Session, cast: Mapping[str, PromptPersona], notes: tuple[Note, ...]) -> InterviewSetup:
    chosen = checked_config(InterviewConfig, session.config)
    answerer = cast["answerer"].speaker
    return InterviewSetup(
        notes=notes,
        answered_by=chosen.answered_by,
        max_rounds=chosen.max_rounds or session.item.team.max_rounds,
        elm=cast["elm"].speaker,
        answerer=replace(answerer, name=settings.ELM_ANSWERER_LABEL or answerer.name),
        provider=session.provider,
        looks_again=session.provider in WITH_MODEL,
        deeper=chosen.deeper,
        previous=previous_transcript(session),
        topic=chosen.topic,
        people=people_of(session),
        names=names_of(session),
    )


def transcript_label(session: Session) -> str:
    """What stands before an answer in the session's transcript (B1): "Answers (rules)" when rules answer, else as
    prompts have it."""
    by_rules = "" if _is_answered_by_person(session) else transcript.shown_name("answerer", session.provider)
    return by_rules or prompt_label(session)


def prompt_label(session: Session) -> str:
    """What stands before an answer in prompts: the person's name when a person answers, else what the setting says,
    else the name that the answering persona had. Whoever goes deeper reads the same words as ever."""
    if _is_answered_by_person(session) and session.started_by:
        return store.speaker_of(session.started_by).name
    seat = session.participants.select_related("version").filter(key="answerer").first()
    return settings.ELM_ANSWERER_LABEL or (seat.version.name if seat else "Claude")


def previous_transcript(session: Session) -> str:
    """What was said in the session that this one continues, "" when it continues none."""
    if session.continues is None:
        return ""
    events = store.after(session.continues.pk, 0)
    return transcript.write(events, answerer=prompt_label(session.continues))


def _is_answered_by_person(session: Session) -> bool:
    return bool(session.config.get("answered_by") == "me")
