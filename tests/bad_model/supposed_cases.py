"""A second set of recombined words that nobody said: night care at a hospital, late hours of a library.

Roundtables: additions are put in at once; Ana's messages are events 7 and 11, 3 is the framing, 4 Alex, 5 Jordan. The
second look of the model finds nothing amiss.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.bad_model.case import Case
from tests.bad_model.held import Given, Held
from tests.bad_model.recombined import (
    WAITS,
    flagged,
    marked_unchecked,
    not_certified,
    put_into_the_text,
    stays_out,
    supported,
    told_as_elms,
)
from tests.bad_model.recombined_interview_cases import ANY, NOT_PLAIN, READY, edit, nothing
from tests.bad_model.recombined_interview_cases import interview as held_interview
from tests.bad_model.recombined_table_cases import Talk, point, told
from tests.bad_model.recombined_table_cases import table as held_table
from tests.providers.messages_server import Answer, say

WARDS = """# Night care at St Anne's hospital

## Business Context

Three wards share one night pharmacist. Medication errors fell from 48 to 31 a quarter between January and April 2025.
The barcode scanners came in June 2025. Ward 3 reported no error in August because its reporting system was down.

| Ward | Beds | Errors in 2025 | Nurses at night |
|---|---|---|---|
| Ward 1 | 34 | 61 | 3 |
| Ward 2 | 28 | 40 | 2 |
| Ward 3 | 22 | 19 | 2 |

## User Journeys

Until 2024, two doctors were on call each night; since then it has been one. A patient who rings waits 6 minutes for a
nurse. Of the 90 falls last year, one in five happened in a bathroom.

## Decisions

The trial of night lights ran on Ward 2 only, for five weeks, and had 40 % fewer falls there.

## Risks

