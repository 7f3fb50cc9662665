"""What an admin may set for repositories: the branch shown first, and patterns of files."""

import pytest

from reviews.errors import ElmError
from reviews.repositories.patterns import Patterns
from reviews.repositories.team_rules import checked_branch, checked_patterns


@pytest.mark.parametrize("name", ["", "main", "release/2.1", "çelik", "HEAD~name".replace("~", "-")])
def test_names_that_git_takes_are_branches(name):
    assert checked_branch(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "a b",
        "a..b",
        "-x",
        "a~1",
        "a^",
        "a:b",
        "x.lock",
        "/a",
        "a/",
        "a//b",
        ".a",
        "@{1}",
        "a\\b",
        "a\nb",
        "a*",
        "a" * 200_000,
    ],
    ids=lambda name: name[:10],
)
def test_names_that_git_refuses_are_refused_with_a_sentence(name):
    with pytest.raises(ElmError, match="can't be the name of a branch"):
        checked_branch(name)


def test_patterns_are_kept_one_on_each_line_without_what_says_nothing():
    kept = checked_patterns(" *.md \r\n\r\n/docs/**\r\nnotes/[a-c]?.txt\r\n")
    assert kept == "*.md\n/docs/**\nnotes/[a-c]?.txt"
    assert Patterns.read(kept).allow("docs/deep/a.txt")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("docs/", r"write docs/\*\* for everything"),
        ("docs\\*.md", "not by a backslash"),
        ("!secret.md", "what is left out"),
        ("../x.md", "no empty part"),
        ("a//b.md", "no empty part"),
        ("./a.md", "no empty part"),
        ("/", "no empty part"),
        ("a\u202eb", "can’t be seen"),
        ("a" * 201, "longer than 200"),
    ],
)
def test_a_line_that_can_be_no_pattern_is_named(line, words):
    with pytest.raises(ElmError, match=rf"^Line 2, “.*”: .*{words}"):
        checked_patterns(f"*.md\n{line}\n*.txt")


def test_there_may_not_be_hundreds_of_patterns():
    with pytest.raises(ElmError, match="100 are the most"):
        checked_patterns("\n".join(f"{n}.md" for n in range(101)))
