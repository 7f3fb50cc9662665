"""The mode as a value, and whose word counts when several have said whether it is on (D9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum


class Source(StrEnum):
    """Who can say whether the mode is on, whoever counts most first. A stored value keeps its meaning."""

    RUNTIME = "runtime"
    CLI = "cli"
    ENV = "env"
    CONFIG_FILE = "config_file"

    @property
    def words(self) -> str:
        """The source as a sentence names it, after "by"."""
        return _WORDS[self]


_WORDS = {
    Source.RUNTIME: "an admin while the server runs",
    Source.CLI: "--code-designer at the start",
    Source.ENV: "CODE_DESIGNER in the environment",
    Source.CONFIG_FILE: "elm.toml in the data directory",
}
_ORDER = list(Source)


@dataclass(frozen=True)
class ModeConfig:
    """Whether the mode is on, who has said so, and since when.

    source: None when nobody has said anything. activated_at: unix time in seconds, None while it is off.
    """

    enabled: bool = False
    source: Source | None = None
    activated_at: int | None = None

    @property
    def since(self) -> datetime | None:
        """`activated_at` as a moment in UTC."""
        return None if self.activated_at is None else datetime.fromtimestamp(self.activated_at, UTC)

    def __str__(self) -> str:
        """As a sentence says it after "Code Designer is"."""
        if self.source is None:
            return "off, as nobody has switched it on"
        state = "on" if self.enabled else "off"
        since = f" since {self.since:%Y-%m-%d %H:%M} UTC" if self.since else ""
        return f"{state}{since}, by {self.source.words}"


def choose_mode(said: Iterable[ModeConfig]) -> ModeConfig:
    """What counts of what sources have said: runtime before cli, env and config_file, whether it says on or off. Of
    two by the same source the first. Off when nobody has said anything."""
    sourced = [(_ORDER.index(one.source), one) for one in said if one.source]
    return min(sourced, key=lambda pair: pair[0], default=(0, ModeConfig()))[1]
