"""What a session has put into a text, or left behind, and the model of the next session takes for the notes'."""

from dataclasses import replace

from reviews.changes import decide
from reviews.language.scorecard import NOT_QUOTED
from reviews.models.team import Synthesis
from tests.bad_model.case import Case
from tests.bad_model.good import EDIT, asked, put_in, satisfied, settled
from tests.bad_model.held import Held
from tests.bad_model.laundering_cases import (
    BUDGET,
    BY_BUDGET,
    FIRST,
    INVENTED,
    LAUNDERED,
    NOT_READY,
    PUTTING,
    READY,
)
from tests.bad_model.relayed_cases import RELAYED, it_waits, point, summary, table, told
from tests.providers.messages_server import say
from tests.sessions.conftest import SETTLED

RISK = "The main risk is that a buyer pays twice."
PENDING = Case(
    "a budget waits",
    "interview",
    {"question": (FIRST, satisfied(SETTLED)), "answer": (INVENTED,), "improve": (PUTTING,)},
)
AT_ONCE = Case(
    "a risk that Ana named was put in at once",
    "roundtable",
    {"synthesis": summary(RISK, insights=[point(RISK, "last:user", "last:business-analyst")])},
    says=(f"{RISK} Maya, what do you say to that?",),
    synthesis=Synthesis.AT_ONCE,
    config={"max_turns": 10},
)
RISKS = [{"topic": "risks", "status": "answered", "quote": RISK}]
QUOTED = say(f"The notes say: “{BUDGET}”", {"citations": [{"quote": BUDGET}], "unknowns": []})
QUOTES_BUDGET = {
    "question": (FIRST, satisfied(BY_BUDGET, LAUNDERED)),
    "answer": (QUOTED,),
    "improve": (put_in(EDIT),),
    "settle": (settled(BY_BUDGET, LAUNDERED),),
}


def everything_is_accepted(held: Held) -> None:
    assert held.session.started_by
    for change in held.session.changes.all():
        decide.accept(change, held.session.started_by)


def the_budget_is_nobodys(held: Held) -> None:
    [answer], [verdict] = held.of("answer"), held.of("verdict")
    assert answer.data["not_found"] == [BUDGET]
    assert "million" not in f"{verdict.data['got_right']} {verdict.data['improved']}"
    why = [
        one["why"]
        for event in (*held.of("question"), *held.of("gate"))
        for one in event.data["refused_topics"]
    ]
    assert why == [NOT_QUOTED] * 2
    assert held.revisions_with(BUDGET) == 0


def the_budget_is_the_notes(held: Held) -> None:
    [answer], [verdict] = held.of("answer"), held.of("verdict")
    assert [cited["quote"] for cited in answer.data["citations"]] == [BUDGET]
    assert verdict.data["got_right"] == [BUDGET]


def the_risk_settles_nothing(held: Held) -> None:
    first = held.of("question")[0]
    assert [one["why"] for one in first.data["refused_topics"]] == [NOT_QUOTED]
    assert first.data["not_found"] == [RISK]
    assert held.revisions_with(RISK) == 1


def the_risk_is_settled(held: Held) -> None:
    first = held.of("question")[0]
    assert [(one["topic"], one["quote"]) for one in first.data["topics"]] == [("risks", RISK)]
    assert "not_found" not in first.data


INTERVIEW = Case("", "interview", QUOTES_BUDGET, before=PENDING)
ON_RISK = Case(
    "",
    "interview",
    {"question": (asked("Who pays twice?", "How often?", topics=RISKS, quote=RISK), satisfied(RISKS))},
    before=AT_ONCE,
    ends=NOT_READY,
)
CASES = (
    replace(
        INTERVIEW,
        name="an invented budget that waits from an earlier interview is no quote of the notes",
        ends=NOT_READY,
        sees=("1 quote was not found",),
        check=the_budget_is_nobodys,
    ),
    replace(
        INTERVIEW,
        name="an invented budget in the transcript of the interview that is deepened is no quote of the notes",
        config={"deeper": True},
        ends=NOT_READY,
        check=the_budget_is_nobodys,
    ),
    replace(
        INTERVIEW,
        name="a budget that Ana has accepted since is the notes'",
        decides=everything_is_accepted,
        ends=READY,
        check=the_budget_is_the_notes,
    ),
    replace(
        ON_RISK,
        name="what a roundtable has put in at once settles nothing before a person has accepted it",
        check=the_risk_settles_nothing,
    ),
    replace(
        ON_RISK,
        name="what a roundtable has put in at once settles its topic once Ana has accepted it",
        decides=everything_is_accepted,
        check=the_risk_is_settled,
    ),
    replace(
        table(
            "an invented budget that waits from an interview has no source at a roundtable",
            {"Alex contribution": (told(f"The notes say: “{BUDGET}”"),)},
            it_waits("EUR 1 million"),
            insights=[
                point("A buyer who pays twice gets the money back.", "last:user"),
                point(f"The notes say “{BUDGET}”"),
            ],
        ),
        before=PENDING,
    ),
    replace(
        table(
            "an invented budget of an earlier roundtable has no source at the next one",
            {"Alex contribution": (told("As we found the last time, we have EUR 1 million for it."),)},
            it_waits("EUR 1 million"),
            insights=[
                point("A buyer who pays twice gets the money back.", "last:user"),
                point("As was found, we have EUR 1 million for it."),
            ],
        ),
        before=table(
            "",
            RELAYED,
            lambda held: None,
            insights=[point("Ana names the date later.", "last:user"), point(BUDGET)],
        ),
    ),
)
