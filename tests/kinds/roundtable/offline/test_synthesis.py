"""What rules make of a discussion: points that stand alone, cite their turns and go where they belong."""

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.offline import roundtable as rules
from reviews.kinds.roundtable.offline.table import table_of
from reviews.log.values import Ask
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import SAMPLE
from tests.kinds.roundtable.offline.tables import points, prompt, roundtable, turns
from tests.kinds.roundtable.table import Table


def texts(table: Table, kind: str) -> list[str]:
    return [str(point["text"]) for point in points(table, kind)]


@pytest.fixture(scope="module")
def chosen() -> Table:
    """A discussion in which Ana settles the disagreement."""
    return roundtable(SAMPLE, "Let's go with 3 times.", "Who is on call at night?", "", max_turns=20)


def test_an_insight_quotes_the_notes_with_the_place_and_needs_no_discussion(chosen):
    assert texts(chosen, "insights")[0] == (
        "“A failed charge is tried again at most 5 times” (under “Proposal”) contradicts “A failed charge is tried"
        " again at most 3 times, spread over ten days” (under “Summary”). One of the two has to go before anything"
        " is estimated or built on it."
    )


def test_what_two_personas_said_about_one_thing_is_one_point_of_both(chosen):
    assert points(chosen, "insights")[0]["attribution"] == "Alex/Jordan"


def test_insights_come_from_two_personas_at_least_sm_001(chosen):
    names = {name for point in points(chosen, "insights") for name in str(point["attribution"]).split("/")}
    assert len(names - {"User"}) >= 2


def test_every_turn_of_the_discussion_is_cited(chosen):
    kinds = ("insights", "decisions", "open_questions", "action_items")
    cited = {number for kind in kinds for point in points(chosen, kind) for number in point["events"]}
    made = {event.number for event in chosen.of(EventKind.CONTRIBUTION)}
    assert made <= cited


def test_a_choice_becomes_a_decision_with_both_passages_and_the_words_of_whoever_made_it(chosen):
    decision = points(chosen, "decisions")[0]
    assert str(decision["text"]).startswith(
        "3 times, not 5 times: “A failed charge is tried again at most 3 times"
    )
    assert decision["rationale"] == "Ana said “Let's go with 3 times”"


def test_a_decision_brings_the_change_that_the_notes_need(chosen):
    assert texts(chosen, "action_items") == [
        "Change “A failed charge is tried again at most 5 times” (under “Proposal”) to say 3 times"
    ]


def test_what_nobody_could_answer_stays_open_with_who_could(chosen):
    asked = {str(point["text"]): point for point in points(chosen, "open_questions")}
    found = asked[
        "How is this to be filled: “TBD: who is on call for the planner at night” (under “Cost and people”)?"
    ]
    assert found["why"] == "the notes leave it open; the payments team can say"
    assert str(found["attribution"]).startswith("User/")


def test_an_unsettled_disagreement_is_one_open_question_with_both_reasons():
    table = roundtable(SAMPLE, "", max_turns=20)
    found = [
        point for point in points(table, "open_questions") if "Which of the two holds" in str(point["text"])
    ]
    assert len(found) == 1
    assert "Alex favours 3 times because" in found[0]["why"]
    assert "Jordan favours 5 times because" in found[0]["why"]


def test_the_summary_is_one_sentence_of_at_most_a_hundred_characters(chosen):
    for table in (chosen, roundtable("Hello.", ""), roundtable(SAMPLE, "", "", "", max_turns=20)):
        said = table.of(EventKind.SYNTHESIS)[0].data["summary"]
        assert len(said) <= 100
        assert said.endswith(".")


def test_a_point_goes_into_the_file_that_holds_its_passage():
    notes = (Note("a1", "one.md", "# One\n\nWe will use Kafka.\n"), Note("a2", "two.md", SAMPLE.read_text()))
    table = roundtable("", "", max_turns=14, notes=notes, targets=("a1", "a2"))
    made = [*points(table, "insights"), *points(table, "open_questions")]
    homes = {"two.md" if "failed charge" in str(p["text"]) else "": p["artifact"] for p in made}
    assert homes["two.md"] == "a2"


def test_places_name_the_file_when_there_are_several():
    notes = (Note("a1", "one.md", "# One\n\nWe will use Kafka.\n"), Note("a2", "two.md", SAMPLE.read_text()))
    table = roundtable("", "", max_turns=14, notes=notes)
    assert "(under “Proposal” in two.md)" in table.of(EventKind.CONTRIBUTION)[0].text


def test_asked_again_it_cites_what_was_left_out():
    table = roundtable(SAMPLE, "We decided to keep the old emails.", max_turns=20)
    number = table.of(EventKind.USER_MESSAGE)[0].number
    ask = Ask("roundtable.synthesis", "business-analyst", {"again": True, "uncited": [number]})
    result = rules.synthesis(table_of(prompt(ask, table.state)))[1]
    assert number in {n for point in (*result.decisions, *result.insights) for n in point.events}


