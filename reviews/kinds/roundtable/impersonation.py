"""What a persona said itself, without what it wrote in another's name or in the app's. Pure, linear time.

No text of a model becomes a speaker's prefix, a marker or a line of the app: those are written by code.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from reviews.kinds.roundtable import phrases as lines
from reviews.language.addressing import NamedSeat
from reviews.language.prose import fold_text, words_in
from reviews.language.reply import Fences
from reviews.language.spoken_labels import APP_SPEAKERS, asks_at, fold_letters, plain_line

PEOPLE = ("user", "human")
"""The labels under which a model may speak for the people in the room."""
ROUNDS = 8
"""How often labels and template sentences are taken off one line; one that has more is dropped whole."""

_OPENING = re.compile(r"[\s*_~\\\[|]*+(?:(?:#|[Tt]urn )\d{1,4}\s++)?+[\s*_#~\\\[|]*+")
"""What may stand before a label; turns are numbered ("#7 ") where models read them."""
_LISTED = re.compile(r"[\s*_#~\\\[|>]*+(?:(?:[-+•]|\d{1,3}[.)])\s)?[\s*_#~\\\[|>]*+")
_LABEL = re.compile(r"[\s*_\]\\]*+(?P<role>\([^()\n]{0,80}\))?[\s*_\]\\]*+(?P<end>:[\s*_]*+|\s?[–—-]\s++|$)")
_TABLE_ROW = re.compile(r"\s*+\|[^|]*+\|")
_MARKER = re.compile(r"<!-++\s*+elaboration\b", re.IGNORECASE)
_APP_LINE = re.compile(
    r"[\s*_#>]*+(?:turn limit: \d+ exchanges\b.*|elaboration insights \(.*"
    r"|updated .{1,200}, (?:sections? \"|\d{1,4} sections:).*)",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W_]+")
_SENTENCES = tuple(
    tuple(_LETTERS.findall(fold_text(sentence)))
    for sentence in (lines.WARNING, lines.LIMIT, lines.INACTIVITY, lines.CLARIFY, lines.EXIT)
)
_LAST_WORDS = frozenset(sentence[-1] for sentence in _SENTENCES)
_APP_LINES = frozenset(
    tuple(_LETTERS.findall(fold_text(line)))
    for template in (lines.INTRODUCTION, lines.STEP_MENU)
    for line in template.split("\n")
    if "{" not in line and len(words_in(line)) > 1
) | {("into", "the", "discussion")}


@dataclass(frozen=True)
class _Name:
    text: str
    mine: bool
    full: bool


def own_words(text: str, cast: Sequence[NamedSeat], me: str, people: Collection[str] = ()) -> str:
    """What the persona with the key `me` said in `text`, the answer of a model; "" when that is nothing.

    Labels with its own name are taken off, the text ends where it begins to speak for another of `cast` or for
    the user, or where a paragraph opens in the name of the app ("System: …") or of one of `people` without asking them,
    and the app's lines and markers are dropped. Fenced code stays as it is, but for markers.
    """
    names, fences, said = _label_names(cast, me), Fences(), list[str]()
    taken, opens = {name.text for name in names}, True
    app, asked = (_other_names(labels, taken) for labels in (APP_SPEAKERS, people))
    all_lines = text.splitlines()
    for number, line in enumerate(all_lines):
        own: str | None = line
        if not fences.closing:
            at_opening = [*app, *([] if asks_at(all_lines, number) else asked)] if opens else []
            own = _own_line(line, [*names, *at_opening])
        opens = not line.strip() or bool(fences.closing)
        if own is None:
            break
        if _MARKER.search(own) or (line.strip() and not own.strip()):
            continue
        fences.cover(own)
        said.append(own)
    return "\n".join(said).strip()


def _label_names(cast: Sequence[NamedSeat], me: str) -> list[_Name]:
    """What a label may say, the longest first, and one's own before another's of the same name."""
    names = [_Name(word, False, False) for word in PEOPLE]
    for seat in cast:
        full, first = (fold_letters(name).strip() for name in (seat.name, seat.first_name))
        role = fold_letters(seat.role).strip()
        titled = {form for name in (full, first) for form in (f"{name}, {role}", f"{role} ({name})")}
        names += [
            _Name(name, seat.key == me, name != first or first == full)
            for name in {full, first, *titled}
            if name
        ]
    return sorted(names, key=lambda name: (-len(name.text), not name.mine))


def _other_names(labels: Iterable[str], taken: Collection[str]) -> list[_Name]:
    found = {fold_letters(label).strip() for label in labels} - {*taken, ""}
    return [_Name(label, False, False) for label in sorted(found, key=len, reverse=True)]


def _own_line(line: str, names: Sequence[_Name]) -> str | None:
    """The line without labels and template sentences, or None when it speaks for somebody else."""
    for _ in range(ROUNDS):
        name, rest = _read_label(plain_line(line), names)
        if name is not None and not name.mine:
            return None
        left = _without_templates(line) if name is None else rest
        if left == line:
            return line
        line = left
    return ""


def _read_label(line: str, names: Sequence[_Name]) -> tuple[_Name | None, str]:
    """Whose label the line starts with, and what follows it."""
    heard, is_row = fold_letters(line), bool(_TABLE_ROW.match(line))
    for opening in (_OPENING, _LISTED):
        found = opening.match(line)
        start = found.end() if found else 0
        listed = opening is _LISTED or is_row
        for name in names:
            label = _LABEL.match(line, start + len(name.text)) if heard.startswith(name.text, start) else None
            if label and _is_label(line, start, name, label, listed=listed):
                return name, line[label.end() :]
    return None, line


def _is_label(line: str, start: int, name: _Name, label: re.Match[str], *, listed: bool) -> bool:
    """A colon makes a label; a dash only behind a role; a line of its own only when it is set off.

    In a list, a table or a quotation "Alex: …" may be about Alex: there, only a name with its role is a label.
    """
    role = bool(label["role"])
    if listed and not (role and name.full):
        return False
    if label["end"][:1] == ":":
        return True
    if label["end"]:
        return role and name.full
    return role or any(sign in line[:start] for sign in "*_#")


def _without_templates(line: str) -> str:
    """The line without the app's sentences; "" when it is a line of the app."""
    heard = list(_LETTERS.finditer(line))
    if _APP_LINE.match(line) or tuple(fold_text(word[0]) for word in heard[:20]) in _APP_LINES:
        return ""
    starts = [*(word.start() for word in heard), len(line)]
    kept: list[tuple[str, str]] = []
    for word, after in zip(heard, starts[1:], strict=True):
        kept.append((fold_text(word[0]), line[word.start() : after]))
        if kept[-1][0] in _LAST_WORDS:
            for sentence in _SENTENCES:
                if tuple(one for one, _ in kept[-len(sentence) :]) == sentence:
                    del kept[-len(sentence) :]
    if len(kept) == len(heard):
        return line
    return (line[: starts[0]] + "".join(part for _, part in kept)).rstrip() if kept else ""
