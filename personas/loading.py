"""Files of all that admins edit <-> rows. Loading the shipped ones is safe to repeat and never overwrites an edit."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from personas.counts import LoadCounts, Loaded
from personas.errors import BadPersonaFile
from personas.files import format_file
from personas.folders import STARTER, named_files, parsed
from personas.models import Angle, Persona, Phase, Step, ToolDocument, User, Versioned
from personas.outline import StepFile, in_order

MODELS: tuple[type[Versioned], ...] = (Persona, Phase, Step, Angle, ToolDocument)
"""What is loaded, in the order in which one may name another. `Loaded` counts them in the same order."""


@transaction.atomic
def load_starter(root: Path = STARTER) -> Loaded:
    """Create what is missing and bring unedited rows up to the shipped files under `root`.

    An edited row, or one made here under a shipped key, is left alone and reported. Never switches on or off, or
    reorders, an existing one. A new persona whose first name somebody at the roundtable has already is created
    switched off: two can't be called by it. Raises BadPersonaFile.
    """
    return Loaded(*(_load_all(model, _in_turn(model, root)) for model in MODELS))


def _in_turn(model: type[Versioned], root: Path) -> list[tuple[str, Any]]:
    """The files of a kind under `root`, by their names, each after those that it needs. Raises BadPersonaFile."""
    files: list[tuple[str, Any]] = [*named_files(model.file_class, root)]
    return order_steps(files) if model is Step else files


def _load_all(model: type[Versioned], files: Iterable[tuple[str, Any]]) -> LoadCounts:
    counts = LoadCounts()
    rows = _by_name(model)
    for _, file in files:
        name = getattr(file, model.identity)
        counts.note(_load_shipped(rows.get(name), model, file), name)
    return counts


def _load_shipped(row: Versioned | None, model: type[Versioned], shipped: Any) -> str:
    digest = shipped.content().digest()
    if row is None:
        new = model.for_file(shipped)
        new.starter_digest = digest
        store_version(new, shipped, note="Shipped with ELM", is_shipped=True)
        return "created"
    if row.digest == digest:
        if row.starter_digest != digest:
            row.starter_digest = digest
            row.save(update_fields=["starter_digest"])
        return "unchanged"
    if row.is_edited or not row.is_shipped:
        return "left_alone"
    row.starter_digest = digest
    store_version(row, shipped, note="Shipped with a newer release")
    return "updated"


def store_version(
    row: Versioned, file: Any, *, by: User | None = None, note: str = "", is_shipped: bool = False
) -> None:
    """Give a row the words of a file, check and save it. Raises BadPersonaFile.

    is_shipped: a persona whose first name is taken is switched off instead of refused.
    """
    name = f"phase {row.key}" if isinstance(row, Phase) else row.name_in_files
    try:
        row.take(file.content())
        if is_shipped and isinstance(row, Persona):
            row.is_active = row.is_active and row.namesake() is None
        row.publish(by=by, note=note)
    except ValidationError as error:
        raise BadPersonaFile([f"{name}: {sentence}" for sentence in error.messages]) from error


def order_steps(files: Iterable[tuple[str, StepFile]]) -> list[tuple[str, StepFile]]:
    """The files so that what a step depends on comes before it. Raises BadPersonaFile for a circle."""
    by_id = {file.step_id: (filename, file) for filename, file in files}
    needs = {
        step_id: [one for one in file.depends_on if one in by_id]
        for step_id, (_, file) in sorted(by_id.items())
    }
    try:
        return [by_id[step_id] for step_id in in_order(needs)]
    except ValueError as error:
        raise BadPersonaFile([f"depends_on: {error}."]) from error


def export_personas(root: Path) -> list[Path]:
    """Write everything that admins edit to `root` (made if missing) as personas/KEY.md, phases/KEY.md, steps/ID.md,
    angles/KEY.md and tools/NAME.md, over files so named. Gives the paths."""
    root.mkdir(parents=True, exist_ok=True)
    paths = []
    for model in MODELS:
        for name, row in _by_name(model).items():
            path = root / model.file_class.folder / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(as_markdown(row), encoding="utf-8", newline="\n")
            paths.append(path)
    return paths


def import_personas(root: Path, *, by: User | None = None) -> Loaded:
    """Create or edit what stands in `root` as export_personas writes it: all of it or, with BadPersonaFile, nothing.

    Persona files may also stand in `root` itself.
    """
    found = {model: _in_turn(model, root) for model in MODELS}
    with transaction.atomic():
        return Loaded(*(_import_all(model, files, by) for model, files in found.items()))


def import_files(
    model: type[Versioned], files: Iterable[tuple[str, bytes]], *, by: User | None = None
) -> LoadCounts:
    """Create or edit rows from pairs of file name and bytes: all of them or, with BadPersonaFile, none. A file that
    changes nothing makes no version."""
    checked = parsed(model.file_class, files)
    with transaction.atomic():
        return _import_all(model, checked, by)


def _import_all(model: type[Versioned], files: Iterable[tuple[str, Any]], by: User | None) -> LoadCounts:
    counts = LoadCounts()
    rows = _by_name(model)
    for filename, file in files:
        name = getattr(file, model.identity)
        counts.note(_import(rows.get(name), model, filename, file, by), name)
    return counts


def _import(row: Versioned | None, model: type[Versioned], filename: str, file: Any, by: User | None) -> str:
    note = f"Imported from {filename}"
    if row is None:
        store_version(model.for_file(file), file, by=by, note=note)
        return "created"
    if isinstance(row, Persona) and row.kind != file.kind:
        why = f"kind: “{file.key}” is of kind {row.kind} here; give the file another key"
        raise BadPersonaFile([f"{filename}: {why}."])
    if row.as_file() == file:
        return "unchanged"
    for field, said in row.beside_words.items():
        setattr(row, field, getattr(file, said))
    store_version(row, file, by=by, note=note)
    return "updated"


def shipped_file(row: Versioned) -> Any:
    """What the present release ships for this row, None if nothing."""
    files = (file for _, file in named_files(row.file_class))
    return next((file for file in files if getattr(file, row.identity) == row.name_in_files), None)


def restore_shipped(row: Versioned, *, by: User | None = None) -> None:
    """Give a row the shipped words again. Raises BadPersonaFile when none are shipped for it."""
    file = shipped_file(row)
    if file is None:
        raise BadPersonaFile([f"{row}: is not shipped with ELM, so there is no text to restore."])
    row.starter_digest = file.content().digest()
    store_version(row, file, by=by, note="Restored the shipped text")


def as_markdown(row: Versioned) -> str:
    return format_file(row.as_file())


def _by_name(model: type[Versioned]) -> dict[str, Any]:
    """The rows by what files call them. What a team has of its own is in no file of all teams."""
    rows = model._default_manager.with_named()  # type: ignore[attr-defined]
    return {row.name_in_files: row for row in (rows.for_all() if model is Persona else rows)}
