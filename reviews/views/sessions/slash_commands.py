"""Orders to ELM that somebody writes into a session: they are done at once, and are said to nobody."""

from collections.abc import Callable

from django.contrib.auth.models import User

from reviews.code_designer.mode import Source
from reviews.code_designer.switch import disable_code_designer, enable_code_designer
from reviews.errors import ElmError


def obey(text: str, *, by: User) -> str:
    """Do what a message orders that begins with the name of a command; the sentence that says what was done, "" for
    any other message. Raises ElmError when it can't be done, or not by them."""
    written = text.replace("\x00", "").strip()
    for name, command in COMMANDS.items():
        if written[: len(name)].casefold() == name:
            return command(written[len(name) :].strip().casefold(), by)
    return ""


def switch_code_designer(wanted: str, by: User) -> str:
    """wanted: "on" or "off"."""
    if not by.is_superuser:
        raise ElmError(
            "Only admins of this server can switch Code Designer. Nothing was switched, and nothing was said."
        )
    if wanted not in ("on", "off"):
        raise ElmError(
            "Write “/code-designer on” or “/code-designer off”, and nothing else. Nothing was said."
        )
    mode = enable_code_designer(Source.RUNTIME, by=by) if wanted == "on" else disable_code_designer(by=by)
    return f"Code Designer is {mode}. This holds until the server starts again."


COMMANDS: dict[str, Callable[[str, User], str]] = {"/code-designer": switch_code_designer}
"""What each command does with the words after its name, in small letters, and with who wrote them."""
