"""The card at the top of a session that has ended: what its kind says came of it, and what became of its changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.text import get_text_list

from reviews.kinds.session_result import SessionResult
from reviews.language.wording import counted
from reviews.models import Session
from reviews.models.outcome import ChangeStatus

MOST_NAMED = 4
MOST_QUESTIONS = 5
FATES = {
    ChangeStatus.PROPOSED: "to decide",
    ChangeStatus.APPLIED: "put in",
    ChangeStatus.REJECTED: "rejected",
    ChangeStatus.UNDONE: "undone",
}


@dataclass(frozen=True)
class ChangeTally:
    """How many changes a session has proposed, by what became of them, and to which artifacts. one: what a single one
    is called."""

    counts: dict[str, int]
    artifacts: Sequence[str]
    one: str

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def waiting(self) -> int:
        return self.counts.get(ChangeStatus.PROPOSED, 0)

    @property
    def sentence(self) -> str:
        """Such as "3 changes to plan.md: 1 to decide, 2 put in"."""
        if not self.total:
            return f"No {self.one} to the artifacts"
        names = [*self.artifacts[:MOST_NAMED], *(["others"] if len(self.artifacts) > MOST_NAMED else [])]
        fates = [f"{count} {FATES[fate]}" for fate in FATES if (count := self.counts.get(fate))]
        return f"{counted(self.total, self.one)} to {get_text_list(names, 'and')}: {', '.join(fates)}"

    @property
    def to_decide(self) -> str:
        """What waits for people, such as "Decide on 2 changes"; "" for nothing."""
        return f"Decide on {counted(self.waiting, self.one)}" if self.waiting else ""


def tally_changes(session: Session, one: str) -> ChangeTally:
    """What became of the changes of a session, in one query."""
    counts: dict[str, int] = {}
    names: dict[str, None] = {}
    rows = session.changes.order_by("artifact__name").values_list("artifact__name", "status")
    for name, status, count in rows.annotate(count=Count("pk")):
        counts[status] = counts.get(status, 0) + count
        names[name] = None
    return ChangeTally(counts, list(names), one)


@dataclass(frozen=True)
class ResultCard:
    """Everything that the card says."""

    result: SessionResult
    changes: ChangeTally

    @property
    def questions(self) -> Sequence[str]:
        """The first of the open questions."""
        return self.result.open_questions[:MOST_QUESTIONS]

    @property
    def more_questions(self) -> int:
        return max(0, len(self.result.open_questions) - MOST_QUESTIONS)

    @property
    def advice(self) -> str:
        """What to do next, in a sentence."""
        parts = [part for part in (self.changes.to_decide, self.result.advice) if part]
        return (
            f"{', then '.join([parts[0], *(part[:1].lower() + part[1:] for part in parts[1:])])}."
            if parts
            else ""
        )
