"""Real examples of source code, one file for each language, and what must hold for the units of any text."""

from pathlib import Path

from reviews.code.languages import language_of
from reviews.code.units import Unit, split_units

FOLDER = Path(__file__).parent / "examples"
FILES = sorted(path for path in FOLDER.iterdir() if path.is_file())


def read(name: str) -> str:
    return (FOLDER / name).read_bytes().decode()


def units_of(name: str, strategy: str = "auto") -> list[Unit]:
    text = read(name)
    return checked(text, split_units(text, language_of(name, text), strategy))


def lines_of(units) -> list[tuple[str, int, int]]:
    return [(unit.key, unit.first_line, unit.last_line) for unit in units]


def checked(text: str, units: tuple[Unit, ...]) -> list[Unit]:
    """The units, after a look whether they are in order, leave nothing out, and are told apart by their keys."""
    assert "".join(unit.text_in(text) for unit in units) == text
    assert [unit.number for unit in units] == list(range(len(units)))
    assert len({unit.key for unit in units}) == len(units) <= 2_000
    end, line = 0, 0
    for unit in units:
        assert (unit.start, unit.first_line) == (end, line + 1)
        assert unit.start < unit.end
        assert unit.first_line <= unit.last_line
        end, line = unit.end, unit.last_line
    assert end == len(text)
    return list(units)
