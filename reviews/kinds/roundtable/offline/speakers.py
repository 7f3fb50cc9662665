"""Who speaks by rules for which purpose of a roundtable."""

from collections.abc import Callable

from pydantic import BaseModel

from reviews.kinds.base import Speak
from reviews.kinds.roundtable.offline import roundtable
from reviews.kinds.roundtable.offline.table import Table, table_of


def by_rules(speak: Callable[[Table], tuple[str, BaseModel | None]]) -> Speak:
    """`speak` as it answers a prompt: from its facts."""
    return lambda prompt: speak(table_of(prompt))


SPEAKERS: dict[str, Speak] = {
    "roundtable.first_take": by_rules(roundtable.first_take),
    "roundtable.framing": by_rules(roundtable.frame),
    "roundtable.contribution": by_rules(roundtable.contribution),
    "roundtable.synthesis": by_rules(roundtable.synthesis),
}
