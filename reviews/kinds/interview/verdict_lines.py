"""Which lines of a model's verdict may be certified: those that the notes and people carry. Others are told as what
they are. Pure."""

from collections.abc import Sequence

from reviews.kinds.interview.sourced import claim_sources, known_names
from reviews.kinds.interview.state import Improvement, InterviewState
from reviews.language.sourcing.claims import check_claim, check_claims
from reviews.language.sourcing.sources import ClaimSource

NOT_IN_NOTES = "Not in the notes, and nobody said it: “{line}”"
NOT_CHANGED = "Nothing was changed for this: “{line}”"
NOT_CHECKED = "ELM's words, not checked: “{line}”"


def sort_lines(
    state: InterviewState, lines: Sequence[str], changed: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines that the notes, people and what was `changed` carry, and a caveat for each of the others."""
    claims = [*claim_sources(state), *(ClaimSource("notes", "changes", text) for text in changed)]
    checked = check_claims(lines, claims, known=known_names(state))
    carried, caveats = [], []
    for line, found in zip(lines, checked, strict=True):
        if found.status in ("supported", "computed"):
            carried.append(line)
        else:
            caveats.append((NOT_CHECKED if found.status == "not_checked" else NOT_IN_NOTES).format(line=line))
    return carried, caveats


def no_change_caveat(line: str) -> str:
    """What to say of a line that tells an improvement where nothing was changed."""
    return NOT_CHANGED.format(line=line)


def line_sources(state: InterviewState) -> list[str]:
    """What the lines of a verdict may rest on: the author's text, people's messages and the typed topic."""
    return [source.text for source in claim_sources(state) if source.kind != "turn"]


def standing_improvements(state: InterviewState) -> list[Improvement]:
    """The edits that are still to be seen in the working notes."""
    texts = {note.artifact: note.text for note in state.notes}
    return [
        edit
        for edit in state.improvements
        if all(line.strip() in texts.get(edit.artifact, "") for line in edit.inserted.splitlines())
    ]


def reason_of(edit: Improvement, sources: Sequence[str]) -> str:
    """Why an edit was made, in ELM's words, "" when they say what neither the edit nor the sources have."""
    told = [ClaimSource("notes", "", text) for text in (*sources, edit.inserted, edit.removed)]
    return "" if check_claim(edit.reason, told).status == "unsupported" else edit.reason
