"""Which rules of a tool are used, from which angle each looks and how severe it is: tables in words/*.toml."""

import tomllib
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from reviews.code.analysers.alert import ANGLES, SEVERITIES, Angle, Severity


class Kind(NamedTuple):
    angle: Angle
    severity: Severity


class RuleTable:
    """words/`name`.toml: a table for each angle, in it a list for each severity with rules or the beginnings of rules,
    of which the longest that fits counts; `off`, rules that are not used; [advice]; and `otherwise`, the advice on all
    others."""

    def __init__(self, beside: str, name: str) -> None:
        self.path = Path(beside).parent / "words" / f"{name}.toml"

    @cached_property
    def _content(self) -> dict[str, object]:
        return tomllib.loads(self.path.read_text(encoding="utf-8"))

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """Beginnings of rules, each with what rules that begin so are."""
        kinds: dict[str, Kind] = {}
        for angle in ANGLES:
            table = self._table(angle)
            for severity in SEVERITIES:
                for rule in table.get(severity, ()):
                    if rule in kinds:
                        raise ValueError(f"{self.path}: {rule} stands twice.")
                    kinds[rule] = Kind(angle, severity)
        return kinds

    @property
    def chosen(self) -> list[str]:
        return sorted(self.kinds)

    @cached_property
    def off(self) -> list[str]:
        found = self._content["off"]
        if not isinstance(found, list):
            raise ValueError(f"{self.path}: off has to be a list of rules.")
        return [str(rule) for rule in found]

    @cached_property
    def otherwise(self) -> str:
        return str(self._content["otherwise"])

    def kind(self, rule: str) -> Kind:
        """What a rule is. Raises KeyError for one that was not chosen."""
        for length in range(len(rule), 0, -1):
            if rule[:length] in self.kinds:
                return self.kinds[rule[:length]]
        raise KeyError(rule)

    def advice(self, rule: str) -> str:
        """What to do, or "" when the table has nothing about this rule."""
        return str(self._table("advice").get(rule, ""))

    def _table(self, name: str) -> dict[str, list[str]]:
        found = self._content.get(name, {})
        if not isinstance(found, dict):
            raise ValueError(f"{self.path}: {name} has to be a table.")
        return found
