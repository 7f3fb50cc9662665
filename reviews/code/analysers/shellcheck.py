"""Shell scripts by shellcheck. Its fixes are never called safe, for it does not tell which of them are."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from reviews.code.analysers.alert import ANGLES, Angle, Edit, Fix, Severity
from reviews.code.analysers.places import Places
from reviews.code.analysers.process import AnalyserFailed, program
from reviews.code.analysers.tables import RuleTable
from reviews.code.analysers.tool import FAILED, Found, KeptFile, Said, make_fix, make_found, read_json

NAME = "shellcheck"
PAGE = "https://www.shellcheck.net/wiki/"
UNREADABLE = {1071, 1072}
"""What it says of a text that it can't parse, or of a shell that it doesn't know."""
LEVELS: dict[str, tuple[Angle, Severity]] = {
    "error": ("correctness", "high"),
    "warning": ("correctness", "medium"),
    "info": ("correctness", "low"),
    "style": ("style", "low"),
}
"""What a rule is that the table doesn't name."""
DIRECTIVE = re.compile(r"^([ \t]*#[ \t]*shellcheck[ \t][^\n]*)$", re.MULTILINE)


class ShellCheck:
    """Shell scripts; efficiency is told by few of its rules."""

    name = NAME

    def __init__(self) -> None:
        self.rules = RuleTable(__file__, f"{NAME}_rules")

    def angles(self, language: str) -> frozenset[Angle]:
        return frozenset(ANGLES if language == "shell" else ())

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        return [program(NAME), "-f", "json1", "--norc", "-e", ",".join(self.rules.off), "--", *names]

    def mute(self, text: str) -> str:
        """`# shellcheck disable=` becomes a directive that it doesn't know."""
        return DIRECTIVE.sub(lambda found: found[1].replace("disable=", "disablE="), text)

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        try:
            by_name: dict[str, list[Any]] = {file.name: [] for file in files}
            for row in read_json(NAME, output)["comments"]:
                by_name[row["file"]].append(row)
            return [self._found(file, by_name[file.name]) for file in files]
        except (KeyError, TypeError) as error:
            raise AnalyserFailed(FAILED["garbled"].format(tool=NAME)) from error

    def _found(self, file: KeptFile, rows: list[dict[str, Any]]) -> Found:
        failed = ""
        if broken := [row for row in rows if row["code"] in UNREADABLE]:
            line, message = broken[0]["line"], broken[0]["message"]
            failed = FAILED["syntax"].format(tool=NAME, line=line, message=message)
        return make_found(NAME, file.places, list(self._said(file.places, rows)), failed)

    def _said(self, places: Places, rows: list[dict[str, Any]]) -> Iterator[Said]:
        for row in rows:
            rule = f"SC{row['code']}"
            angle, severity = self.rules.kinds.get(rule, LEVELS[row["level"]])
            start = places.offset(places.lines, row["line"], row["column"])
            end = places.offset(places.lines, row["endLine"], row["endColumn"])
            advice = self.rules.advice(rule) or self.rules.otherwise
            fix = _fix(places, row["fix"], advice)
            yield Said(rule, angle, severity, row["message"], advice, start, end, fix, PAGE + rule)


def _fix(places: Places, row: dict[str, Any] | None, description: str) -> Fix | None:
    if row is None:
        return None
    edits = [
        Edit(
            places.offset(places.lines, one["line"], one["column"]),
            places.offset(places.lines, one["endLine"], one["endColumn"]),
            one["replacement"],
        )
        for one in row["replacements"]
    ]
    return make_fix(description, edits, safe=False)
