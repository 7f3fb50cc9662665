"""Whether what an interview puts into the notes says only what the notes and the people said. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from reviews.kinds.interview.state import InterviewState
from reviews.kinds.support import LONGEST_READ, is_partly_read, plain_support, support_of_part
from reviews.language.matching import flatten_text
from reviews.language.scorecard import TOPICS
from reviews.language.sourcing.claims import check_claims
from reviews.language.sourcing.sources import ClaimSource
from reviews.log.values import ProposedChange
from reviews.providers.base import WITH_MODEL

MOST_UNSOURCED = 20
"""Facts of one answer that are told to be in no source."""


def with_support(state: InterviewState, changes: Sequence[ProposedChange]) -> tuple[ProposedChange, ...]:
    """The changes, each with how far its sources carry what it inserts."""
    sources = claim_sources(state)
    asked = {flatten_text(unknown.text) for unknown in state.unknowns}
    claims = [_without_questions(change.inserted, asked) for change in changes]
    found = check_claims(claims, sources, known=known_names(state))
    stored = support_of_part if is_partly_read(state.setup.notes) else plain_support
    return tuple(
        replace(change, support=stored(support)) for change, support in zip(changes, found, strict=True)
    )


def unsourced_facts(state: InterviewState, answer: str) -> list[str]:
    """What a model's answer states and neither the notes nor people say: facts, and sentences that tell a decision.
    Nothing of rules, which only quote, and nothing where only a part of the notes is compared."""
    if state.setup.provider not in WITH_MODEL or is_partly_read(state.setup.notes):
        return []
    [found] = check_claims([answer], claim_sources(state), known=known_names(state))
    decisions = (sentence.rstrip(" ,;:") for sentence in found.undecided)
    return list(dict.fromkeys([*found.missing, *decisions]))[:MOST_UNSOURCED]


def _without_questions(text: str, asked: Collection[str]) -> str:
    """The lines that state something: neither a question that nobody could answer nor a heading of ELM's own."""
    headings = {flatten_text(title) for title in (*TOPICS.values(), "Open questions")}
    lines = [(line, flatten_text(line.lstrip("#*+-> "))) for line in text.splitlines()]
    return "\n".join(
        line for line, flat in lines if flat not in (headings if line.startswith("#") else asked)
    )


def claim_sources(state: InterviewState) -> list[ClaimSource]:
    """The notes as the author has them (never the working copy), what people said, the topic, and the answers: these
    carry what was argued, but no facts of their own."""
    notes = [ClaimSource("notes", note.name, note.authored[:LONGEST_READ]) for note in state.setup.notes]
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
    """Names that need no source: of the personas, the people and the texts."""
    people = {message.speaker.name for message in state.heard_messages}
    return frozenset(
        {state.setup.elm.name, state.setup.answerer.name, *people, *(n.name for n in state.setup.notes)}
    )


def _question_before(state: InterviewState, number: int) -> str:
    asked = [round_.text for round_ in state.rounds if round_.event < number]
    return asked[-1] if asked else ""
