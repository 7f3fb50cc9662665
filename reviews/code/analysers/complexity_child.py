"""Measures the cognitive complexity of Python files with complexipy: a native parser, which may end its process.

Run as a program of its own: `python complexity_child.py FILE…` prints one JSON list with, for each file, its functions
as [name, complexity, line], or a sentence why it could not be read.
"""

import json
import sys
from pathlib import Path

try:
    from complexipy import code_complexity
except ImportError as missing:
    sys.stderr.write(str(missing))
    sys.exit(3)


def measure_file(name: str) -> list[tuple[str, int, int]] | str:
    try:
        text = Path(name).read_bytes().decode()
        found = code_complexity(text, no_ignore=True, with_plans=False)
    except ValueError as error:
        return " ".join(str(error).split())[:200]
    return [(function.name, function.complexity, function.line_start) for function in found.functions]


if __name__ == "__main__":
    sys.stdout.write(json.dumps([measure_file(name) for name in sys.argv[1:]]))
