"""`elm-review.toml`: what a team sets for `manage.py review`. Found in the folder of a file or the nearest one above.

    fail_on = "high"                    # exit 1 from this severity on; --fail-on goes first
    include = ["*.md"]                  # which files of a folder are reviewed
    exclude = ["archive/", "*.draft.md"]
    other_languages = "allow"           # a text in another language than English does not exit 3
    max_seconds = 20                    # of one file
    max_megabytes = 1

    [kinds]                             # "off", or a severity; "*" for all that are not named
    passive = "off"
    todo = "high"

    [words]
    known = ["RPO", "Kafka"]            # never flagged
    [words.banned]
    "leverage" = "Say use."
    [words.vague]
    "delightful" = "By which measure?"

    [[ignore]]                          # what may stay in files that can't say so themselves
    files = ["legal/*.txt"]
    kinds = ["todo"]
    reason = "Kept as it was signed."

Patterns of files are relative to the folder of the file: one without a slash is the name of a file or folder anywhere
below, one with a slash a path, `*` crosses slashes, and capitals do not count.
"""

import os
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from reviews.errors import BadConfiguration
from reviews.offline.ci.kinds import ALL_TITLES, closest_kind
from reviews.states import Severity

NAME = "elm-review.toml"
_LARGEST = 262_144
_SEVERITIES = tuple(map(str, Severity))
_INCLUDED = ("*.md", "*.markdown", "*.txt", "*.rst")

type Patterns = tuple[str, ...]


