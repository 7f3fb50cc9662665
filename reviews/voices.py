"""Hints that voices of a roundtable may blend (ERR-ELAB-004): cheap, and never more than a hint (NFR-002, C42)."""

from dataclasses import dataclass

from personas.voice import voice_warnings
from reviews import blind
from reviews.models import Event, Session


@dataclass(frozen=True)
class Hint:
    """What a contribution gives reason to look at, in sentences."""

    event: Event
    sentences: tuple[str, ...]


def hints(session: Session) -> list[Hint]:
    """The contributions that say what their persona should never say, or that sound like another one's."""
    versions = {seat.key: seat.version for seat in blind.seats(session)}
    found = []
    for row in blind.contributions(session):
        version = versions.get(row.speaker_key)
        if version is None:
            continue
        warnings = voice_warnings(row.text, markers=version.markers, forbidden=version.forbidden)
        if sentences := tuple(warning.sentence for warning in warnings):
            found.append(Hint(row, sentences))
    return found
