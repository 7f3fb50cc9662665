"""Which lines of a model's verdict may be certified: those that the notes and people carry. Others are told as what
they are. Pure."""

from collections.abc import Collection, Sequence

from reviews.documents.hunks import find_hunks
from reviews.kinds.interview.looking_again import looked_line
from reviews.kinds.interview.settling.passages import read_source
from reviews.kinds.interview.settling.vocabulary import content_words
from reviews.kinds.interview.sourced import claim_sources, read_for, read_said
from reviews.kinds.interview.state import Improvement, InterviewState
from reviews.kinds.standing_lines import text_without, without_standing_lines
from reviews.kinds.support import is_partly_read, plain_support
from reviews.language.sourcing.claims import ReadSources, read_sources
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import Support
from reviews.language.standing_points import StandingPoints
from reviews.providers.base import WITH_MODEL

NOT_IN_NOTES = "Not found in the notes or in what people said: “{line}”"
CHANGES = "the changes of this interview"
NOT_CHANGED = "Nothing was changed for this: “{line}”"
NOT_CHECKED = "Not checked by code: “{line}”"
WORDS_ALONE = 0.65
"""The share of the content words of a line in ELM's words that has at least to stand in its sources, so that it is told
among what the notes got right."""


def sort_lines(
    state: InterviewState, lines: Sequence[str], changed: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines that the notes, people and what was `changed` carry, as a second look left them, those that code
    could not check told as that, and a caveat for each of the others."""
    if not lines:
        return [], []
    looked = [looked_line(state, line) for line in lines]
    checked = map(_read_all(state, changed).check, (line for line, _ in looked))
    carried, caveats = [], []
    cannot_tell = is_partly_read(state.setup.notes)
    for (line, doubt), found in zip(looked, checked, strict=True):
        if doubt:
            caveats.append(f"{doubt}: “{line}”")
        elif found.status in ("supported", "computed"):
            carried.append(line)
        elif _has_words(found):
            carried.append(NOT_CHECKED.format(line=line))
        else:
            is_unchecked = cannot_tell or found.status == "not_checked"
            caveats.append((NOT_CHECKED if is_unchecked else NOT_IN_NOTES).format(line=line))
    return carried, caveats


def told_caveats(state: InterviewState, lines: Sequence[str]) -> list[str]:
    """A model's own caveats, those that state what nobody said as that; how a caveat is worded is its own."""
    if state.setup.provider not in WITH_MODEL or not lines:
        return list(lines)
    checked = map(read_said(state).check, lines)
    stray = NOT_CHECKED if is_partly_read(state.setup.notes) else NOT_IN_NOTES
    return [
        stray.format(line=line) if found.status == "unsupported" else line
        for line, found in zip(lines, checked, strict=True)
    ]


def passages_of_lines(
    state: InterviewState, lines: Sequence[str], changed: Sequence[str]
) -> dict[str, list[dict[str, str]]]:
    """What each of these lines rests on (see `kinds/support.py`), where code has found it: in the notes, in what people
    said or in what was `changed`."""
    if not lines:
        return {}
    read = _read_all(state, changed)
    stored = {line: plain_support(read.check(_without_mark(line)))["sources"] for line in lines}
    return {line: passages for line, passages in stored.items() if passages}


def _read_all(state: InterviewState, changed: Sequence[str]) -> ReadSources:
    """The notes, what people said and what was `changed`; no answer of a persona, whatever it argues."""
    changes = (ClaimSource("notes", CHANGES, text) for text in changed)
    return read_for(state, [*_vouching_sources(state), *changes])


def no_change_caveat(line: str) -> str:
    """What to say of a line that tells an improvement where nothing was changed."""
    return NOT_CHANGED.format(line=_without_mark(line))


def _without_mark(line: str) -> str:
    """A line as ELM said it, without that code has not checked it."""
    before, behind = NOT_CHECKED.split("{line}")
    return line.removeprefix(before).removesuffix(behind) if line.startswith(before) else line


def line_sources(state: InterviewState) -> list[str]:
    """What the lines of a verdict may rest on: the author's text, people's messages and the typed topic."""
    return [source.text for source in _vouching_sources(state)]


def _vouching_sources(state: InterviewState) -> list[ClaimSource]:
    return [source for source in claim_sources(state) if source.kind != "turn"]


def lines_of_changes(
    state: InterviewState, lines: Sequence[str], made: Sequence[Improvement]
) -> tuple[list[str], list[str]]:
    """Those of the lines that the sentences which the edits `made` have put in or changed carry by themselves, and that
    have a word of what is new there; and the others."""
    if not lines:
        return [], []
    read = read_for(state, [ClaimSource("notes", CHANGES, text) for text in _changed_sentences(state, made)])
    new = frozenset().union(*(content_words(edit.inserted) - content_words(edit.removed) for edit in made))
    found = {line: read.check(line) for line in map(_without_mark, lines) if content_words(line) & new}
    carried = [line for line in lines if (one := found.get(_without_mark(line))) and _is_carried(one)]
    return carried, [line for line in lines if line not in carried]


def _changed_sentences(state: InterviewState, made: Sequence[Improvement]) -> list[str]:
    """What the edits have put in, and the sentences of the working notes that it went into."""
    put_in: dict[str, list[str]] = {edit.artifact: [] for edit in made}
    for edit in made:
        put_in[edit.artifact] += [line.strip() for line in edit.inserted.splitlines() if line.strip()]
    within = [
        sentence.text
        for note in state.notes
        if (parts := put_in.get(note.artifact))
        for sentence in read_source(note.text, note.name).sentences
        if any(part in sentence.text for part in parts)
    ]
    return [*(edit.inserted for edit in made), *within]


def _is_carried(found: Support) -> bool:
    return found.status in ("supported", "computed") or _has_words(found)


def _has_words(found: Support) -> bool:
    """Whether a line that code could not check has most of its words from its sources."""
    return found.status == "not_checked" and found.covered >= WORDS_ALONE


def standing_improvements(state: InterviewState) -> list[Improvement]:
    """The edits that are still to be seen in the working notes and of which a change is left to propose: what stands
    in the notes already is proposed to nobody."""
    texts = {note.artifact: note.text for note in state.notes}
    seen = [
        edit
        for edit in state.improvements
        if all(line.strip() in texts.get(edit.artifact, "") for line in edit.inserted.splitlines())
    ]
    proposed = _proposed_hunks(state) if seen else {}
    return [
        edit
        for edit in seen
        if any(
            shares_line(edit.inserted, inserted) or shares_line(edit.removed, removed)
            for removed, inserted in proposed.get(edit.artifact, ())
        )
    ]


def _proposed_hunks(state: InterviewState) -> dict[str, list[tuple[str, str]]]:
    """By artifact what is taken out of the pinned notes and put into them, without lines that stand there already."""
    found: dict[str, list[tuple[str, str]]] = {}
    for pinned, note in zip(state.setup.notes, state.notes, strict=True):
        hunks = find_hunks(pinned.text, note.text)
        standing = StandingPoints([text_without(pinned.text, [hunk.removed for hunk in hunks])])
        left = (without_standing_lines(hunk.removed, hunk.inserted, standing) for hunk in hunks)
        found[note.artifact] = [
            (hunk.removed, inserted) for hunk, (inserted, _) in zip(hunks, left, strict=True)
        ]
    return found


def shares_line(words: str, lines: str) -> bool:
    """Whether a line of `words` stands in `lines`."""
    return any(line.strip() in lines for line in words.splitlines() if line.strip())


def reasons_of(
    edits: Sequence[Improvement], sources: Sequence[str], known: Collection[str] = ()
) -> list[str]:
    """Why each edit was made, in ELM's words, "" when they say what the sources do not. known: names that need no
    source."""
    read = read_sources([ClaimSource("notes", "", text) for text in sources], known)
    return ["" if read.check(edit.reason).status == "unsupported" else edit.reason for edit in edits]
