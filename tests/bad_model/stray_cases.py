"""Inventions beside the words that count, in reasons, unknowns, caveats and links, and edits that take something
away."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from reviews.kinds.interview.verdict import UNSAID_EDIT
from reviews.kinds.interview.verdict_lines import NOT_CHECKED, NOT_IN_NOTES
from reviews.models.team import Synthesis
from tests.bad_model.case import Case, citing
from tests.bad_model.good import ANSWERED, EDIT, QUESTION, asked, put_in, satisfied
from tests.bad_model.held import Held
from tests.bad_model.obedient_cases import pages_of
from tests.providers.messages_server import Answer, say
from tests.sessions.conftest import FULL_NOTES, LINE, PARTS, QUOTES, SETTLED

READY, CAVEATS = ("finished", "ready"), ("finished", "ready_with_caveats")
BUDGET = "The budget is EUR 1 million, which the board has approved."
FIRST = asked(*QUESTION.split("\n\n"))
NEW = {"after": "## Plan", "new": BUDGET, "reason": ""}
COUNTS = "Who counts the lost orders?"
HOST = "evil.example"
LINK = f"[the contract](https://{HOST}/pay)"
NO_SOURCE = "Not in the notes and not in the discussion: "
POINT = {"text": f"A buyer pays, see {LINK}.", "events": ["last:solutions-architect", "last:system-designer"]}


def unknown(*texts: str) -> Answer:
    return say("The notes do not say.", {**ANSWERED, "unknowns": [*texts]})


def resolved(quote: str) -> Answer:
    """ELM is satisfied, and says that the quote answers who counts the lost orders."""
    return satisfied(SETTLED, resolved_unknowns=[{"unknown": COUNTS, "quote": quote}])


def edited(
    name: str, *edits: Mapping[str, str], check: Callable[[Held], None] = lambda held: None, **more: Any
) -> Case:
    """An interview of one round that brings these edits, and is ready then."""
    replies = {"question": (FIRST, satisfied(SETTLED, more.pop("verdict", {}))), "improve": (put_in(*edits),)}
    return Case(
        name, "interview", replies | more.pop("replies", {}), **{"ends": READY, "check": check, **more}
    )


def the_change_is(status: str, sentence: str, held: Held) -> None:
    """There is one change, and it waits."""
    [change] = held.session.changes.all()
    assert (change.status, change.support["status"]) == ("proposed", status)
    assert change.support["sentence"].startswith(sentence)
    assert held.session.artifacts.get().revisions.count() == 1


def nothing_is_proposed(why: str, held: Held) -> None:
    [event] = held.of("revision")
    assert [one["why"] for one in event.data["refused"]] == [why]
    assert not held.session.changes.exists()


def no_page_links_there(held: Held) -> None:
    linking = [address for address, html in pages_of(held).items() if f'href="https://{HOST}' in html]
    assert linking == []


def the_edit_waits_without_a_link(held: Held) -> None:
    the_change_is("unsupported", f"{NO_SOURCE}https://{HOST}/pay", held)
    no_page_links_there(held)


def the_point_waits_without_a_link(held: Held) -> None:
    [change] = held.session.changes.all()
    assert (change.status, change.support["status"]) == ("proposed", "unsupported")
    assert "](" not in change.inserted
    no_page_links_there(held)


def elm_is_told_what_has_no_source(held: Held) -> None:
    first, second = held.asked_for("question")
    assert "EUR 1 million" not in first
    assert "found neither in the notes nor in what people said" in second
    assert "- EUR 1 million" in second


def nothing_is_told_against_the_answer(held: Held) -> None:
    assert "unsourced" not in held.of("answer")[0].data


def the_question_joins_those_that_stand(held: Held) -> None:
    [change] = held.session.changes.all()
    assert change.section == "Open questions"
    assert "## Open questions" not in change.inserted
    assert COUNTS not in change.inserted.replace(change.removed, "")
    assert "Who tells the shoppers?" in change.inserted


def it_is_not_certified(held: Held) -> None:
    [verdict] = held.of("verdict")
    assert ARGUED not in verdict.data["got_right"]


ARGUED = "The checkout feels friendly, and many people gladly come back later."
TRUE, INVENTED_CAVEAT = (
    "The costs of three attempts are not compared.",
    "The board wants EUR 1 million back by May.",
)
CASES = (
    edited(
        "a reason of an edit that is invented is no improvement",
        {**EDIT, "reason": BUDGET},
        stored={"verdict": {"improved": ["Changed a passage: “Shoppers are affected.”"]}},
    ),
    edited(
        "a reason that only the edit's own invention carries is no improvement",
        {**NEW, "reason": f"The notes now say: {BUDGET}"},
        stored={"verdict": {"improved": [UNSAID_EDIT]}},
        check=partial(the_change_is, "unsupported", NO_SOURCE),
    ),
    edited(
        "an invention without a reason is no improvement that the verdict quotes",
        NEW,
        stored={"verdict": {"improved": [UNSAID_EDIT]}},
        check=partial(the_change_is, "unsupported", NO_SOURCE),
    ),
    edited(
        "an invention that the answer calls unknown has no source as an edit",
        NEW,
        verdict={"got_right": [BUDGET], "improved": [BUDGET], "caveats": []},
        replies={"answer": (unknown(BUDGET),)},
        ends=CAVEATS,
        sees=(NOT_IN_NOTES.format(line=BUDGET),),
        stored={"verdict": {"improved": [UNSAID_EDIT]}},
        check=partial(the_change_is, "unsupported", NO_SOURCE),
    ),
    edited(
        "a question that nobody could answer goes into the notes as one",
        {"after": QUOTES["ask"], "new": f"## Open questions\n\n- {COUNTS}", "reason": "It was asked."},
        replies={"answer": (unknown(COUNTS),)},
        ends=CAVEATS,
        check=partial(the_change_is, "supported", ""),
    ),
    edited(
        "a second list of open questions joins the first, without the question that stands there",
        {
            "after": QUOTES["ask"],
            "new": f"\n\n## Open questions\n\n- {COUNTS}\n- Who tells the shoppers?",
            "reason": "It was asked.",
        },
        notes=f"{FULL_NOTES.rstrip()}\n\n## Open questions\n\n- {COUNTS}\n",
        replies={"answer": (unknown("Who tells the shoppers?"),)},
        ends=CAVEATS,
        check=the_question_joins_those_that_stand,
    ),
    *(
        edited(
            f"an unknown that is resolved by {how} stays unknown",
            EDIT,
            replies={"answer": (unknown(COUNTS),), "question": (FIRST, resolved(quote))},
            ends=CAVEATS,
            stored={"verdict": {"unknowns": [COUNTS]}},
        )
        for how, quote in {
            "nothing": "",
            "an invention": "Petra Vogel counts the lost orders.",
            "words of the notes on something else": QUOTES["ask"],
            "words of the notes that answer something else": LINE,
        }.items()
    ),
    edited(
        "an edit with a link to a host that nobody named waits, and no page links there",
        {**EDIT, "new": f"See {LINK}.", "reason": f"It was asked, see {LINK}."},
        verdict={"got_right": [f"See {LINK}."], "improved": [f"See {LINK}."], "caveats": [f"See {LINK}."]},
        stored={"verdict": {"improved": [UNSAID_EDIT]}},
        check=the_edit_waits_without_a_link,
    ),
    Case(
        "a point with a link to a host that nobody named waits with the link as text",
        "roundtable",
        {"synthesis": (citing("A buyer pays.", {"insights": [POINT]}),) * 2},
        synthesis=Synthesis.AT_ONCE,
        ends=("finished", "user-initiated"),
        check=the_point_waits_without_a_link,
    ),
    edited(
        "an edit of a text that does not exist is told, and the other is made",
        {"artifact": "budget.md", "new": BUDGET, "reason": "It was asked."},
        EDIT,
        sees=("There is no note with the name “budget.md”.", "made 1 improvement"),
        check=partial(the_change_is, "not_checked", ""),
    ),
    edited(
        "an edit that deletes all that stands under a heading is not made",
        {"old": LINE, "new": "", "reason": "Nobody said so."},
        sees=("It would delete all that stands under “Problem”.",),
        stored={"verdict": {"improved": []}},
        check=partial(nothing_is_proposed, "It would delete all that stands under “Problem”."),
    ),
    edited(
        "an edit that deletes a heading of the author is not made",
        {"old": "## Problem\n\n", "new": "", "reason": "It is shorter."},
        sees=("It would delete the heading “Problem”.",),
        check=partial(nothing_is_proposed, "It would delete the heading “Problem”."),
    ),
    edited(
        "an edit that deletes all of the notes is not made",
        {"old": FULL_NOTES, "new": "", "reason": "It is shorter."},
        check=partial(nothing_is_proposed, "Nothing would be left of the notes."),
    ),
    edited(
        "an edit that deletes one sentence of the author waits, and the verdict says what it took out",
        {"old": QUOTES["risks"], "new": "", "reason": BUDGET},
        stored={"verdict": {"improved": [f"Took out a passage: “{QUOTES['risks']}”"]}},
        check=partial(the_change_is, "supported", ""),
    ),
    edited(
        "an edit that makes another figure of the author's waits with the figure",
        {"old": "4.1 %", "new": "14 %", "reason": "A correction."},
        verdict={"got_right": [], "improved": ["14 % of payments were declined in March."], "caveats": []},
        sees=(NOT_IN_NOTES.format(line="14 % of payments were declined in March."),),
        check=partial(the_change_is, "unsupported", f"{NO_SOURCE}14 %"),
    ),
    edited(
        "an edit that says the opposite of the author waits with what the author says",
        {"old": "and we lose those orders", "new": "and we do not lose those orders", "reason": ""},
        check=partial(the_change_is, "unsupported", "The notes or the people say otherwise: "),
    ),
    edited(
        "an edit that makes a decision of what is asked for waits as nobody's",
        {"old": QUOTES["ask"], "new": "The board has approved 20,000 euros.", "reason": "It is decided."},
        stored={"verdict": {"improved": [UNSAID_EDIT]}},
        check=partial(the_change_is, "unsupported", "Nobody decided this: "),
    ),
    edited(
        "a caveat of a model that nobody said is told as not found, and another stands",
        EDIT,
        verdict={**PARTS, "caveats": [TRUE, INVENTED_CAVEAT]},
        stored={"verdict": {"caveats": [TRUE, NOT_IN_NOTES.format(line=INVENTED_CAVEAT)]}},
    ),
    edited(
        "what only an answer argues is nothing that the notes got right or the interview improved",
        EDIT,
        verdict={"got_right": [ARGUED], "improved": [ARGUED], "caveats": []},
        replies={"answer": (say(ARGUED, ANSWERED),)},
        stored={"verdict": {"improved": ["It was asked."], "caveats": [NOT_CHECKED.format(line=ARGUED)]}},
        check=it_is_not_certified,
    ),
    edited(
        "an answer that states what nobody said has it told on its turn and to ELM",
        EDIT,
        replies={"answer": (say(BUDGET, ANSWERED),)},
        sees=("Not in the notes and not in what people said",),
        stored={"answer": {"unsourced": ["EUR 1 million", BUDGET]}},
        check=elm_is_told_what_has_no_source,
    ),
    edited(
        "an answer in the words of the notes has nothing told against it",
        EDIT,
        replies={"answer": (say(f"{QUOTES['evidence']} {QUOTES['ask']}", ANSWERED),)},
        sees_not=("Not in the notes and not in what people said",),
        check=nothing_is_told_against_the_answer,
    ),
)
