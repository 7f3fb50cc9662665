"""Improvements of the notes that rules can honestly make: they move words that people wrote, and add none of their own
but labels.

A person's answer goes, in their words, below the passage that it explains. What nobody could answer goes under "Open
questions". An abbreviation that the notes spell out late is spelled out at its first use as well.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from reviews.kinds.interview.offline import asking, hearing
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import Edit, ImproveResult
from reviews.kinds.interview.state import Question
from reviews.language.line_index import LineIndex
from reviews.language.quoted_home import find_home
from reviews.language.reading.cues import RULES
from reviews.language.reading.document import Block, Document, ReadSection
from reviews.language.reading.passages import is_open_points, shown
from reviews.language.repetition import shared_words
from reviews.language.scorecard import TOPICS
from reviews.language.standing_points import StandingPoints
from reviews.language.wordlists import read_words
from reviews.offline.rules.acronyms import KNOWN

HEADING = "Open questions"
_OWN_OPEN = read_words(__file__, "replies").texts("unknown")["own_open_points"].partition("{")[0]
_MOST_EXPANDED = 3
_SPELLED_OUT = re.compile(
    r"\b((?:[A-Za-z][\w-]{0,60}+[ ]){1,6}[A-Za-z][\w-]{0,60})[ ]\(([A-Z][A-Z0-9]{1,5})s?\)"
)


@dataclass(frozen=True)
class AddedWords:
    """Words to put behind the character `end` of a document, and why."""

    document: Document
    end: int
    words: str
    reason: str


def improve(facts: InterviewFacts) -> tuple[str, ImproveResult]:
    """What this round lets us improve, as edits that each fit the current notes."""
    if not facts.working_notes:
        return "There are no notes to improve.", ImproveResult()
    additions = list(_told_additions(facts) if facts.by_person else _open_questions(facts))
    edits: list[Edit] = []
    for document, (_, authored) in zip(facts.working_documents, facts.notes, strict=True):
        mine = [a for a in additions if a.document is document]
        edits += _join_additions(document, [*mine, *_acronym_expansions(document, authored)])
    return _summarise_edits(edits), ImproveResult(edits=edits)


def _summarise_edits(edits: list[Edit]) -> str:
    if not edits:
        return "This round leaves the notes as they are."
    return "Proposed for the notes:\n\n" + "\n".join(f"- {edit.reason}" for edit in edits)


def _join_additions(document: Document, additions: list[AddedWords]) -> list[Edit]:
    """Edits whose places are each found once and do not overlap: neighbours become one."""
    groups: list[tuple[int, list[AddedWords]]] = []
    for addition in sorted(additions, key=lambda a: a.end):
        start = _unique_start(document.text, addition.end)
        together = [addition]
        while groups and start <= groups[-1][1][-1].end:
            earlier, others = groups.pop()
            start, together = min(start, earlier), others + together
        groups.append((start, together))
    edits = [_make_edit(document, start, together) for start, together in groups]
    return [edit for edit in edits if edit.old and _is_once(document.text, edit.old)]


def _is_once(text: str, words: str) -> bool:
    first = text.find(words)
    return first < 0 or text.find(words, first + 1) < 0


def _unique_start(text: str, end: int) -> int:
    """Where to start so that text[start:end] is whole lines up to `end`, as few as can be, and is found only once."""
    starts = [0, *(found.end() for found in re.finditer("\n", text[:end]))]
    if starts[-1] == end and end:
        starts.pop()  # An empty line is everywhere.
    first_shared = bisect_left(starts, True, key=lambda start: not _is_once(text, text[start:end]))
    return starts[max(0, first_shared - 1)]


def _make_edit(document: Document, start: int, additions: list[AddedWords]) -> Edit:
    text, at, pieces = document.text, start, []
    newline = "\r\n" if "\r\n" in text else "\n"
    for addition in additions:
        pieces += [text[at : addition.end], addition.words.replace("\n", newline)]
        at = addition.end
    reason = " ".join(dict.fromkeys(addition.reason for addition in additions))
    return Edit(artifact=document.name, old=text[start:at], new="".join(pieces), reason=reason)


def _words_end(document: Document) -> int:
    return _content_end(document.text, 0, len(document.text))


def _content_end(text: str, start: int, end: int) -> int:
    """Where what stands in text[start:end] ends, blank space behind it left out."""
    return start + len(text[start:end].rstrip())


# What a person said


def _told_additions(facts: InterviewFacts) -> Iterator[AddedWords]:
    """The words of this round's answer, each behind the passage or under the heading that it explains."""
    if not facts.questions or not facts.answers:
        return
    texts = tuple(question.text for question in facts.questions)
    given = hearing.answer_parts(texts, facts.answers[-1], facts.sources.notes)
    earlier, done = hearing.told(facts), set[str]()
    for question, words in zip(facts.questions, given, strict=True):
        flat = " ".join(words.split())
        if (
            flat
            and flat not in done
            and not hearing.was_beside(question.text, words, earlier)
            and not any(flat in " ".join(text.split()) for _, text in facts.working_notes)
        ):
            done.add(flat)
            yield _place_words(facts, question, flat)


