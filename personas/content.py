"""What a persona says of itself, as a checked value: the one place that knows which words are acceptable.

A row holds these fields, a version freezes them, a file carries them, and a prompt is made of them.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from personas.choices import Colour, Kind, Shape, Tier
from personas.pattern_words import MORE, forbidden_lines
from personas.voice import check_pattern

HOW_TO_READ = "“/” stands between alternatives, “…” for any words."
KEY_PATTERN = r"^[a-z][a-z0-9-]{0,59}$"
KEY_RULE = "Use a lower-case letter first, then letters, digits and hyphens, 60 characters at most."
NAME_PATTERN = r"^[^\W_][\w .'’-]*$"
MODEL_PATTERN = r"^[\w.:/@-]*$"
MAX_TEXT = 20_000
MAX_LINE = 300
MAX_SHORT = 30
MAX_LINES = 30


def _unix_lines(value: Any) -> Any:
    return value.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(value, str) else value


def _printable(value: str) -> str:
    """Refuses what a database or a YAML file cannot keep, such as a null byte or half a surrogate pair."""
    for position, char in enumerate(value):
        if char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cs"):
            raise ValueError(f"character {position + 1} is U+{ord(char):04X}, which is not text; remove it")
    return value


def _one_line(value: str) -> str:
    if len(value.splitlines()) > 1:
        raise ValueError("has to be a single line")
    return _printable(value)


def shape_check(pattern: str, rule: str) -> AfterValidator:
    """Refuses a text of another shape; {} in the rule stands for the text."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(rule.format(value))
        return value

    return AfterValidator(check)


# What checks each kind of content: made once, because that takes longer than many checks.
_checkers: dict[type, TypeAdapter[Any]] = {}


def checked_as[Content](content: type[Content], values: dict[str, Any]) -> Content:
    """`values` as this kind of content. Raises pydantic.ValidationError."""
    if content not in _checkers:
        _checkers[content] = TypeAdapter(content)
    checked: Content = _checkers[content].validate_python(values)
    return checked


OneLine = Annotated[str, BeforeValidator(_unix_lines), AfterValidator(_one_line)]
Line = Annotated[OneLine, Field(max_length=MAX_LINE)]
Entry = Annotated[Line, Field(min_length=1)]
ModelId = Annotated[Line, Field(max_length=100, pattern=MODEL_PATTERN)]
Entries = Annotated[tuple[Entry, ...], Field(max_length=MAX_LINES)]
Patterns = Annotated[tuple[Annotated[Entry, AfterValidator(check_pattern)], ...], Field(max_length=MAX_LINES)]
Body = Annotated[
    str, BeforeValidator(_unix_lines), AfterValidator(_printable), Field(min_length=1, max_length=MAX_TEXT)
]


