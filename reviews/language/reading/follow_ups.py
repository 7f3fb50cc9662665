"""Who does what a meeting or an incident left to do, and by when."""

import re
from collections.abc import Iterator
from typing import Literal

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.reading.document import ReadSection, Sentence
from reviews.language.reading.outline import Outline
from reviews.language.reading.parts import PartPlace, column_places, has_date, names_somebody

_WORDS = phrases(language.__file__, "follow_ups", gap=" ")
_HEADING, _PROMISE = _WORDS.whole("heading"), _WORDS.whole("promise")
# "DPC will own this", "Paula and Joe will meet", "Ben to ask": a name that is told to do something.
_DOER = re.compile(
    rf"(?:^|[\s(*_:;,])(?!{_WORDS.any_of('no_name')}\b)(?:[A-Z][\w'’-]+|[A-Z]{{2,4}})(?:,? (?:and|&) [A-Z]\w+)?"
    rf":? {_WORDS.any_of('does')}\b"
)

FollowUpPart = Literal["owner", "date"]


def find_follow_up_part(outline: Outline, part: FollowUpPart) -> PartPlace | None:
    """A place that names who does something that is left to do, or by when; one that only pretends to when there is no
    better; None when none does."""
    places = [place for table in outline.tables for place in column_places(table, part)]
    hollow = next((place for place in places if not place.filled), None)
    if any(place.filled for place in places):
        return next(place for place in places if place.filled)
    if any(_tells(sentence, part) for sentence in follow_ups(outline)):
        return PartPlace("", True)
    return hollow


def follow_up_sections(outline: Outline) -> Iterator[ReadSection]:
    """The sections that are called after what is left to do."""
    return (one for one in outline.document.sections if one.level and _is_of_follow_ups(one))


def _is_of_follow_ups(section: ReadSection) -> bool:
    return bool(_HEADING.search(section.title)) and "timeline" not in section.title.lower()


def follow_ups(outline: Outline) -> Iterator[Sentence]:
    """What is left to do: what stands below a heading that says so, and what is promised elsewhere."""
    for sentence in outline.document.sentences:
        if sentence.kind == "heading":
            continue
        if _HEADING.search(" / ".join(sentence.section.path)) or _PROMISE.search(sentence.plain):
            yield sentence


def _tells(sentence: Sentence, part: FollowUpPart) -> bool:
    if part == "date":
        return has_date(sentence.plain)
    return names_somebody(sentence.text) or bool(_DOER.search(sentence.text))