def _place_words(facts: InterviewFacts, question: Question, words: str) -> AddedWords:
    """What a person answered, in the note that the question quoted; in any that has a place for it when it quoted
    none."""
    home = find_home((f"“{question.quote}”", question.text), _begun_texts(facts))
    found = facts.working_documents
    documents = found if home is None else (found[home],)
    topic = question.topic if question.topic in TOPICS else asking.topic_of(question.text)
    if topic in TOPICS and (addition := _under_heading(facts, documents, topic, words)):
        return addition
    label = TOPICS.get(topic) or asking.LABELS.get(asking.kind_of(question.text), "Clarified")
    if question.quote and topic not in TOPICS:
        for document in documents:
            if block := _block_of(document, question.quote):
                return _place_below(document, block, f"{label}: {words}", f"“{label}” in your words.")
    document = documents[0]
    return AddedWords(
        document, _words_end(document), f"\n\n## {label}\n\n{words}", f"A section “{label}” in your words."
    )


def _under_heading(
    facts: InterviewFacts, documents: tuple[Document, ...], topic: str, words: str
) -> AddedWords | None:
    """Words at the end of the section about a topic that is not ELM's own."""
    blanked = {document.name: _blanked_lines(facts, document) for document in documents}
    for document in documents:
        for section in document.sections[1:]:
            is_elms = section.line in blanked.get(document.name, ())
            if RULES[topic].under.search(section.title) and not is_open_points(section) and not is_elms:
                reason = f"Under “{section.title}”, in your words."
                return AddedWords(document, _end_of(document, section), f"\n\n{words}", reason)
    return None


def _blanked_lines(facts: InterviewFacts, document: Document) -> frozenset[int]:
    """The lines of a working note that are not the author's."""
    pairs = zip(facts.working_documents, facts.notes, strict=True)
    authored = next(text for working, (_, text) in pairs if working is document)
    lines = zip(document.index.lines, LineIndex(authored).lines, strict=True)
    return frozenset(
        number for number, (line, theirs) in enumerate(lines, 1) if line.strip() and not theirs.strip()
    )


def _end_of(document: Document, section: ReadSection) -> int:
    start = document.index.start_of(section.line)
    return _content_end(document.text, start, start + len(section.text))


def _block_of(document: Document, quote: str) -> Block | None:
    at = document.text.find(quote)
    return next((b for b in document.blocks if b.start <= at < b.end), None) if at >= 0 else None


def _place_below(document: Document, block: Block, words: str, reason: str) -> AddedWords:
    """Words as a paragraph of their own: behind a paragraph, or behind the section when a list or table runs."""
    alone = block.kind == "paragraph" and not block.list_depth and not block.quoted
    return AddedWords(
        document, block.end if alone else _end_of(document, block.section), f"\n\n{words}", reason
    )


