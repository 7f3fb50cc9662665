"""Inventions that go from persona to persona at a roundtable until the summary cites all of them."""

from collections.abc import Callable, Mapping
from typing import Any

from reviews.kinds.roundtable.synthesis.points import NO_TAKEAWAY
from reviews.models.team import Synthesis
from tests.bad_model.case import Case, citing
from tests.bad_model.held import Given, Held
from tests.providers.messages_server import Answer, say

DONE = ("finished", "user-initiated")
ARGUED = "The checkout has to feel friendly before anybody talks of speed."
BUDGET = "The budget is EUR 1 million, which the board has approved."
SAID = {"passes": False, "refers_to": [], "drift": None, "disagreement": None, "changed_mind": ""}
BY_ALL = ["last:solutions-architect", "last:system-designer", "last:business-analyst"]
REFUND = "A buyer who pays twice gets the money back."
HARMLESS = {"text": REFUND, "events": ["last:user", "last:business-analyst"]}
MISSING = "Not in the notes and not in the discussion"
ONLY_PERSONAS = "Only the personas agreed on this: "


def told(text: str) -> Answer:
    return say(text, SAID)


def summary(sentence: str = REFUND, **points: list[dict[str, Any]]) -> tuple[Given, Given]:
    """What the summary says, both times that it may be asked for."""
    data = {"insights": [HARMLESS], "decisions": [], "open_questions": [], "action_items": [], **points}
    return (citing(sentence, data),) * 2


def points_of(held: Held, kind: str) -> list[dict[str, Any]]:
    [event] = held.of("synthesis")
    return list(event.data[kind] or ())


def it_waits(words: str, sentence: str = MISSING) -> Callable[[Held], None]:
    """What the personas invented went into no text, and waits with what it lacks."""

    def check(held: Held) -> None:
        assert held.revisions_with(words) == 0
        assert words not in str(points_of(held, "decisions"))
        changes = held.changes_with(words)
        assert changes
        assert {(one.status, one.support["status"]) for one in changes} == {("proposed", "unsupported")}
        assert all(sentence in one.support["sentence"] for one in changes)
        assert held.revisions_with(REFUND) == 1

    return check


def it_waits_unsaid(held: Held) -> None:
    """What Ana did not say waits, and what she did say is in."""
    statuses = {change.attribution: change.status for change in held.session.changes.all()}
    assert statuses == {"User": "proposed", "User/Maya": "applied"}
    it_is_in(held, REFUND)


def it_is_in(held: Held, words: str) -> None:
    assert held.revisions_with(words) == 1
    [change] = held.changes_with(words)
    assert change.status == "applied"


def the_only_point_waits(held: Held) -> None:
    [change] = held.session.changes.all()
    assert (change.status, change.support["status"]) == ("proposed", "unsupported")
    assert held.of("record")[0].text == NO_TAKEAWAY


def nothing_is_kept_of_it(held: Held) -> None:
    [event], [record] = held.of("synthesis"), held.of("record")
    assert "million" not in event.text + event.data["summary"] + record.text
    assert not held.session.changes.exists()


RELAYED = {
    "Alex contribution": (told(BUDGET),),
    "Jordan contribution": (
        told("As Alex said, the board has approved EUR 1 million, so two teams can start."),
    ),
    "Maya contribution": (
        told("Alex and Jordan are right: the EUR 1 million is a fact, and it pays for both."),
    ),
}
NAMED = {
    "Alex contribution": (told("Petra Vogel counts the orders that are lost."),),
    "Jordan contribution": (told("Then Petra Vogel can tell us how many there are, as Alex said."),),
    "Maya contribution": (told("Good, Petra Vogel it is."),),
}
AGREED = {
    "Alex contribution": (told("I propose that we drop vouchers."),),
    "Jordan contribution": (told("Agreed, we drop vouchers."),),
    "Maya contribution": (told("Then it is decided: we drop vouchers."),),
}
DROPPED = "The team has decided to drop vouchers."
QUESTION = "Is the EUR 1 million of the board enough for two teams?"
ANA_SAYS = (f"{REFUND} Maya, what do you say to that?",)


def table(
    name: str,
    said: Mapping[str, tuple[Answer, ...]],
    check: Callable[[Held], None],
    **points: list[dict[str, Any]],
) -> Case:
    """A roundtable that Ana has started on her own item, so that additions go in at once, and that comes to these."""
    return Case(
        name,
        "roundtable",
        said | {"synthesis": summary(**points)},
        says=ANA_SAYS,
        synthesis=Synthesis.AT_ONCE,
        config={"max_turns": 10},
        ends=DONE,
        check=check,
    )


def point(text: str, *events: str, **more: str) -> dict[str, Any]:
    return {"text": text, "events": events or BY_ALL, **more}


