"""Which language a file is written in: told by its name, else by its first line."""

import re
from pathlib import PurePosixPath

from reviews.language.wordlists import read_words

TEXT, MARKDOWN = "text", "markdown"

_WORDS = read_words(__file__, "languages")
LABELS = _WORDS.texts("labels")


def _by_word(table: str) -> dict[str, str]:
    return {word: language for language, words in _WORDS.sentences(table).items() for word in words}


_SUFFIXES, _NAMES, _PROGRAMS = map(_by_word, ("suffixes", "names", "programs"))
_LOOKED_AT = 20_000
"""Characters of a header that are looked at to tell C from C++."""
_CPP_ONLY = re.compile(r"^[ \t]*+(?:namespace|template|class|using|public:|private:)(?!\w)", re.MULTILINE)


def language_of(path: str, text: str) -> str:
    """The name of the language, a key of LABELS: "text" when nothing tells it."""
    name = PurePosixPath(path.replace("\\", "/")).name.lower()
    suffix = name.rpartition(".")[2] if "." in name else ""
    found = _NAMES.get(name) or _SUFFIXES.get(suffix) or _of_first_line(text) or TEXT
    if suffix == "h" and _CPP_ONLY.search(text[:_LOOKED_AT]):
        return "cpp"
    return found


def label_of(language: str) -> str:
    """What people call a language; an unknown name as it is."""
    return LABELS.get(language, language)


def _of_first_line(text: str) -> str:
    """The language of the program that the "#!" line names, "" without one."""
    first = text[:200].removeprefix("\ufeff").split("\n", 1)[0]
    if not first.startswith("#!"):
        return ""
    words = [word.rpartition("/")[2] for word in first[2:].split() if not word.startswith("-")]
    programs = [word.rstrip("0123456789.") for word in words if "=" not in word]
    return next((_PROGRAMS[program] for program in programs if program in _PROGRAMS), "")
