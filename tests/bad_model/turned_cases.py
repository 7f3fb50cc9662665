"""Interviews that Ana answers with next to nothing, and a model that calls everything settled by it."""

from reviews.kinds.interview.settling.messages import TURNED_AWAY
from tests.bad_model.case import Case
from tests.bad_model.good import asked, satisfied
from tests.bad_model.held import Held
from tests.factories import NOTES
from tests.sessions.conftest import QUOTES

QUESTIONS = {
    "why_now": "Why now?",
    "how": "How does it work?",
    "tradeoffs": "Which other ways were there?",
    "risks": "What could go wrong?",
    "inaction": "What happens if nothing is done?",
    "evidence": "What was measured?",
}
EMPTY_WORDS = {
    "why_now": "We will look into this with the team next month.",
    "how": "Please see the notes, everything is in there.",
    "tradeoffs": "This does not apply here.",
    "risks": "Not applicable to the cards.",
    "inaction": "That is not important for the orders and the cards.",
    "evidence": "You should ask Mrs Okafor about the cards.",
}
TOLD = {
    "why_now": "The contract with the bank ends in June 2027.",
    "how": "A declined payment is tried again after an hour, and then twice more.",
    "tradeoffs": "We considered letters and rejected them because of the postage.",
    "risks": "A card may be charged twice.",
    "inaction": "Orders are lost every year as today.",
    "evidence": "We counted declined payments in March: 1,204.",
}
ONE = "One retry below each heading brings {word} orders across {more} cards with {word} payments since May 202{nth}."
WORN = (
    "strategic",
    "digital",
    "holistic",
    "agile",
    "modern",
    "robust",
    "lean",
    "inclusive",
    "efficient",
    "green",
)


def claims(said: dict[str, str]) -> list[dict[str, str]]:
    """Every topic answered, those that were asked about by what Ana said."""
    return [
        {"topic": topic, "status": "answered", "quote": said.get(topic, QUOTES[topic])} for topic in QUOTES
    ]


def answered(name: str, said: dict[str, str], **more) -> Case:
    """Ana answers each question with a message that has a line for each."""
    text = "\n".join(f"{nth}. {words}" for nth, words in enumerate(said.values(), 1))
    questions = [{"text": words, "topic": topic, "quote": ""} for topic, words in QUESTIONS.items()]
    return Case(
        name,
        "interview",
        {"question": (asked(*QUESTIONS.values(), questions=questions), satisfied(claims(said)))},
        says=(text,),
        notes=f"{NOTES}\n\n{QUOTES['affected']}\n\n{QUOTES['ask']}\n",
        config={"answered_by": "me"},
        **more,
    )


def none_of_it_settles_a_topic(held: Held) -> None:
    refused = held.of("question")[1].data["refused_topics"]
    assert {one["topic"]: one["why"] for one in refused} == dict.fromkeys(EMPTY_WORDS, TURNED_AWAY)


def hollow() -> Case:
    said = {
        topic: ONE.format(word=word, nth=nth, more=nth + 12)
        for nth, (topic, word) in enumerate(zip(QUOTES, WORN, strict=True))
    }
    text = "\n\n".join(["# Orders and cards", *(f"## {topic}\n\n{words}" for topic, words in said.items())])
    return Case(
        "one sentence with other figures below every heading is ready with caveats at best",
        "interview",
        {"question": (satisfied(claims(said)),)},
        notes=text,
        ends=("finished", "ready_with_caveats"),
        sees=("says little that is not said of all of them",),
    )


CASES = (
    answered(
        "answers that put off, refer or refuse settle nothing, whatever a model makes of them",
        EMPTY_WORDS,
        ends=("finished", "not_ready"),
        check=none_of_it_settles_a_topic,
    ),
    answered("short honest answers to the same questions settle them", TOLD, ends=("finished", "ready")),
    hollow(),
)
