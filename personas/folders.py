"""Folders of the files that admins edit: found, read and checked, without touching a row."""

from collections.abc import Iterable
from pathlib import Path

from personas.content import File, PersonaFile
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES, parse_as

STARTER = Path(__file__).parent / "starter"
MAX_FILES = 200


def read_folder(root: Path = STARTER) -> list[PersonaFile]:
    """The persona files under `root`, checked. Raises BadPersonaFile, also when there is none."""
    return [file for _, file in named_files(PersonaFile, root)]


def named_files[F: File](kind: type[F], root: Path = STARTER) -> list[tuple[str, F]]:
    """The files of this kind under `root` with their names, checked. Only of personas there has to be one. Raises
    BadPersonaFile."""
    return parsed(kind, _persona_files(root) if kind is PersonaFile else raw_files(root / kind.folder))


def _persona_files(root: Path) -> list[tuple[str, bytes]]:
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


def parsed[F: File](kind: type[F], files: Iterable[tuple[str, bytes]]) -> list[tuple[str, F]]:
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
