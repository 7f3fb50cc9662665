"""Which lines of a model's verdict may be certified: those that the notes and people carry. Others are told as what
they are. Pure."""

import re
from collections.abc import Sequence
from typing import Literal

from reviews.kinds.interview.settling.vocabulary import content_words, quoted_stretches
from reviews.kinds.interview.sourced import claim_sources, known_names
from reviews.kinds.interview.state import Improvement, InterviewState
from reviews.language.matching import is_quoted
from reviews.language.sourcing.claims import check_claims
from reviews.language.sourcing.sources import ClaimSource

LineSupport = Literal["supported", "not_checked", "unsupported"]
NOT_IN_NOTES = "Not in the notes, and nobody said it: “{line}”"
NOT_CHANGED = "Nothing was changed for this: “{line}”"
NOT_CHECKED = "ELM's words, not checked: “{line}”"
_FIGURE = re.compile(r"\d[\d.,]*")
_NAME = re.compile(r"(?<=[^\s.!?:“\"(])\s+([A-ZÄÖÜ][^\W\d_]{2,}(?:\s+[A-ZÄÖÜ][^\W\d_]+)*)")
_ENOUGH = 0.6
"""The share of a line's words that stand in its sources when it is supported."""


def line_support(line: str, sources: Sequence[str]) -> LineSupport:
    """How far the sources carry a line: "unsupported" when a figure, a name or a quotation of it stands in none of
    them, "supported" when most of its words do."""
    text = "\n".join(sources)
    figures = {_plain_figure(found) for found in _FIGURE.findall(text)}
    if any(_plain_figure(found) not in figures for found in _FIGURE.findall(line)):
        return "unsupported"
    quotations = [stretch for stretch in quoted_stretches(line) if content_words(stretch)]
    if not all(is_quoted(stretch.rstrip(" …."), sources) for stretch in quotations):
        return "unsupported"
    folded = text.casefold()
    if any(name.casefold() not in folded for name in _NAME.findall(line)):
        return "unsupported"
    words = content_words(line)
    carried = len(words & content_words(text))
    return "supported" if quotations or (words and carried >= _ENOUGH * len(words)) else "not_checked"


def _plain_figure(figure: str) -> str:
    return re.sub(r"[.,](?=\d{3}\b)", "", figure.rstrip(".,")).replace(",", ".")


def sort_lines(
    state: InterviewState, lines: Sequence[str], changed: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines that the notes, people and what was `changed` carry, and a caveat for each of the others."""
    texts = [*line_sources(state), *changed]
    claims = [*claim_sources(state), *(ClaimSource("notes", "changes", text) for text in changed)]
    checked = check_claims(lines, claims, known=known_names(state))
    carried, caveats = [], []
    for line, claim in zip(lines, checked, strict=True):
        support = "unsupported" if claim.missing or claim.undecided else line_support(line, texts)
        if support == "supported":
            carried.append(line)
        else:
            caveats.append((NOT_CHECKED if support == "not_checked" else NOT_IN_NOTES).format(line=line))
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
    told = [*sources, edit.inserted, edit.removed]
    return "" if line_support(edit.reason, told) == "unsupported" else edit.reason
