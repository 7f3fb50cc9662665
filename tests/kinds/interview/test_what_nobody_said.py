"""What a model states of its own is told as that: beside its answer, to ELM, and among the caveats of a verdict."""

from typing import Any

import pytest

from reviews.kinds.interview.not_taken import not_taken_text
from reviews.kinds.interview.prompts import UNSOURCED
from reviews.kinds.interview.verdict_lines import CHANGES
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.interview.stage import ROUND, Stage, asked, satisfied, script
from tests.kinds.interview.test_prompts import prompt_of

OTHER = asked("What does a minute of outage cost?", "Which card networks take part?")
INVENTED = Heard("The retries cost EUR 1 million. The board approved them, and Anna Berg looks after them.")
FROM_NOTES = Heard(
    "Each payment is tried three times again. A lost renewal costs 40 euros, so a hundred cost 4,000."
)


def answered(answer: Heard, provider: str = "claude") -> Stage:
    return Stage(script(ROUND, OTHER, answer=answer), provider=provider).run_until(EventKind.QUESTION, 2)


def answer_data(stage: Stage) -> dict[str, Any]:
    return dict(stage.of(EventKind.ANSWER)[0].data)


def test_what_an_answer_states_and_nobody_said_is_stored_and_told_on_its_turn():
    stage = answered(INVENTED)
    told = not_taken_text(EventKind.ANSWER, answer_data(stage))
    assert told.startswith("Not in the notes and not in what people said:\n- “EUR 1 million”")
    assert "“Anna Berg”" in told
    assert "“The board approved them”" in told


def test_elm_is_told_which_facts_of_an_answer_have_no_source():
    stage = Stage(script(ROUND, OTHER, answer=INVENTED), provider="claude").run_until(EventKind.REVISION)
    told = {material.name: material.text for material in prompt_of(stage).materials}
    assert "- EUR 1 million" in told[UNSOURCED.format(1)]


def test_an_answer_from_the_notes_has_nothing_told_against_it():
    assert "unsourced" not in answer_data(answered(FROM_NOTES))


def test_what_a_person_said_is_a_source_of_an_answer():
    stage = Stage(script(ROUND, OTHER, answer=INVENTED), provider="claude").run_until(EventKind.QUESTION)
    stage.say("It costs EUR 1 million, and Anna Berg looks after it. The board approved the retries.")
    stage.run_until(EventKind.ANSWER)
    assert "unsourced" not in answer_data(stage)


def test_rules_only_quote_and_nothing_is_compared():
    assert "unsourced" not in answer_data(answered(INVENTED, provider="offline"))


@pytest.mark.parametrize(
    ("caveat", "told"),
    [
        ("Watch the banks.", "Watch the banks."),
        (
            "The board has approved only EUR 900,000.",
            "Not found in the notes or in what people said: “The board has approved only EUR 900,000.”",
        ),
    ],
)
def test_a_caveat_is_elms_own_as_long_as_it_states_nothing_that_nobody_said(caveat, told):
    verdict = {"got_right": [], "improved": [], "caveats": [caveat]}
    stage = Stage(script(ROUND, satisfied(verdict=verdict)), provider="claude").run()
    [found] = stage.of(EventKind.VERDICT)
    assert found.data["caveats"][0] == told


def verdict_sources(provider: str = "claude", **parts: list[str]) -> dict[str, Any]:
    verdict = {"got_right": [], "improved": [], "caveats": []} | parts
    improve = Heard("", {"edits": [{"old": "three times", "new": "three times within 10 minutes"}]})
    stage = Stage(script(ROUND, OTHER, satisfied(verdict=verdict), improve=improve), provider=provider)
    stage.run_until(EventKind.QUESTION)
    stage.say("The fee of the bank is EUR 12 for each retry.")
    [found] = stage.run().of(EventKind.VERDICT)
    return dict(found.data["sources"])


def test_a_line_of_the_verdict_keeps_the_passage_of_the_notes_that_carries_it():
    [source] = verdict_sources(got_right=["A lost renewal costs 40 euros."])["A lost renewal costs 40 euros."]
    assert source == {
        "kind": "notes",
        "key": "retries.md",
        "text": "Each lost renewal costs us 40 euros of revenue.",
    }


def test_a_line_of_the_verdict_keeps_what_a_person_said_for_it():
    line = "The bank takes EUR 12 for each retry."
    assert {one["kind"] for one in verdict_sources(got_right=[line])[line]} == {"person"}


def test_a_line_on_an_improvement_keeps_the_change_that_carries_it():
    line = "Each declined payment is tried three times within 10 minutes."
    found = verdict_sources(improved=[line])[line]
    assert CHANGES in {one["key"] for one in found}


def test_what_rules_compose_of_quotes_keeps_where_they_stand():
    found = verdict_sources(provider="offline")
    assert {source["key"] for line in found.values() for source in line} >= {"retries.md"}
