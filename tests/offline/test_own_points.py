"""What sessions by rules may ask about: findings, and what a document says against its own plan or leaves open."""

import pytest

from reviews.offline.study import study_text

OPTIONS = """# Proposal: a lock

We propose a lock in the database.

## Option 1: a time limit

**Cons:**

- Tuning the time limit brings edge cases.

## Option 2: a start time (chosen)

**Pros:**

- Operators keep full control of a task.

**Cons:**

- Stuck tasks need somebody who ends them by hand.
"""


def shown(text: str, kind: str) -> list[str]:
    return [place.shown() for place in study_text(text, "plan.md").own_points[kind]]


def with_section(title: str, *lines: str) -> str:
    return (
        f"# Proposal: a lock\n\nWe propose a lock in the database.\n\n## {title}\n\n"
        + "\n".join(lines)
        + "\n"
    )


def test_only_what_speaks_against_the_chosen_way_is_asked_about():
    assert shown(OPTIONS, "admitted") == ["Stuck tasks need somebody who ends them by hand"]


@pytest.mark.parametrize(
    "line",
    [
        "- The lock may be lost, so we keep a backup of it.",
        "- None that we know of so far.",
        "- Does the lock slow the database down?",
        "| Risk | Likely? | Answer |\n|---|---|---|\n| The loss of the whole lock | Rare | We restore it |",
    ],
)
def test_a_drawback_with_an_answer_and_what_is_none_are_not_asked_about(line):
    assert shown(with_section("Drawbacks", line), "admitted") == []


def test_what_is_listed_as_open_is_asked_about_unless_something_stands_behind_it():
    listed = ("- Who pays for the second database?", "- Which tables are locked? All but the logs.")
    assert shown(with_section("Open questions", *listed), "own_open_points") == [
        "Who pays for the second database?"
    ]


def test_hints_are_not_told_but_for_statements_that_differ_in_a_figure_only():
    same = "A charge is tried again at most 3 times.\n\nA charge is tried again at most 5 times.\n"
    told = study_text(f"# Plan\n\nIt will significantly improve everything.\n\n{same}", "plan.md")
    assert [finding.kind for finding, _ in told.usable] == ["number_conflict"]
    assert "vague_claim" in {finding.kind for finding in told.doubts}
