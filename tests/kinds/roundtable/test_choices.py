"""What becomes of a choice between two sides that is put to people: it is never lost, and never another's."""

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.machine import decide
from reviews.kinds.roundtable.phrases import side_parts
from reviews.kinds.roundtable.synthesis.choices import find_choices, pick_side, side_sentence
from reviews.log.values import Heard, WaitForUser
from reviews.states import EndReason, EventKind
from tests.kinds.roundtable.table import ALEX, AT, BEN, JORDAN, MAYA, Table, differs, says

SIDES = (
    {"key": ALEX.key, "name": "Alex", "option": "one queue", "brief": "One queue"},
    {"key": MAYA.key, "name": "Maya", "option": "a list that explains itself", "brief": "The list"},
)


def forgets(ask, state):
    """A summary that takes the choice for one that nobody made."""
    heard = {turn.number for turn in state.turns if turn.kind != "framing"}
    held = next(turn.number for turn in state.turns if turn.disagreement)
    asked = {
        "text": "One queue, or a list that explains itself?",
        "why": "The choice was not made.",
        "events": [held],
    }
    return Heard(
        "it ended",
        {"insights": [{"text": "All.", "events": sorted(heard)}], "open_questions": [asked]},
        at=AT,
    )


def seated(synthesis=forgets, max_turns=3, **changed) -> Table:
    return Table(says(contribution=differs, synthesis=synthesis), max_turns=max_turns, **changed)


def points(table: Table, kind: str) -> list[dict]:
    return table.of(EventKind.SYNTHESIS)[-1].data[kind]


def test_a_choice_that_takes_the_last_turn_waits_for_an_answer():
    table = seated().run()
    assert table.state.turn_count == 3
    assert decide(table.state) == WaitForUser("turn", None)
    assert table.lines("limit") == []


def test_what_ana_chooses_after_the_last_turn_is_a_decision_and_costs_no_turn():
    table = seated()
    table.after("I choose one queue.")
    assert table.end == ("finished", EndReason.TURN_LIMIT)
    assert table.state.turn_count == 3
    found = points(table, "decisions")
    assert [(point["text"], point["attribution"]) for point in found] == [
        ("One queue, rather than a list that explains itself", "User/Alex")
    ]
    assert found[0]["rationale"] == "Ana said “I choose one queue.”"


def test_the_document_never_says_not_made_of_a_choice_that_ben_made():
    table = seated()
    table.after("I choose a list that explains itself.", BEN)
    assert points(table, "open_questions") == []
    assert not any("not made" in change.inserted for change in table.added)
    assert any("[User/Maya] A list that explains itself" in change.inserted for change in table.added)


def test_a_choice_that_nobody_made_stays_an_open_question():
    table = seated()
    table.after("")
    assert table.end == ("finished", EndReason.TURN_LIMIT)
    assert points(table, "decisions") == []
    assert [point["why"] for point in points(table, "open_questions")] == ["The choice was not made."]


def test_silence_for_long_ends_the_wait_for_a_choice():
    table = seated(idle_minutes=5).run()
    table.tick()
    table.run()
    assert table.end == ("finished", EndReason.TURN_LIMIT)


def test_a_summary_that_leaves_the_choice_out_is_asked_for_once_more_with_its_number():
    table = seated()
    said = table.after("I choose one queue.")
    again = next(event for event in said if event.kind == EventKind.ANNOUNCEMENT)
    answer = table.of(EventKind.USER_MESSAGE)[0].number
    assert answer in again.data["uncited"]
    assert table.asks[-1].context["uncited"] == again.data["uncited"]


