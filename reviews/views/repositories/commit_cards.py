"""What a session does to repositories, as the page of its changes shows it: files, commits, and how pushes go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.template.defaultfilters import pluralize

from reviews.errors import RepositoryError
from reviews.models import Artifact, BranchCommit, Session
from reviews.models.commit import PushState
from reviews.repositories import pushing
from reviews.repositories.plans import Batch, File, Plan, gather, plan


@dataclass(frozen=True)
class Line:
    """A commit in the list. `is_newest`: it is the tip of its branch; `trouble`: what just went wrong with it."""

    row: BranchCommit
    is_newest: bool
    trouble: str = ""

    @property
    def state(self) -> str:
        """How its push goes: "none", "waiting", "pushing", "died", "failed" or "pushed"."""
        if self.row.push == PushState.PUSHING:
            if pushing.is_dead(self.row):
                return "died"
            return "waiting" if self.row.pk in pushing.waiting else "pushing"
        return self.row.push or "none"

    @property
    def subject(self) -> str:
        return self.row.message.partition("\n")[0]

    @property
    def is_moving(self) -> bool:
        return self.state in ("waiting", "pushing")

    @property
    def has_failed(self) -> bool:
        return self.state in ("failed", "died")

    @property
    def may_push(self) -> bool:
        """Whether a push makes sense: the branch is pushed as a whole, so its newest commit offers it."""
        return self.is_newest and self.state in ("none", "died", "failed")


@dataclass(frozen=True)
class Shelf:
    """One repository: its files, the commit that could be made (`trouble` says why none can), and those that were."""

    batch: Batch
    plan: Plan | None = None
    trouble: str = ""
    lines: Sequence[Line] = ()

    @property
    def is_due(self) -> bool:
        return self.plan is not None and self.plan.is_due

    @property
    def is_new_branch(self) -> bool:
        return self.plan is not None and self.plan.tip == self.plan.base

    @property
    def files(self) -> list[tuple[File, str]]:
        """The files, each with the words that say what the session does to it."""
        return [(file, " · ".join(self.told(file))) for file in self.batch.files]

    def told(self, file: File) -> Iterator[str]:
        """What there is to say of a file, piece by piece."""
        if file.changes:
            mixed = self.plan is not None and file.path in self.plan.mixed
            others = ", together with everything else that was changed in it" if mixed else ""
            yield f"{len(file.changes)} accepted change{pluralize(file.changes)}{others}"
        elif self.plan and file.path in self.plan.restored and not self.plan.is_there:
            yield "back to what it was"
        elif not file.merged and not file.unplaced:
            yield "nothing accepted"
        if file.merged:
            yield f"{file.merged} in the repository already"
        if file.unplaced:
            yield f"{file.unplaced} without a place"

    @property
    def is_done(self) -> bool:
        """Whether what is accepted is committed."""
        return self.plan is not None and not self.plan.is_due and bool(self.batch.rows)


@dataclass(frozen=True)
class Section:
    """The part of the page about repositories. `outside` are artifacts that are from none, with the number of
    their accepted changes."""

    shelves: Sequence[Shelf]
    outside: Mapping[Artifact, int] = field(default_factory=dict)

    @property
    def is_due(self) -> bool:
        """Whether the button to commit does something: one repository in trouble holds up the others."""
        return any(shelf.is_due for shelf in self.shelves) and not any(
            shelf.trouble for shelf in self.shelves
        )

    @property
    def has_mail(self) -> bool:
        """Whether the patch is a mail that `git am` takes."""
        live = [shelf for shelf in self.shelves if shelf.batch.live]
        return len(live) == 1 and live[0].plan is not None and not self.outside


def section_of(session: Session) -> Section | None:
    """The section of a session; None when it is about no file of a repository."""
    gathered = gather(session)
    if not gathered.batches:
        return None
    return Section([shelf_of(session, batch) for batch in gathered.batches], gathered.outside)


def shelf_of(session: Session, batch: Batch) -> Shelf:
    """A repository with what could be committed now. What is wrong with its mirror is told in words."""
    lines = lines_of(batch.rows)
    if not batch.live and not batch.rows:
        return Shelf(batch)
    try:
        return Shelf(batch, plan(session, batch), "", lines)
    except RepositoryError as error:
        return Shelf(batch, None, str(error), lines)


def lines_of(rows: Sequence[BranchCommit]) -> list[Line]:
    """The commits, the newest first."""
    newest = {row.branch: row.pk for row in rows}
    return [Line(row, newest[row.branch] == row.pk) for row in reversed(rows)]


def line_of(row: BranchCommit, trouble: str = "") -> Line:
    """One commit as it is stored now."""
    stored = BranchCommit.objects.select_related("repository", "made_by", "pushed_by").get(pk=row.pk)
    same = BranchCommit.objects.filter(
        session=stored.session_id, repository=stored.repository_id, branch=stored.branch
    )
    return Line(stored, not same.filter(pk__gt=stored.pk).exists(), trouble)
