"""Persona files <-> rows. Loading the shipped ones is safe to repeat and never overwrites an edit."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import transaction

from personas.content import PersonaFile
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES, format_file, parse
from personas.models import Persona, User

STARTER = Path(__file__).parent / "starter" / "personas"
MAX_FILES = 200


@dataclass
class LoadCounts:
    """What happened, as keys of personas. `left_alone` were edited here, so the file was not applied."""

    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_alone: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        said = f"{len(self.created)} created, {len(self.updated)} updated, {len(self.unchanged)} unchanged"
        kept = ", ".join(self.left_alone)
        return f"{said}; left alone because they were edited here: {kept}" if kept else said


@transaction.atomic
def load_starter(folder: Path = STARTER) -> LoadCounts:
    """Create what is missing and bring unedited personas up to the shipped files in `folder`.

    An edited persona, or one made here under a shipped key, is left alone and reported. Never activates,
    deactivates or reorders an existing one. Raises BadPersonaFile.
    """
    counts = LoadCounts()
    for shipped in read_folder(folder):
        persona = Persona.objects.filter(key=shipped.key).first()
        getattr(counts, _load(persona, shipped)).append(shipped.key)
    return counts


def _load(persona: Persona | None, shipped: PersonaFile) -> str:
    digest = shipped.content().digest()
    if persona is None:
        _publish(_new(shipped, starter_digest=digest), shipped, None, "Shipped with ELM")
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


def export_personas(folder: Path) -> list[Path]:
    """Write every persona to `folder` (made if missing) as KEY.md, over files so named. Gives the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for persona in Persona.objects.all():
        path = folder / f"{persona.key}.md"
        path.write_text(as_markdown(persona), encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def import_personas(folder: Path, *, by: User | None = None) -> LoadCounts:
    """Create or edit personas from the .md files in `folder`: all of them or, with BadPersonaFile, none."""
    return import_files(_raw(folder), by=by)


def import_files(files: Iterable[tuple[str, bytes]], *, by: User | None = None) -> LoadCounts:
    """As import_personas, from pairs of file name and bytes. A file that changes nothing makes no version."""
    checked = _parsed(list(files))
    counts = LoadCounts()
    with transaction.atomic():
        for filename, file in checked:
            getattr(counts, _import(filename, file, by)).append(file.key)
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


def read_folder(folder: Path = STARTER) -> list[PersonaFile]:
    """The persona files of a folder, checked, without touching a row. Raises BadPersonaFile."""
    return [file for _, file in _parsed(_raw(folder))]


def _raw(folder: Path) -> list[tuple[str, bytes]]:
    paths = sorted(folder.glob("*.md"))
    if not paths:
        raise BadPersonaFile([f"{folder}: holds no .md files; name a folder with persona files."])
    raw = []
    for path in paths[: MAX_FILES + 1]:
        with path.open("rb") as file:
            raw.append((path.name, file.read(MAX_BYTES + 1)))
    return raw


def _parsed(files: list[tuple[str, bytes]]) -> list[tuple[str, PersonaFile]]:
    """Each file checked, every problem of every file told at once, and no key twice."""
    if len(files) > MAX_FILES:
        raise BadPersonaFile([f"More than {MAX_FILES} files; import them in parts."])
    found: list[str] = []
    checked: dict[str, tuple[str, PersonaFile]] = {}
    for filename, raw in files:
        try:
            file = parse(raw, filename)
        except BadPersonaFile as error:
            found += error.problems
            continue
        if file.key in checked:
            found.append(f"{filename}: key: “{file.key}” also stands in {checked[file.key][0]}; keep one.")
        checked.setdefault(file.key, (filename, file))
    if found:
        raise BadPersonaFile(found)
    return list(checked.values())
