"""The tools of an angle review: they read the session's own texts as they stand in its working copy, run nothing of
them, and write nothing (P002, D12)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any

from reviews.code.analysers.alert import ANGLES
from reviews.code.languages import language_of
from reviews.code.reading import read_outline_of, read_units
from reviews.errors import WorkEnded
from reviews.kinds.angles.alerts import code_analysis, document_analysis, safe_modifications
from reviews.kinds.angles.state import AnglesState
from reviews.kinds.notes import Note
from reviews.language.line_index import LineIndex
from reviews.language.shortening import beginning_of
from reviews.log.values import Ran, RunTool

LONGEST_RESULT = 8_000
MOST_LINES, USUAL_HITS, MOST_CLOSE = 400, 50, 10
LONGEST_LINE, LONGEST_NAME = 500, 300
DOCUMENTS = ("markdown", "text")


def run_tool(state: AnglesState, command: RunTool) -> Ran:
    """What the tool brings. A worker's tool gives {"result": text}; the machine's own give units or alerts."""
    assert state.call  # the machine orders a tool only for a call that is open
    try:
        if state.call.asker[0]:
            return Ran({"result": _told(_WORKER_TOOLS[command.tool](state, command.arguments))})
        if command.tool == "outline":
            return Ran(_units(state))
        return Ran(_analysis(state, str(command.arguments["artifact"]), _angles(state)))
    except WorkEnded as ended:
        return Ran(error=str(ended))


def _angles(state: AnglesState) -> list[str]:
    return [angle.id for angle in state.setup.angles]


def _units(state: AnglesState) -> dict[str, Any]:
    """The units that the texts are split into, as EVIDENCE stores them, and why a text was split in another way."""
    units, told = [], []
    for note in state.setup.notes:
        split = read_units(note.authored, language_of(note.name, note.authored), state.setup.units)
        told += [f"{note.name}: {split.note}"] if split.note else []
        units += [
            {
                "artifact": note.artifact,
                "key": unit.key,
                "name": unit.name,
                "kind": unit.kind,
                "start": unit.start,
                "end": unit.end,
                "first_line": unit.first_line,
            }
            for unit in split.units
        ]
    return {"units": units, "told": told}


def _analysis(state: AnglesState, artifact: str, angles: Sequence[str]) -> dict[str, Any]:
    """What the analysers say of an artifact's working copy: alerts, whether each angle was read, and by rules with Code
    Designer on the safe fixes."""
    name, text = state.note(artifact).name, state.working_text(artifact)
    language = language_of(name, text)
    if language in DOCUMENTS:
        return document_analysis(name, text, angles)
    result = code_analysis(name, text, language, angles)
    alerts = result.pop("found")
    if state.setup.designer and state.setup.by_rules:
        result["modifications"] = safe_modifications(name, language, state.units_of(artifact), alerts)
    return result


# What a worker may ask for, as its documents say it


def _note_named(state: AnglesState, arguments: Mapping[str, Any]) -> Note | None:
    name = str(arguments["name"])
    return next((note for note in state.setup.notes if note.name == name), None)


def _no_such_text(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    """That there is no text with this name, with those that come close."""
    name, names = str(arguments["name"]), [note.name for note in state.setup.notes]
    close = get_close_matches(name[:LONGEST_NAME], names, MOST_CLOSE) or names[:MOST_CLOSE]
    return f"There is no text {name!r}. There are: {', '.join(close)}."


def _read_file(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    note = _note_named(state, arguments)
    if note is None:
        return _no_such_text(state, arguments)
    lines = LineIndex(state.working_text(note.artifact)).lines
    first = max(1, int(arguments["first_line"]))
    if first > len(lines):
        return f"{note.name} has {len(lines)} lines."
    last = min(int(arguments["last_line"]), len(lines))
    end = min(last, first - 1 + MOST_LINES)
    shown = [f"{number}: {line}" for number, line in enumerate(lines[first - 1 : end], first)]
    return "\n".join(shown if end >= last else [*shown, f"Lines {end + 1} to {last}: ask for them apart."])


def _search_text(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    """The lines that have the words, in every text or in those that are named."""
    wanted, limit = str(arguments["text"]), min(int(arguments.get("limit", USUAL_HITS)), MOST_LINES)
    if not wanted.strip():
        return "Say which words to look for."
    names = [str(name) for name in arguments.get("names") or ()]
    known = {note.name for note in state.setup.notes}
    if unknown := [name for name in names if name not in known]:
        return _no_such_text(state, {"name": unknown[0]})
    hits = list(islice(_hits(state, wanted, names), limit + 1))
    more = [f"There are more than {limit}. Look for a longer text."] if len(hits) > limit else []
    return "\n".join([*hits[:limit], *more]) or f"{wanted!r} stands nowhere."


def _hits(state: AnglesState, wanted: str, names: Sequence[str]) -> Iterator[str]:
    for note in state.setup.notes:
        text = state.working_text(note.artifact) if not names or note.name in names else ""
        if wanted in text:
            for number, line in enumerate(LineIndex(text).lines, 1):
                if wanted in line:
                    yield f"{note.name}:{number}: {line[:LONGEST_LINE]}"


def _list_files(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    texts = ((note.name, state.working_text(note.artifact)) for note in state.setup.notes)
    return "\n".join(
        f"{name}  {language_of(name, text)}  {len(LineIndex(text).lines)} lines" for name, text in texts
    )


def _outline(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    note = _note_named(state, arguments)
    if note is None:
        return _no_such_text(state, arguments)
    text = state.working_text(note.artifact)
    entries = read_outline_of(text, language_of(note.name, text))
    parts = (f"{one.line}: {'  ' * one.depth}{one.kind} {one.name}" for one in entries)
    return "\n".join(parts) or "It has no parts."


def _lint(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    return _run_analyzer(state, {**arguments, "angles": ["style"]})


def _run_analyzer(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    """The alerts of a text from the angles that are named, of all without, and why one did not read it."""
    note = _note_named(state, arguments)
    if note is None:
        return _no_such_text(state, arguments)
    angles = [str(angle) for angle in arguments.get("angles") or ()] or list(ANGLES)
    found = _analysis(state, note.artifact, angles)
    alerts = [
        f"line {one['line']}, rule {one['rule']}, {one['angle']}: {one['message']}" for one in found["alerts"]
    ]
    unread = [
        f"{angle}: {one['status']}. {one['why']}"
        for angle, one in found["read"].items()
        if one["status"] != "read"
    ]
    return "\n".join([*(alerts or ["No alert."]), *unread])


_WORKER_TOOLS: dict[str, Callable[[AnglesState, Mapping[str, Any]], str]] = {
    "read_file": _read_file,
    "search_text": _search_text,
    "list_files": _list_files,
    "outline": _outline,
    "lint": _lint,
    "run_analyzer": _run_analyzer,
}


def _told(result: str) -> str:
    """What a worker is told of a result: its beginning, and how much of it was left out."""
    return beginning_of(result, LONGEST_RESULT)
