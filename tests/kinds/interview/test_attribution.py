"""Whose words an improvement is: never a model's when rules made it, and Ana's when she answered."""

from dataclasses import replace

import pytest

from reviews.kinds.interview.attribution import attribution_of, with_worder
from reviews.kinds.interview.state import Answer, Round
from reviews.kinds.notes import Note
from reviews.log.values import Heard, WaitForUser
from tests.kinds.interview.offline.sessions import VAGUE, by_rules
from tests.kinds.interview.stage import ANA, QUOTE, Stage, asked, script


def attributions(stage: Stage) -> set[str]:
    """Who the proposed changes are attributed to, with Ana answering whatever is asked."""
    for _ in range(60):
        if stage.proposed:
            return {change.attribution for change in stage.proposed}
        if isinstance(stage.step(), WaitForUser):
            stage.say("The licence of the old engine ends on 1 May.")
    raise AssertionError("Nothing was proposed.")


def by_rules_only(**changed) -> Stage:
    """An interview on vague notes with no model."""
    stage = Stage(by_rules, notes=(Note("a1", "notes.md", VAGUE),), max_rounds=1, **changed)
    stage.setup = replace(stage.setup, provider="offline")
    return stage


def improving(**changed) -> Stage:
    """A model that asks, answers and improves once."""
    edit = {"artifact": "retries.md", "old": QUOTE, "new": f"{QUOTE}, we think", "reason": "Why."}
    model = script(asked("What goes wrong today?", "Who?"), improve=Heard("", {"edits": [edit]}))
    return Stage(model, max_rounds=1, **changed)


def test_what_rules_improved_is_worded_by_rules():
    stage = by_rules_only()
    assert attributions(stage) == {"ELM asked, rules worded it"}


def test_what_ana_answered_to_rules_is_hers_and_only_put_in_by_rules():
    known = replace(by_rules_only(answered_by="me").setup)
    answer = Answer(7, "The licence ends.", ANA, messages=(6,))
    answered = Round(1, 5, "", (), "asking", marker=False, open_topics=(), answer=answer)
    assert attribution_of(known, [answered]) == "ELM asked, Ana answered, rules put it in"


def test_what_a_model_worded_bears_its_name():
    assert attributions(improving()) == {"ELM asked, Claude worded it"}


def test_what_ana_answered_to_a_model_names_her_too():
    assert attributions(improving(answered_by="me")) == {"ELM asked, Ana answered, Claude worded it"}


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("ELM asked, Claude worded it", "ELM asked, Answers (rules) worded it"),
        ("ELM asked, Ana answered, rules put it in", "ELM asked, Ana answered, rules put it in"),
        ("Maya/Alex", "Maya/Alex"),
        ("", ""),
    ],
)
def test_a_stored_attribution_is_shown_with_what_really_worded_it(stored, shown):
    assert with_worder(stored, "Answers (rules)") == shown
