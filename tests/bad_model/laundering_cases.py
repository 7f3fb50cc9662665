"""Inventions that a model hands on in an interview: from an answer into the working copy of the notes, and from there
into a quote, a topic and the verdict."""

from reviews.models.team import Synthesis
from tests.bad_model.case import Case
from tests.bad_model.good import ANSWERED, QUESTION, asked, put_in, satisfied, settled, settled_with
from tests.bad_model.held import Held
from tests.providers.messages_server import say
from tests.sessions.conftest import SETTLED

NOT_READY, READY, CAVEATS = (
    ("finished", "not_ready"),
    ("finished", "ready"),
    ("finished", "ready_with_caveats"),
)
DONE = ("finished", "user-initiated")
BUDGET = "The budget is EUR 1 million, which the board has approved."
BESIDE = "Our orders are blue and the shoppers have a fine summer."
SHORTER, YEARLY = "The board gave €1m for it.", "That is EUR 500,000 a year for two years."
NO_SOURCE = "Not in the notes and not in the discussion, but for what personas said: EUR 1 million"
NO_SOURCE_SAID = "Not in the notes and not in what people said “EUR 1 million”"
STILL_OPEN = "Still open: What is being asked of the reader."
NOT_FOUND = f"Not found in the notes or in what people said: “{BUDGET}”"
PUT_IN = {"after": "## Plan", "new": BUDGET, "reason": "It was asked."}
LAUNDERED = {"got_right": [BUDGET], "improved": [BUDGET], "caveats": []}
BY_NOTES = (f"From the notes: “{BUDGET}”", "What is it spent on?", "Who counts it?")
BY_BUDGET = settled_with({"ask": {"quote": BUDGET}})
UNKNOWN = "Who has approved the budget of the retries?"
FIRST, INVENTED, PUTTING = asked(*QUESTION.split("\n\n")), say(BUDGET, ANSWERED), put_in(PUT_IN)


def nothing_of_it_counts(held: Held, *inventions: str) -> None:
    """It settles nothing, the verdict certifies it nowhere, and its change waits with what it lacks."""
    inventions = inventions or (BUDGET,)
    [verdict] = held.of("verdict")
    certified = f"{verdict.data['got_right']} {verdict.data['improved']}"
    settling = str([event.data["topics"] for kind in ("question", "gate") for event in held.of(kind)])
    for words in inventions:
        assert words not in certified
        assert words not in settling
        [change] = held.changes_with(words)
        assert change.support["status"] == "unsupported"
        assert change.support["sentence"].startswith("Not in the notes and not in the discussion")
        assert held.revisions_with(words) == 0
    assert not held.session.changes.exclude(status="proposed").exists()


def the_budget_waits(held: Held) -> None:
    nothing_of_it_counts(held)
    [change] = held.session.changes.all()
    assert change.support["sentence"].startswith(NO_SOURCE)


def the_quote_is_told_to_elm(held: Held) -> None:
    the_budget_waits(held)
    told = f"What is being asked of the reader: “{BUDGET}”"
    first, second, third = held.asked_for("question")
    assert told not in first + second
    assert told in third
    assert told in held.asked_for("settle")[0]
    [again] = [event for event in held.of("question") if event.data.get("not_found")]
    assert again.data["not_found"] == [BUDGET]
    assert {question["quote"] for question in again.data["questions"]} == {""}


def both_figures_wait(held: Held) -> None:
    nothing_of_it_counts(held, BUDGET, YEARLY)
    [change] = held.changes_with(YEARLY)
    assert "EUR 500,000" in change.support["sentence"]


def the_shorter_words_wait(held: Held) -> None:
    nothing_of_it_counts(held, SHORTER)
    [change] = held.session.changes.all()
    assert change.support["sentence"] == NO_SOURCE.replace("EUR 1 million", "€1m")


def what_ana_said_is_certified(held: Held) -> None:
    [verdict] = held.of("verdict")
    assert verdict.data["got_right"] == verdict.data["improved"] == [BUDGET]
    [change] = held.session.changes.all()
    assert change.support["status"] == "supported"


