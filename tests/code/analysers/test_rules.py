"""Each structural rule finds what it is for and leaves the right way of writing it alone."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from reviews.code.analysers.alert import SourceFile
from reviews.code.analysers.analysis import run_tool
from reviews.code.analysers.own_rules import RULES, folders_of, rules_of
from reviews.code.analysers.queries import LANGUAGES, Queries
from reviews.code.analysers.structural import GRAMMARS, Structural

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
EXAMPLES = Path(__file__).with_name("examples")
RELATIVES = [(language, folder) for language in (*GRAMMARS, *LANGUAGES) for folder in folders_of(language)]
QUICK = [("shell", "shell"), ("sql", "sql")]


def examples_of(folder: str) -> dict[str, dict[str, Any]]:
    return yaml.load((EXAMPLES / f"{folder}.yml").read_text(), LOADER)


def check_examples(language: str, folder: str) -> None:
    examples = {
        name: each for name, each in examples_of(folder).items() if each.get("only", language) == language
    }
    rows = [
        (name, kind, text)
        for name, each in examples.items()
        for kind in ("finds", "leaves")
        for text in each[kind]
    ]
    tool = Queries() if language in LANGUAGES else Structural()
    found = run_tool(tool, [SourceFile("example", text, language) for _, _, text in rows])
    wrong = [
        (name, kind, text, one.failed)
        for (name, kind, text), one in zip(rows, found, strict=True)
        if one.failed or (name in {alert.rule for alert in one.alerts}) != (kind == "finds")
    ]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "folder"), QUICK)
def test_rules_find_their_examples(language, folder):
    check_examples(language, folder)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "folder"), [each for each in RELATIVES if each not in QUICK])
def test_rules_of_every_language_find_their_examples(language, folder):
    check_examples(language, folder)


def test_each_rule_has_examples_and_each_example_a_rule():
    folders = {path.name for path in RULES.iterdir() if path.is_dir()}
    assert folders == {folder for _, folder in RELATIVES}
    for folder in folders:
        named = {
            name for path in (RULES / folder).glob("*.yml") for name in yaml.load(path.read_text(), LOADER)
        }
        examples = examples_of(folder)
        assert named == set(examples), folder
        assert all(each["finds"] and each["leaves"] for each in examples.values()), folder


@pytest.mark.parametrize("language", [*GRAMMARS, *LANGUAGES])
def test_each_language_has_rules_that_say_what_to_do(language):
    rules = rules_of(language)
    assert len(rules) >= 6
    assert all(rule.says.endswith(".") and rule.advice.endswith(".") for rule in rules.values())