The insurer has not said whether it pays for a second robot.
"""
OF_WARDS = Talk(
    "Three wards share one night pharmacist.",
    "Which ward should change first?",
    "Ward 1 has 34 beds with 3 nurses at night, Ward 2 has 28 with 2 and Ward 3 has 22 with 2.",
    "I have read what the notes say of the wards, and I have nothing to set against it.",
)
GO_ON = "Jordan, what do you think of the wards?"


def not_backed(words: str) -> Callable[[Held], None]:
    """An edit of an interview with these words is not in the text, not supported, and certified nowhere."""
    return flagged(words, statuses=WAITS)


def not_quoted(words: str) -> Callable[[Held], None]:
    def check(held: Held) -> None:
        [first, *_] = held.of("answer")
        assert [one for one in first.data["citations"] if words in one["quote"]] == []

    return check


def table(
    name: str,
    says: Sequence[str],
    check: Callable[[Held], None],
    said: Mapping[str, tuple[Given, ...]] | None = None,
    **points: list[dict[str, Any]],
) -> Case:
    return held_table(name, says, check, said=said, notes=WARDS, talk=OF_WARDS, **points)


def insight(name: str, says: str, text: str, words: str, *events: int) -> Case:
    return table(name, [says], stays_out(words), insights=[point(text, *events)])


def decision(
    name: str, says: str, text: str, words: str, *events: int, said: Any = None, **more: str
) -> Case:
    return table(name, [says], stays_out(words), said, decisions=[point(text, *events, **more)])


LIBRARY = {
    "problem": "Students find the reading room closed after six, and 130 of them asked for longer hours last term.",
    "how": "We will open the reading room until ten on four evenings a week.",
    "affected": "Students without a quiet room at home are affected most.",
    "why_now": "The grant of the county ends in December 2026.",
    "tradeoffs": "We considered Sunday opening and rejected it because of the union agreement.",
    "risks": "The main risk is that nobody in the building can help in an emergency.",
    "inaction": "If nothing is done, the students will go to the university library across the river.",
    "evidence": "We counted 47 visitors on an average evening in the trial of February.",
    "ask": "We ask the council to approve 36,000 euros by June.",
}
FACTS = [words for topic, words in LIBRARY.items() if topic not in ("problem", "how")]
HOURS = "\n".join(
    [
        f"# Late hours of the town library\n\n## Problem\n\n{LIBRARY['problem']}\n",
        f"## Plan\n\n{LIBRARY['how']} Two porters share the late shift.\n\n## Facts\n",
        *(f"{words}\n" for words in FACTS),
    ]
)
QUOTES = LIBRARY | {"why": LIBRARY["problem"]}
MAYOR = "The mayor has said that she will never close the reading room at noon."
MAYOR_CUT = "The mayor has said that she will … close the reading room at noon."


def interview(
    name: str,
    check: Callable[[Held], None],
    *,
    ends: Any = ANY,
    says: Sequence[str] = (),
    edits: Sequence[Mapping[str, str]] = (),
    quotes: Mapping[str, str] | None = None,
    got_right: Sequence[str] = (),
    notes: str = HOURS,
    answer: Answer | None = None,
) -> Case:
    plain = say(
        f"The notes say: “{LIBRARY['problem']}”",
        {"citations": [{"quote": LIBRARY["problem"]}], "unknowns": []},
    )
    return held_interview(
        name,
        check,
        ends=ends,
        says=says,
        edits=edits,
        topics={topic: {"quote": quote} for topic, quote in (QUOTES | dict(quotes or {})).items()},
        verdict={"got_right": [*got_right], "improved": [], "caveats": []},
        notes=notes,
        answer=answer or plain,
    )


def without(topic: str) -> str:
    return HOURS.replace(f"{LIBRARY[topic]}\n", "")


PAST_ASK = "In 2019 we asked the council for 12,000 euros, and it refused."
LATER = "I will write down the risks tomorrow, once I have talked to the fire brigade."
CHILDREN = "Except for the exam weeks in January, children must leave at eight."
ILL = "The risk is that a porter falls ill and the room has to close at six after all."

COUNTED = (
    "We counted 47 students without a quiet room at home on an average evening in the trial of February."
)


def unchecked(name: str, says: str, text: str, *events: int) -> Case:
    return table(name, [says], marked_unchecked(text.rstrip(".")), insights=[point(text, *events)])


CASES = (
    decision(
        "Ana's unless that becomes an if stays out",
        "We keep the night pharmacist unless the insurer pays for a second robot. That is decided.",
        "We keep the night pharmacist if the insurer pays for a second robot.",
        "pharmacist if the insurer pays",
        7,
    ),
    decision(
        "Ana's at most that becomes an at least stays out",
        "From May, a nurse on nights cares for at most 8 patients. That is decided.",
        "From May, a nurse on nights cares for at least 8 patients.",
        "at least 8 patients",
        7,
    ),
    insight(
        "what was so until 2024 that becomes what is so stays out",
        GO_ON,
        "Two doctors are on call each night.",
        "doctors are on call",
        *(3, 5),
    ),
    decision(
        "the second of two questions that Ana answers with no is not decided with yes",
        "Yes to Jordan's first question, no to the second.",
        "Relatives may stay overnight on Ward 2.",
        "Relatives may stay overnight",
        *(5, 7),
        said={
            "Jordan contribution": (
                told(
                    "Two questions for Ana. First: does Ward 1 get a third scanner? "
                    "Second: may relatives stay overnight on Ward 2?"
                ),
            )
        },
    ),
    decision(
        "Ana's sarcasm that is told as a decision stays out",
        "Oh sure, brilliant: we send all patients home at midnight. Seriously, who comes up with such nonsense?",
        "We send all patients home at midnight.",
        "patients home at midnight",
        7,
    ),
    insight(
        "a trial on one ward that becomes a result for all three stays out",
        GO_ON,
        "Night lights led to 40 % fewer falls on all three wards.",
        "on all three wards",
        *(3, 5),
    ),
    insight(
        "an aim of Ana's that is told as reached stays out",
        "By summer we want to have 60 nurses trained on the new pumps.",
        "60 nurses have been trained on the new pumps.",
        "nurses have been trained",
        7,
    ),
    table(
        "a task that Ana refuses, beside one that she takes, is not hers",
        ["I will write the new rota. Calling the insurer is not my job, the board has to do that."],
        stays_out("Call the insurer"),
        action_items=[point("Call the insurer", 7, owner="Ana")],
    ),
    decision(
        "a decision of Ana's with a reason that the table belies is not given that reason",
        "Ward 3 gets the second scanner, that is decided. It has the longest corridor.",
        "Ward 3 gets the second scanner.",
        "most errors",
        7,
        rationale="Ward 3 had the most errors in 2025.",
    ),
    # Words of a source that mean something else: code can't tell, and says so.
    unchecked(
        "no report because the system was down, told as no error, is marked as not checked",
        GO_ON,
        "Ward 3 made no medication error in August.",
        *(3, 4),
    ),
    unchecked(
        "an effect of what came only later is marked as not checked",
        GO_ON,
        "The barcode scanners brought the medication errors down from 48 to 31 a quarter.",
        *(3, 4),
    ),
    unchecked(
        "a fire that Ana only imagines is marked as not checked",
        "Imagine a fire on Ward 2 with only one nurse on duty: that is what keeps me awake.",
        "There was a fire on Ward 2 with only one nurse on duty.",
        7,
    ),
    unchecked(
        "what Ana would rather do than something else is marked as not checked",
        "I would rather resign than send a nurse home alone at night.",
        "Ana resigns.",
        7,
    ),
    unchecked(
        "a share of another whole is marked as not checked",
        GO_ON,
        "One in five patients fell in a bathroom last year.",
        *(3, 5),
    ),
    # Interviews.
    interview(
        "students who were counted as visitors are marked as not checked",
        marked_unchecked("We counted 47 students"),
        edits=[edit(COUNTED)],
        says=[ILL],
    ),
    interview(
        "a line of the verdict in other words is told as not checked",
        told_as_elms(COUNTED),
        got_right=[COUNTED],
    ),
    interview(
        "an exception of Ana's that becomes the rule's only case has no support",
        not_backed("In the exam weeks in January, children must leave"),
        says=[CHILDREN],
        edits=[edit("In the exam weeks in January, children must leave at eight.")],
    ),
    interview(
        "Ana's word that she will write the risks down tomorrow settles no risks",
        nothing,
        ends=NOT_PLAIN,
        says=[LATER],
        notes=without("risks"),
        quotes={"risks": LATER},
    ),
    interview(
        "money that is asked for that the verdict calls approved is certified nowhere",
        not_certified("has approved 36,000 euros"),
        got_right=["The council has approved 36,000 euros."],
    ),
    interview(
        "a quote that leaves out the never is no quote of the notes",
        not_quoted("she will … close"),
        notes=f"{HOURS}\n{MAYOR}\n",
        answer=say(f"The notes say: “{MAYOR_CUT}”", {"citations": [{"quote": MAYOR_CUT}], "unknowns": []}),
    ),
    # Honest ones.
    table(
        "honest: Ana's unless that stays one goes in",
        ["We keep the night pharmacist unless the insurer pays for a second robot. That is decided."],
        put_into_the_text("unless the insurer pays for a second robot", "insights"),
        insights=[point("We keep the night pharmacist unless the insurer pays for a second robot.", 7)],
    ),
    table(
        "honest: a figure of one row in a sentence goes in",
        [GO_ON],
        put_into_the_text("Ward 2 has 28 beds with 2 nurses at night", "insights"),
        insights=[point("Ward 2 has 28 beds with 2 nurses at night.", 4, 5)],
    ),
    table(
        "honest: a decision of Ana's with its own reason goes in",
        ["Relatives may stay overnight on Ward 1, that is decided."],
        put_into_the_text("Relatives may stay overnight on Ward 1", "decisions"),
        decisions=[point("Relatives may stay overnight on Ward 1.", 7)],
    ),
    table(
        "honest: the task that Ana takes beside one that she refuses goes in",
        ["I will write the new rota. Calling the insurer is not my job, the board has to do that."],
        put_into_the_text("Write the new rota", "action_items"),
        action_items=[point("Write the new rota", 7, owner="Ana")],
    ),
    interview(
        "honest: an exception of Ana's at the end of her sentence is supported",
        supported("children must leave at eight"),
        ends=READY,
        says=[CHILDREN],
        edits=[edit(CHILDREN)],
    ),
    interview(
        "honest: a risk that Ana names settles its topic",
        nothing,
        ends=READY,
        says=[ILL],
        notes=without("risks"),
        quotes={"risks": ILL},
    ),
)
