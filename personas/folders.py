"""Folders of persona, phase and step files: found, read and checked, without touching a row."""

from collections.abc import Iterable
from pathlib import Path

from personas.content import PersonaFile
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES, parse_as
from personas.outline import PhaseFile, StepFile

STARTER = Path(__file__).parent / "starter"
MAX_FILES = 200


def read_folder(root: Path = STARTER) -> list[PersonaFile]:
    """The persona files under `root`, checked. Raises BadPersonaFile, also when there is none."""
    return [file for _, file in parsed(PersonaFile, persona_files(root))]


def read_phases(root: Path = STARTER) -> list[PhaseFile]:
    """The phase files in `root`/phases, none if there is no such folder. Raises BadPersonaFile."""
    return [file for _, file in parsed(PhaseFile, raw_files(root / "phases"))]


def read_steps(root: Path = STARTER) -> list[StepFile]:
    """The step files in `root`/steps, none if there is no such folder. Raises BadPersonaFile."""
    return [file for _, file in parsed(StepFile, raw_files(root / "steps"))]


def persona_files(root: Path) -> list[tuple[str, bytes]]:
    """The files in `root`/personas, or in `root` itself if it has no such folder. Raises BadPersonaFile."""
    own = root / "personas"
    folder = own if own.is_dir() else root
    raw = raw_files(folder)
    if not raw:
        raise BadPersonaFile([f"{folder}: holds no .md files; name a folder with persona files."])
    return raw


def raw_files(folder: Path) -> list[tuple[str, bytes]]:
    """Name and bytes of each .md file, by name; no more bytes than a file may have and one."""
    raw = []
    for path in sorted(folder.glob("*.md"))[: MAX_FILES + 1]:
        with path.open("rb") as file:
            raw.append((path.name, file.read(MAX_BYTES + 1)))
    return raw


def parsed[F: (PersonaFile, PhaseFile, StepFile)](
    kind: type[F], files: Iterable[tuple[str, bytes]]
) -> list[tuple[str, F]]:
    """Each file checked, every problem of every file told at once, and nothing given twice."""
    files = list(files)
    if len(files) > MAX_FILES:
        raise BadPersonaFile([f"More than {MAX_FILES} files; import them in parts."])
    found: list[str] = []
    checked: dict[str, tuple[str, F]] = {}
    for filename, raw in files:
        try:
            file = parse_as(kind, raw, filename)
        except BadPersonaFile as error:
            found += error.problems
            continue
        field = kind.identity
        value = str(getattr(file, field))
        if value in checked:
            found.append(f"{filename}: {field}: “{value}” also stands in {checked[value][0]}; keep one.")
        checked.setdefault(value, (filename, file))
    if found:
        raise BadPersonaFile(found)
    return list(checked.values())
