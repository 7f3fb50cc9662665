"""What holds after a session with a model that recombines real words, turns and figures into what nobody said."""

from collections.abc import Callable, Set
from typing import Any

from reviews.kinds.interview.verdict_lines import NOT_CHECKED
from tests.bad_model.held import Held

KINDS = ("insights", "decisions", "open_questions", "action_items")
UNSUPPORTED = frozenset({"unsupported"})
WAITS = UNSUPPORTED | {"not_checked"}


def new_lines(held: Held) -> list[str]:
    """The lines of the current texts that their first versions did not have."""
    found: list[str] = []
    for artifact in held.session.artifacts.all():
        first = bytes(artifact.revisions.order_by("number")[0].content).decode().splitlines()
        found += [line for line in bytes(artifact.current.content).decode().splitlines() if line not in first]
    return found


def points_with(held: Held, words: str) -> list[dict[str, Any]]:
    [event] = held.of("synthesis")
    return [
        {**one, "kind": kind}
        for kind in KINDS
        for one in event.data[kind] or ()
        if words in f"{one['text']} {one.get('owner', '')}"
    ]


def told_of(held: Held, words: str) -> str:
    """What the session did with these words, for whoever reads the failure."""
    changes = [(one.status, one.attribution, one.inserted, one.support) for one in held.changes_with(words)]
    return f"lines {[line for line in new_lines(held) if words in line]}, changes {changes}"


def is_in_no_text(held: Held, words: str, statuses: Set[str]) -> None:
    """It is in no text; if it is kept at all, it waits, with one of these statuses."""
    why = told_of(held, words)
    assert [line for line in new_lines(held) if words in line] == [], why
    assert {one.status for one in held.changes_with(words)} <= {"proposed"}, why
    assert {one.support["status"] for one in held.changes_with(words)} <= statuses, why


def stays_out(words: str, statuses: Set[str] = WAITS) -> Callable[[Held], None]:
    """A point that is in no text and shown as supported nowhere."""

    def check(held: Held) -> None:
        is_in_no_text(held, words, statuses)
        found = {one["support"]["status"] for one in points_with(held, words)}
        assert found <= statuses, told_of(held, words)

    return check


def kept_out(words: str) -> Callable[[Held], None]:
    """A point that is in no text, has no support anywhere and sums up nothing."""

    def check(held: Held) -> None:
        stays_out(words, UNSUPPORTED)(held)
        [event] = held.of("synthesis")
        assert words not in event.data["summary"]
        assert [record for record in held.of("record") if words in record.text] == []

    return check


def waits_unchecked(words: str) -> Callable[[Held], None]:
    """It is in no text, and waits as something that code can't compare."""

    def check(held: Held) -> None:
        why = told_of(held, words)
        assert [line for line in new_lines(held) if words in line] == [], why
        assert [one.status for one in held.changes_with(words)] == ["proposed"], why
        assert [one.support["status"] for one in held.changes_with(words)] == ["not_checked"], why

    return check


def marked_unchecked(words: str) -> Callable[[Held], None]:
    """Code finds nothing against it and says that it has not checked it, wherever it is told."""

    def check(held: Held) -> None:
        told = [*points_with(held, words)] if held.of("synthesis") else []
        supports = [one["support"] for one in told] + [one.support for one in held.changes_with(words)]
        assert supports, told_of(held, words)
        assert {one["status"] for one in supports} == {"not_checked"}, told_of(held, words)

    return check


def told_as_elms(words: str) -> Callable[[Held], None]:
    """A verdict has it and says that code has not checked it."""

    def check(held: Held) -> None:
        [verdict] = held.of("verdict")
        lines = [
            line
            for part in ("got_right", "improved", "caveats")
            for line in verdict.data[part]
            if words in line
        ]
        assert lines == [NOT_CHECKED.format(line=words)]

    return check


def put_into_the_text(words: str, kind: str) -> Callable[[Held], None]:
    """It was applied at once, as a point of this kind, and stands there."""

    def check(held: Held) -> None:
        why = told_of(held, words)
        assert [line for line in new_lines(held) if words in line], why
        assert [one.status for one in held.changes_with(words)] == ["applied"], why
        assert [one["kind"] for one in points_with(held, words)] == [kind], why

    return check


def flagged(*inventions: str, statuses: Set[str] = UNSUPPORTED) -> Callable[[Held], None]:
    """The edit is not in the text, waits with one of these statuses, and the verdict certifies it nowhere."""

    def check(held: Held) -> None:
        for words in inventions:
            is_in_no_text(held, words, statuses)
            not_certified(words)(held)

    return check


def not_certified(words: str) -> Callable[[Held], None]:
    def check(held: Held) -> None:
        [verdict] = held.of("verdict")
        assert words not in f"{verdict.data['got_right']} {verdict.data['improved']}"

    return check


def supported(words: str) -> Callable[[Held], None]:
    def check(held: Held) -> None:
        assert [one.support["status"] for one in held.changes_with(words)] == ["supported"], told_of(
            held, words
        )

    return check


def no_quote_of_the_notes(words: str) -> Callable[[Held], None]:
    def check(held: Held) -> None:
        for answer in held.of("answer"):
            assert [one for one in answer.data["citations"] if words in one["quote"]] == []
            assert [one for one in answer.data["not_found"] if words in one]

    return check


def the_plan_is_not_emptied(held: Held) -> None:
    """Whoever accepts all that is proposed still has something under “Plan”. A change has whole lines."""
    gone = [
        words
        for words in ("We will retry each declined payment", "This makes checkout")
        if any(words in one.removed and words not in one.inserted for one in held.session.changes.all())
    ]
    assert len(gone) < 2
