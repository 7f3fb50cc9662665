"""What a session does to repositories, as the page of its changes shows it: files, commits, and how pushes go."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.template.defaultfilters import pluralize

from reviews.errors import RepositoryError
from reviews.models import BranchCommit, Session
from reviews.repositories import pushing
from reviews.repositories.plans import File, Plan, RepositoryFiles, gather_changes, plan_commit

type Shown = dict[str, Any]


def section_of(session: Session) -> Shown | None:
    """The part of the page about repositories; None when the session is about no file of one.

    "outside" are artifacts that are from none, with the number of their accepted changes; "is_due" says whether the
    button to commit does something: one repository in trouble holds up the others; "has_mail" whether the patch is a
    mail that `git am` takes.
    """
    gathered = gather_changes(session)
    if not gathered.batches:
        return None
    cards = [commit_card(session, batch) for batch in gathered.batches]
    plans = [card["plan"] for card in cards if card["plan"]]
    live = [card for card in cards if card["batch"].live]
    return {
        "cards": cards,
        "outside": gathered.outside,
        "is_due": any(made.is_due for made in plans) and not any(card["trouble"] for card in cards),
        "has_mail": len(live) == 1 and live[0]["plan"] is not None and not gathered.outside,
    }


def commit_card(session: Session, batch: RepositoryFiles) -> Shown:
    """A repository: its files, the commit that could be made now (or what is wrong with its mirror, in words), and
    those that were."""
    made, trouble = None, ""
    if batch.live or batch.rows:
        try:
            made = plan_commit(session, batch)
        except RepositoryError as error:
            trouble = str(error)
    return {
        "batch": batch,
        "plan": made,
        "trouble": trouble,
        "lines": lines_of(batch.rows),
        "files": [(file, " · ".join(told_of(file, made))) for file in batch.files],
    }


def told_of(file: File, made: Plan | None) -> Iterator[str]:
    """What the session does to a file, piece by piece."""
    if file.changes:
        mixed = made is not None and file.path in made.mixed
        others = ", together with everything else that was changed in it" if mixed else ""
        yield f"{len(file.changes)} accepted change{pluralize(file.changes)}{others}"
    elif made and file.path in made.restored and not made.is_there:
        yield "back to what it was"
    elif not file.merged and not file.unplaced:
        yield "nothing accepted"
    if file.merged:
        yield f"{file.merged} in the repository already"
    if file.unplaced:
        yield f"{file.unplaced} without a place"


def lines_of(rows: Sequence[BranchCommit]) -> list[Shown]:
    """The commits, the newest first."""
    newest = {row.branch: row.pk for row in rows}
    return [commit_line(row, is_newest=newest[row.branch] == row.pk) for row in reversed(rows)]


def line_of(row: BranchCommit, trouble: str = "") -> Shown:
    """One commit as it is stored now, and what just went wrong with it."""
    stored = BranchCommit.objects.select_related("repository", "made_by", "pushed_by").get(pk=row.pk)
    same = BranchCommit.objects.filter(
        session=stored.session_id, repository=stored.repository_id, branch=stored.branch
    )
    return commit_line(stored, is_newest=not same.filter(pk__gt=stored.pk).exists(), trouble=trouble)


def commit_line(row: BranchCommit, *, is_newest: bool, trouble: str = "") -> Shown:
    """A commit in the list. "may_push": the branch is pushed as a whole, so its newest commit (its tip) offers it."""
    state = pushing.state_of(row)
    return {
        "row": row,
        "is_newest": is_newest,
        "trouble": trouble,
        "state": state,
        "has_failed": state in ("died", "failed"),
        "is_moving": state in ("waiting", "pushing"),
        "may_push": is_newest and state in ("none", "died", "failed"),
    }