def test_a_decision_that_the_summary_words_itself_is_left_as_it_is():
    def sums_up(ask, state):
        answer = next(message.number for message in state.messages)
        held = next(turn.number for turn in state.turns if turn.disagreement)
        put = next(turn.number for turn in state.turns if turn.what == "disagreement")
        decided = {"text": "There will be one queue.", "events": [held, put, answer]}
        return Heard(
            "done", {"insights": [{"text": "All.", "events": [held]}], "decisions": [decided]}, at=AT
        )

    table = seated(sums_up)
    table.after("I choose one queue.")
    assert [(point["text"], point["attribution"]) for point in points(table, "decisions")] == [
        ("There will be one queue.", "User/Alex")
    ]


def test_the_lead_that_puts_a_choice_has_said_nothing_on_it():
    """Jordan leads, and only words the line in which Alex and Maya differ."""

    def sums_up(ask, state):
        put = next(turn.number for turn in state.turns if turn.what == "disagreement")
        return Heard("done", {"insights": [{"text": "They differ.", "events": [put]}]}, at=AT)

    table = seated(sums_up, cast=(JORDAN, MAYA, ALEX), max_turns=4)
    table.after("")
    assert [point["attribution"] for point in points(table, "insights")] == ["Maya/Alex"]


def test_a_decision_whose_side_code_cannot_tell_is_the_persons_alone():
    def sums_up(ask, state):
        numbers = [turn.number for turn in state.turns if turn.disagreement or turn.what == "disagreement"]
        answer = next(message.number for message in state.messages)
        decided = {"text": "Both, the queue first.", "events": [*numbers, answer]}
        return Heard(
            "done", {"insights": [{"text": "All.", "events": numbers}], "decisions": [decided]}, at=AT
        )

    table = seated(sums_up)
    table.after("Both, the queue first.")
    assert [point["attribution"] for point in points(table, "decisions")] == ["User"]


def test_the_last_word_on_a_choice_counts():
    table = seated(max_turns=12)
    table.after("I choose one queue.")
    table.after("I choose a list that explains itself.")
    assert [made.side["name"] for made in find_choices(table.state)] == ["Maya"]


def test_an_answer_to_what_a_persona_says_later_makes_no_choice():
    """Alex asks which of two errors comes first, and Ana answers that."""
    table = seated(max_turns=12)
    table.after("Alex, which errors are there?")
    table.after("The first.")
    assert find_choices(table.state) == []
    table.after("I choose one queue.")
    assert [made.side["name"] for made in find_choices(table.state)] == ["Alex"]


@pytest.mark.parametrize("asked", ["Maya, why?", "Why?", "And you, Alex?", "Jordan, what do you think?"])
@pytest.mark.parametrize("said", ["We go with Alex's side.", "I agree with Alex.", "One queue, please."])
def test_a_choice_still_stands_after_ana_asked_back_for_more(asked, said):
    table = seated(max_turns=12)
    table.after(asked)
    table.after(said)
    assert [made.side["name"] for made in find_choices(table.state)] == ["Alex"]


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("We go with Alex's side.", ["Alex"]),
        ("Maya's option, then.", []),
        ("We take Maya's option, then.", ["Maya"]),
        ("I'd go with Alex's option.", []),
        ("We don't take Alex's side.", []),
        ("I agree with Alex.", []),
        ("We take Alex's idea.", []),
        ("We take Jordan's side.", []),
    ],
)
def test_after_another_question_a_choice_is_made_by_words_for_what_was_put(said, names):
    table = seated(max_turns=12)
    table.after("Alex, which errors are there?")
    table.after(said)
    assert [made.side["name"] for made in find_choices(table.state)] == names


def test_what_only_asks_back_is_no_open_question_of_the_document():
    table = seated(sums_up_opening, max_turns=12)
    for said in ("Maya, why?", "And you, Alex?", "I agree with Alex.", "done"):
        table.after(said)
    assert [point["attribution"] for point in points(table, "decisions")] == ["User/Alex"]
    assert points(table, "open_questions") == []


