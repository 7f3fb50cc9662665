"""The tools of an angle review: they read the session's own texts as they stand in its working copy, run nothing of
them, and write nothing (P002, D12)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reviews.code.languages import language_of
from reviews.code.reading import read_outline_of, read_units
from reviews.errors import WorkEnded
from reviews.kinds.angles.code_alerts import code_analysis, safe_modifications
from reviews.kinds.angles.document_alerts import document_analysis
from reviews.kinds.angles.state import AnglesState
from reviews.log.values import Ran, RunTool

LONGEST_RESULT = 8_000
MOST_LINES = 400
DOCUMENTS = ("markdown", "text")


def run_tool(state: AnglesState, command: RunTool) -> Ran:
    """What the tool brings. A worker's tool gives {"result": text}; the machine's own give units or alerts."""
    assert state.call  # the machine orders a tool only for a call that is open
    try:
        if state.call.asker[0]:
            return Ran({"result": _WORKER_TOOLS[command.tool](state, command.arguments)[:LONGEST_RESULT]})
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
        split = read_units(note.text, language_of(note.name, note.text), state.setup.units)
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


def _text_named(state: AnglesState, name: str) -> str | None:
    """The working copy of the file with this name, None when the session has none."""
    found = next((note for note in state.setup.notes if note.name == name), None)
    return state.working_text(found.artifact) if found else None


def _read_file(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    text = _text_named(state, str(arguments["name"]))
    if text is None:
        return _no_such_file(state, str(arguments["name"]))
    first, last = int(arguments["first_line"]), int(arguments["last_line"])
    lines = text.splitlines()[first - 1 : min(last, first - 1 + MOST_LINES)]
    return "\n".join(f"{number}: {line}" for number, line in enumerate(lines, first))


def _no_such_file(state: AnglesState, name: str) -> str:
    return f"The session has no file {name!r}. It has: {_list_files(state, {})}"


def _search_text(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    """The lines that have the words, in every file, MOST_LINES at most."""
    wanted = str(arguments["text"])
    if not wanted.strip():
        return "Say which words to look for."
    hits = [
        f"{note.name}:{number}: {line}"
        for note in state.setup.notes
        for number, line in enumerate(state.working_text(note.artifact).splitlines(), 1)
        if wanted in line
    ]
    return "\n".join(hits[:MOST_LINES]) or f"{wanted!r} stands nowhere."


def _list_files(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    return "\n".join(
        f"{note.name} ({len(state.working_text(note.artifact).splitlines())} lines)"
        for note in state.setup.notes
    )


def _outline(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    name = str(arguments["name"])
    text = _text_named(state, name)
    if text is None:
        return _no_such_file(state, name)
    entries = read_outline_of(text, language_of(name, text))
    return (
        "\n".join(f"{one.line}: {'  ' * one.depth}{one.kind} {one.name}" for one in entries)
        or "It has no parts."
    )


def _lint(state: AnglesState, arguments: Mapping[str, Any]) -> str:
    """What the analysers say about style."""
    name = str(arguments["name"])
    note = next((note for note in state.setup.notes if note.name == name), None)
    if note is None:
        return _no_such_file(state, name)
    alerts = _analysis(state, note.artifact, ["style"])["alerts"]
    lines = (f"{one['line']}:{one['column']} {one['rule']} {one['message']}" for one in alerts)
    return "\n".join(lines) or "Nothing."


_WORKER_TOOLS: dict[str, Callable[[AnglesState, Mapping[str, Any]], str]] = {
    "read_file": _read_file,
    "search_text": _search_text,
    "list_files": _list_files,
    "outline": _outline,
    "lint": _lint,
}