def test_a_question_is_answered_at_the_table_and_stays_open_in_the_notes():
    table = roundtable(SAMPLE, "Alex, what happens if the PSP changes its codes?", max_turns=20)
    assert any("The PSP could change its reason codes without telling us" in text for text in turns(table))
    assert any("if the PSP changes its codes" in text for text in texts(table, "open_questions"))
    kinds = ("insights", "decisions", "action_items")
    assert not any("PSP changes" in text for kind in kinds for text in texts(table, kind))


@pytest.mark.parametrize("said", ["Maya, why?", "Why?", "And you, Alex?", "What do you think, Jordan?"])
def test_what_only_asks_a_persona_back_is_nothing_for_the_notes(said):
    table = roundtable(SAMPLE, said, max_turns=20)
    number = table.of(EventKind.USER_MESSAGE)[0].number
    kinds = ("insights", "decisions", "open_questions", "action_items")
    assert not [point for kind in kinds for point in points(table, kind) if number in point["events"]]


@pytest.mark.parametrize(
    ("said", "side"),
    [
        ("I agree with Alex here.", "Alex"),
        ("Let's go with 5 times.", "Jordan"),
        ("I choose 3 times.", "Alex"),
    ],
)
def test_a_decision_for_one_side_is_whose_side_it_was_and_the_persons_who_made_it(said, side):
    """Maya leads and puts the choice to people; neither she nor the other side has decided anything."""
    table = roundtable(SAMPLE, said, max_turns=20)
    assert [point["attribution"] for point in points(table, "decisions")] == [f"User/{side}"]


@pytest.mark.parametrize(
    "said",
    [
        "3 attempts are wrong.",
        "Suppose we decide on 3 attempts.",
        "I fear 3 times.",
        "Not 5 times.",
        "I would not say that 5 attempts are decided.",
        "Last year we decided against letters and then changed our mind.",
    ],
)
def test_what_ana_objects_supposes_or_denies_decides_nothing_and_changes_nothing(said):
    table = roundtable(SAMPLE, said, said, max_turns=20)
    assert points(table, "decisions") == []
    assert texts(table, "action_items") == []
    assert any("Which of the two holds" in text for text in texts(table, "open_questions"))


@pytest.mark.parametrize(
    "said", ["3 times, please.", "Let's take 3 attempts.", "I'm with Alex.", "The second."]
)
def test_a_pick_in_ben_s_own_words_is_a_decision_and_only_brings_the_change_that_it_needs(said):
    table = roundtable(SAMPLE, said, max_turns=20)
    assert [text.partition(":")[0] for text in texts(table, "decisions")] == ["3 times, not 5 times"]
    assert [text.rpartition(" to say ")[2] for text in texts(table, "action_items")] == ["3 times"]


def test_an_open_choice_is_of_both_sides_and_not_of_the_lead_who_put_it():
    table = roundtable(SAMPLE, "", max_turns=20)
    found = [p for p in points(table, "open_questions") if "Which of the two holds" in str(p["text"])]
    assert [point["attribution"] for point in found] == ["Alex/Jordan"]


def test_a_point_that_names_no_file_goes_into_the_one_that_it_quotes():
    notes = (Note("a1", "one.md", "# One\n\nWe will use Kafka.\n"), Note("a2", "two.md", SAMPLE.read_text()))
    said = "We decided to drop “The dunning emails stay as they are for now”."
    table = roundtable("", said, max_turns=14, notes=notes, targets=("a1", "a2"))
    kinds = ("decisions", "open_questions")
    found = [p for kind in kinds for p in points(table, kind) if "decided to drop" in str(p["text"])]
    assert [point["artifact"] for point in found] == ["a2"]


def test_a_point_on_a_text_that_is_no_output_of_the_step_goes_into_its_outputs_fr_008_02():
    notes = (Note("a1", "one.md", "# One\n\nWe will use Kafka.\n"), Note("a2", "two.md", SAMPLE.read_text()))
    table = roundtable("", "", max_turns=14, notes=notes, targets=("a1",))
    assert {change.artifact for change in table.added} == {"a1"}


WITH_A_PRICE = (
    "# Proposal: a new archive\n\n## Motivation\n\nThe tape store is full because each invoice is kept twice.\n\n"
    "## Design\n\nThe archive will move to the object store, one year of invoices after the other.\n\n"
    "## Drawbacks\n\n- A reader needs a network connection to see an old invoice.\n"
)


def test_what_the_notes_say_against_their_own_plan_is_asked_said_once_and_summed_up():
    table = roundtable(WITH_A_PRICE, "", max_turns=20, questions=())
    price = "“A reader needs a network connection to see an old invoice”"
    focus = table.of(EventKind.FRAMING)[0].data["focus"]
    assert focus == f"What do we do when this happens, {price}, and who has agreed to live with it?"
    assert sum(price in text for text in turns(table)) == 1
    assert texts(table, "insights")[0].startswith(f"{price} (under “Drawbacks”) is said against the plan")
