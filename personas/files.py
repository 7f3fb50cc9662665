"""Files of all that admins edit: YAML front matter for the fields, Markdown for the text. A tool's is its document
and nothing else. Untrusted, so read strictly.

All YAML scalars are taken as text and only then checked: no dates, no objects, no surprises.
"""

import re
from typing import Any

import pydantic
import yaml

from personas.content import File, plain_value, problems_of
from personas.errors import BadPersonaFile
from personas.tools import ToolFile, tool_named_in

MAX_BYTES = 64 * 1024
MAX_DEPTH = 5
FIRST = ("key", "step_id", "kind")
_PARTS = re.compile(r"\A---[ \t]*\n(?P<head>.*?)^---[ \t]*(?:\n|\Z)(?P<body>.*)\Z", re.DOTALL | re.MULTILINE)


class FrontMatterLoader(yaml.BaseLoader):
    """Text, lists and one mapping. Refuses what only an attack or an accident would contain."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.depth = 0

    def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
        """Refuses aliases (they multiply) and deep nesting (it exhausts the stack)."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.MarkedYAMLError(
                problem="aliases are not allowed", problem_mark=self.peek_event().start_mark
            )
        if self.depth == MAX_DEPTH:
            raise yaml.MarkedYAMLError(
                problem="it is nested too deeply", problem_mark=self.peek_event().start_mark
            )
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Refuses a field that is given twice."""
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"{key.value} stands twice", problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def parse_as[F: File](kind: type[F], raw: bytes, filename: str) -> F:
    """What a file's bytes say of one of this kind. Raises BadPersonaFile with one sentence per problem."""
    if len(raw) > MAX_BYTES:
        raise BadPersonaFile([f"{filename}: is larger than {MAX_BYTES // 1024} KiB; shorten it."])
    text = _decode_text(raw, filename)
    if issubclass(kind, ToolFile):
        values = {kind.identity: tool_named_in(text), kind.markdown: text}
    else:
        values = _front_matter(text, filename, kind.markdown)
    try:
        return kind.checked(values)
    except pydantic.ValidationError as error:
        raise BadPersonaFile([f"{filename}: {field}: {why}." for field, why in problems_of(error)]) from error


def format_file(file: File) -> str:
    """The text that `parse_as` turns back into `file`, ending in a newline."""
    values = plain_value(file)
    body = values.pop(file.markdown)
    if isinstance(file, ToolFile):
        return f"{body}\n"
    ordered = {name: values.pop(name) for name in FIRST if name in values} | values
    head = yaml.safe_dump(ordered, sort_keys=False, allow_unicode=True, width=10_000)
    return f"---\n{head}---\n\n{body}\n"


def _decode_text(raw: bytes, filename: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        why = f"byte {error.start + 1} is not UTF-8; save the file as UTF-8"
        raise BadPersonaFile([f"{filename}: {why}."]) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _front_matter(text: str, filename: str, body: str) -> dict[str, Any]:
    parts = _PARTS.match(text)
    if not parts:
        raise BadPersonaFile(
            [f"{filename}: has no front matter; begin with a line “---”, the fields, and “---” again."]
        )
    try:
        values = FrontMatterLoader(parts["head"]).get_single_data()
    except yaml.YAMLError as error:
        raise BadPersonaFile(
            [f"{filename}: the front matter is not usable: {_yaml_problem(error)}."]
        ) from error
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise BadPersonaFile([f"{filename}: the front matter is not a list of “field: value” lines."])
    if body in values:
        raise BadPersonaFile([f"{filename}: {body}: belongs below the front matter, not in it."])
    return values | {body: parts["body"]}


def _yaml_problem(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f"line {error.problem_mark.line + 2}: {error.problem or error.context}"
    return str(error).splitlines()[0]
