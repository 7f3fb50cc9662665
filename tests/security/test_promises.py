"""What docs/security.md promises is shown by tests that are there."""

import re

from tests.test_architecture import ROOT, TESTS

PROMISES = (ROOT / "docs/security.md").read_text()


def test_every_test_that_the_promises_name_is_there():
    named = set(re.findall(r"\b(test_\w+)(?!\.py)\b", PROMISES))
    there = {name for path in TESTS for name in re.findall(r"\bdef (test_\w+)", path.read_text())}
    there |= {path.stem for path in TESTS}
    assert len(named) > 40
    assert named - there == set()


def test_every_row_of_a_promise_names_its_test():
    rows = [line for line in PROMISES.splitlines() if line.startswith("| ") and "---" not in line]
    heads = ("| promised |", "| promise |", "| what is promised |", "| what was tried |", "| class |")
    unnamed = [
        row for row in rows if not row.startswith(heads) and not re.search("test_|tests/|the same", row)
    ]
    assert len(rows) > 40
    assert unnamed == []
