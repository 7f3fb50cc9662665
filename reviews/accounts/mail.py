"""The mails that ELM sends. A server without a mail server works all the same: links can be handed over."""

import logging
from collections.abc import Sequence
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, send_mail
from django.core.mail.backends.base import BaseEmailBackend
from django.http import HttpRequest

logger = logging.getLogger(__name__)

INVITATION = """{inviter} invites you to the team “{team}” in ELM, as {role}.

Open this link to accept or to decline, until {until:%d %B %Y}:

{link}

Whoever opens it acts as you: do not pass it on. If you do not know {inviter}, decline.
"""
LOGIN_LINK = """{asker} has asked for a link with which you log in to ELM as {username}. It works once, within
{minutes} minutes:

{link}

If you do not want to log in, do nothing.
"""
CONFIRMATION = """The account {username} in ELM says that this is its e-mail address. If it is yours, log in as
{username} and open this link within a day:

{link}

If it is not, do nothing.
"""


class Unsent(BaseEmailBackend):
    """What a server without ELM_MAIL_URL uses in production, where links should not stand in a log."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send nothing, and say so once for each mail."""
        for message in email_messages:
            logger.warning("Not sent: “%s”. Set ELM_MAIL_URL to send mails.", message.subject)
        return 0


def link_to(request: HttpRequest, path: str) -> str:
    """The whole address of a page for a mail. Whoever sends the request also says by which host and port they reached
    the site, so one that CSRF_TRUSTED_ORIGINS does not name is not believed where that names any."""
    own = [origin.rstrip("/") for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin]
    here = f"{request.scheme}://{request.get_host()}"
    return f"{here if here in own or not own else own[0]}{path}"


def send(address: str, subject: str, text: str) -> bool:
    """Send a mail. Gives whether it went to a mail server: whoever waits for it is told the truth."""
    try:
        sent = send_mail(" ".join(subject.split()), text, None, [address])
    except (SMTPException, OSError) as error:
        logger.warning("A mail was not sent: %s", error)
        return False
    return bool(sent and settings.ELM_MAIL_URL)
