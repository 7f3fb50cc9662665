"""Who speaks by rules for which purpose of a roundtable."""

from collections.abc import Callable

from pydantic import BaseModel

from reviews.kinds.base import Speak
from reviews.kinds.roundtable.offline import roundtable
from reviews.kinds.roundtable.offline.table import Table, table_of
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, FRAMING, SYNTHESIS


def by_rules(speak: Callable[[Table], tuple[str, BaseModel | None]]) -> Speak:
    """`speak` as it answers a prompt: from its facts."""
    return lambda prompt: speak(table_of(prompt))


SPEAKERS: dict[str, Speak] = {
    FIRST_TAKE: by_rules(roundtable.first_take),
    FRAMING: by_rules(roundtable.frame),
    CONTRIBUTION: by_rules(roundtable.contribution),
    SYNTHESIS: by_rules(roundtable.synthesis),
}
