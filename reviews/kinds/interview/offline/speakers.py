"""Who speaks by rules for which purpose of an interview."""

from collections.abc import Callable

from pydantic import BaseModel

from reviews.kinds.base import Speak
from reviews.kinds.interview.offline import answerer, improver, interviewer
from reviews.kinds.interview.offline.session import Facts, facts_of
from reviews.providers.base import Prompt

PREVIOUS = "transcript of the earlier review"
"""The material in which an earlier review is handed on; the facts hold only this one."""


def by_rules(speak: Callable[[Facts], tuple[str, BaseModel]]) -> Speak:
    """`speak` as it answers a prompt: from its facts."""

    def answer(prompt: Prompt) -> tuple[str, BaseModel]:
        previous = next((m.text for m in prompt.materials if m.name == PREVIOUS), "")
        return speak(facts_of(prompt.facts, previous))

    return answer


SPEAKERS: dict[str, Speak] = {
    "interview.question": by_rules(interviewer.question),
    "interview.settle": by_rules(interviewer.settle),
    "interview.answer": by_rules(answerer.answer),
    "interview.improve": by_rules(improver.improve),
}
