"""Whether what an interview puts into the notes says only what the notes and the people said. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from reviews.kinds.interview.state import Improvement, InterviewState
from reviews.kinds.support import LONGEST_READ, is_partly_read, stored_support
from reviews.language.matching import flatten_text
from reviews.language.scorecard import TOPICS
from reviews.language.sourcing.claims import ReadSources, read_sources
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import Support, sentence_for_missing, with_part
from reviews.log.values import ProposedChange
from reviews.providers.base import WITH_MODEL

MOST_UNSOURCED = 20
"""Facts of one answer that are told to be in no source."""


def read_said(state: InterviewState) -> ReadSources:
    """What the notes and people say and what answers argued, read once for all that is compared with it."""
    return read_for(state, claim_sources(state))


def read_for(state: InterviewState, sources: Sequence[ClaimSource]) -> ReadSources:
    """These sources, read for what an interview says: its names need no source, and rules' sentences are prepared."""
    prepared = state.setup.provider not in WITH_MODEL
    return read_sources(sources, known_names(state), prepared=prepared)


def with_support(state: InterviewState, changes: Sequence[ProposedChange]) -> tuple[ProposedChange, ...]:
    """The changes, each with how far its sources carry what it inserts."""
    read = read_said(state)
    found = _check_inserted(state, read, [change.inserted for change in changes])
    found = tuple(_with_new_words(read, *each) for each in zip(changes, found, strict=True))
    reasons = _told_against(state, read, [change.reason for change in changes])
    return tuple(
        replace(change, support={**stored_support(support, state.setup.notes), **reason})
        for change, support, reason in zip(changes, found, reasons, strict=True)
    )


def _with_new_words(read: ReadSources, change: ProposedChange, found: Support) -> Support:
    """How far a change is carried: not at all when it is not checked and none of the words that it puts in the place of
    others stands in a source."""
    if found.status != "not_checked" or not change.removed.strip():
        return found
    new = read.words_nobody_said(change.inserted, beside=change.removed)
    return replace(found, status="unsupported", missing=(*found.missing, new)) if new else found


def _told_against(state: InterviewState, read: ReadSources, reasons: Sequence[str]) -> list[dict[str, str]]:
    """What to store of each reason that a model gives for an edit: what it states and nobody said. A reason goes into
    no document, so nothing waits for it."""
    if state.setup.provider not in WITH_MODEL or is_partly_read(state.setup.notes):
        return [{} for _ in reasons]
    checked = map(read.check, reasons)
    return [
        {"reason": sentence_for_missing(found)} if found.status == "unsupported" else {} for found in checked
    ]


def unsourced_facts(state: InterviewState, answer: str) -> list[str]:
    """What a model's answer states and neither the notes nor people say: facts, and sentences that tell a decision.
    Nothing of rules, which only quote, and nothing where only a part of the notes is compared."""
    if state.setup.provider not in WITH_MODEL or is_partly_read(state.setup.notes):
        return []
    found = read_said(state).check(answer)
    decisions = (sentence.rstrip(" ,;:") for sentence in found.undecided)
    return list(dict.fromkeys([*found.missing, *decisions]))[:MOST_UNSOURCED]


def carried_texts(state: InterviewState, made: Sequence[Improvement]) -> list[str]:
    """What those of the edits have put in that say nothing which the notes and the people did not say, each within the
    lines that it stands in now."""
    found = _check_inserted(state, read_said(state), [_whole_lines(state, edit) for edit in made])
    return [edit.inserted for edit, one in zip(made, found, strict=True) if one.status != "unsupported"]


def _whole_lines(state: InterviewState, edit: Improvement) -> str:
    """The lines of the working notes that have what an edit has put in; what it has put in where they are gone."""
    put_in = [line.strip() for line in edit.inserted.splitlines() if line.strip()]
    text = next((note.text for note in state.notes if note.artifact == edit.artifact), "")
    lines = [line for line in text.splitlines() if any(words in line for words in put_in)]
    return "\n".join(lines) or edit.inserted


def _check_inserted(state: InterviewState, read: ReadSources, inserted: Sequence[str]) -> tuple[Support, ...]:
    """How far each text is carried. Of what a model says that nobody could answer, only what it states counts, not how
    it asks; rules only ask."""
    unknowns = {flatten_text(unknown.text) for unknown in state.unknowns}
    parts = [_apart(text, unknowns) for text in inserted]
    if state.setup.provider not in WITH_MODEL:
        return tuple(read.check(stated) for stated, _ in parts)
    return tuple(with_part(read.check(stated), read.check(asked)) for stated, asked in parts)


def _apart(text: str, unknowns: Collection[str]) -> tuple[str, str]:
    """The lines of a text without headings of ELM's own, and of these the ones that are an unknown by themselves."""
    headings = {flatten_text(title) for title in (*TOPICS.values(), "Open questions")}
    stating, asking = list[str](), list[str]()
    for line in text.splitlines():
        flat = flatten_text(line.lstrip("#*+-> "))
        if not line.startswith("#"):
            (asking if flat in unknowns else stating).append(line)
        elif flat not in headings:
            stating.append(line)
    return "\n".join(stating), "\n".join(asking)


def claim_sources(state: InterviewState) -> list[ClaimSource]:
    """The notes as the author has them (never the working copy), what people said, the topic, and the answers: these
    carry what was argued, but no facts of their own."""
    notes = [ClaimSource("notes", note.name, note.visible[:LONGEST_READ]) for note in state.setup.notes]
    people = [
        ClaimSource(
            "person",
            str(message.number),
            message.text,
            _question_before(state, message.number),
            message.speaker.name,
            message.said_on,
        )
        for message in state.heard_messages
    ]
    answers = [
        ClaimSource("turn", str(round_.answer.number), round_.answer.text)
        for round_ in state.rounds
        if round_.answer and not round_.answer.messages
    ]
    topic = [ClaimSource("topic", "", state.setup.topic)] if state.setup.topic else []
    return [*notes, *people, *topic, *answers]


def known_names(state: InterviewState) -> frozenset[str]:
    """Names that need no source: of the personas, the people, the team, the item and the texts."""
    people = {message.speaker.name for message in state.heard_messages}
    return frozenset(
        {
            state.setup.elm.name,
            state.setup.answerer.name,
            *state.setup.names,
            *state.setup.people,
            *people,
            *(n.name for n in state.setup.notes),
        }
    )


def _question_before(state: InterviewState, number: int) -> str:
    asked = [round_.text for round_ in state.rounds if round_.event < number]
    return asked[-1] if asked else ""
