"""Whether Code Designer is on now, and switching it (P001).

How a server was started is known to its own process; what an admin switches while it runs is a row, which all
processes of an installation read, until a server that runs sessions starts again.
"""

import logging
import time
from argparse import ArgumentParser

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.utils import timezone

from reviews.accounts import audit
from reviews.code_designer.mode import ModeConfig, Source, choose_mode
from reviews.models import ModeSwitch
from reviews.models.audit import Happening

logger = logging.getLogger(__name__)
STARTED = int(time.time())
LOOK_SECONDS = 1.0
"""How long a process goes by what it has read: pages cost no query of their own."""


class Known:
    """What this process knows: what was said at its start, and how the row was when it last looked."""

    def __init__(self) -> None:
        self.at_start: dict[Source, ModeConfig] = {}
        self.runtime: ModeConfig | None = None
        self.looked = float("-inf")

    def see(self, runtime: ModeConfig | None) -> None:
        """runtime: what the row says; None when there is none."""
        self.runtime, self.looked = runtime, time.monotonic()


known = Known()


def is_code_designer_mode() -> bool:
    """Whether the mode is on."""
    return current_mode().enabled


def current_mode() -> ModeConfig:
    """The mode as it is now. What another process has switched is known here a second later."""
    return choose_mode([*filter(None, [runtime_mode()]), *modes_at_start()])


def enable_code_designer(source: Source, *, by: User | None = None) -> ModeConfig:
    """Switch the mode on, and give what counts then: another source may be stronger.

    RUNTIME holds for all processes until a restart and is noted in the audit log as done by `by` (None: whoever runs
    the server); any other source for this process, as if it had been said at its start.
    """
    if source is Source.RUNTIME:
        _switch(True, by)
    else:
        known.at_start[source] = ModeConfig(True, source, int(time.time()))
    return current_mode()


def disable_code_designer(*, by: User | None = None) -> ModeConfig:
    """Switch the mode off for all processes until a restart, however it was switched on; noted as done by `by`."""
    _switch(False, by)
    return current_mode()


def modes_at_start() -> list[ModeConfig]:
    """What the command line, the environment and the file say, without a look into the database."""
    told = {Source(name): on for name, on in settings.CODE_DESIGNER.items() if on is not None}
    read = [ModeConfig(on, source, STARTED if on else None) for source, on in told.items()]
    return [*known.at_start.values(), *read]


def runtime_mode() -> ModeConfig | None:
    """What an admin has switched since the start, None when nobody has; read at most once a second."""
    if time.monotonic() - known.looked >= LOOK_SECONDS:
        row = ModeSwitch.objects.filter(pk=ModeSwitch.THE_ONE).first()
        known.see(_as_mode(row) if row else None)
    return known.runtime


def forget_runtime_switch() -> None:
    """What was switched while the server ran ends with it."""
    ModeSwitch.objects.all().delete()
    known.see(None)


def log_mode() -> None:
    """Tell the log whether the mode is on, who says so and since when."""
    try:
        mode = current_mode()
    except DatabaseError:
        # A server that only serves pages may start before its database does.
        mode = choose_mode(modes_at_start())
    logger.info("Code Designer is %s", mode)


def add_mode_option(parser: ArgumentParser) -> None:
    """Let a command take `--code-designer`; its value `code_designer` goes to `take_mode_option`."""
    parser.add_argument(
        "--code-designer",
        action="store_true",
        help="Switch Code Designer on: angle reviews take several passes and propose modifications.",
    )


def take_mode_option(code_designer: bool) -> None:
    """What a command does with its `--code-designer`; without it the command line says nothing."""
    if code_designer:
        enable_code_designer(Source.CLI)


def _switch(enabled: bool, by: User | None) -> None:
    """Store the switch and note it; switching to what is switched already changes and notes nothing."""
    now = timezone.now()
    with transaction.atomic():
        row, is_new = ModeSwitch.objects.get_or_create(
            pk=ModeSwitch.THE_ONE, defaults={"enabled": enabled, "at": now}
        )
        others = ModeSwitch.objects.filter(pk=row.pk).exclude(enabled=enabled)
        if is_new or others.update(enabled=enabled, at=now):
            what = Happening.CODE_DESIGNER_ON if enabled else Happening.CODE_DESIGNER_OFF
            audit.note(what, who=by)
            row.enabled, row.at = enabled, now
    known.see(_as_mode(row))


def _as_mode(row: ModeSwitch) -> ModeConfig:
    return ModeConfig(row.enabled, Source.RUNTIME, int(row.at.timestamp()) if row.enabled else None)
