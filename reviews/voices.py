"""Hints that voices of a roundtable may blend (ERR-ELAB-004): cheap, and never more than a hint (NFR-002, C42)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from personas.models import PersonaVersion
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
    found = [(row, sentences_about(row, versions)) for row in blind.contributions(session)]
    return [Hint(row, sentences) for row, sentences in found if sentences]


def sentences_about(row: Event, versions: Mapping[str, PersonaVersion]) -> tuple[str, ...]:
    """What stands out in a contribution; nothing for a persona that is not known any more."""
    version = versions.get(row.speaker_key)
    if version is None:
        return ()
    warnings = voice_warnings(row.text, markers=version.markers, forbidden=version.forbidden)
    others = [other for key, other in versions.items() if key != row.speaker_key]
    return (*(warning.sentence for warning in warnings), *tilt(row.text, version, others))


def tilt(text: str, own: PersonaVersion, others: Iterable[PersonaVersion]) -> list[str]:
    """A sentence for each other persona that has more of its keywords in the text than the speaker has."""
    mine = len(used(text, own.keywords))
    theirs = [(other, used(text, other.keywords)) for other in others]
    return [
        f"Has more words of {other.name} ({', '.join(f'“{word}”' for word in words)}) than of its own."
        for other, words in theirs
        if len(words) > mine
    ]


def used(text: str, keywords: Iterable[str]) -> list[str]:
    """The keywords that occur in the text as words, in any case, also in the plural."""
    return [word for word in keywords if re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", text, re.IGNORECASE)]
