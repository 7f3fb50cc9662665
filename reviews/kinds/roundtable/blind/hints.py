"""Hints that voices of a roundtable may blend (ERR-ELAB-004): cheap, and never more than a hint (NFR-002, C42)."""

from collections import defaultdict

from personas.blending import blend_warnings
from personas.voice import voice_warnings
from reviews.kinds.roundtable.blind import review as blind
from reviews.models import Event, Session


def hints(session: Session) -> list[dict[str, object]]:
    """The contributions that say what their persona should never say, that sound like another one's, or that
    anybody could have said: each event, and what it gives reason to look at in sentences."""
    voices = {seat.key: seat.version for seat in blind.seats(session)}
    rows = [row for row in blind.session_contributions(session) if row.speaker_key in voices]
    found: dict[int, list[str]] = defaultdict(list)
    said: dict[str, list[Event]] = defaultdict(list)
    for row in rows:
        voice = voices[row.speaker_key]
        said[row.speaker_key].append(row)
        warnings = voice_warnings(row.text, markers=voice.markers, forbidden=voice.forbidden)
        found[row.number] += [warning.sentence for warning in warnings]
    texts = {key: [row.text for row in of_one] for key, of_one in said.items()}
    for warning in blend_warnings(texts, voices):
        found[said[warning.key][warning.index].number].append(warning.sentence)
    return [{"event": row, "sentences": found[row.number]} for row in rows if found[row.number]]
