"""Structural rules of our own, matched by ast-grep on the syntax tree of each language.

The rules stand in rules/<language>/<angle>.yml: under its name each has a `severity`, `says` (the message), `advice`,
and in ast-grep's words `rule`, `constraints` and `utils`. A language takes over the rules of its relatives, but for
those that are for the languages in `only`.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from reviews.code.analysers.alert import ANGLES, SEVERITIES, Angle, Severity
from reviews.code.analysers.process import AnalyserFailed, program
from reviews.code.analysers.tool import FAILED, READ, Found, KeptFile, Said, make_found, read_json
from reviews.code.languages import LABELS

NAME = "ast-grep"
RULES = Path(__file__).with_name("rules")
CONFIG = RULES / "sgconfig.yml"
MATCHERS: tuple[str, ...] = ("rule", "constraints", "utils")
UNPARSED = "unparsed"
"""The rule that finds what the grammar does not understand."""
GRAMMARS = {
    "python": ("Python", ("python",)),
    "javascript": ("JavaScript", ("javascript",)),
    "typescript": ("TypeScript", ("javascript", "typescript")),
    "tsx": ("Tsx", ("javascript", "typescript")),
    "go": ("Go", ("go",)),
    "rust": ("Rust", ("rust",)),
    "java": ("Java", ("java",)),
    "c": ("C", ("c",)),
    "cpp": ("Cpp", ("c", "cpp")),
    "ruby": ("Ruby", ("ruby",)),
    "php": ("Php", ("php",)),
    "shell": ("Bash", ("shell",)),
}
"""ast-grep's name of each language, and the folders that its rules stand in."""
AROUND_CALLS = {"Go": "func f() {{ {} }}", "C": "void f() {{ {}; }}", "Cpp": "void f() {{ {}; }}"}
"""What a call stands in to be read as a call: alone, `f(a)` is a type to these grammars."""
CALL = re.compile(r"[\w.$]+\([^;{}]*\)")
DIRECTIVE = re.compile("ast-grep-ignore")


class Rule(NamedTuple):
    angle: Angle
    severity: Severity
    says: str
    advice: str
    matcher: dict[str, Any]


@cache
def rules_of(language: str) -> dict[str, Rule]:
    """The rules of a language by their names. Raises ValueError for a file that is not as it has to be."""
    rules: dict[str, Rule] = {}
    for folder in GRAMMARS[language][1]:
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


@cache
def _rule_text(language: str) -> str:
    """The rules of a language as ast-grep reads them, and one for what it can't parse."""
    matchers = {name: rule.matcher for name, rule in rules_of(language).items()}
    matchers[UNPARSED] = {"rule": {"kind": "ERROR"}}
    grammar = GRAMMARS[language][0]
    head = {"language": grammar, "severity": "hint"}
    rules = [
        {"id": name, **head, **_with_context(_in_order(matcher), grammar)}
        for name, matcher in matchers.items()
    ]
    return "\n---\n".join(json.dumps(rule) for rule in rules)


def _in_order(matcher: dict[str, Any]) -> dict[str, Any]:
    """The matcher with the parts of its rule looked at as they stand, so that one can use what the one before bound."""
    return {**matcher, "rule": {"all": [{key: value} for key, value in matcher["rule"].items()]}}


def _with_context(matcher: Any, grammar: str) -> Any:
    """The matcher with its patterns of calls in what makes them calls."""
    if isinstance(matcher, list):
        return [_with_context(one, grammar) for one in matcher]
    if not isinstance(matcher, dict):
        return matcher
    found = {key: _with_context(value, grammar) for key, value in matcher.items()}
    pattern = found.get("pattern")
    if grammar in AROUND_CALLS and isinstance(pattern, str) and CALL.fullmatch(pattern):
        context = AROUND_CALLS[grammar].format(pattern)
        found["pattern"] = {"context": context, "selector": "call_expression"}
    return found


class Structural:
    """All languages that it has rules for."""

    name = NAME

    def angles(self, language: str) -> frozenset[Angle]:
        if language not in GRAMMARS:
            return frozenset()
        return frozenset(rule.angle for rule in rules_of(language).values())

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        # A configuration of ours is named, so that it looks for none; what it is told to ignore it doesn't ask for.
        ours = ["--config", str(CONFIG), "--inline-rules", _rule_text(language)]
        ignore = [f"--no-ignore={kind}" for kind in ("hidden", "dot", "exclude", "global", "parent", "vcs")]
        return [program(NAME), "scan", *ours, *ignore, "--json=stream", "--threads=2", "--", *names]

    def mute(self, text: str) -> str:
        """Comments that would silence it are changed by a letter."""
        return DIRECTIVE.sub("ast-grep-ignorE", text)

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        rows: dict[str, list[dict[str, Any]]] = {file.name: [] for file in files}
        try:
            for line in output.splitlines():
                row = read_json(NAME, line)
                rows[row["file"]].append(row)
            return [_found(file, rows[file.name]) for file in files]
        except (KeyError, TypeError) as error:
            raise AnalyserFailed(FAILED["garbled"].format(tool=NAME)) from error


def _found(file: KeptFile, rows: list[dict[str, Any]]) -> Found:
    spans = [
        (row["ruleId"], row["range"]["byteOffset"]["start"], row["range"]["byteOffset"]["end"])
        for row in rows
    ]
    offsets = file.places.from_bytes(offset for _, start, end in spans for offset in (start, end))
    rules = rules_of(file.source.language)
    unparsed = [(offsets[start], offsets[end]) for name, start, end in spans if name == UNPARSED]
    said = [_said(name, rules[name], offsets[a], offsets[b]) for name, a, b in spans if name != UNPARSED]
    failed, note = _unparsed(file, sorted(unparsed)) if unparsed else ("", "")
    return make_found(NAME, file.places, list(_once(said)), failed, note)


def _said(name: str, rule: Rule, start: int, end: int) -> Said:
    return Said(name, rule.angle, rule.severity, rule.says, rule.advice, start, end)


def _once(said: list[Said]) -> Iterator[Said]:
    """Without what stands within another place of the same rule: of a chain the whole is told."""
    until: dict[str, int] = {}
    for one in sorted(said, key=lambda each: (each.start, -each.end)):
        if one.end > until.get(one.rule, -1):
            yield one
            until[one.rule] = one.end


def _unparsed(file: KeptFile, spans: list[tuple[int, int]]) -> tuple[str, str]:
    """Why the file counts as not read, or else a note on what was not understood."""
    covered = until = 0
    for start, end in spans:
        covered += max(0, end - max(start, until))
        until = max(until, end)
    if covered * 2 > len(file.source.text.strip()):
        return FAILED["unparsed"].format(tool=NAME, language=LABELS[file.source.language]), ""
    line = file.places.place(*spans[0]).line
    return "", READ["unparsed"].format(tool=NAME, count=len(spans), line=line)
