"""What teammates do about a change or a finding before it is decided: comments, who looks at it, and reasons."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from reviews.accounts import audit
from reviews.errors import ElmError
from reviews.log.store import speaker_of
from reviews.models import Change, Comment, Finding, Membership
from reviews.models.audit import Happening
from reviews.models.decidable import LONGEST_REASON
from reviews.models.team import Role

LONGEST_COMMENT = 5_000
ACTING = [role for role in Role if role.may_act]

type Subject = Change | Finding


def add_comment(about: Subject, by: User, text: str) -> Comment:
    """Keep what somebody says about a change or a finding. It leaves no event in the session's log.

    Raises ElmError with a sentence when it is empty, longer than 5,000 characters, or no text.
    """
    said = plain_text(text, LONGEST_COMMENT, "comment")
    if not said:
        raise ElmError("The comment is empty. Write what your teammates should know, then add it.")
    return about.comments.create(author=by, text=said)


def delete_comment(about: Subject, by: User, number: int) -> None:
    """Delete a comment of one's own. Raises ElmError when there is none with this number."""
    with transaction.atomic():
        deleted, _ = about.comments.filter(pk=number, author=by).delete()
        if not deleted:
            raise ElmError("This comment is gone already, or somebody else wrote it. Nothing was deleted.")
        artifact = about.artifact
        audit.note(Happening.DELETED, who=by, team=artifact.item.team, detail="a comment", subject=artifact)


def assign(about: Subject, person: str) -> User | None:
    """Ask somebody to decide: `person` is the id of a user as a form sends it, "" for nobody; returns them.

    Raises ElmError, with nothing changed, for somebody who can't act in the team.
    """
    people = assignable([about.team_id])[about.team_id]
    chosen = next((one for one in people if str(one.pk) == person), None)
    if person and chosen is None:
        raise ElmError(
            "This person can’t decide anything in the team any more, so nothing was assigned. Choose somebody else."
        )
    type(about)._default_manager.filter(pk=about.pk).update(assignee=chosen)
    about.assignee = chosen
    return chosen


def assignable(teams: Iterable[int]) -> Mapping[int, Sequence[User]]:
    """Who may be asked to decide in each team: those who may act there, by name. One query."""
    rows = Membership.objects.filter(team__in=set(teams), role__in=ACTING, user__is_active=True)
    people: dict[int, list[User]] = defaultdict(list)
    for row in rows.select_related("user").order_by("user__first_name", "user__last_name", "user__username"):
        people[row.team_id].append(row.user)
    return people


def decided_already(about: Subject, said: str, by: User | None) -> str:
    """Who was quicker, in words for the person who tried: `said` is what became of it, such as "was accepted"."""
    if about.decided_by is None:
        return f"This {about.kind} {said}. Nothing was changed."
    who = "you" if by and about.decided_by_id == by.pk else speaker_of(about.decided_by).name
    return f"This {about.kind} {said} by {who} already. Nothing was changed."


def reason_of(text: str) -> str:
    """The reason for a rejection or a dismissal as it is kept; "" for none.

    Raises ElmError with a sentence when it is longer than 500 characters, or no text.
    """
    return plain_text(text, LONGEST_REASON, "reason")


def plain_text(text: str, most: int, what: str) -> str:
    """What was typed, with the line ends of a text and without space around it. Raises ElmError."""
    typed = text.replace("\r\n", "\n").strip()
    if "\0" in typed:
        raise ElmError(f"The {what} has a null byte, which no text may have. Remove it, then send it again.")
    if len(typed) > most:
        raise ElmError(
            f"The {what} has {len(typed):,} characters; {most:,} fit. Shorten it, then send it again."
        )
    return typed
