"""Python's functions that are hard to follow, by complexipy in a process of its own."""

import sys
from collections.abc import Sequence
from pathlib import Path

from reviews.code.analysers.alert import Angle, Severity
from reviews.code.analysers.process import AnalyserFailed
from reviews.code.analysers.tool import FAILED, Found, KeptFile, Said, make_found, read_json
from reviews.language.wordlists import read_words

NAME = "complexipy"
CHILD = Path(__file__).with_name("complexity_child.py")
ALLOWED = 15
"""Cognitive complexity of a function that is not told."""
SEVERE = 40
_WORDS = read_words(__file__, "complexity")
_MESSAGE, _ADVICE = _WORDS.text("message"), _WORDS.text("advice")


class Complexity:
    """Python, for efficiency: of the reader first."""

    name = NAME

    def angles(self, language: str) -> frozenset[Angle]:
        return frozenset({"efficiency"} if language == "python" else ())

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        return [sys.executable, "-I", str(CHILD), *names]

    def mute(self, text: str) -> str:
        return text

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        rows = read_json(NAME, output)
        if len(rows) != len(files):
            raise AnalyserFailed(FAILED["garbled"].format(tool=NAME))
        return [_found(file, row) for file, row in zip(files, rows, strict=True)]


def _found(file: KeptFile, row: list[tuple[str, int, int]] | str) -> Found:
    if isinstance(row, str):
        return Found(failed=FAILED["refused"].format(tool=NAME, said=row))
    places = file.places
    said = []
    for name, complexity, line in row:
        if complexity > ALLOWED:
            start = places.offset(places.python_lines, line, 1)
            end = places.offset(places.python_lines, line + 1, 1) - 1
            start += len(file.source.text[start:end]) - len(file.source.text[start:end].lstrip())
            message = _MESSAGE.format(name=name, complexity=complexity, allowed=ALLOWED)
            severity: Severity = "medium" if complexity > SEVERE else "low"
            said.append(Said("complexity", "efficiency", severity, message, _ADVICE, start, end))
    return make_found(NAME, places, said)