CASES = (
    table(
        "an invented budget that three personas hand on is no insight that goes in",
        RELAYED,
        it_waits("EUR 1 million"),
        insights=[HARMLESS, point(BUDGET)],
    ),
    table(
        "an invented budget that three personas hand on is no decision but a question",
        RELAYED,
        it_waits("EUR 1 million"),
        decisions=[point(BUDGET, rationale="All agree.")],
    ),
    table(
        "a decision whose reason is an invented budget is a question",
        RELAYED,
        it_waits("A buyer pays first"),
        decisions=[point("A buyer pays first.", rationale=BUDGET)],
    ),
    table(
        "a task for somebody whom a persona invented waits",
        NAMED,
        it_waits("Petra Vogel"),
        action_items=[point("Count the orders that are lost", owner="Petra Vogel")],
    ),
    table(
        "a task that names an invented budget waits",
        RELAYED,
        it_waits("EUR 1 million"),
        action_items=[point("Spend the EUR 1 million", owner="Alex")],
    ),
    table(
        "a question that takes an invented budget for a fact waits",
        RELAYED,
        it_waits("EUR 1 million"),
        open_questions=[point(QUESTION, why="Nobody knows.")],
    ),
    table(
        "a figure that personas work out from an invented one has no source",
        RELAYED,
        it_waits("EUR 500,000"),
        insights=[HARMLESS, point("Each of the two teams has EUR 500,000.")],
    ),
    table(
        "what only the personas agreed on is no decision",
        AGREED,
        it_waits("ouchers", ONLY_PERSONAS),
        decisions=[point("Vouchers are dropped.")],
    ),
    table(
        "what only the personas agreed on is no insight that it was decided",
        AGREED,
        it_waits("ouchers", ONLY_PERSONAS),
        insights=[HARMLESS, point(DROPPED)],
    ),
    table(
        "what only the personas agreed on is no task",
        AGREED,
        it_waits("ouchers", ONLY_PERSONAS),
        action_items=[point("Drop vouchers, as the team has decided", owner="Alex")],
    ),
    table(
        "a person's question behind an invented budget does not confirm it",
        RELAYED,
        it_waits("EUR 1 million"),
        insights=[HARMLESS, point(BUDGET, *BY_ALL, "last:user")],
    ),
    table(
        "words that a persona puts into the mouth of a person are not that person's",
        {"Maya contribution": (told("Ana said that EUR 1 million is approved."),)},
        it_waits("EUR 1 million"),
        insights=[HARMLESS, point("Ana said that EUR 1 million is approved.", *BY_ALL, "last:user")],
    ),
    *(
        table(
            f"what {who} that the summary gives to Ana waits",
            {"Maya contribution": (told(ARGUED),)},
            it_waits_unsaid,
            insights=[HARMLESS, point(words, "last:user")],
        )
        for who, words in {
            "a persona argued": ARGUED,
            "nobody said": "Ana wants the payments to be fast.",
        }.items()
    ),
    table(
        "a persona that quotes the notes for what they do not say gives no source",
        {"Maya contribution": (told(f"The notes say: “{BUDGET}”"),)},
        it_waits("EUR 1 million"),
        insights=[HARMLESS, point(f"The notes say “{BUDGET}”")],
    ),
    table(
        "a question that is open for a reason that a persona invented waits",
        RELAYED,
        it_waits("Who gets the money back?"),
        open_questions=[point("Who gets the money back?", why=BUDGET)],
    ),
    table(
        "a question that is open for a reason that states nothing goes in at once",
        RELAYED,
        lambda held: it_is_in(held, "Who pays twice?"),
        open_questions=[point("Who pays twice?", why="It was not said.")],
    ),
    Case(
        "what Ana says of a budget goes in at once, unlike what a persona invents",
        "roundtable",
        {"synthesis": summary(insights=[point(BUDGET, "last:user", "last:solutions-architect")])},
        says=(BUDGET,),
        synthesis=Synthesis.AT_ONCE,
        ends=DONE,
        check=lambda held: it_is_in(held, BUDGET),
    ),
    Case(
        "a sentence that sums up with an invented budget is not kept; a point that was said is",
        "roundtable",
        RELAYED | {"synthesis": summary(BUDGET)},
        says=ANA_SAYS,
        ends=DONE,
        stored={"synthesis": {"summary": REFUND}, "record": {"text": REFUND}},
    ),
    Case(
        "when nothing of a summary was said, that is what is kept of it",
        "roundtable",
        RELAYED | {"synthesis": summary(BUDGET, insights=[point("Two teams have EUR 1 million.")])},
        says=ANA_SAYS,
        ends=DONE,
        stored={"synthesis": {"summary": NO_TAKEAWAY}},
        check=the_only_point_waits,
    ),
    Case(
        "a summary without points, twice, keeps no invented sentence as what was found",
        "roundtable",
        RELAYED | {"synthesis": summary(BUDGET, insights=[])},
        says=ANA_SAYS,
        ends=DONE,
        stored={"synthesis": {"degraded": True}},
        check=nothing_is_kept_of_it,
    ),
)