def test_what_ana_answers_to_a_personas_own_question_makes_no_choice():
    """Maya is asked why, and asks whom it is for."""
    asks = Heard("It explains itself. Whom is it for: the first couriers, or all?", {}, at=AT)
    table = Table(says(contribution=lambda ask, state: differs(ask, state) if not state.messages else asks))
    table.after("Maya, why?")
    table.after("The first.")
    assert find_choices(table.state) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (side_sentence(SIDES[0]), "Alex"),
        ("let's go with one queue", "Alex"),
        ("I agree with Maya here.", "Maya"),
        ("The list that explains itself, please", "Maya"),
        ("One queue?", None),
        ("Not the queue.", None),
        ("Both of them.", None),
        ("Alex, what would that cost?", None),
        ("Alex and Maya should settle that", None),
        ("Ben is for one queue.", None),
        ("I fear one queue.", None),
        ("One queue is too slow, said Ben.", None),
        ("", None),
    ],
)
def test_which_side_a_message_takes(text, name):
    taken = pick_side(text, SIDES)
    assert (None if taken is None else SIDES[taken]["name"]) == name


IN_ONE_SENTENCE = (
    Note(
        "a1",
        "spec.md",
        "# Spec\n\n## Design\n\nIt is one queue or a list that explains itself; this is open.\n",
    ),
)


@pytest.mark.parametrize(
    "said", ["One queue worries the operator.", "Suppose we take one queue.", "Not one queue."]
)
def test_fr_005_03_what_ana_objects_or_supposes_is_no_decision_and_the_choice_stays_open(said):
    table = seated(sums_up_all, provider="claude")
    table.after(said)
    assert points(table, "decisions") == []
    asked = [point["text"] for point in points(table, "open_questions")]
    assert "One queue or The list?" in asked


def sums_up_all(ask, state):
    """A summary that cites every turn, decides nothing and asks nothing."""
    numbers = [turn.number for turn in (*state.turns, *state.late_turns) if turn.kind != "framing"]
    return Heard("done", {"insights": [{"text": "A courier opens the app.", "events": numbers}]}, at=AT)


def sums_up_opening(ask, state):
    """A summary that cites what personas said before anybody answered."""
    first = min(message.number for message in state.messages)
    numbers = [turn.number for turn in state.turns if turn.kind != "framing" and turn.number < first]
    return Heard("done", {"insights": [{"text": "A courier opens the app.", "events": numbers}]}, at=AT)


def test_a_choice_that_ben_did_not_make_is_asked_although_an_insight_cites_it():
    table = seated(sums_up_all)
    table.after("The list worries me.", BEN)
    assert points(table, "decisions") == []
    assert [point["text"] for point in points(table, "open_questions")] == ["One queue or The list?"]


def test_a_choice_that_ana_made_is_not_asked_again():
    table = seated(sums_up_all)
    table.after("I choose one queue.")
    assert points(table, "open_questions") == []
    assert len(points(table, "decisions")) == 1


@pytest.mark.parametrize("said", ["I choose one queue.", "Let's go with the queue."])
def test_a_choice_is_a_decision_where_the_notes_name_both_sides_in_one_sentence(said):
    table = seated(sums_up_all, provider="claude", notes=IN_ONE_SENTENCE)
    table.after(said)
    found = points(table, "decisions")
    assert [(point["text"], point["support"]["status"]) for point in found] == [
        ("One queue, rather than a list that explains itself", "supported")
    ]
    assert points(table, "open_questions") == []


def worded(text):
    """A summary with the choice as a decision in these words."""

    def sums_up(ask, state):
        numbers = [turn.number for turn in state.turns if turn.disagreement or turn.what == "disagreement"]
        answer = next(message.number for message in state.messages)
        decided = {"text": text, "events": [*numbers, answer]}
        insight = {"text": "A courier opens the app.", "events": numbers}
        return Heard("done", {"insights": [insight], "decisions": [decided]}, at=AT)

    return sums_up