# What nobody could say


def _open_questions(facts: InterviewFacts) -> Iterator[AddedWords]:
    """The unknowns that the notes don't list yet, as bullets under "Open questions" of the note that they quote; of
    the first one when they quote none."""
    flat = " ".join(" ".join(text.split()) for _, text in facts.working_notes)
    standing = StandingPoints(text for _, text in facts.working_notes)
    told = (unknown for unknown in facts.unknowns if " ".join(unknown.split()) not in flat)
    # Who answers what they list as open is asked by the list itself.
    new = [one for one in told if not one.startswith(_OWN_OPEN) and not standing.has(one)]
    by_note: dict[int, list[str]] = {}
    for unknown in dict.fromkeys(new):
        home = _home_of_unknown(facts, unknown)
        by_note.setdefault(home or 0, []).append(f"- {' '.join(unknown.split())}")
    for place, bullets in by_note.items():
        yield _list_open_questions(facts.working_documents[place], "\n".join(bullets))


def _home_of_unknown(facts: InterviewFacts, unknown: str) -> int | None:
    """The note that an unknown is about: by what it quotes, else by the question that it came from."""
    asked = sorted(facts.questions, key=lambda question: -shared_words(unknown, question.text))
    nearest = [f"“{question.quote}” {question.text}" for question in asked[:1]]
    return find_home((unknown, *nearest), _begun_texts(facts))


def _begun_texts(facts: InterviewFacts) -> tuple[str, ...]:
    return tuple(text for _, text in facts.begun_notes)


def _list_open_questions(document: Document, bullets: str) -> AddedWords:
    """Bullets behind those that the document lists as open, or under a heading of their own."""
    reason = f"What nobody could answer is written down under “{HEADING}”."
    listed = [s for s in document.sections if s.level and is_open_points(s) and s.text.count("\n") > 1]
    if not listed:
        return AddedWords(document, _words_end(document), f"\n\n## {HEADING}\n\n{bullets}", reason)
    end = _end_of(document, listed[-1])
    last_line = document.text[document.text.rfind("\n", 0, end) + 1 : end]
    gap = "\n" if re.match(r"\s*[-*+]\s", last_line) else "\n\n"
    return AddedWords(document, end, f"{gap}{bullets}", reason)


# What the notes spell out too late


def _acronym_expansions(document: Document, authored: str) -> list[AddedWords]:
    """At the first use of an abbreviation, the long form that the notes themselves give later. authored: the text with
    spaces in the place of what is ELM's."""
    found = []
    prose = [
        block
        for block in document.blocks
        if block.kind in ("paragraph", "list_item") and not authored[block.start : block.end].isspace()
    ]
    for block in prose:
        for match in _SPELLED_OUT.finditer(block.plain) if "(" in block.plain else ():
            long_form = _long_form(match.group(1), match.group(2))
            told = f"{match.group(2)} ({long_form})" in authored
            if long_form and not told and match.group(2) not in KNOWN:
                found.append((match.group(2), long_form, block))
    additions = [_at_first_use(document, prose, *entry) for entry in found]
    return [addition for addition in additions if addition][:_MOST_EXPANDED]


def _long_form(words: str, term: str) -> str:
    """The last words before the bracket whose initials are the abbreviation, or ""."""
    tail = words.split()[-len(term) :]
    fits = [word[0].lower() for word in tail] == list(term.lower())
    return " ".join(tail) if fits else ""


def _at_first_use(
    document: Document, prose: list[Block], term: str, long_form: str, given: Block
) -> AddedWords | None:
    use = re.compile(rf"(?<![\w(¤/.-]){term}(?![\w¤/(.-]|\s*\()")
    for block in prose:
        if block.index >= given.index:
            return None
        if match := use.search(block.plain):
            reason = f"“{shown(term)}” spelled out where it is first used, as the notes do later."
            return AddedWords(document, block.start + match.end(), f" ({long_form})", reason)
    return None
