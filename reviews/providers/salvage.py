"""What can be read of a structured result that does not fit its schema: everything but the parts that are wrong. Pure.

A wrong part is the smallest one that can be left out: a field that may be missing, an element of a list, a key that
nobody asked for. What is left out is named, so that people can be told.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

_FENCE = re.compile(r"\A\s*+`{3,}+\w{0,10}+\s*+|`{3,}+\s*+\Z")
_IN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_EXPECTED = re.compile("'([^']{1,40})'")
MOST_PASSES = 10
"""How often what is left is checked again; results are never nested so deep."""
DEEPEST = 12
LONGEST_NAME = 40
MOST_NAMED = 20


@dataclass(frozen=True)
class Salvaged:
    """data: the result, None when nothing of it could be read. unread: names of the parts that were left out, such as
    "questions 2, topic"."""

    data: BaseModel | None = None
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Part:
    """A part of the plain values: what stands in `container` at `key`, which `name` names from the top."""

    container: Any
    key: Any
    name: str

    @property
    def value(self) -> Any:
        return self.container[self.key]


class _Numbered(list[Any]):
    """A list whose elements keep the numbers that they came with, counted from 1, when others are left out."""

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__(values)
        self.numbers = list(range(1, len(values) + 1))

    def __delitem__(self, key: Any) -> None:
        super().__delitem__(key)
        del self.numbers[key]


def salvaged_result(result: type[BaseModel], given: Any) -> Salvaged:
    """As much of `given`, raw JSON or plain values, as fits `result`. `given` itself stays as it is."""
    plain = _plain(_parsed(given) if isinstance(given, str) else given)
    plain = plain[0] if isinstance(plain, list) and len(plain) == 1 else plain
    if isinstance(plain, dict):
        plain = _with_known_keys(_under_one_key(plain, result), result)
    unread: list[str] = []
    for _ in range(MOST_PASSES if isinstance(plain, dict) else 0):
        try:
            data = result.model_validate(plain)
        except ValidationError as error:
            unread += _without_wrong_parts(plain, error)
            continue
        is_empty = bool(unread) and not data.model_fields_set
        return Salvaged(None if is_empty else data, _outermost(unread))
    return Salvaged(None, _outermost(unread))


def _under_one_key(plain: dict[str, Any], result: type[BaseModel]) -> dict[str, Any]:
    """The record that stands under a key of its own ("data", "result"), which is the only one."""
    known = {_plain_name(name) for name in result.model_fields}
    inner = next(iter(plain.values())) if len(plain) == 1 else None
    if isinstance(inner, dict) and known.isdisjoint(map(_plain_name, plain)):
        return inner if any(_plain_name(key) in known for key in inner) else plain
    return plain


def _with_known_keys(plain: dict[str, Any], result: type[BaseModel]) -> dict[str, Any]:
    """The record with those of its keys that only differ in letters, blanks or marks ("resolvedUnknowns") as they were
    asked for."""
    known = {_plain_name(name): name for name in result.model_fields}
    renamed = {key: known.get(_plain_name(key), key) for key in plain}
    return {key if new in plain else new: plain[key] for key, new in renamed.items()}


def _outermost(names: Sequence[str]) -> tuple[str, ...]:
    """The names without those of parts within parts that were left out later; the first 20."""
    lost = set(names)
    inner = (any(name[: match.start()] in lost for match in re.finditer(r",? ", name)) for name in names)
    kept = [name for name, is_inner in zip(names, inner, strict=True) if not is_inner]
    return tuple(kept[:MOST_NAMED])


def _parsed(given: str) -> Any:
    try:
        return json.loads(_FENCE.sub("", given), strict=False)
    except (ValueError, RecursionError):
        return None


def _plain(value: Any, depth: int = 0) -> Any:
    """A copy that may be changed; what is nested too deep for any result is left out."""
    if depth > DEEPEST:
        return None
    if isinstance(value, dict):
        return {str(key): _plain(part, depth + 1) for key, part in value.items()}
    return _Numbered([_plain(part, depth + 1) for part in value]) if isinstance(value, list) else value


def _without_wrong_parts(plain: dict[str, Any], error: ValidationError) -> Iterator[str]:
    """Mend or leave out each part that is wrong; gives the names of those that are lost."""
    wrong: dict[tuple[int, Any], _Part] = {}
    mended = set[tuple[int, Any]]()  # one part can be wrong in several ways, one for each choice
    for problem in error.errors(include_url=False, include_input=False):
        part = _part_at(plain, problem["loc"])
        literals = _EXPECTED.findall(str(problem.get("ctx", {}).get("expected", "")))
        if part is None:
            continue
        place = id(part.container), part.key
        if _mended(part, problem["type"], literals):
            mended.add(place)
        else:
            wrong[place] = part
    wrong = {place: part for place, part in wrong.items() if place not in mended}
    # From the end of each list, so that the places of the others stay.
    ordered = sorted(
        wrong.values(), key=lambda part: part.key if isinstance(part.key, int) else -1, reverse=True
    )
    lost = [part.name for part in wrong.values() if part.value is not None]
    for part in ordered:
        del part.container[part.key]
    yield from lost


def _part_at(plain: dict[str, Any], place: Sequence[int | str]) -> _Part | None:
    """The innermost part on the way to `place` that exists; None when that is the whole."""
    node: Any = plain
    found: _Part | None = None
    name = ""
    for key in place:
        if isinstance(node, dict) and key in node:
            shown = " ".join(str(key).split())[:LONGEST_NAME]
            name = f"{name}, {shown}" if name else shown
        elif isinstance(node, _Numbered) and isinstance(key, int) and key < len(node):
            name = f"{name} {node.numbers[key]}"
        else:
            break
        found = _Part(node, key, name)
        node = node[key]
    return found


def _mended(part: _Part, problem: str, literals: Sequence[str]) -> bool:
    """Whether the part says the same in another type: one for a list of one, a number for words, a word of a choice in
    other letters. literals: the words that may stand there."""
    value = part.value
    if problem == "list_type" and isinstance(value, dict | str):
        part.container[part.key] = _Numbered([value])
    elif problem == "string_type" and isinstance(value, int | float) and not isinstance(value, bool):
        part.container[part.key] = str(value)
    elif problem == "string_type" and isinstance(value, list) and len(value) == 1:
        part.container[part.key] = value[0]
    elif problem == "literal_error" and (word := _meant_word(value, literals)):
        part.container[part.key] = word
    else:
        return False
    return True


def _meant_word(value: Any, words: Sequence[str]) -> str:
    """The one of `words` that is written with other letters, blanks or marks; "" for none."""
    plain = _plain_name(value) if isinstance(value, str) else ""
    return next((word for word in words if _plain_name(word) == plain and word != value), "")


def _plain_name(name: str) -> str:
    return _BETWEEN_WORDS.sub("_", _IN_WORDS.sub("_", name).lower()).strip("_")
