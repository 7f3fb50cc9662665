"""Rules of our own: the files that they stand in, and what becomes of the places where they match.

The rules stand in rules/<language>/<angle>.yml: under its name each has a `severity`, `says` (the message), `advice`,
and in the words of what matches it either `rule`, `constraints` and `utils` (ast-grep) or `query` and `without`
(tree-sitter). A language takes over the rules of its relatives, but for those that are for the languages in `only`.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from reviews.code.analysers.alert import ANGLES, SEVERITIES, Angle, Severity
from reviews.code.analysers.process import AnalyserFailed
from reviews.code.analysers.tool import FAILED, READ, Found, KeptFile, Said, make_found, read_json
from reviews.code.languages import LABELS

RULES = Path(__file__).with_name("rules")
FOLDERS = frozenset(path.name for path in RULES.iterdir())
RELATIVES = {
    "typescript": ("javascript", "typescript"),
    "tsx": ("javascript", "typescript"),
    "cpp": ("c", "cpp"),
}
"""The folders that the rules of a language stand in, where it is more than its own."""
MATCHERS: tuple[str, ...] = ("rule", "constraints", "utils", "query", "without")
UNPARSED = "unparsed"
"""The rule that finds what the grammar does not understand."""


class Rule(NamedTuple):
    angle: Angle
    severity: Severity
    says: str
    advice: str
    matcher: dict[str, Any]


def folders_of(language: str) -> tuple[str, ...]:
    return tuple(folder for folder in RELATIVES.get(language, (language,)) if folder in FOLDERS)


@cache
def rules_of(language: str) -> dict[str, Rule]:
    """The rules of a language by their names. Raises ValueError for a file that is not as it has to be."""
    rules: dict[str, Rule] = {}
    for folder in folders_of(language):
        for angle in ANGLES:
            path = RULES / folder / f"{angle}.yml"
            if path.exists():
                for name, content in _read_rules(path).items():
                    if language not in content.get("only", [language]):
                        continue
                    if name in rules or content["severity"] not in SEVERITIES:
                        raise ValueError(f"{path}: {name} stands twice, or its severity is unknown.")
                    matcher = {key: part for key, part in content.items() if key in MATCHERS}
                    rules[name] = Rule(
                        angle, content["severity"], content["says"], content["advice"], matcher
                    )
    return rules


def _read_rules(path: Path) -> dict[str, dict[str, Any]]:
    # The loader in C, where it was built, takes a tenth of the time.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return dict(yaml.load(path.read_text(encoding="utf-8"), loader))  # noqa: S506


def angles_of_rules(language: str) -> frozenset[Angle]:
    return frozenset(rule.angle for rule in rules_of(language).values())


def read_matches(tool: str, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
    """What matched in each file: a line of JSON for each place, as ast-grep prints them. Raises AnalyserFailed when
    that makes no sense."""
    rows: dict[str, list[dict[str, Any]]] = {file.name: [] for file in files}
    try:
        for line in output.splitlines():
            row = read_json(tool, line)
            rows[row["file"]].append(row)
        return [_found(tool, file, rows[file.name]) for file in files]
    except (KeyError, TypeError) as error:
        raise AnalyserFailed(FAILED["garbled"].format(tool=tool)) from error


def _found(tool: str, file: KeptFile, rows: list[dict[str, Any]]) -> Found:
    spans = [
        (row["ruleId"], row["range"]["byteOffset"]["start"], row["range"]["byteOffset"]["end"])
        for row in rows
    ]
    offsets = file.places.from_bytes(offset for _, start, end in spans for offset in (start, end))
    rules = rules_of(file.source.language)
    unparsed = [(offsets[start], offsets[end]) for name, start, end in spans if name == UNPARSED]
    said = [_said(name, rules[name], offsets[a], offsets[b]) for name, a, b in spans if name != UNPARSED]
    failed, note = _unparsed(tool, file, sorted(unparsed)) if unparsed else ("", "")
    return make_found(tool, file.places, list(_once(said)), failed, note)


def _said(name: str, rule: Rule, start: int, end: int) -> Said:
    return Said(name, rule.angle, rule.severity, rule.says, rule.advice, start, end)


def _once(said: list[Said]) -> Iterator[Said]:
    """Without what stands within another place of the same rule: of a chain the whole is told."""
    until: dict[str, int] = {}
    for one in sorted(said, key=lambda each: (each.start, -each.end)):
        if one.end > until.get(one.rule, -1):
            yield one
            until[one.rule] = one.end


def _unparsed(tool: str, file: KeptFile, spans: list[tuple[int, int]]) -> tuple[str, str]:
    """Why the file counts as not read, or else a note on what was not understood."""
    covered = until = 0
    for start, end in spans:
        covered += max(0, end - max(start, until))
        until = max(until, end)
    if covered * 2 > len(file.source.text.strip()):
        return FAILED["unparsed"].format(tool=tool, language=LABELS[file.source.language]), ""
    line = file.places.place(*spans[0]).line
    return "", READ["unparsed"].format(tool=tool, count=len(spans), line=line)