@dataclass(frozen=True, kw_only=True)
class Content:
    """The words of something that admins edit, as a value. Made directly it is unchecked; see `checked`."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    groups: ClassVar[Mapping[str, type["Content"]]] = {}
    """The fields that hold groups of named fields, and what each group is."""

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    @classmethod
    def checked(cls, values: dict[str, Any]) -> Self:
        """`values` (one per field) made canonical. Raises pydantic.ValidationError; see `problems_of`."""
        return checked_as(cls, values)

    @classmethod
    def from_stored(cls, values: Mapping[str, Any]) -> Self:
        """Stored values, unchecked; what is no field by now is passed over."""
        known = {name: values[name] for name in cls.field_names() if name in values}
        return cls(**{name: _as_stored(value, cls.groups.get(name)) for name, value in known.items()})

    def digest(self) -> str:
        """A fingerprint of the content. Empty fields do not count: a new field leaves old digests alone."""
        return words_fingerprint(asdict(self))


def _as_stored(value: Any, group: type[Content] | None) -> Any:
    if not isinstance(value, list | tuple):
        return value
    if group is None:
        return tuple(value)
    return tuple(one if isinstance(one, group) else group.from_stored(one) for one in value)


@dataclass(frozen=True, kw_only=True)
class File(Content):
    """Words as a file carries them, beside what tells them from others of their kind."""

    words: ClassVar[type[Content]]
    folder: ClassVar[str]
    """Where such files stand in what is shipped and exported."""
    markdown: ClassVar[str]
    """The field that stands below the front matter."""
    identity: ClassVar[str] = "key"

    def content(self) -> Any:
        """The words alone."""
        return self.words.from_stored(vars(self))


@dataclass(frozen=True, kw_only=True)
class PersonaText(Content):
    """Everything about a persona that a version freezes."""

    name: Annotated[Entry, Field(max_length=60, pattern=NAME_PATTERN)]
    role: Annotated[Entry, Field(max_length=120)]
    short: Annotated[Line, Field(max_length=MAX_SHORT)] = ""
    tier: Tier = Tier.STRATEGIC
    model: ModelId = ""
    lens: Line = ""
    colour: Colour = Colour.SLATE
    shape: Shape = Shape.CIRCLE
    principles: Entries = ()
    examples: Entries = ()
    markers: Patterns = ()
    forbidden: Patterns = ()
    keywords: Entries = ()
    text: Body = ""

    def prompt_text(self) -> str:
        """The words that tell a model who it is: name, role, lens, principles, body, voice."""
        avoided = [f"- {line}" for line in forbidden_lines(self.forbidden)]
        how = [HOW_TO_READ, ""] if any(MORE in line or "/" in line for line in avoided) else []
        sections = [
            f"You are {self.name}, {self.role}.",
            f"You look at everything through this lens: {self.lens}" if self.lens else "",
            listed_section("Principles", [f"{n}. {line}" for n, line in enumerate(self.principles, 1)]),
            self.text,
            listed_section("How you sound", [f"- {line}" for line in self.examples]),
            listed_section("Words that you never use unless you quote", [*how, *avoided]),
        ]
        return "\n\n".join(section for section in sections if section)


@dataclass(frozen=True, kw_only=True)
class PersonaFile(PersonaText, File):
    """A persona as a file carries it: its content, and what tells it from the others."""

    words = PersonaText
    folder = "personas"
    markdown = "text"

    key: Annotated[str, Field(pattern=KEY_PATTERN)]
    kind: Kind
    order: Annotated[int, Field(ge=0, le=1000)] = 0
    active: bool = True


def plain_value(value: Any) -> Any:
    """A value without classes of ours: dictionaries, lists and text."""
    if is_dataclass(value):
        return {field.name: plain_value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain_value(entry) for entry in value]
    return str(value) if isinstance(value, str) else value


def words_fingerprint(values: dict[str, Any]) -> str:
    """The same for the same words, whatever fields without words there are beside them."""
    filled = {name: value for name, value in values.items() if value}
    return hashlib.sha256(json.dumps(filled, sort_keys=True).encode()).hexdigest()


def listed_section(heading: str, lines: list[str]) -> str:
    """A heading with these lines below it; "" without lines."""
    return "\n".join([f"## {heading}", "", *lines]) if lines else ""


def problems_of(error: ValidationError) -> list[tuple[str, str]]:
    """A failed check as (field, sentence) pairs; a line of a list is named in the sentence."""
    return [_field_problem(detail) for detail in error.errors(include_url=False, include_context=True)]


def by_field(found: list[tuple[str, str]]) -> dict[str, list[str]]:
    """What `problems_of` gives, as sentences grouped by field, as a form shows them."""
    grouped: dict[str, list[str]] = {}
    for field, sentence in found:
        grouped.setdefault(field, []).append(sentence[0].upper() + sentence[1:] + ".")
    return grouped


def _field_problem(detail: Any) -> tuple[str, str]:
    field, *rest = (str(part) for part in detail["loc"])
    where = "".join(f"line {int(part) + 1}: " if part.isdigit() else f"{part}: " for part in rest)
    return field, where + _word_problem(detail, field)


def _word_problem(detail: Any, field: str) -> str:
    context = detail.get("ctx", {})
    match detail["type"]:
        case "missing":
            return "is missing; add it"
        case "unexpected_keyword_argument" | "extra_forbidden":
            return "is not a field here; remove it or correct its name"
        case "string_too_short" | "too_short":
            return "is empty; write something"
        case "string_too_long" | "too_long":
            unit = "characters" if isinstance(detail["input"], str) else "lines"
            return f"is too long: {context['max_length']} {unit} at most"
        case "tuple_type":
            return "has to be a list of lines"
        case "dataclass_type":
            return "has to be a group of named fields"
        case "string_pattern_mismatch":
            return _pattern_rule(field)
        case "value_error":
            return str(context["error"])
        case _:
            return f"{detail['input']!r:.60}: {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _pattern_rule(field: str) -> str:
    rules = {
        "key": f"is not a usable key. {KEY_RULE}",
        "name": "may hold only letters, digits, spaces, dots, hyphens and apostrophes",
        "model": "is not a model id: no spaces are allowed in it",
    }
    return rules[field]