@pytest.mark.parametrize(
    ("words", "asked"),
    [("One queue, no list that explains itself.", 0), ("One queue was decided by the board.", 1)],
)
def test_a_choice_that_a_model_tells_in_words_without_a_source_is_told_in_its_own(words, asked):
    table = seated(worded(words), provider="claude", notes=IN_ONE_SENTENCE)
    table.after("I choose one queue.")
    assert [(point["text"], point["support"]["status"]) for point in points(table, "decisions")] == [
        ("One queue, rather than a list that explains itself", "supported")
    ]
    assert len(points(table, "open_questions")) == asked


@pytest.mark.parametrize("reworded", ["", "Redis is what the couriers want."])
def test_a_second_look_that_doubts_a_choice_does_not_take_it_back(reworded):
    looks = [{"number": number, "unsaid": "rather than", "reworded": reworded} for number in (1, 2)]
    replies = says(
        contribution=differs, synthesis=sums_up_all, second_look=Heard("Done.", {"looks": looks}, at=AT)
    )
    table = Table(replies, max_turns=3, provider="claude", looks_again=True)
    table.after("I choose one queue.")
    assert [(point["text"], point["support"]["status"]) for point in points(table, "decisions")] == [
        ("One queue, rather than a list that explains itself", "supported")
    ]


def test_go_on_after_a_choice_is_nothing_that_was_said_on_the_topic():
    table = seated(max_turns=6)
    table.after("go on")
    table.after("The couriers want it soon.")
    table.after("done")
    assert "go on" not in str([change.inserted for change in table.added])


def test_what_ben_answers_to_a_choice_is_listed_where_the_summary_forgets_it():
    table = seated()
    table.after("The operator hates one queue.", BEN)
    assert "The operator hates one queue." in [point["text"] for point in points(table, "open_questions")]


def test_a_megabyte_of_words_is_looked_through_in_no_time():
    assert pick_side("queue " * 200_000, SIDES) is None


def test_a_side_that_is_a_sentence_is_quoted_inside_the_one_that_puts_the_choice():
    side = {"option": "In the pilot, offer only the list.", "reason": "The import rejects single lines."}
    parts = side_parts(side | {"brief": "only the list"})
    assert parts["option"] == "“In the pilot, offer only the list”"
    assert parts["reason"] == "“The import rejects single lines”"
    assert (
        side_parts({"option": "Kafka for retries", "reason": "it is known"})["option"] == "Kafka for retries"
    )


def gives_way(ask, state):
    """Alex differs, and at the next turn has been persuaded; anybody else agrees."""
    held = [turn.number for turn in state.turns if turn.disagreement]
    if ask.speaker == ALEX.key and held:
        return Heard("Then a list it is.", {"refers_to": held, "changed_mind": "Couriers do read it."})
    return differs(ask, state)


def test_a_side_that_was_given_up_is_not_put_to_people():
    table = Table(says(contribution=gives_way), max_turns=10, first_takes=True)
    while not table.state.unsettled:
        table.step()
    table.say("Alex, could couriers read a list?")
    table.run()
    assert table.state.unsettled == ()
    assert table.lines("disagreement") == []


def test_a_persona_that_comments_on_what_was_decided_has_not_decided_it():
    """Ana decides after the opening; the persona that answers her is cited for the decision as well."""

    def sums_up(ask, state):
        turns = [turn for turn in state.turns if turn.kind != "framing"]
        decided = {"text": "We keep one list.", "events": [turn.number for turn in turns[-2:]]}
        insight = {"text": "All.", "events": [turn.number for turn in turns]}
        return Heard("done", {"insights": [insight], "decisions": [decided]}, at=AT)

    table = Table(says(synthesis=sums_up))
    table.after("We decide that we keep one list.")
    table.after("done")
    cited = points(table, "decisions")[0]["events"]
    turns = {turn.number: turn.is_person for turn in table.state.turns}
    assert [turns[number] for number in cited] == [True, False]
    assert [point["attribution"] for point in points(table, "decisions")] == ["User"]
