"""SQL: structural rules of our own (`own_rules.py`) as queries of tree-sitter, because ast-grep knows no SQL."""

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from reviews.code.analysers.alert import Angle
from reviews.code.analysers.own_rules import UNPARSED, angles_of_rules, read_matches, rules_of
from reviews.code.analysers.process import AnalyserFailed
from reviews.code.analysers.queries_child import END
from reviews.code.analysers.tool import FAILED, Found, KeptFile

NAME = "tree-sitter"
CHILD = Path(__file__).with_name("queries_child.py")
LANGUAGES = ("sql",)


class Queries:
    """The languages whose rules are queries."""

    name = NAME

    def angles(self, language: str) -> frozenset[Angle]:
        return angles_of_rules(language) if language in LANGUAGES else frozenset()

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        return [sys.executable, "-I", str(CHILD), f"tree_sitter_{language}", _query_text(language), *names]

    def mute(self, text: str) -> str:
        return text

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        rows, end, rest = output.rpartition(END.encode())
        if not end or rest:
            raise AnalyserFailed(FAILED["garbled"].format(tool=NAME))
        return read_matches(NAME, rows, files)


@cache
def _query_text(language: str) -> str:
    matchers = {name: rule.matcher for name, rule in rules_of(language).items()}
    return json.dumps({**matchers, UNPARSED: {"query": "(ERROR) @found"}})
