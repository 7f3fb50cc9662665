"""The lines that synthesis puts into a text: the marker before every addition, the heading above them, and a
point as one line of Markdown. Pure.

Words of a model go into other people's documents: whatever they are, they stay one line and never become a
marker, a comment, a tag, a picture, a heading, a list, a quote or a code block.
"""

import re
import unicodedata
from bisect import bisect_right
from datetime import UTC, datetime
from textwrap import shorten

INSIGHTS = "Elaboration Insights"
MORE_INSIGHTS = "Additional Insights from Elaboration"
TYPED_TOPIC = "topic"
"""What a marker names in the place of a step's number when the topic was typed."""
DEEPEST = 6
LONGEST_TOPIC = 60
"""Characters of a typed topic in the heading of what a session added; the session's page has all of it."""

_STEP = re.compile(r"\d{2}-\d{2}")
_MARKER = re.compile(
    r"<!-- Elaboration: step (?:\d{2}-\d{2}|topic), \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z -->"
)
_HEADING = re.compile(rf"#{{1,6}} (?:{INSIGHTS} \(|{MORE_INSIGHTS})")
_BACKTICKS = re.compile("`+")
_TAG = re.compile(r"(?<!\\)((?:\\\\)*)(<(?=[A-Za-z/!?])|!(?=\[))")
_BLOCK = re.compile(
    r"#{1,6}(?: |$)|>|[-+*](?: |$)|~~~|`{3,}[^`]*$|=+ ?$|(?P<rule>[-*_])(?: ?(?P=rule)){2,} ?$|\[[^\]]*\]:|<"
)
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?= |$)")


def marker_line(step_id: str, at: datetime) -> str:
    """The line before an addition (C20): `<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->`.

    A step's number is "NN-NN"; anything else, such as "", stands for a typed topic.
    """
    return f"<!-- Elaboration: step {step_id if is_step(step_id) else TYPED_TOPIC}, {utc_timestamp(at)} -->"


def is_step(step_id: str) -> bool:
    """Whether this is a step's number."""
    return bool(_STEP.fullmatch(step_id))


def utc_timestamp(at: datetime) -> str:
    """A moment in UTC with milliseconds, such as 2026-02-20T14:30:00.000Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def marker_of(text: str) -> str:
    """The marker that `text` begins with, or "" when it begins with none."""
    found = _MARKER.match(text)
    return found[0] if found and text[found.end() : found.end() + 1] in ("", "\n", "\r") else ""


def insights_label(step_id: str, title: str) -> str:
    """The words of a heading above insights: `Elaboration Insights (Step 01-03: Title)`."""
    topic = one_line(title)
    return f"{INSIGHTS} (Step {step_id}: {topic})" if is_step(step_id) else f"{INSIGHTS} ({topic})"


def short_topic(title: str) -> str:
    """The beginning of a long topic, in whole words: it stands in a heading of every section that gets a point."""
    begun = shorten(title, LONGEST_TOPIC, placeholder="…")
    return begun if len(title) > LONGEST_TOPIC and begun != "…" else title


def heading_line(level: int, words: str) -> str:
    """A heading of that level; none is deeper than six (C23)."""
    return f"{'#' * min(level, DEEPEST)} {words}"


def is_heading(text: str, at: int) -> bool:
    """Whether the line that begins at character `at` is a heading that synthesis puts."""
    return bool(_HEADING.match(text, at))


def one_line(text: str) -> str:
    """`text` as one line of Markdown that begins no block and has no tag, comment or picture in it.

    Inline code and emphasis stay. "" when nothing can be seen of it.
    """
    flat = " ".join("".join(map(_visible_character, text)).split())
    calm = flat.replace("-->", "-- >").replace("<!--", "<! --")
    literal = _outside_code(calm)
    if numbered := _NUMBERED.match(literal):
        return f"{numbered[1]}\\{literal[numbered.end(1) :]}"
    return f"\\{literal}" if _BLOCK.match(literal) else literal


def _visible_character(character: str) -> str:
    """The character, or what may stand for it: nothing for controls that turn text around, a space for others."""
    kind = unicodedata.category(character)
    if kind == "Cs":
        return "\ufffd"
    if kind == "Cc":
        return " "
    return "" if character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff" else character


def _outside_code(text: str) -> str:
    """`text` with what would be a tag or a picture escaped, except in inline code."""
    runs = [run.span() for run in _BACKTICKS.finditer(text)]
    by_length: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(runs):
        by_length.setdefault(end - start, []).append(number)
    pieces, done, number = [], 0, 0
    while number < len(runs):
        start, end = runs[number]
        start += _is_escaped(text, start)
        closing = by_length.get(end - start, [])
        following = bisect_right(closing, number)
        if following < len(closing):
            number = closing[following]
            pieces += [_escape_tags(text[done:start]), text[start : runs[number][1]]]
            done = runs[number][1]
        number += 1
    return "".join([*pieces, _escape_tags(text[done:])])


def _is_escaped(text: str, at: int) -> bool:
    """Whether a backslash takes its meaning from the character at `at`."""
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _escape_tags(text: str) -> str:
    return _TAG.sub(r"\1\\\2", text)
