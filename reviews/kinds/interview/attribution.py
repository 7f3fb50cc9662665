"""Whose words an improvement of an interview is: the person's who answered, the persona's, or that of rules. Pure."""

import re
from collections.abc import Iterable

from reviews.kinds.interview.state import InterviewSetup, Round

RULES = "rules"
OFFLINE = "offline"
"""The provider that no model is behind."""
_WORDED = re.compile(r", [^,]* worded it$")


def attribution_of(setup: InterviewSetup, rounds: Iterable[Round]) -> str:
    """Who asked, who answered where people did, and what worded it. rounds: those that the improvement came from."""
    answers = [round_.answer for round_ in rounds if round_.answer]
    people = list(dict.fromkeys(answer.speaker.name for answer in answers if answer.messages))
    by_rules = setup.provider == OFFLINE
    asked = [f"{setup.elm.name} asked", *(f"{' '.join(name.split())} answered" for name in people)]
    if by_rules and people:
        return ", ".join([*asked, f"{RULES} put it in"])
    return ", ".join([*asked, f"{RULES if by_rules else setup.answerer.name} worded it"])


def with_worder(attribution: str, name: str) -> str:
    """A stored attribution with `name` as what worded it, for sessions that called rules by another name."""
    return _WORDED.sub(lambda found: f", {name} worded it", attribution)
