"""Applies fixes that an analyser calls safe, as far as they don't touch each other."""

from collections.abc import Iterable, Sequence

from reviews.code.analysers.alert import Alert, Edit


def apply_safe_fixes(text: str, alerts: Sequence[Alert]) -> tuple[str, tuple[Alert, ...]]:
    """The text with the safe fixes of `alerts` of this very text, and the alerts whose fixes are in it.

    A fix is applied whole or not at all, the first by place before those that touch it. Of statements that follow each
    other in a block only one is removed at a time, for together they could leave a block with nothing in it.
    """
    parts: list[str] = []
    applied: list[Alert] = []
    until, removed = 0, -1
    for alert, edits in sorted(_safe_fixes(alerts), key=lambda each: each[1][0].start):
        # An edit of no length where another one ended is in the place of neither.
        if edits[0].start < until or (applied and edits[0].start == until and edits[0].start == edits[0].end):
            continue
        if removed >= 0 and _removes_words(text, edits[0]) and not _has_code(text[removed : edits[0].start]):
            continue
        for edit in edits:
            parts += (text[until : edit.start], edit.new)
            until = edit.end
        removed = until if _removes_words(text, edits[-1]) else -1
        applied.append(alert)
    return "".join([*parts, text[until:]]), tuple(applied)


def _safe_fixes(alerts: Iterable[Alert]) -> list[tuple[Alert, tuple[Edit, ...]]]:
    """The alerts with a safe fix whose edits are in order and apart from each other."""
    found = []
    for alert in alerts:
        edits = alert.fix.edits if alert.fix and alert.fix.safe else ()
        ends = [0, *(edit.end for edit in edits)]
        if edits and all(edit.start >= end for edit, end in zip(edits, ends, strict=False)):
            found.append((alert, edits))
    return found


def _removes_words(text: str, edit: Edit) -> bool:
    """Whether the edit takes words away and puts none in their place, as the removal of a statement does."""
    return not edit.new.strip() and bool(text[edit.start : edit.end].strip())


def _has_code(text: str) -> bool:
    return any(line.strip() and not line.strip().startswith("#") for line in text.split("\n"))
