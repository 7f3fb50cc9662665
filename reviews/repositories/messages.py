"""The messages of commits: what was accepted, who said it, and where it was said."""

import textwrap
from collections.abc import Sequence

from reviews.kinds.registry import session_kind
from reviews.language.wording import counted
from reviews.models import Change, Session
from reviews.repositories.plans import File, Plan

WIDTH, LONGEST_SUBJECT = 72, 72
LONGEST_POINT = 300


def message_of(session: Session, plan: Plan, url: str) -> str:
    """The message of a plan's commit; `url` is the session's whole address."""
    parts = [commit_subject(session, plan.batch.changes)]
    parts += [_file_part(file, file.path in plan.mixed) for file in plan.batch.live]
    if plan.restored:
        parts.append("As it was before:\n" + "\n".join(f"- {path}" for path in plan.restored))
    return "\n\n".join([*parts, f"Session: {url}"])


def commit_subject(session: Session, changes: Sequence[Change]) -> str:
    kind = session_kind(session.kind).label.lower()
    # Our own words come first: git am drops what stands in brackets at the start of a subject.
    what = counted(len(changes), "change") if changes else "Take back the changes"
    return textwrap.shorten(
        f"{what} of the {kind} on {session.item.title}", LONGEST_SUBJECT, placeholder=" …"
    )


def _file_part(file: File, mixed: bool) -> str:
    also = " (together with everything else that was changed in it)" if mixed else ""
    return "\n".join([f"{file.path}{also}", *(_change_line(change) for change in file.changes)])


def _change_line(change: Change) -> str:
    """A line about a change: where, what, and who said it."""
    where = f"{change.section}: " if change.section else ""
    said = session_kind(change.session.kind).shown_attribution(change.session, change.attribution)
    who = "" if change.marker or not said else f" ({said})"
    words = textwrap.shorten(f"{where}{_change_words(change)}", LONGEST_POINT, placeholder=" …")
    filled = textwrap.fill(
        f"- {words}{who}", WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return filled + ("\n  Worded anew by whoever accepted it." if change.edited is not None else "")


def _change_words(change: Change) -> str:
    """The point of an addition, who said it in front; why ELM proposed a rewrite."""
    if change.marker:
        return change.point
    return change.reason or "Reworded."
