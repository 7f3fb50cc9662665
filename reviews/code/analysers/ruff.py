"""Python by ruff: chosen rules, and nothing of the reviewed project's configuration.

What the text says to silence rules (`# noqa`) is not heard: a review that its text could switch off is none.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from reviews.code.analysers.alert import ANGLES, Angle, Edit, Fix
from reviews.code.analysers.places import Places
from reviews.code.analysers.process import AnalyserFailed, program
from reviews.code.analysers.tables import RuleTable
from reviews.code.analysers.tool import FAILED, Found, KeptFile, Said, make_fix, make_found, read_json

SYNTAX = "invalid-syntax"
NAME = "ruff"


class Ruff:
    """Python from all angles."""

    name = NAME

    def __init__(self) -> None:
        self.rules = RuleTable(__file__, f"{NAME}_rules")

    def angles(self, language: str) -> frozenset[Angle]:
        return frozenset(ANGLES if language == "python" else ())

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        select = ",".join(rule for rule in self.rules.chosen if rule != SYNTAX)
        ignore = ",".join(self.rules.off)
        options = [
            "--isolated",
            "--no-cache",
            "--ignore-noqa",
            "--no-respect-gitignore",
            "--exit-zero",
            "--quiet",
        ]
        chosen = ["--output-format", "json", "--select", select, "--ignore", ignore]
        return [program(NAME), "check", *options, *chosen, "--", *names]

    def mute(self, text: str) -> str:
        return text

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        rows = read_json(NAME, output)
        try:
            by_name: dict[str, list[Any]] = {file.name: [] for file in files}
            for row in rows:
                by_name["/".join(row["filename"].rsplit("/", 2)[1:])].append(row)
            return [self._found(file, by_name[file.name]) for file in files]
        except (KeyError, TypeError, AttributeError) as error:
            raise AnalyserFailed(FAILED["garbled"].format(tool=NAME)) from error

    def _found(self, file: KeptFile, rows: list[dict[str, Any]]) -> Found:
        places = file.places
        failed = ""
        if broken := [row for row in rows if row["code"] == SYNTAX]:
            # One mistake often gives many messages: the first one says where to look.
            rows = [row for row in rows if row["code"] != SYNTAX] + broken[:1]
            line, message = broken[0]["location"]["row"], broken[0]["message"]
            failed = FAILED["syntax"].format(tool=NAME, line=line, message=message)
        return make_found(NAME, places, list(self._said(places, rows)), failed)

    def _said(self, places: Places, rows: list[dict[str, Any]]) -> Iterator[Said]:
        for row in rows:
            rule = row["code"]
            kind = self.rules.kind(rule)
            fix = _fix(places, row["fix"])
            advice = self.rules.advice(rule) or (fix.description + "." if fix else self.rules.otherwise)
            start, end = _offset(places, row["location"]), _offset(places, row["end_location"])
            yield Said(rule, kind.angle, kind.severity, row["message"], advice, start, end, fix, row["url"])


def _offset(places: Places, where: dict[str, int]) -> int:
    return places.offset(places.python_lines, where["row"], where["column"])


def _fix(places: Places, row: dict[str, Any] | None) -> Fix | None:
    if row is None or row["applicability"] == "display":
        return None
    edits = [
        Edit(_offset(places, edit["location"]), _offset(places, edit["end_location"]), edit["content"])
        for edit in row["edits"]
    ]
    return make_fix(row["message"] or "", edits, safe=row["applicability"] == "safe")
