"""The part of SARIF 2.1.0 that our logs use, as a closed shape: what the standard's schema says of these objects, by
which nothing else may stand in them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Count = Annotated[int, Field(ge=1)]
Level = Literal["none", "note", "warning", "error"]


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel)


class Text(Closed):
    text: str


class Rule(Closed):
    id: str
    short_description: Text
    default_configuration: dict[Literal["level"], Level] | None = None


class Driver(Closed):
    name: str
    full_name: str
    rules: list[Rule]


class Tool(Closed):
    driver: Driver


class Notification(Closed):
    level: Level
    message: Text


class Invocation(Closed):
    execution_successful: bool
    tool_execution_notifications: list[Notification]


class Region(Closed):
    start_line: Count
    start_column: Count | None = None
    end_line: Count | None = None
    end_column: Count | None = None
    snippet: Text | None = None


class ArtifactLocation(Closed):
    uri: Annotated[str, Field(pattern=r"^[^\s\\]+$")]


class PhysicalLocation(Closed):
    artifact_location: ArtifactLocation
    region: Region | None = None


class LogicalLocation(Closed):
    name: str


class Location(Closed):
    physical_location: PhysicalLocation
    logical_locations: list[LogicalLocation] = []


class Suppression(Closed):
    kind: Literal["inSource", "external"]
    justification: str = ""


class Result(Closed):
    rule_id: str
    rule_index: Annotated[int, Field(ge=-1)]
    level: Level
    rank: Annotated[float, Field(ge=-1, le=100)]
    message: Text
    locations: list[Location]
    partial_fingerprints: dict[str, str]
    suppressions: list[Suppression] | None = None
    properties: dict[str, Any] = {}


class Run(Closed):
    tool: Tool
    column_kind: Literal["utf16CodeUnits", "unicodeCodePoints"]
    invocations: list[Invocation]
    results: list[Result]


class Log(Closed):
    schema_: Annotated[str, Field(alias="$schema")]
    version: Literal["2.1.0"]
    runs: list[Run]


def read_log(text: str) -> Log:
    """The log, checked. Raises pydantic.ValidationError; also ValueError for a rule that is not where it is said to
    be, and for rules that stand twice."""
    log = Log.model_validate_json(text)
    for run in log.runs:
        ids = [rule.id for rule in run.tool.driver.rules]
        if len(set(ids)) < len(ids):
            raise ValueError("A rule stands twice.")
        if wrong := [one.rule_id for one in run.results if ids[one.rule_index] != one.rule_id]:
            raise ValueError(f"{wrong[0]} is not the rule at its index.")
    return log
