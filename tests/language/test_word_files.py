"""The word lists that rules read: none is empty, says a thing twice, or stands there for nobody."""

import re
import tomllib
from pathlib import Path

import pytest

REVIEWS = Path(__file__).parents[2] / "reviews"
FILES = [
    file for room in ("language", "offline") for file in sorted((REVIEWS / room / "words").glob("*.toml"))
]
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")


def content(file):
    return tomllib.loads(file.read_text(encoding="utf-8"))


def lists(file):
    """Every list of a file with its name, those in tables too."""
    for key, value in content(file).items():
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", inner) for name, inner in value.items() if isinstance(inner, list))
        else:
            yield key, value


def sources(file):
    """The code of a file's room, and the modules in it that read the file."""
    texts = [module.read_text(encoding="utf-8") for module in file.parent.parent.rglob("*.py")]
    reads = re.compile(rf'(?:phrases|read_words)\([^()]*"{file.stem}"')
    return "\n".join(texts), "\n".join(text for text in texts if reads.search(text))


def kinds(file):
    """What the tables of a room's files are about: the names of their lines, and what these are called elsewhere."""
    tables = [value for other in file.parent.glob("*.toml") for value in content(other).values()]
    lines = [line for table in tables if isinstance(table, dict) for line in table.items()]
    return {name for name, value in lines if isinstance(value, list)} | {
        v for _, v in lines if isinstance(v, str)
    }


def quoted(code):
    """The words that stand in quotes in code."""
    return set(re.findall(r"""["'](\w+)["']""", code))


def test_there_are_word_files():
    assert {file.parent.parent.name for file in FILES} == {"language", "offline"}
    assert len(FILES) >= 20


@each_file
def test_no_entry_is_empty_and_none_stands_twice_in_a_list(file):
    assert content(file)
    for key, entries in lists(file):
        assert entries, key
        assert all(isinstance(entry, str) and entry.strip() for entry in entries), key
        assert len(entries) == len(set(entries)), (key, [e for e in entries if entries.count(e) > 1])


@each_file
def test_a_line_fits_on_a_screen(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 110] == []


@each_file
def test_every_list_is_read_by_the_code_or_named_in_another_list(file):
    named = {
        name
        for _, entries in lists(file)
        for entry in entries
        for name in re.findall(r"\{([a-z]\w*)\}", entry)
    }
    room, reader = sources(file)
    assert reader, "nobody reads the file"
    tables, others = kinds(file) | quoted(room), named | quoted(reader)
    for key, value in content(file).items():
        assert key in (tables if isinstance(value, dict) else others), key


def test_every_sign_of_a_vague_claim_has_its_weight():
    vague = content(REVIEWS / "offline/words/vague.toml")
    assert list(vague["signs"]) == list(vague["weights"])


def test_every_finding_says_something_and_asks_something():
    for case, texts in content(REVIEWS / "offline/words/findings.toml").items():
        assert case == "titles" or list(texts) == ["says", "asks"], case
