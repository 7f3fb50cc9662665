"""Structural rules of our own (`own_rules.py`), matched by ast-grep on the syntax tree of each language."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from reviews.code.analysers.alert import Angle
from reviews.code.analysers.own_rules import RULES, UNPARSED, angles_of_rules, read_matches, rules_of
from reviews.code.analysers.process import program
from reviews.code.analysers.tool import Found, KeptFile

NAME = "ast-grep"
CONFIG = RULES / "sgconfig.yml"
GRAMMARS = {
    "python": "Python",
    "javascript": "JavaScript",
    "typescript": "TypeScript",
    "tsx": "Tsx",
    "go": "Go",
    "rust": "Rust",
    "java": "Java",
    "c": "C",
    "cpp": "Cpp",
    "ruby": "Ruby",
    "php": "Php",
    "shell": "Bash",
}
"""ast-grep's name of each language that it knows."""
AROUND_CALLS = {"Go": "func f() {{ {} }}", "C": "void f() {{ {}; }}", "Cpp": "void f() {{ {}; }}"}
"""What a call stands in to be read as a call: alone, `f(a)` is a type to these grammars."""
CALL = re.compile(r"[\w.$]+\([^;{}]*\)")
DIRECTIVE = re.compile("ast-grep-ignore")


@cache
def _rule_text(language: str) -> str:
    """The rules of a language as ast-grep reads them, and one for what it can't parse."""
    matchers = {name: rule.matcher for name, rule in rules_of(language).items()}
    matchers[UNPARSED] = {"rule": {"kind": "ERROR"}}
    grammar = GRAMMARS[language]
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
        return angles_of_rules(language) if language in GRAMMARS else frozenset()

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        # A configuration of ours is named, so that it looks for none; what it is told to ignore it doesn't ask for.
        ours = ["--config", str(CONFIG), "--inline-rules", _rule_text(language)]
        ignore = [f"--no-ignore={kind}" for kind in ("hidden", "dot", "exclude", "global", "parent", "vcs")]
        return [program(NAME), "scan", *ours, *ignore, "--json=stream", "--threads=2", "--", *names]

    def mute(self, text: str) -> str:
        """Comments that would silence it are changed by a letter."""
        return DIRECTIVE.sub("ast-grep-ignorE", text)

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        return read_matches(NAME, output, files)
