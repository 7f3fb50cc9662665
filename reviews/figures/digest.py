"""A mail that says what waits for somebody, to everyone who has asked for it."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from reviews.accounts import mail
from reviews.accounts.addresses import confirmed_address
from reviews.figures.waiting import Waiting, count_waiting
from reviews.models import Digest
from reviews.models.team import teams_of

TEXT = """{name}, this waits for you in ELM:

{lines}

You asked for this mail. To get no more of them: {base}/accounts/teams/
"""


class Sent(NamedTuple):
    """What became of the mail to somebody: whether there was something to say, and whether a mail server took it."""

    user: User
    waits: int
    taken: bool


def want_digest(user: User, *, wanted: bool) -> None:
    """Remember whether somebody wants the mail. Asking twice changes nothing."""
    if wanted:
        Digest.objects.get_or_create(user=user)
    else:
        Digest.objects.filter(user=user).delete()


def digest_lines(waiting: Waiting, base: str) -> Iterator[str]:
    """A line for each thing of which some wait, with its address. base: the site's own, without a slash at the end."""
    rows = (
        (waiting.changes, "changes to decide", "/changes/?kind=change"),
        (waiting.findings, "findings assigned to you", "/changes/?kind=finding&person=me"),
        (waiting.sessions, "sessions waiting for an answer", "/sessions/?state=waiting"),
    )
    for number, words, address in rows:
        if number:
            yield f"- {words}: {number:,}\n  {base}{address}"


def send_digests(base: str) -> Iterator[Sent]:
    """Send the mail to everyone who wants it, has confirmed an address and is waited for."""
    rows = Digest.objects.filter(user__is_active=True).select_related("user").order_by("pk")
    for row in rows:
        address = confirmed_address(row.user)
        waiting = count_waiting(row.user, teams_of(row.user))
        if not address or not waiting.total:
            yield Sent(row.user, waiting.total, taken=False)
            continue
        name = row.user.get_full_name() or row.user.get_username()
        text = TEXT.format(name=name, lines="\n".join(digest_lines(waiting, base)), base=base)
        things = "thing waits" if waiting.total == 1 else "things wait"
        taken = mail.send(address, f"{waiting.total:,} {things} for you in ELM", text)
        Digest.objects.filter(pk=row.pk).update(sent=timezone.now())
        yield Sent(row.user, waiting.total, taken)