@dataclass(frozen=True)
class Ignore:
    """Kinds that may stay in some files, and why."""

    files: Patterns
    kinds: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Config:
    """What holds for the files below `folder`. path: of the file that says so, "" when there is none.

    kinds: "off" or a severity by kind. known: as `normal_words` writes them. banned, vague: a message by word.
    max_megabytes: None for what the command allows.
    """

    folder: Path
    path: str = ""
    fail_on: Severity | None = None
    include: Patterns = _INCLUDED
    exclude: Patterns = ()
    other_languages: Literal["fail", "allow"] = "fail"
    max_seconds: float = 60.0
    max_megabytes: float | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    banned: Mapping[str, str] = field(default_factory=dict)
    vague: Mapping[str, str] = field(default_factory=dict)
    ignores: tuple[Ignore, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """All words on which the team has its own say, as `normal_words` writes them: the rules say nothing of them."""
        return self.known | {normal_words(word) for word in (*self.banned, *self.vague)}

    def is_on(self, kind: str) -> bool:
        """Whether findings of a kind are told."""
        return self._setting(kind) != "off"

    def severity(self, kind: str) -> Severity | None:
        """How grave the team calls findings of a kind, None when it says nothing."""
        set_to = self._setting(kind)
        return Severity(set_to) if set_to in _SEVERITIES else None

    def includes(self, path: str) -> bool:
        """Whether a file of a folder is one to review."""
        return self._matches(path, self.include)

    def excludes(self, path: str) -> bool:
        """Whether a file or folder is one to pass over."""
        return self._matches(path, self.exclude)

    def ignored_kinds(self, path: str) -> dict[str, str]:
        """The kinds that may stay in a file, each with the reason that is given first."""
        mine = [one for one in self.ignores if self._matches(path, one.files)]
        return {kind: one.reason for one in reversed(mine) for kind in one.kinds}

    def _setting(self, kind: str) -> str:
        return self.kinds.get(kind, self.kinds.get("*", ""))

    def _matches(self, path: str, patterns: Patterns) -> bool:
        inside = os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/")
        parts = inside.casefold().split("/")
        above = ["/".join(parts[:number]) for number in range(1, len(parts) + 1)]
        for pattern in patterns:
            bare = pattern.casefold().removeprefix("./").rstrip("/")
            if any(fnmatchcase(one, bare) for one in (above if "/" in bare else parts)):
                return True
        return False


def normal_words(words: str) -> str:
    """Words without capitals and with single spaces."""
    return " ".join(words.casefold().split())


class Configs:
    """The configuration of each file: the one that was named for all, else the nearest above it."""

    def __init__(self, named: str | None = None) -> None:
        """named: the path of a file that holds for all. Raises BadConfiguration when it is none."""
        self._named = read_config(named) if named else None
        self._nearest = cache(self._find_nearest)

    def of(self, path: str) -> Config:
        """What holds for a file. Raises BadConfiguration when the nearest file is none."""
        return self._named or self._nearest(Path(os.path.abspath(path)).parent)

    def _find_nearest(self, folder: Path) -> Config:
        candidate = folder / NAME
        if candidate.is_file():
            return read_config(str(candidate))
        return Config(folder) if folder.parent == folder else self._nearest(folder.parent)


def read_config(path: str) -> Config:
    """The configuration in a file. Raises BadConfiguration, which names the file, the key, and what may stand there."""
    try:
        content = Path(path).read_bytes()
        if len(content) > _LARGEST:
            raise BadConfiguration(f"{path} has more than {_LARGEST:,} bytes. Shorten it.")
        given = tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise BadConfiguration(f"{path} could not be read ({error.strerror}). Check the path.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadConfiguration(f"{path} is not valid TOML: {error}") from error
    config = Config(Path(os.path.abspath(path)).parent, path)
    try:
        values = _read_table(given, _KEYS, "")
        words = values.pop("words", {})
        return replace(config, **values, **words)
    except _Wrong as error:
        raise BadConfiguration(f"{path}: {error}") from error


class _Wrong(Exception):
    """What is wrong with a value, in words that begin with its key."""


def _read_table(
    given: object, keys: Mapping[str, Callable[[object, str], Any]], where: str
) -> dict[str, Any]:
    """Each value of a table, read by what its key asks for. Raises _Wrong for a key that is not known."""
    if not isinstance(given, dict):
        raise _Wrong(f"“{where}” has to be a table.")
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in keys:
            place = f" in [{where}]" if where else ""
            hint = closest_kind(key, tuple(keys))
            raise _Wrong(f"“{key}”{place} is no key.{hint} There are: {', '.join(keys)}.")
        name = "ignores" if key == "ignore" else key
        values[name] = keys[key](value, f"{where}.{key}" if where else key)
    return values


def _choice(value: object, where: str, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise _Wrong(f"“{where}” has to be one of: {', '.join(choices)}. It is {value!r}.")
    return value


def _severity(value: object, where: str) -> Severity:
    return Severity(_choice(value, where, _SEVERITIES))


def _language_rule(value: object, where: str) -> str:
    return _choice(value, where, ("fail", "allow"))


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not re.search(r"\w", value):
        raise _Wrong(f"“{where}” has to be text, and not empty. It is {value!r}.")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise _Wrong(f'“{where}” has to be a list of texts such as ["one", "two"]. It is {value!r}.')
    return tuple(value)


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 3600:
        raise _Wrong(f"“{where}” has to be a number above 0 and at most 3600. It is {value!r}.")
    return value


def _kind(name: str, where: str) -> str:
    if name not in ALL_TITLES:
        raise _Wrong(
            f"“{where}” names “{name}”, which is no kind.{closest_kind(name)} There are: {', '.join(ALL_TITLES)}."
        )
    return name


def _kind_list(value: object, where: str) -> tuple[str, ...]:
    return tuple(_kind(name, where) for name in _texts(value, where))


def _kind_settings(value: object, where: str) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _Wrong(f"“{where}” has to be a table.")
    settings = ("off", "on", *_SEVERITIES)
    return {
        name if name == "*" else _kind(name, where): _choice(setting, f"{where}.{name}", settings)
        for name, setting in value.items()
    }


def _messages(value: object, where: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(re.search(r"\w", word) for word in value):
        raise _Wrong(f'“{where}” has to be a table of words such as "leverage" = "Say use."')
    return {word: _text(message, f"{where}.{word}") for word, message in value.items()}


def _known(value: object, where: str) -> frozenset[str]:
    return frozenset(map(normal_words, _texts(value, where)))


def _words(value: object, where: str) -> dict[str, Any]:
    return _read_table(value, {"known": _known, "banned": _messages, "vague": _messages}, where)


def _ignores(value: object, where: str) -> tuple[Ignore, ...]:
    if not isinstance(value, list):
        raise _Wrong(f"“{where}” has to be written as [[{where}]].")
    keys = {"files": _texts, "kinds": _kind_list, "reason": _text}
    read = [_read_table(one, keys, where) for one in value]
    if lacking := next((key for one in read for key in keys if not one.get(key)), ""):
        raise _Wrong(f"an [[{where}]] has no “{lacking}”. It needs {', '.join(keys)}.")
    return tuple(Ignore(**one) for one in read)


_KEYS: dict[str, Callable[[object, str], Any]] = {
    "fail_on": _severity,
    "include": _texts,
    "exclude": _texts,
    "other_languages": _language_rule,
    "max_seconds": _number,
    "max_megabytes": _number,
    "kinds": _kind_settings,
    "words": _words,
    "ignore": _ignores,
}