CASES = (
    Case(
        "an invented budget that becomes a quote of the notes settles no topic and is certified nowhere",
        "interview",
        {
            "question": (
                FIRST,
                asked(*BY_NOTES, topics=BY_BUDGET[-1:], quote=BUDGET),
                satisfied(BY_BUDGET, LAUNDERED),
            ),
            "answer": (INVENTED, say(f"From the notes: “{BUDGET}”", ANSWERED)),
            "improve": (PUTTING, put_in()),
            "settle": (settled(BY_BUDGET, LAUNDERED),),
        },
        synthesis=Synthesis.AT_ONCE,
        ends=NOT_READY,
        sees=(
            "1 quote was not found",
            "1 quote of a question was not found",
            NO_SOURCE_SAID,
            "Still open: What is being asked of the reader.",
        ),
        check=the_quote_is_told_to_elm,
    ),
    Case(
        "a verdict that says an invented budget was right and improved says only that it was not found",
        "interview",
        {"question": (FIRST, satisfied(SETTLED, LAUNDERED)), "answer": (INVENTED,), "improve": (PUTTING,)},
        synthesis=Synthesis.AT_ONCE,
        ends=READY,
        sees=(NOT_FOUND,),
        stored={"verdict": {"improved": ["It was asked."], "caveats": [NOT_FOUND]}},
        check=the_budget_waits,
    ),
    Case(
        "an answer that quotes what an edit has put in quotes nothing",
        "interview",
        {
            "question": (FIRST, asked(*BY_NOTES), satisfied(SETTLED)),
            "answer": (INVENTED, say(f"“{BUDGET}”", {"citations": [{"quote": BUDGET}], "unknowns": []})),
            "improve": (PUTTING, put_in()),
        },
        ends=READY,
        sees=("1 quote was not found",),
        check=the_budget_waits,
    ),
    Case(
        "an unknown that is resolved by a quote of ELM's own edit stays unknown",
        "interview",
        {
            "question": (
                FIRST,
                satisfied(SETTLED, resolved_unknowns=[{"unknown": UNKNOWN, "quote": BUDGET}]),
            ),
            "answer": (say(BUDGET, {**ANSWERED, "unknowns": [UNKNOWN]}),),
            "improve": (PUTTING,),
        },
        ends=CAVEATS,
        sees=(UNKNOWN,),
        stored={"verdict": {"unknowns": [UNKNOWN]}},
        check=the_budget_waits,
    ),
    Case(
        "a figure that follows from an invented one has no source",
        "interview",
        {
            "question": (FIRST, asked(*BY_NOTES), satisfied(SETTLED)),
            "answer": (INVENTED, say("So it is EUR 500,000 for each of two years.", ANSWERED)),
            "improve": (PUTTING, put_in({"after": "## Facts", "new": YEARLY, "reason": "It was asked."})),
        },
        ends=READY,
        check=both_figures_wait,
    ),
    Case(
        "an invented budget that the next round writes in other words has no source either",
        "interview",
        {
            "question": (FIRST, asked(*BY_NOTES), satisfied(SETTLED, {**LAUNDERED, "improved": [SHORTER]})),
            "answer": (INVENTED, say("As the notes say, the board gave €1m.", ANSWERED)),
            "improve": (PUTTING, put_in({"old": BUDGET, "new": SHORTER, "reason": "It is shorter."})),
        },
        ends=READY,
        sees=(NOT_FOUND, NOT_FOUND.replace(BUDGET, SHORTER)),
        check=the_shorter_words_wait,
    ),
    Case(
        "what Ana says of a budget counts, unlike what a persona invents",
        "interview",
        {"question": (FIRST, satisfied(BY_BUDGET, LAUNDERED)), "improve": (PUTTING,)},
        says=(BUDGET,),
        config={"answered_by": "me"},
        ends=CAVEATS,  # code can't tell whether a budget answers what it is quoted for
        check=what_ana_said_is_certified,
    ),
    Case(
        "an answer that has nothing of its question leaves the notes ready with caveats at best, and says which",
        "interview",
        {
            "question": (
                say(
                    "What is the main risk?\n\nWho carries it?",
                    {
                        "stance": "asking",
                        "questions": [{"text": "What is the main risk?", "topic": "risks", "quote": ""}],
                        "topics": [],
                    },
                ),
                satisfied(settled_with({"risks": {"quote": BESIDE}})),
            )
        },
        says=(BESIDE,),
        config={"answered_by": "me"},
        ends=CAVEATS,
        sees=("Code could not tell whether what a person said answers this: Risks.",),
    ),
)
