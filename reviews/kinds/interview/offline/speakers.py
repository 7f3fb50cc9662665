"""Who speaks by rules for which purpose of an interview."""

from collections.abc import Callable

from pydantic import BaseModel

from reviews.kinds.base import Speak
from reviews.kinds.interview.offline import answerer, improver, interviewer
from reviews.kinds.interview.offline.session import InterviewFacts, facts_of


def by_rules(speak: Callable[[InterviewFacts], tuple[str, BaseModel]]) -> Speak:
    """`speak` as it answers a prompt: from its facts."""

    return lambda prompt: speak(facts_of(prompt.facts.state, prompt.purpose))


SPEAKERS: dict[str, Speak] = {
    "interview.question": by_rules(interviewer.question),
    "interview.settle": by_rules(interviewer.settle),
    "interview.answer": by_rules(answerer.answer),
    "interview.improve": by_rules(improver.improve),
}
