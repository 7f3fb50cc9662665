"""Improvements of the notes that rules can honestly make: they move words that people wrote, and add none of their own
but labels.

A person's answer goes, in their words, below the passage that it explains. What nobody could answer goes under "Open
questions". An abbreviation that the notes spell out late is spelled out at its first use as well.
"""

import re
from collections.abc import Iterator

from reviews.engine.results import Edit, ImproveResult
from reviews.engine.scorecard import TOPICS
from reviews.llm.offline import asking, hearing, wording
from reviews.llm.offline.acronyms import KNOWN
from reviews.llm.offline.cues import RULES
from reviews.llm.offline.document import Block, Document, Section
from reviews.llm.offline.passages import is_open_points, shown
from reviews.llm.offline.session import Asked, Facts, Study

HEADING = "Open questions"
_MOST_EXPANDED = 3
_SPELLED_OUT = re.compile(r"\b((?:[A-Za-z][\w-]*[ ]){1,6}[A-Za-z][\w-]*)[ ]\(([A-Z][A-Z0-9]{1,5})s?\)")


def improve(facts: Facts) -> tuple[str, ImproveResult]:
    """What this round lets us improve, as edits that each fit the current notes."""
    if not facts.studies:
        return "There are no notes to improve.", ImproveResult()
    edits: list[Edit] = []
    if facts.by_person:
        edits += _told(facts)
    else:
        edits += _open_questions(facts)
    edits += [edit for one in facts.studies for edit in _expansions(one)]
    kept = _fitting(facts, edits)
    return _summary(kept), ImproveResult(edits=kept)


def _summary(edits: list[Edit]) -> str:
    if not edits:
        return "This round leaves the notes as they are."
    return "Proposed for the notes:\n\n" + "\n".join(f"- {edit.reason}" for edit in edits)


def _fitting(facts: Facts, edits: list[Edit]) -> list[Edit]:
    """The edits that can all be made one after the other, in order."""
    texts = {name: text for name, text in facts.notes}
    kept = []
    for edit in edits:
        text = texts.get(edit.artifact, "")
        if edit.old and text.count(edit.old) == 1 and edit.new != edit.old:
            texts[edit.artifact] = text.replace(edit.old, edit.new)
            kept.append(edit)
    return kept


def _behind(text: str, end: int, addition: str, artifact: str, reason: str) -> Edit:
    """An edit that puts `addition` behind the character `end`: it holds on to as much text before as is unique."""
    start = text.rfind("\n", 0, end) + 1
    while start > 0 and text.count(text[start:end]) != 1:
        start = text.rfind("\n", 0, start - 1) + 1
    old = text[start:end]
    if text.count(old) != 1:
        old, end = text, len(text)
    newline = "\r\n" if "\r\n" in text else "\n"
    return Edit(artifact=artifact, old=old, new=old + addition.replace("\n", newline), reason=reason)


def _content_end(text: str, start: int, end: int) -> int:
    """Where what stands in text[start:end] ends, blank space behind it left out."""
    return start + len(text[start:end].rstrip())


# What a person said


def _told(facts: Facts) -> Iterator[Edit]:
    """The words of this round's answer, each behind the passage or under the heading that it explains."""
    if not facts.questions or not facts.answers:
        return
    texts = tuple(question.text for question in facts.questions)
    given = hearing.parts(texts, facts.answers[-1])
    done: set[str] = set()
    for question, words in zip(facts.questions, given, strict=True):
        flat = " ".join(words.split())
        if flat and flat not in done and not any(flat in " ".join(text.split()) for _, text in facts.notes):
            done.add(flat)
            yield _place(facts, question, flat)


def _place(facts: Facts, question: Asked, words: str) -> Edit:
    topic = question.topic if question.topic in TOPICS else asking.topic_of(question.text)
    if topic in TOPICS and (edit := _under_heading(facts, topic, words)):
        return edit
    label = TOPICS.get(topic) or _label(question)
    if question.quote and topic not in TOPICS:
        for one in facts.studies:
            if block := _block_of(one.document, question.quote):
                return _below(one.document, block, f"{label}: {words}", f"“{label}” in your words.")
    document = facts.studies[0].document
    end = _content_end(document.text, 0, len(document.text))
    return _behind(
        document.text,
        end,
        f"\n\n## {label}\n\n{words}\n",
        document.name,
        f"A section “{label}” in your words.",
    )


