"""Which files a team lets become artifacts."""

import sys
import time
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.repositories.patterns import Patterns

PARTS = st.sampled_from(["a", "b", "ab", "a.md", "[a]b", ".md"])
PATTERN_PARTS = st.sampled_from(["a", "*", "**", "?", "*.md", "[ab]*", "a*b", "[!a]*"])


def full_match(path: list[str], pattern: list[str]) -> bool:
    """As PurePosixPath.full_match decides it, which Python 3.12 does not have."""
    if not pattern:
        return not path
    if pattern == ["**"]:
        return path != []
    if pattern[0] == "**":
        return full_match(path, pattern[1:]) or (path != [] and full_match(path[1:], pattern))
    return path != [] and fnmatchcase(path[0], pattern[0]) and full_match(path[1:], pattern[1:])


@pytest.mark.parametrize(
    ("setting", "path", "expected"),
    [
        ("", "anything/at.all", True),
        ("\n  \n", "anything/at.all", True),
        ("*.md", "README.md", True),
        ("*.md", "docs/deep/plan.md", True),
        ("*.md", "docs/plan.txt", False),
        ("*.MD", "README.md", False),
        ("docs/*.md", "docs/plan.md", True),
        ("docs/*.md", "docs/deep/plan.md", False),
        ("docs/**/*.md", "docs/deep/er/plan.md", True),
        ("docs/**/*.md", "docs/plan.md", True),
        ("docs/**", "src/docs/plan.md", False),
        ("/README.md", "README.md", True),
        ("/README.md", "docs/README.md", False),
        (" *.txt \r\n*.md", "plan.md", True),
    ],
)
def test_a_file_fits_one_of_the_lines(setting, path, expected):
    assert Patterns.read(setting).allow(path) is expected


@example(["a"], ["a", "**"])
@given(st.lists(PARTS, min_size=1, max_size=5), st.lists(PATTERN_PARTS, min_size=2, max_size=5))
def test_paths_are_matched_as_pythons_paths_are(path, pattern):
    expected = full_match(path, pattern)
    assert Patterns(("/".join(pattern),)).allow("/".join(path)) is expected
    if sys.version_info >= (3, 13):
        assert PurePosixPath(*path).full_match("/".join(pattern)) is expected


def test_no_name_makes_a_pattern_slow():
    start = time.process_time()
    assert not Patterns(("*a*a*a*a*a*a*a*a*b", "**/a/**/a/**/a/**/a/**/b")).allow("/".join(["a" * 200] * 50))
    assert time.process_time() - start < 1
