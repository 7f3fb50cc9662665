"""Which of several notes an addition belongs to: the one that its sources stand in, never simply the first. What can't
be moved, because it stands within somebody's sentence, is told. Pure.

Only texts as they were pinned count: what this session has added itself is no reason to add more there. A person's
message belongs to the note that the question before it quoted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from reviews.documents.fitting_sections import Subject, fitting_section
from reviews.documents.hunks import Wanted
from reviews.documents.sections import scan_sections
from reviews.kinds.interview.sourced import claim_sources, known_names
from reviews.kinds.interview.state import InterviewMessage, InterviewState
from reviews.kinds.notes import Note
from reviews.kinds.support import is_partly_read
from reviews.language.quoted_home import clear_home, find_home
from reviews.language.repetition import shared_words
from reviews.language.sourcing.claims import read_sources
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.standing_points import StandingPoints
from reviews.log.values import ProposedChange

_HEADING = re.compile(r"#{1,6}[ \t]++(?P<title>[^\n]*[^\n \t])[ \t]*\n")
_NUMBER = re.compile(r"^[ \t]*(?:Q(?:uestion)? ?)?(\d{1,2})[.):][ \t]+", re.IGNORECASE | re.MULTILINE)
_MOST_LINES = 12
_ITEM = re.compile(r"[-*+] ")
_MAIN = 2
"""The level of headings that a note has once: below them several may have the same ("Example")."""
_FEWEST_SHARED = 2
"""Words that a sentence has of the question that it answers, where several questions were asked."""

_NEAR = 2
"""Old words between new ones that belong to what is new."""
ELSEWHERE = "What it says stands in {name} or answers a question about it, and not in this file"

type Places = list[set[int | None]]
"""For each thing that a text says the notes that say it too, as `clear_home` takes them."""


def rehome_edits(state: InterviewState, edits: Sequence[tuple[Note, Wanted]]) -> list[tuple[Note, Wanted]]:
    """The note that each edit goes into, and the edit as it fits there.

    One that only adds is put into the note that its sources stand in, at the end of the section there that has its
    heading or is what it is about, when these are in one note and it is another one than `edits` says. Every other edit
    stays what it was.
    """
    texts = [added_text(words) for _, words in edits]
    if len(state.setup.notes) < 2 or not any(texts):
        return list(edits)
    notes = [note.authored for note in state.setup.notes]
    told = _places_told(state, texts)
    homes = [clear_home(text, notes, places) for text, places in zip(texts, told, strict=True)]
    return [
        _moved(edit, text, state.notes[home]) if home is not None else edit
        for edit, text, home in zip(edits, texts, homes, strict=True)
    ]


def join_headings(edits: Sequence[tuple[Note, Wanted]]) -> list[tuple[Note, Wanted]]:
    """The edits, those that only add what stands under a main heading which the note has already as additions to the
    section there, so that it has no heading and no point twice."""
    return [(note, _joined(note.text, words)) for note, words in edits]


def _joined(text: str, words: Wanted) -> Wanted:
    added = added_text(words)
    if not added or not _has_its_heading(text, added):
        return words
    standing = StandingPoints([text])
    lines = [line for line in added.splitlines() if not (_ITEM.match(line) and standing.has(line.strip()))]
    is_left = any(line.strip() and not line.startswith("#") for line in lines)
    return added_edit(text, "\n".join(lines), words.reason) if is_left else words


def _has_its_heading(text: str, added: str) -> bool:
    """Whether what is added has one heading, a main one at its beginning, which `text` has once."""
    begun = scan_sections(added.strip("\r\n") + "\n").sections
    if len(begun) != 1 or begun[0].start or begun[0].level != _MAIN:
        return False
    title = begun[0].title.casefold()
    levels = [one.level for one in scan_sections(text).sections if one.title.casefold() == title]
    return levels == [_MAIN]


def with_foreign_told(state: InterviewState, changes: Sequence[ProposedChange]) -> tuple[ProposedChange, ...]:
    """The changes, those unsupported of which the new words are clearly about another note: a person decides."""
    notes = state.setup.notes
    if len(notes) < 2:
        return tuple(changes)
    texts = ["\n".join(_new_words(one.removed, one.inserted)) for one in changes]
    authored = [note.authored for note in notes]
    told = _places_told(state, texts)
    homes = [clear_home(text, authored, places) for text, places in zip(texts, told, strict=True)]
    return tuple(
        change if home is None else _with_foreign(change, notes[home])
        for change, home in zip(changes, homes, strict=True)
    )


def _with_foreign(change: ProposedChange, home: Note) -> ProposedChange:
    if home.artifact == change.artifact:
        return change
    sentence = change.support.get("sentence") or ELSEWHERE.format(name=home.name)
    return replace(change, support={**change.support, "status": "unsupported", "sentence": sentence})


def _new_words(removed: str, inserted: str) -> Iterator[str]:
    """The stretches of each line of `inserted` whose words `removed` does not have, but for a few between them."""
    old = {_bare_word(word) for word in removed.split()}
    for line in inserted.splitlines():
        words = line.split()
        new = [place for place, word in enumerate(words) if _bare_word(word) not in old]
        starts = [at for at, place in enumerate(new) if at == 0 or place - new[at - 1] > _NEAR + 1]
        for at, following in pairwise([*starts, len(new)]):
            yield " ".join(words[new[at] : new[following - 1] + 1])


def _bare_word(word: str) -> str:
    return word.strip(".,;:!?()*_`\"'“”‘’").casefold()


def _moved(edit: tuple[Note, Wanted], added: str, home: Note) -> tuple[Note, Wanted]:
    target, words = edit
    if home.artifact == target.artifact:
        return edit
    return home, added_edit(home.text, added, words.reason)


def _places_told(state: InterviewState, texts: Sequence[str]) -> list[Places]:
    """For each text where else its facts and sentences stand; nothing when code has not read all of the notes."""
    if is_partly_read(state.setup.notes):
        return [[] for _ in texts]
    names = [note.name for note in state.setup.notes]
    messages = {str(message.number): message for message in state.heard_messages}
    homes = cache(lambda number: _homes_of_questions(state, number))

    def place_of(source: ClaimSource, sentence: str) -> int | None:
        if source.kind == "notes":
            return names.index(source.key)
        message = messages[source.key]
        return _home_of_answer(state, message, sentence, homes(message.round))

    sources = [source for source in claim_sources(state) if source.kind in ("notes", "person")]
    read = read_sources(sources, known_names(state))
    return [
        [
            {place_of(source, sentence) for source in found}
            for sentence, found in read.sources_of(_without_headings(text))
        ]
        for text in texts
    ]


def _homes_of_questions(state: InterviewState, number: int) -> list[int | None]:
    """The note that each question of a round quoted."""
    notes = [note.authored for note in state.setup.notes]
    asked = state.rounds[number - 1].questions if number else ()
    return [find_home((f"“{question.quote}”", question.text), notes) for question in asked]


def _home_of_answer(
    state: InterviewState, message: InterviewMessage, sentence: str, homes: Sequence[int | None]
) -> int | None:
    """The note that the question quoted which a sentence of a message answers; None when that is not clear."""
    asked = state.rounds[message.round - 1].questions if homes else ()
    if message.is_answer and (parts := _numbered_parts(message.text, len(asked))):
        shared = [shared_words(sentence, part) for part in parts]
        if shared.count(max(shared)) == 1:
            return homes[shared.index(max(shared))]
    shared = [shared_words(sentence, f"{question.text} {question.quote}") for question in asked]
    most = max(shared, default=0)
    if most >= _FEWEST_SHARED:
        homes = [home for home, count in zip(homes, shared, strict=True) if count == most]
    elif not message.is_answer:
        return None
    return homes[0] if len(set(homes)) == 1 else None


def _numbered_parts(answer: str, count: int) -> list[str]:
    """The parts of an answer that numbers each of `count` questions from 1, in their order; else none."""
    _, *found = _NUMBER.split(answer)
    numbers, parts = found[::2], found[1::2]
    return parts if count > 1 and numbers == [str(number + 1) for number in range(count)] else []


def _without_headings(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def added_text(words: Wanted) -> str:
    """What an edit adds when it changes nothing that is there and the rest can stand elsewhere: lines or a sentence of
    its own. Else ""."""
    if not words.old:
        return words.new
    before, found, after = words.new.partition(words.old)
    added = f"{before}{after}"
    if not found or (before.strip() and after.strip()):
        return ""
    seam = before[-1:] + words.old[:1] if before.strip() else words.old[-1:] + after[:1]
    whole = added.strip()
    return added if "\n" in seam or (whole[:1].isupper() and whole[-1:] in ".!?") else ""


def added_edit(text: str, added: str, reason: str) -> Wanted:
    """The edit that puts `added` at the end of the section of `text` that has the heading it begins with or, without
    one, that it is about; else at the end of `text`."""
    end, words = len(text.rstrip()), added.strip("\r\n")
    heading = _HEADING.match(f"{words}\n")
    scanned = scan_sections(text)
    about = None if heading else fitting_section(scanned, Subject(words))
    if about:
        end = about.start + len(text[about.start : scanned.next_start(about)].rstrip())
    for section in scanned.sections if heading else ():
        if heading and section.title.casefold() == heading["title"].casefold():
            end = section.start + len(text[section.start : section.end].rstrip())
            words = words[heading.end() :].strip("\r\n")
    is_list = re.match(r"[-*+] ", words) and re.match(r"\s*[-*+] ", text[text.rfind("\n", 0, end) + 1 : end])
    return Wanted(new=words if is_list else f"\n{words}", after=_unique_end(text, end), reason=reason)


def _unique_end(text: str, end: int) -> str:
    """Whole lines up to `end` that stand in `text` once: the fewest that do, or all that stand before."""
    start = text.rfind("\n", 0, end) + 1
    for _ in range(_MOST_LINES):
        if start == 0 or text.count(text[start:end]) == 1:
            return text[start:end]
        start = text.rfind("\n", 0, start - 1) + 1
    return text[:end]