def _label(question: Asked) -> str:
    return next(
        (text for kind, text in wording.LABELS.items() if asking.has_asked(kind, (question.text,))),
        "Clarified",
    )


def _under_heading(facts: Facts, topic: str, words: str) -> Edit | None:
    for one in facts.studies:
        document = one.document
        for section in document.sections[1:]:
            if RULES[topic].under.search(section.title) and not is_open_points(section):
                end = _end_of(document, section)
                reason = f"Under “{section.title}”, in your words."
                return _behind(document.text, end, f"\n\n{words}", document.name, reason)
    return None


def _end_of(document: Document, section: Section) -> int:
    start = document.line_starts[section.line - 1]
    return _content_end(document.text, start, start + len(section.text))


def _block_of(document: Document, quote: str) -> Block | None:
    at = document.text.find(quote)
    return next((b for b in document.blocks if b.start <= at < b.end), None) if at >= 0 else None


def _below(document: Document, block: Block, addition: str, reason: str) -> Edit:
    """An addition as a paragraph of its own: behind a paragraph, or behind the section when a list or table runs."""
    if block.kind == "paragraph" and not block.list_depth and not block.quoted:
        return _behind(document.text, block.end, f"\n\n{addition}", document.name, reason)
    return _behind(document.text, _end_of(document, block.section), f"\n\n{addition}", document.name, reason)


# What nobody could say


def _open_questions(facts: Facts) -> Iterator[Edit]:
    """The unknowns that the notes don't list yet, as bullets under "Open questions"."""
    document = facts.studies[0].document
    flat = " ".join(" ".join(text.split()) for _, text in facts.notes)
    new = [unknown for unknown in facts.unknowns if " ".join(unknown.split()) not in flat]
    if not new:
        return
    bullets = "\n".join(f"- {' '.join(unknown.split())}" for unknown in dict.fromkeys(new))
    count = len(new)
    reason = f"{count} open {'question' if count == 1 else 'questions'} written down under “{HEADING}”."
    listed = [s for s in document.sections if s.level and is_open_points(s) and s.text.count("\n") > 1]
    if listed:
        end = _end_of(document, listed[-1])
        gap = (
            "\n"
            if re.match(r"\s*[-*+]\s", document.text[document.text.rfind("\n", 0, end) + 1 : end])
            else "\n\n"
        )
        yield _behind(document.text, end, f"{gap}{bullets}", document.name, reason)
        return
    end = _content_end(document.text, 0, len(document.text))
    yield _behind(document.text, end, f"\n\n## {HEADING}\n\n{bullets}\n", document.name, reason)


# What the notes spell out too late


def _expansions(one: Study) -> list[Edit]:
    """At the first use of an abbreviation, the long form that the notes themselves give later."""
    found = []
    prose = [b for b in one.document.blocks if b.kind in ("paragraph", "list_item")]
    for block in prose:
        for match in _SPELLED_OUT.finditer(block.plain):
            long_form = _long_form(match.group(1), match.group(2))
            if long_form and match.group(2) not in KNOWN:
                found.append((match.group(2), long_form, block))
    edits = [_at_first_use(one.document, prose, *entry) for entry in found]
    return [edit for edit in edits if edit][:_MOST_EXPANDED]


def _long_form(words: str, term: str) -> str:
    """The last words before the bracket whose initials are the abbreviation, or ""."""
    tail = words.split()[-len(term) :]
    fits = [word[0].lower() for word in tail] == list(term.lower())
    return " ".join(tail) if fits else ""


def _at_first_use(
    document: Document, prose: list[Block], term: str, long_form: str, given: Block
) -> Edit | None:
    use = re.compile(rf"(?<![\w(¤/.-]){term}(?![\w¤/(.-]|\s*\()")
    for block in prose:
        if block.index >= given.index:
            return None
        if match := use.search(block.plain):
            at = block.start + match.end()
            line_end = document.text.find("\n", at)
            end = line_end if line_end >= 0 else len(document.text)
            start = document.text.rfind("\n", 0, at) + 1
            old = document.text[start:end]
            new = f"{document.text[start:at]} ({long_form}){document.text[at:end]}"
            reason = f"“{shown(term)}” spelled out where it is first used, as the notes do later."
            return Edit(artifact=document.name, old=old, new=new, reason=reason)
    return None
