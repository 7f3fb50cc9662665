"""Insights of two personas at least, and nobody is named as having said what they did not say."""

import pytest

from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable.prompts import FEW_VOICES, build
from reviews.kinds.roundtable.voices import named_speakers
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.roundtable.table import ALEX, AT, JORDAN, MAYA, Table, says


def cites(*names: str):
    """A summary whose only insight cites the first turns of these personas."""

    def synthesis(ask, state):
        numbers = [next(turn.number for turn in state.turns if turn.first_name == name) for name in names]
        return Heard("it ended", {"insights": [{"text": "The list comes first.", "events": numbers}]}, at=AT)

    return synthesis


def ended(synthesis) -> Table:
    table = Table(says(synthesis=synthesis))
    table.after("done")
    return table


def summaries(table: Table) -> list:
    return [ask for ask in table.asks if ask.purpose == "roundtable.synthesis"]


def said_by_jordan(text: str, *numbers: int) -> dict:
    """What is stored of Jordan's first contribution."""
    reply = Heard(text, {"refers_to": list(numbers)})
    table = Table(
        says(contribution=lambda a, s: reply if a.speaker == JORDAN.key else Heard("One queue.", {}))
    )
    return table.run().of(EventKind.CONTRIBUTION)[1].data


def test_sm_001_insights_of_one_persona_are_asked_for_once_more_and_then_said_to_be_that():
    table = ended(cites("Alex"))
    assert len(summaries(table)) == 2
    assert table.of(EventKind.SYNTHESIS)[0].data["few_voices"] is True
    assert table.end[0] == "finished"


def test_the_second_request_says_what_was_missing():
    table = Table(says(synthesis=cites("Alex")))
    table.run()
    table.say("done")
    while len(summaries(table)) < 2:
        before = table.state
        table.step()
    prompt = build(
        before,
        summaries(table)[1],
        {MAYA.key: PromptPersona(MAYA.key, MAYA.name, MAYA.role, "You lead.")},
        "nonce1234",
    )
    assert FEW_VOICES.strip() in repr(prompt)


def test_sm_001_insights_of_two_personas_are_taken_at_once():
    table = ended(cites("Alex", "Jordan"))
    assert len(summaries(table)) == 1
    assert "few_voices" not in table.of(EventKind.SYNTHESIS)[0].data


def test_where_only_one_persona_spoke_nobody_is_missed():
    reply = says(
        contribution=lambda a, s: Heard("One.", {}) if a.speaker == ALEX.key else Heard("", {"passes": True}),
        synthesis=cites("Alex"),
    )
    table = Table(reply)
    table.after("done")
    assert len(summaries(table)) == 1


def test_vr_elab_012_whom_jordan_builds_on_is_cited_by_code_when_only_one_turn_can_be_meant():
    data = said_by_jordan("Building on Alex's point about the queue, I'd add a key.")
    assert len(data["refers_to"]) == 1
    assert "unproven" not in data


def test_vr_elab_012_who_has_not_spoken_is_not_said_to_have():
    reply = says(contribution=lambda a, s: Heard("I agree with Jordan that it is late.", {}))
    first = Table(reply).run().of(EventKind.CONTRIBUTION)[0]
    assert first.speaker.key == ALEX.key
    assert (first.data["refers_to"], first.data["unproven"]) == ([], ["Jordan"])


def test_of_two_turns_the_one_that_is_meant_has_to_be_cited():
    def reply(ask, state):
        refers = [state.contributions[0].number] if state.messages else []
        return Heard(
            "Alex mentioned the queue." if ask.speaker == JORDAN.key else "One queue.", {"refers_to": refers}
        )

    table = Table(says(contribution=reply), max_turns=20)
    table.after("Alex, and now?")
    table.after("Jordan, and you?")
    last = table.of(EventKind.CONTRIBUTION)[-1]
    assert last.speaker.key == JORDAN.key
    assert "unproven" not in last.data


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Building on Alex's point about sync", ["Alex"]),
        ("I agree with Maya that couriers wait", ["Maya"]),
        ("Alex and I see this differently.", ["Alex"]),
        ("MAYA mentioned tunnels", ["Maya"]),
        ("To add to what Alex said, …", ["Alex"]),
        ("Maya raises a good point. However, …", ["Maya"]),
        ("Alex's concern about refunds is fair.", ["Alex"]),
        ("Maya is right about refunds.", ["Maya"]),
        ("Alex warned us about refunds.", ["Alex"]),
        ("I share Maya's doubt about refunds.", ["Maya"]),
        ("Contrary to Alex, I would wait.", ["Alex"]),
        ("Ask Alex before Friday.", []),
        ("Alex will migrate the data.", []),
        ("Jordan said so.", []),
        ("The solution of Alexandria said nothing.", []),
    ],
)
def test_who_is_named_as_having_said_something(text, names):
    state = Table().run().state
    assert [seat.first_name for seat in named_speakers(state, JORDAN, text)] == names


def test_a_megabyte_of_names_is_read_in_no_time():
    assert named_speakers(Table().run().state, JORDAN, "what Alex and I " * 70_000)
