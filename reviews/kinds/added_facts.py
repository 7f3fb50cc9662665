"""What a model is told of the notes' words that ELM wrote: what nobody has accepted is no part of the notes and stands
apart, what a person has accepted is the notes' text, with who accepted it. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from reviews.documents.authorship import AddedStretch
from reviews.documents.markers import marker_of, one_line
from reviews.kinds.notes import Note
from reviews.providers.base import Material

WAITING_NAME = "what ELM put in and nobody has accepted"
ACCEPTED_NAME = "what people accepted of what ELM wrote"
MOST, LONGEST = 60, 300
_WAITING = (
    "These lines stand in the files and are no part of the notes: no author wrote them and no person has accepted "
    "them. They settle nothing, nothing may be quoted from them, and they need no repeating."
)
_ACCEPTED = "These lines of the notes were worded by ELM in earlier sessions and accepted by a person since:"
_MORE = "- There are more of them."


def note_materials(notes: Iterable[Note]) -> list[Material]:
    """The texts under review, and what there is to know of ELM's part in them."""
    found = list(notes)
    return [*(Material(note.name, note.shown, "artifact") for note in found), *added_materials(found)]


def added_materials(notes: Sequence[Note]) -> list[Material]:
    """What there is to know of ELM's part in the texts; without words when it has none."""
    return [
        Material(WAITING_NAME, _listed(_WAITING, _waiting_lines(notes)), "evidence"),
        Material(ACCEPTED_NAME, _listed(_ACCEPTED, _accepted_lines(notes)), "evidence"),
    ]


def _listed(opening: str, lines: Iterator[str]) -> str:
    told = [line for _, line in zip(range(MOST + 1), lines, strict=False)]
    more = [_MORE] if len(told) > MOST else []
    return "\n".join([opening, *told[:MOST], *more]) if told else ""


def _waiting_lines(notes: Iterable[Note]) -> Iterator[str]:
    for note in notes:
        for one in note.added:
            if not one.is_accepted and (words := _flat_words(note, one)):
                yield f"- {one_line(note.name)}: {words}"


def _accepted_lines(notes: Iterable[Note]) -> Iterator[str]:
    for note in notes:
        for one in note.added:
            if one.is_accepted and (words := _flat_words(note, one)):
                by = f", accepted by {one_line(one.by)}" if one.by else ""
                yield f"- {one_line(note.name)}{by}: {words}"


def _flat_words(note: Note, one: AddedStretch) -> str:
    """The words of the stretch on one line, without markers and the headings that were put for them."""
    lines = (line.strip() for line in note.text[one.start : one.end].splitlines())
    worded = [line.lstrip("-*+ ") for line in lines if line and not marker_of(line)]
    flat = " ".join(line for line in worded if not line.startswith("#"))
    return flat if len(flat) <= LONGEST else f"{flat[:LONGEST].rstrip()}…"
