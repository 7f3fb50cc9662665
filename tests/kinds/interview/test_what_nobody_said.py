"""What a model states of its own is told as that: beside its answer, to ELM, and among the caveats of a verdict."""

from typing import Any

import pytest

from reviews.kinds.interview.not_taken import not_taken_text
from reviews.kinds.interview.prompts import UNSOURCED
from reviews.kinds.interview.settling.unknowns import proven_resolutions
from reviews.kinds.interview.sourced import with_support
from reviews.kinds.interview.verdict import UNSAID_EDIT
from reviews.kinds.interview.verdict_lines import CHANGES, NOT_CHECKED, NOT_IN_NOTES
from reviews.language.scorecard import TOPICS
from reviews.log.values import Heard, ProposedChange
from reviews.states import EventKind
from tests.kinds.interview.stage import QUOTE, ROUND, Stage, asked, satisfied, script
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


def test_a_word_that_begins_a_sentence_behind_a_quotation_is_no_name():
    answer = Heard(
        "The notes say: “Four in a hundred cards are declined.” Under “Risks” they say more. "
        "Whether it helps, they do not say."
    )
    assert "unsourced" not in answer_data(answered(answer))


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
    stage.say("The fee of the bank is EUR 12 for each retry. All of them are within 10 minutes.")
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
    found = verdict_sources(improved=[line])[NOT_CHECKED.format(line=line)]
    assert CHANGES in {one["key"] for one in found}


def test_a_line_that_copies_the_notes_stands_for_itself_and_one_in_other_words_is_told_as_elms():
    copied, worded = (
        "Each lost renewal costs us 40 euros of revenue.",
        "The loss is put at 40 euros for each renewal.",
    )
    verdict = {"got_right": [copied, worded], "improved": [], "caveats": []}
    stage = Stage(script(ROUND, OTHER, satisfied(verdict=verdict)), provider="claude").run()
    [found] = stage.of(EventKind.VERDICT)
    assert found.data["got_right"] == [copied, NOT_CHECKED.format(line=worded)]


def test_what_rules_compose_of_quotes_keeps_where_they_stand():
    found = verdict_sources(provider="offline")
    assert {source["key"] for line in found.values() for source in line} >= {"retries.md"}


def test_an_invented_edit_vouches_for_no_line_of_the_verdict_and_for_no_reason():
    budget = "The budget is EUR 1 million, which the board has approved."
    edit = {"after": "Payment retries", "new": budget, "reason": f"The notes say now: {budget}"}
    verdict = {"got_right": [], "improved": [budget], "caveats": []}
    improve = Heard("", {"edits": [edit]})
    stage = Stage(script(ROUND, satisfied(verdict=verdict), improve=improve), provider="claude").run()
    [found] = stage.of(EventKind.VERDICT)
    assert found.data["improved"] == [UNSAID_EDIT]
    assert found.data["caveats"] == [NOT_IN_NOTES.format(line=budget)]


@pytest.mark.parametrize(
    ("unknown", "status"), [("The fee is EUR 9.", "unsupported"), ("What the fee is.", "supported")]
)
def test_what_an_answer_calls_unknown_is_no_source_of_an_edit(unknown, status):
    answer = Heard("The notes do not say.", {"unknowns": [unknown]})
    stage = Stage(script(ROUND, answer=answer), provider="claude").run_until(EventKind.REVISION)
    [change] = with_support(stage.state, [ProposedChange("a1", 0, "", f"- {unknown}\n")])
    assert change.support["status"] == status


@pytest.mark.parametrize("provider", ["claude", "offline"])
def test_a_quote_of_a_models_question_that_stands_nowhere_is_told(provider):
    questions = [
        {"text": "Who pays?", "quote": "The bank pays."},
        {"text": "And why?", "quote": QUOTE},
    ]
    first = Heard("Who pays?\n\nAnd why?", {"questions": questions})
    stage = Stage(script(first), provider=provider).run_until(EventKind.QUESTION)
    [found] = stage.of(EventKind.QUESTION)
    told = not_taken_text(EventKind.QUESTION, found.data)
    if provider == "claude":
        assert told == "1 of 2 quotes of questions were not found:\n- “The bank pays.”"
        assert [one["quote"] for one in found.data["questions"]] == ["", QUOTE]
    else:
        assert told == ""


def test_the_reason_of_a_waiver_that_states_what_nobody_said_is_told_as_that():
    reason = f"“{QUOTE}” is enough. The board has approved EUR 1 million."
    waiver = {"topic": "ask", "status": "waived", "reason": reason}
    topics = [topic for topic in TOPICS if topic != "ask"]
    clear = satisfied(topics=topics)
    assert clear.data
    clear.data["topics"].append(waiver)
    stage = Stage(script(ROUND, clear), provider="claude").run()
    [found] = stage.of(EventKind.VERDICT)
    told = NOT_IN_NOTES.format(line=reason)
    assert found.data["caveats"] == [f"Waived: What is being asked of the reader ({told})"]


@pytest.mark.parametrize(
    ("quote", "is_resolved"),
    [
        ("The shop counts the lost orders each night.", True),
        ("Cards are declined for reasons that go away, and we lose those orders.", False),
    ],
)
def test_words_of_the_notes_resolve_only_what_they_answer(quote, is_resolved):
    unknown = "Who counts the lost orders?"
    claim = {"unknown": unknown, "quote": quote}
    found = proven_resolutions([claim], [unknown], [quote], {})
    assert bool(found) == is_resolved


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("The board has approved EUR 900,000 for it.", "EUR 900,000"),
        ("It says when the next try comes.", ""),
    ],
)
def test_what_the_reason_for_an_edit_invents_is_told_beside_it_and_the_edit_is_judged_by_itself(reason, told):
    said = "The bank wants each retry within 10 minutes."
    edit = {"old": "three times", "new": "three times within 10 minutes", "reason": reason}
    stage = Stage(script(ROUND, OTHER, satisfied(), improve=Heard("", {"edits": [edit]})), provider="claude")
    stage.run_until(EventKind.QUESTION)
    stage.say(said)
    stage.run()
    support = stage.proposed[0].support
    assert support["status"] != "unsupported"
    assert told in support.get("reason", "")
    assert bool(support.get("reason")) == bool(told)
