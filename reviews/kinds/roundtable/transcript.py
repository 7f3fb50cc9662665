"""Transcripts of roundtables as Markdown: what was said, by whom, in which turn, and what came of it. Pure.

Every contribution begins with `Name (Role): ` on its first line only (FR-002-04, VR-ELAB-011). A line of a body that
would read as such a prefix, as a turn or as a part of the transcript gets a backslash, which Markdown does not show:
whatever a model or a person writes, nobody is quoted with words that they did not say. Code and HTML that a body
leaves open is shown as it is typed, so that it can't swallow what comes after it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from markdown_it import MarkdownIt

from reviews.kinds.transcripts import transcript_header
from reviews.log.values import Event, Speaker
from reviews.states import END_LABELS, EndReason, EventKind

DISCUSSION, SYNTHESIS, TAKES = "Discussion", "Synthesis", "First takes"
TAKES_NOTE = "Each was written before anybody spoke, without knowing the others."
GOES_ON = "lets the others go on"
SPOKEN = frozenset(
    {EventKind.FRAMING, EventKind.CONTRIBUTION, EventKind.FACILITATION, EventKind.USER_MESSAGE}
)
TOLD = frozenset({EventKind.ANNOUNCEMENT, EventKind.ERROR})

# White space, and characters that are not seen at all.
_GAP = r"[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
_SIGNS = rf"(?:{_GAP}|[>*_~`#+\-|]|\d+[.)])*"
_PART = re.compile(rf"^ {{0,3}}(?=#{{1,6}}[ \t]+(?:{DISCUSSION}|{SYNTHESIS}|{TAKES})\b|\*\*Turn \d+\*\*)")
_OPENER = re.compile(
    rf"^(?:[^\S\n]|{_GAP.replace(r'\s', '')}|[>*_#+\-|]|\d++[.)])*+(?=`{{3}}|~{{3}}|<)", re.MULTILINE
)
_MARKDOWN = MarkdownIt("commonmark")
_AFTER = "After."


def speaker_prefix(speaker: Speaker) -> str:
    """What stands before the words of a speaker: "Maya Chen (Business Analyst):", for a person "Ana:"; people choose
    their names themselves, so no role can be in them."""
    if speaker.role:
        return f"{speaker.name} ({speaker.role}):"
    return f"{' '.join(re.sub(r'[():：]', ' ', speaker.name).split())}:"


def write(
    events: Iterable[Event],
    *,
    topic: str,
    turns: Mapping[int, int],
    cast: Sequence[Speaker] = (),
    provider: str = "",
) -> str:
    """The transcript of a roundtable's log.

    turns: the counter after each event that was a turn; cast: the personas in rotation, also those who never spoke;
    provider: named in a line above everything, "" when a model took part.
    """
    log = list(events)
    speakers = [event.speaker for event in log if event.speaker]
    forged = forgery_pattern([*cast, *speakers])
    blocks = [f"# Roundtable: {' '.join(topic.split())}"]
    blocks += chain.from_iterable(_event_paragraphs(event, turns, forged) for event in _kept_events(log))
    if takes := _first_takes(log, cast):
        blocks += [f"## {TAKES}", TAKES_NOTE, *(said_text(event, forged) for event in takes)]
    return transcript_header("", provider) + "\n\n".join(blocks) + "\n"


def _first_takes(log: Sequence[Event], cast: Sequence[Speaker]) -> list[Event]:
    """The first takes in the order of the table, whatever the order in which they came."""
    order = {speaker.key: place for place, speaker in enumerate(cast)}
    takes = [event for event in log if event.kind == EventKind.FIRST_TAKE]
    return sorted(takes, key=lambda take: order.get(take.speaker.key if take.speaker else "", len(order)))


def said_text(event: Event, forged: re.Pattern[str]) -> str:
    """What somebody said, with the prefix on the first line."""
    speaker = event.speaker or Speaker("", "Nobody")
    return f"{speaker_prefix(speaker)} {turn_body(event.text, forged)}".rstrip()


def forgery_pattern(speakers: Iterable[Speaker]) -> re.Pattern[str]:
    """What a line begins with that reads as if one of the speakers said it, up to the colon."""
    names = {name for speaker in speakers for name in (speaker.name, *speaker.name.split()[:1]) if name}
    words = [rf"{_GAP}+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True)]
    named = "|".join(words) or r"(?!)"
    return re.compile(
        rf"^(?P<before>{_SIGNS}(?:{named}){_SIGNS}(?:\([^\n]{{0,200}}?\){_SIGNS})?)(?=[:：])", re.IGNORECASE
    )


def turn_body(text: str, forged: re.Pattern[str]) -> str:
    """The text of a turn as it stands in the transcript."""
    first, *others = text.strip().splitlines() or [""]
    shown = "\n".join([first, *(_escape_line(line, forged) for line in others)])
    return shown if _is_contained(shown) else _OPENER.sub(r"\g<0>\\", shown)


def _is_contained(shown: str) -> bool:
    """Whether a paragraph behind the text is still one: no code block and no HTML of the text swallows it."""
    *_, opened, inline, _ = _MARKDOWN.parse(f"Name: {shown}\n\n{_AFTER}")
    return opened.type == "paragraph_open" and opened.level == 0 and inline.content == _AFTER


def _kept_events(log: Sequence[Event]) -> list[Event]:
    """The events without messages that were taken back, and without whose first take was asked for again: those come
    in any order."""
    withdrawn = {event.data.get("withdraws") for event in log} - {None, 0}
    left_out = ("withdraws", "persona")
    return [e for e in log if not any(map(e.data.get, left_out)) and e.number not in withdrawn]


def _event_paragraphs(event: Event, turns: Mapping[int, int], forged: re.Pattern[str]) -> list[str]:
    """The paragraphs that an event makes."""
    if event.kind == EventKind.INTRODUCTION:
        return [f"```text\n{event.text}\n```", f"## {DISCUSSION}"]
    if event.kind == EventKind.SYNTHESIS:
        return [f"## {SYNTHESIS}", turn_body(event.text, forged)]
    if event.kind in SPOKEN:
        return _turn_paragraphs(event, turns, forged)
    if event.kind == EventKind.RECORD:
        return [_note_line(f"Record: {event.text}")]
    if event.kind in TOLD:
        return [_note_line(event.text)] if event.text.strip() else []
    if event.kind == EventKind.STATE and event.data.get("reason"):
        return [_note_line(f"{END_LABELS[EndReason(event.data['reason'])]}.")]
    return []


def _turn_paragraphs(event: Event, turns: Mapping[int, int], forged: re.Pattern[str]) -> list[str]:
    """Something that was said, under its number if it counts; a blank send in a line."""
    if event.data.get("goes_on"):
        return [_note_line(f"{event.speaker.name if event.speaker else 'Silence'} {GOES_ON}.")]
    if not event.text.strip():
        return []
    counted = turns.get(event.number, 0) or event.data.get("turn") or 0
    return [*([f"**Turn {counted}**"] if counted else []), said_text(event, forged)]


def _note_line(text: str) -> str:
    """A line of the session itself, told apart from what people and personas say."""
    return transcript_header("", text).strip()


def _escape_line(line: str, forged: re.Pattern[str]) -> str:
    """The line with a backslash where it would read as something that it is not."""
    if found := forged.match(line):
        return f"{found['before']}\\{line[found.end() :]}"
    return _PART.sub(r"\g<0>\\", line)
