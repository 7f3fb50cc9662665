"""Committing what people accepted of a session, in the mirrors of the repositories that its artifacts are from."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from reviews.accounts import audit
from reviews.errors import IllegalMove
from reviews.git import commit as commits
from reviews.git import patch
from reviews.git.commit import Author, CommitDraft
from reviews.language.wording import counted
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import BranchCommit, Repository, Session
from reviews.models.audit import Happening
from reviews.repositories import authors
from reviews.repositories.messages import message_of
from reviews.repositories.places import mirror_of
from reviews.repositories.plans import SHORT, Gathered, Plan, gather_changes, plan_commit
from reviews.states import EventKind


def commit(session: Session, by: User, url: str = "") -> list[BranchCommit]:
    """Commit the session's accepted changes: one commit for each repository that has not got them yet.

    url: the whole address of the session, for the message. Raises IllegalMove when there is nothing to commit,
    RepositoryError as `plan_commit` and the git layer do; what was committed before stays.
    """
    gathered = gather_changes(session)
    plans = [plan_commit(session, batch) for batch in gathered.batches if batch.live or batch.rows]
    due = [one for one in plans if one.is_due]
    if not due:
        raise IllegalMove(_why_nothing(gathered))
    return [_store_commit(session, one, by, url) for one in due]


def mails(session: Session, by: User, url: str = "") -> bytes:
    """The accepted changes as a mail that `git am` takes, without moving any branch; b"" when they are not all in
    one repository. Raises RepositoryError as `plan_commit` does, and `path` for a file that is no text."""
    gathered = gather_changes(session)
    live = [batch for batch in gathered.batches if batch.live]
    if gathered.outside or len(live) != 1:
        return b""
    made = plan_commit(session, live[0])
    mirror = mirror_of(made.batch.repository)
    files = {file.path: made.contents[file.path].data for file in made.batch.live}
    if commits.has(mirror, made.base, files):
        return b""
    # The time of the last decision, so that the same changes are the same commit however often this is asked for.
    at = max((change.decided for change in made.batch.changes if change.decided), default=session.created)
    draft = CommitDraft(
        made.branch, made.base, files, _author(session, by), message_of(session, made, _url(session, url)), at
    )
    return patch.format_patch(mirror, commits.make(mirror, draft))


def mail_of(row: BranchCommit) -> bytes:
    """One commit as a mail that `git am` takes. Raises RepositoryError."""
    return patch.format_patch(mirror_of(row.repository), row.commit)


def _store_commit(session: Session, made: Plan, by: User, url: str) -> BranchCommit:
    """Make the commit and tell of it. One that was made and never told of is told of now."""
    message = message_of(session, made, _url(session, url))
    draft = CommitDraft(made.branch, made.tip, made.data, _author(session, by), message, timezone.now())
    new = made.tip if made.is_lost else commits.commit(mirror_of(made.batch.repository), draft)
    touched = [str(file.artifact.pk) for file in made.batch.files if file.path in made.contents]
    with transaction.atomic():
        if not Repository.objects.select_for_update(no_key=True).filter(pk=made.batch.repository.pk).exists():
            raise IllegalMove(
                f"{made.batch.repository.name} was removed a moment ago, so the commit went with it. The accepted "
                "changes are as they were: take the patch."
            )
        row, is_new = BranchCommit.objects.get_or_create(
            repository=made.batch.repository,
            branch=made.branch,
            commit=new,
            defaults={
                "session": session,
                "base": made.base,
                "message": message,
                "artifacts": touched,
                "made_by": by,
            },
        )
        if is_new:
            changes = (
                counted(len(made.batch.changes), "change") if made.batch.changes else "what was taken back"
            )
            audit.note_in_session(Happening.COMMITTED, session.pk, who=by)
            log_commit(row, "committed", f"Committed {changes} to {row.branch} as {row.commit[:SHORT]}.", by)
    return row


def log_commit(row: BranchCommit, action: str, text: str, by: User | None) -> None:
    """Leave an event about a commit in the session's log."""
    data = {"action": action, "commit": row.commit, "branch": row.branch}
    speaker = store.speaker_of(by) if by else None
    store.append(row.session_id, [NewEvent(EventKind.CHANGE, text, speaker, data)], user=by)


def _author(session: Session, by: User) -> Author:
    return authors.author_of(session.item.team.commit_author, by)


def _url(session: Session, url: str) -> str:
    return url or session.get_absolute_url()


def _why_nothing(gathered: Gathered) -> str:
    """Why there is nothing to commit, and what to do."""
    if any(batch.rows for batch in gathered.batches):
        return "Everything that is accepted is committed already, so nothing was done."
    if any(batch.is_merged for batch in gathered.batches):
        return "The repository has everything that is accepted itself, so there is nothing to commit."
    if gathered.batches:
        return "No change to a file of a repository is accepted yet. Accept one, then commit."
    return (
        "None of the changed artifacts is from a repository, so there is nothing to commit. Take the patch."
    )
