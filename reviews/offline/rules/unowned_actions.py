"""Work that nobody is named for, or that has no date.

Looks for action items, plans, rows of tables with an empty owner or date, promises and duties (see
language/reading/actions.py) that say neither in their own words nor in their heading, their lead-in or their row who
does it and by when, for turns to somebody who is meant and not named ("the relevant team"), and for headings such as
"Next 3 months" in a text without a date. A list of which no item has a name is told once, in incident reports by
missing.py. Leaves alone specifications and pages to look things up in, the steps of a
runbook, and the promises of a text that names its owner and a timetable.
"""

from collections.abc import Iterator

from reviews.language.reading.actions import (
    Action,
    find_anonymous,
    names_owner,
    read_actions,
    relative_headings,
    says_when,
)
from reviews.language.reading.document import Document
from reviews.language.reading.document_kind import FOLLOWS_UP, OWED, DocumentKind, document_kind
from reviews.language.reading.outline import Outline, outline_of
from reviews.language.reading.parts import find_part
from reviews.offline.finding import Finding, finding_about
from reviews.offline.rules.missing import tells_of_follow_ups

_NOTHING_OWED = frozenset(
    {DocumentKind.SPECIFICATION, DocumentKind.REFERENCE, DocumentKind.RECORD, DocumentKind.CHARTER}
)
_ASKED_ONCE = {"owner", "date"}
"""What a text that promises all over is asked for as a whole, where its kind owes it."""
_SURE = {
    "row": 0.9,
    "item": 0.85,
    "table": 0.8,
    "plan": 0.75,
    "call": 0.7,
    "promise": 0.6,
    "duty": 0.6,
    "assigned": 0.6,
    "progress": 0.6,
}

_CASES = {"row": "action_row", "plan": "action_plan", "table": "action_table"}


def find(document: Document) -> Iterator[Finding]:
    """A finding per action, turn or heading."""
    for sentence, who in find_anonymous(document):
        yield finding_about("action_no_owner", sentence, 0.7, case="action_anonymous", who=who)
    outline = outline_of(document)
    yield from _find_owed(outline)
    if document_kind(outline) in _NOTHING_OWED:
        return
    if not any(says_when(block.text) for block in document.blocks if block.section.level <= 1):
        for heading in relative_headings(document):
            yield finding_about("action_no_owner", heading, 0.7, case="action_no_anchor")


def _find_owed(outline: Outline) -> Iterator[Finding]:
    """The items of lists are told once when none of them has a name."""
    owed = [action for action in owed_actions(outline) if not _is_told_of_all(outline, action)]
    nameless = [action for action in owed if action.form == "item" and not action.named]
    has_names = any(action.form == "item" and action.named for action in read_actions(outline))
    alike = nameless if len(nameless) > 1 and not has_names else []
    for action in owed:
        if action not in alike:
            is_alone = action in nameless and has_names
            yield _finding(action, "action_unlike" if is_alone else _case_of(action), action.count)
    if alike:
        yield _finding(alike[0], "action_list", len(alike))


def _is_told_of_all(outline: Outline, action: Action) -> bool:
    """Whether missing.py says of all that is left to do what an item of a list lacks."""
    return action.form == "item" and (
        (not action.named and tells_of_follow_ups(outline, "owner"))
        or (not action.dated and tells_of_follow_ups(outline, "date"))
    )


def owed_actions(outline: Outline) -> tuple[Action, ...]:
    """The actions of a document that lack a name or a date which its kind owes."""
    kind = document_kind(outline)
    if kind in _NOTHING_OWED:
        return ()
    settled = _is_settled(outline)
    return tuple(action for action in read_actions(outline) if _is_owed(action, kind, settled=settled))


def _is_owed(action: Action, kind: DocumentKind, *, settled: bool) -> bool:
    if action.form == "row":
        return True
    if kind == DocumentKind.RUNBOOK and action.form != "duty":
        return False
    if action.form == "promise" and kind == DocumentKind.MINUTES:
        return not (action.named and action.dated)
    if action.form == "duty" and kind in FOLLOWS_UP:
        return not (action.named or action.dated)
    if action.form in ("promise", "duty", "progress"):
        return not action.dated and not settled and not {*OWED.get(kind, ())} >= _ASKED_ONCE
    if action.form == "plan" and settled:
        return False
    return not action.named or (not action.dated and kind in FOLLOWS_UP)


def _is_settled(outline: Outline) -> bool:
    """Whether the document names who answers for all of it and a day for its work."""
    date = find_part(outline, "date")
    return bool(date and date.title and date.filled) and names_owner(outline)


def _case_of(action: Action) -> str:
    case = "action_unnamed" if action.dated else "action_undated" if action.named else "action_no_owner"
    return _CASES.get(action.form, case)


def _finding(action: Action, case: str, count: int) -> Finding:
    return finding_about(
        "action_no_owner", action.sentence, _SURE[action.form], case=case, column=action.column, count=count
    )
