"""A model's summary is compared once more with what was said before any of it counts."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable.prompts import STILL_WAITING, build
from reviews.kinds.roundtable.state import RoundtableState
from reviews.kinds.second_look import NO_LOOKS
from reviews.kinds.support import goes_in_unseen
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.kinds.roundtable.table import AT, MAYA, Table, says

SAID, INVENTED = "A courier sees the last list.", "The board gives EUR 900,000 for the last list."
CLOSER = "A courier opens the app in a lift."
AGREED = "Two couriers edit the same parcel, so the last list is dropped."


def look(number: int, unsaid: str = "", reworded: str = "", beside: str = "") -> dict[str, Any]:
    return {"number": number, "unsaid": unsaid, "reworded": reworded, "beside": beside}


def _given(text: str, numbers: Sequence[int]) -> dict[str, Any]:
    """A point; what stands behind " // " is why it is open, or who does it."""
    said, _, beside = text.partition(" // ")
    return {"text": said, "events": numbers, **({"why": beside, "owner": beside} if beside else {})}


def table(points: Mapping[str, Sequence[str]], *replies: Sequence[Mapping[str, Any]]) -> Table:
    """A discussion that came to these points; `replies` are the looks at them, one after the other, and then none."""
    left = list(replies)

    def synthesis(ask: Ask, state: RoundtableState) -> Heard:
        numbers = [turn.number for turn in state.turns[1:]]
        given = {kind: [_given(t, numbers) for t in found] for kind, found in points.items()}
        return Heard("it ended", given, at=AT)

    return Table(
        says(
            synthesis=synthesis,
            second_look=lambda ask, state: Heard("Done.", {"looks": left.pop(0) if left else []}),
        ),
        looks_again=True,
        at_once=True,
        provider="claude",
    )


def held(points: Mapping[str, Sequence[str]], *replies: Sequence[Mapping[str, Any]]) -> Table:
    made = table(points, *replies)
    made.after("done")
    return made


def summary(made: Table) -> Mapping[str, Any]:
    [found] = made.of(EventKind.SYNTHESIS)
    return found.data


def supports(made: Table, kind: str = "insights") -> dict[str, Mapping[str, Any]]:
    return {point["text"]: point["support"] for point in summary(made)[kind]}


def asked(made: Table) -> list[Ask]:
    return [ask for ask in made.asks if ask.purpose == "roundtable.second_look"]


def test_what_a_second_look_finds_said_goes_in():
    made = held({"insights": [SAID]}, [look(1)])
    assert goes_in_unseen(supports(made)[SAID])
    assert supports(made)[SAID]["looked"]
    assert made.end[0] == "finished"


def test_nothing_counts_before_the_second_look():
    made = table({"insights": [SAID]}, [look(1)])
    made.run()
    made.say("done")
    while not made.of(EventKind.ANNOUNCEMENT):
        made.step()
    assert made.of(EventKind.SYNTHESIS) == made.of(EventKind.CHANGE) == []
    draft = made.of(EventKind.ANNOUNCEMENT)[-1].data["draft"]
    assert [point["text"] for point in draft["points"]] == [SAID]


def test_what_code_finds_and_the_second_look_does_not_waits_and_says_which_words():
    [support] = supports(held({"insights": [SAID]}, [look(1, "the last list")])).values()
    assert support["status"] == "unsupported"
    assert support["sentence"] == "A second look says that nobody said “the last list”"
    assert "looked" not in support


def test_a_point_in_closer_words_goes_in_and_keeps_what_it_was():
    found = supports(held({"insights": [AGREED]}, [look(1, "so the last list is dropped", CLOSER)]))
    assert goes_in_unseen(found[CLOSER])
    assert found[CLOSER]["was"] == AGREED


def test_code_checks_closer_words_too():
    found = supports(held({"insights": [SAID]}, [look(1, "sees", INVENTED)]))
    assert "EUR 900,000" in found[INVENTED]["sentence"]


def test_closer_words_with_what_nobody_said_in_them_are_none():
    found = supports(held({"insights": [SAID]}, [look(1, "the last list", f"Well, {SAID}")]))
    assert found[SAID]["status"] == "unsupported"


def test_several_places_that_nobody_said_are_each_told_and_none_may_stay_in_closer_words():
    [support] = supports(held({"insights": [SAID]}, [look(1, "sees … the last list")])).values()
    assert support["sentence"] == "A second look says that nobody said “sees” and “the last list”"
    found = supports(held({"insights": [SAID]}, [look(1, "sees … the last list", f"Well, {SAID}")]))
    assert found[SAID]["status"] == "unsupported"


def test_a_second_look_lets_in_nothing_that_code_does_not_find():
    found = supports(held({"insights": [SAID, INVENTED]}, [look(1), look(2)]))
    assert "EUR 900,000" in found[INVENTED]["sentence"]


def test_a_point_that_nobody_looked_at_waits():
    found = supports(held({"insights": [SAID, CLOSER]}, [look(2)]))
    assert found[SAID]["sentence"] == "Nobody has taken a second look at this"
    assert goes_in_unseen(found[CLOSER])


def test_a_look_that_says_nothing_is_asked_for_once_more_and_then_everything_waits():
    made = held({"insights": [SAID]}, [], [])
    assert len(asked(made)) == 2
    assert supports(made)[SAID]["status"] == "unsupported"


@pytest.mark.parametrize(("unsaid", "decided"), [("", 1), ("stays", 0)])
def test_a_decision_that_the_second_look_does_not_find_is_an_open_question(unsaid, decided):
    made = table({"insights": [SAID], "decisions": ["The last list stays."]}, [look(1), look(2, unsaid)])
    made.after("We decide that the last list stays.")
    made.after("done")
    assert len(summary(made)["decisions"]) == decided
    whys = [question["why"] for question in summary(made)["open_questions"]]
    assert any("nobody said “stays”" in why for why in whys) == (not decided)


def test_what_people_say_meanwhile_is_not_taken_for_known():
    made = table({"insights": [SAID]}, [look(1)])
    made.run()
    made.say("done")
    while not made.of(EventKind.ANNOUNCEMENT):
        made.step()
    basis = made.of(EventKind.ANNOUNCEMENT)[-1].data["basis"]
    made.say("And one more thing about lifts.")
    made.run()
    assert asked(made)[0].context["basis"] == basis
    assert summary(made)["basis"] == basis


@pytest.mark.parametrize("retry", [False, True])
def test_the_request_shows_each_point_with_what_code_found(retry):
    made = table({"insights": [SAID], "open_questions": [INVENTED]}, [], [look(1), look(2)])
    made.run()
    made.say("done")
    while len(asked(made)) < 1 + retry:
        before = made.state
        made.step()
    persona = PromptPersona(MAYA.key, MAYA.name, MAYA.role, "You lead.")
    prompt = build(before, asked(made)[-1], {MAYA.key: persona}, "nonce1234")
    [points] = [material.text for material in prompt.materials if material.name == "points"]
    assert points.splitlines()[0] == f"1. insights [Alex/Jordan]: “{SAID}”"
    assert points.splitlines()[1].startswith(
        f"2. open_questions [Alex/Jordan]: “{INVENTED}” -- the app: Not in the notes"
    )
    assert (NO_LOOKS in prompt.request) == retry


def test_what_code_still_does_not_find_is_looked_at_once_more_and_goes_in_closer_to_its_source():
    made = held({"insights": [SAID, INVENTED]}, [look(1), look(2)], [look(2, "", CLOSER)])
    found = supports(made)
    assert goes_in_unseen(found[CLOSER])
    assert found[CLOSER]["was"] == INVENTED
    assert goes_in_unseen(found[SAID])
    assert len(asked(made)) == 2


def test_the_words_of_a_person_in_quotation_marks_always_go_in():
    made = table(
        {"insights": [INVENTED]}, [look(1)], [look(1, "", "Ana: “Lifts have no signal, I measured it.”")]
    )
    made.after("Lifts have no signal, I measured it. That is why we ask.")
    made.after("done")
    [support] = supports(made).values()
    assert goes_in_unseen(support)


def test_only_what_waits_is_shown_again_with_what_the_app_does_not_find():
    made = table({"insights": [SAID, INVENTED, CLOSER]}, [look(1), look(2), look(3, "a lift")])
    made.run()
    made.say("done")
    while len(asked(made)) < 2:
        before = made.state
        made.step()
    persona = PromptPersona(MAYA.key, MAYA.name, MAYA.role, "You lead.")
    prompt = build(before, asked(made)[-1], {MAYA.key: persona}, "nonce1234")
    [points] = [material.text for material in prompt.materials if material.name == "points"]
    assert points.startswith(f"2. insights [Alex/Jordan]: “{INVENTED}” -- the app: Not in the notes")
    assert "\n" not in points
    assert STILL_WAITING in prompt.request


def test_what_the_second_look_is_against_stays_so_whatever_a_further_look_says():
    replies = [look(1), look(2), look(3, "a lift")], [look(3), look(2)]
    found = supports(held({"insights": [SAID, INVENTED, CLOSER]}, *replies))
    assert found[CLOSER]["sentence"] == "A second look says that nobody said “a lift”"
    assert "EUR 900,000" in found[INVENTED]["sentence"]


def test_a_further_look_may_find_that_nobody_said_it():
    made = held({"insights": [SAID, INVENTED]}, [look(1), look(2)], [look(2, "The board")])
    assert supports(made)[INVENTED]["status"] == "unsupported"


MONEY = "The board gives EUR 900,000."


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (look(2, "", "", "A courier opens the app in a lift."), "A courier opens the app in a lift."),
        (look(2, "EUR 900,000"), ""),
    ],
)
def test_why_a_question_is_open_may_be_said_otherwise_or_not_at_all(found, why):
    made = held(
        {"insights": [SAID], "open_questions": [f"Who sees the last list? // {MONEY}"]}, [look(1), found]
    )
    [question] = summary(made)["open_questions"]
    assert (question["text"], question["why"]) == ("Who sees the last list?", why)
    assert goes_in_unseen(question["support"])


def test_another_owner_counts_where_code_has_nothing_against_the_first():
    made = held(
        {"insights": [SAID], "action_items": [f"{CLOSER} // Jordan"]}, [look(1), look(2, beside="Alex")]
    )
    [task] = summary(made)["action_items"]
    assert (task["text"], task["owner"]) == (CLOSER, "Alex")


def test_why_a_question_is_open_stays_where_only_the_question_is_said_closer():
    kept = "A courier opens the app in a lift."
    replies = [look(1), look(2, "EUR 900,000", "Who sees the last list?")]
    made = held(
        {"insights": [SAID], "open_questions": [f"Who sees the list for EUR 900,000? // {kept}"]}, replies
    )
    [question] = summary(made)["open_questions"]
    assert (question["text"], question["why"]) == ("Who sees the last list?", kept)


def test_rules_and_scripts_are_not_looked_at_again():
    made = Table(says())
    made.after("done")
    assert made.of(EventKind.SYNTHESIS)
    assert asked(made) == []
