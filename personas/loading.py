"""Persona files <-> rows, with phases and steps. Loading the shipped ones is safe to repeat and never overwrites
an edit."""

from collections.abc import Iterable
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import transaction

from personas.content import PersonaFile
from personas.counts import LoadCounts, Loaded
from personas.errors import BadPersonaFile
from personas.files import format_file
from personas.folders import STARTER, parsed, persona_files, raw_files, read_folder, read_phases, read_steps
from personas.models import Persona, User
from personas.outline import PhaseFile, StepFile
from personas.outline_loading import import_phases, import_steps, load_phases, load_steps, outline_files


@transaction.atomic
def load_starter(root: Path = STARTER) -> Loaded:
    """Create what is missing and bring unedited rows up to the shipped files under `root`.

    An edited row, or one made here under a shipped key, is left alone and reported. Never activates, deactivates
    or reorders an existing one. A new one whose first name somebody at the roundtable has already is created
    switched off: two can't be called by it. Raises BadPersonaFile.
    """
    counts = LoadCounts()
    for shipped in read_folder(root):
        persona = Persona.objects.filter(key=shipped.key).first()
        counts.note(_load(persona, shipped), shipped.key)
    return Loaded(counts, load_phases(read_phases(root)), load_steps(read_steps(root)))


def _load(persona: Persona | None, shipped: PersonaFile) -> str:
    digest = shipped.content().digest()
    if persona is None:
        new = _new(shipped, starter_digest=digest)
        new.take(shipped.content())
        new.is_active = shipped.active and new.namesake() is None
        _publish(new, shipped, None, "Shipped with ELM")
        return "created"
    if persona.digest == digest:
        if persona.starter_digest != digest:
            Persona.objects.filter(pk=persona.pk).update(starter_digest=digest)
        return "unchanged"
    if persona.is_edited or not persona.is_shipped:
        return "left_alone"
    persona.starter_digest = digest
    _publish(persona, shipped, None, "Shipped with a newer release")
    return "updated"


def export_personas(root: Path) -> list[Path]:
    """Write every persona, phase and step to `root` (made if missing) as personas/KEY.md, phases/KEY.md and
    steps/ID.md, over files so named. Gives the paths."""
    texts = {f"personas/{persona.key}.md": as_markdown(persona) for persona in Persona.objects.all()}
    root.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in (texts | outline_files()).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def import_personas(root: Path, *, by: User | None = None) -> Loaded:
    """Create or edit what stands in `root` as export_personas writes it: all of it or, with BadPersonaFile, nothing.

    Persona files may also stand in `root` itself.
    """
    personas = persona_files(root)
    phases = parsed(PhaseFile, raw_files(root / "phases"))
    steps = parsed(StepFile, raw_files(root / "steps"))
    with transaction.atomic():
        return Loaded(import_files(personas, by=by), import_phases(phases), import_steps(steps))


def import_files(files: Iterable[tuple[str, bytes]], *, by: User | None = None) -> LoadCounts:
    """Create or edit personas from pairs of file name and bytes: all of them or, with BadPersonaFile, none. A file
    that changes nothing makes no version."""
    checked = parsed(PersonaFile, files)
    counts = LoadCounts()
    with transaction.atomic():
        for filename, file in checked:
            counts.note(_import(filename, file, by), file.key)
    return counts


def _import(filename: str, file: PersonaFile, by: User | None) -> str:
    persona = Persona.objects.filter(key=file.key).first()
    if persona is None:
        _publish(_new(file), file, by, f"Imported from {filename}")
        return "created"
    if persona.kind != file.kind:
        why = f"kind: “{file.key}” is of kind {persona.kind} here; give the file another key"
        raise BadPersonaFile([f"{filename}: {why}."])
    if as_file(persona) == file:
        return "unchanged"
    persona.order, persona.is_active = file.order, file.active
    _publish(persona, file, by, f"Imported from {filename}")
    return "updated"


def as_file(persona: Persona) -> PersonaFile:
    """The persona as its file would say it."""
    return PersonaFile(
        key=persona.key,
        kind=persona.kind,  # type: ignore[arg-type]
        order=persona.order,
        active=persona.is_active,
        **vars(persona.content()),
    )


def as_markdown(persona: Persona) -> str:
    """The persona's file, as text."""
    return format_file(as_file(persona))


def _new(file: PersonaFile, starter_digest: str = "") -> Persona:
    return Persona(
        key=file.key, kind=file.kind, order=file.order, is_active=file.active, starter_digest=starter_digest
    )


def _publish(persona: Persona, file: PersonaFile, by: User | None, note: str) -> None:
    persona.take(file.content())
    try:
        persona.publish(by=by, note=note)
    except ValidationError as error:
        raise BadPersonaFile([f"{file.key}: {sentence}" for sentence in error.messages]) from error
