"""What a session found, in words: the summary that is shown, its points as bullets, who said them, and the line
that says what was added to an artifact. Pure; the wording is fixed (C18).

A point is a mapping with "text" and "attribution", and what goes behind a colon: a decision's "rationale", the
"why" of an open question, the "owner" of an action item.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.documents.markers import heading_line, insights_label, one_line
from reviews.log.values import EVERYBODY, USER

LONGEST = 100
"""Characters of the one-sentence summary that a record keeps (C29)."""


@dataclass(frozen=True)
class PointKind:
    """How points of a kind are shown: their heading, their mark in an artifact, what is told behind the colon."""

    heading: str
    mark: str
    also: str


KINDS = {
    "insights": PointKind("Key Insights", "", ""),
    "decisions": PointKind("Decisions Made", "**Decision** ", "rationale"),
    "open_questions": PointKind("Open Questions", "**Open question** ", "why"),
    "action_items": PointKind("Action Items", "**Action** ", "owner"),
}
ATTRIBUTED = ("insights", "action_items")
"""Kinds whose points are shown with who said them in the summary; in an artifact every point is."""


def attribution(seats: Collection[str], *, everybody: Sequence[str], user: bool = False) -> str:
    """Who said a point (FR-008-05): "Maya", "Maya/Alex", "All", "User", "User/Jordan" or "User/All".

    seats: the first names of the personas that said it, in any order; everybody: those of all personas, in
    rotation; user: a person said it too. "All" when nobody did in particular.
    """
    said = [name for name in dict.fromkeys(everybody) if name in seats]
    if len(said) == len(set(everybody)) > 1:
        said = [EVERYBODY]
    return "/".join([USER] * user + said) or EVERYBODY


def displayed(
    *,
    step_id: str,
    title: str,
    participants: Iterable[tuple[str, str]],
    turns: int,
    exit_type: str,
    points: Mapping[str, Collection[Mapping[str, Any]]],
) -> str:
    """The summary that is shown (C18); action items are listed only when there are any (C19).

    participants: name and short title of each persona; exit_type: "user-initiated" or "turn-limit".
    """
    seats = ", ".join(f"{one_line(name)} ({one_line(short)})" for name, short in participants)
    parts = [
        heading_line(3, insights_label(step_id, title)),
        f"**Participants**: {seats}\n**Turns**: {turns} | **Exit**: {exit_type}",
    ]
    for name, kind in KINDS.items():
        shown = [_point_line(name, point) for point in points.get(name, ())]
        if shown or name != "action_items":
            parts.append(f"#### {kind.heading}\n" + "\n".join(shown or ["- None."]))
    return "\n\n".join(parts)


def minimal(topic: str) -> str:
    """What is said of a session that ended before anybody answered the framing (C27)."""
    return f"Discussion ended early. The framing identified {one_line(topic)} as a discussion point."


def takeaway(sentence: str) -> str:
    """What is shown when no summary with its sections could be had (ERR-ELAB-007)."""
    return f"Key takeaway: {one_line(sentence)}"


def bullet(kind: str, point: Mapping[str, Any]) -> str:
    """The point as it is added to an artifact: one line of Markdown."""
    return f"- {KINDS[kind].mark}{_point_attribution(point)} {point_words(kind, point)}".rstrip()


def first_sentence(text: str) -> str:
    """The first sentence of `text` as one line; all of it when it has no end of a sentence."""
    flat = " ".join(text.split())
    found = re.match(r".+?[.!?](?=\s|$)", flat)
    return found[0] if found else flat


def for_record(sentence: str) -> str:
    """The one-sentence summary as a record keeps it (C29): one line of at most 100 characters, cut between words,
    never empty."""
    flat = " ".join(sentence.split()) or "No summary was made."
    if len(flat) <= LONGEST:
        return flat
    cut = flat[: LONGEST - 1]
    between_words = " " in cut[LONGEST // 2 :] and flat[LONGEST - 1] != " "
    return (cut[: cut.rfind(" ")] if between_words else cut).rstrip(" ,;:.") + "…"


def _point_line(name: str, point: Mapping[str, Any]) -> str:
    by = f"{_point_attribution(point)} " if name in ATTRIBUTED else ""
    return f"- {by}{point_words(name, point)}"


def point_words(name: str, point: Mapping[str, Any]) -> str:
    """The words of a point, with what else it says behind a colon."""
    text, also = one_line(str(point["text"])), one_line(str(point.get(KINDS[name].also) or ""))
    return f"{text.rstrip('.:;,') or text}: {also}" if text and also else text


def _point_attribution(point: Mapping[str, Any]) -> str:
    return f"[{one_line(re.sub(r'[][]', '', str(point['attribution']))) or EVERYBODY}]"
