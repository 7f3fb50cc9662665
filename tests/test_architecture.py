"""The rules of the house that a machine can check, read off the syntax trees."""

import ast
import re
import statistics
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.syntax import nodes_of

ROOT = Path(__file__).parent.parent
CODE = sorted(
    path
    for folder in ("elm_site", "personas", "reviews")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEMPLATES = sorted(ROOT.glob("templates/**/*.html")) + sorted(ROOT.glob("*/templates/**/*.html"))
BESIDE_MACHINES = re.compile(
    r"(kind|prepare|setup|form|opening|page\w*|menu\w*|agenda|item_panel|views|urls|command|terminal)\.py"
)
"""Files of a kind's folder that may know Django."""


def in_folder(*names: str) -> list[Path]:
    return [path for path in CODE if any(path.is_relative_to(ROOT / name) for name in names)]


KINDS = [f"reviews/kinds/{path.parent.name}" for path in CODE if path.match("reviews/kinds/*/kind.py")]
MACHINES = [
    path
    for path in in_folder(*KINDS)
    if not BESIDE_MACHINES.fullmatch(path.name) and path.parent.name not in ("blind", "offline", "pages")
]
LANGUAGE = [path for path in in_folder("reviews/language") if "reading" not in path.parts]
PURE = [
    *MACHINES,
    *(ROOT / "reviews" / name for name in ("states.py", "errors.py", "money.py", "log/values.py")),
    *(
        ROOT / "reviews/kinds" / f"{name}.py"
        for name in ("broken_replies", "folding", "notes", "prompts", "results")
    ),
    *(path for path in in_folder("reviews/documents") if path.name != "html.py"),
    *(path for path in in_folder("reviews/offline") if path.name != "provider.py"),
    *in_folder("reviews/language", *(f"{folder}/offline" for folder in KINDS)),
]


@cache
def imports(path: Path) -> set[str]:
    """The dotted names that a file imports, those inside functions too, those for types only not."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def importers(paths: list[Path], *forbidden: str) -> dict[str, set[str]]:
    """Which of `paths` import something under one of the `forbidden` names."""
    hits = {
        str(path.relative_to(ROOT)): {
            name for name in imports(path) if any(name == f or name.startswith(f"{f}.") for f in forbidden)
        }
        for path in paths
    }
    return {path: names for path, names in hits.items() if names}


def test_pure_code_imports_neither_django_nor_an_sdk():
    assert len(MACHINES) > 10
    assert importers(PURE, "django", "channels", "anthropic", "reviews.models", "personas") == {}


def test_what_people_mean_is_told_with_the_standard_library_only():
    paths = [*LANGUAGE, *(ROOT / "reviews" / name for name in ("states.py", "errors.py", "log/values.py"))]
    assert len(paths) > 8
    allowed = ("reviews.language", "reviews.states", "reviews.errors")
    for path in paths:
        for name in imports(path):
            assert name.split(".")[0] in sys.stdlib_module_names or name.startswith(allowed), (
                f"{path.name} imports {name}"
            )


def test_personas_never_import_reviews():
    assert importers(in_folder("personas"), "reviews") == {}


def test_models_never_import_what_stands_above_them():
    assert (
        importers(in_folder("reviews/models"), "reviews.sessions", "reviews.providers", "reviews.live") == {}
    )


def test_only_one_file_imports_the_sdk():
    assert set(importers(CODE, "anthropic")) == {"reviews/providers/claude.py"}


def test_views_reach_runs_only_through_the_engine():
    forbidden = [f"reviews.engine.{name}" for name in ("actions", "runner", "embedded", "claims", "storing")]
    assert importers(in_folder("reviews/views"), *forbidden, "reviews.providers.claude") == {}


def test_consumers_only_gate_subscribe_and_render():
    assert importers([ROOT / "reviews/live/consumers.py"], "reviews.sessions", "reviews.providers") == {}


def test_nothing_imports_the_site_or_the_tests():
    inner = [path for path in CODE if not path.is_relative_to(ROOT / "elm_site")]
    assert importers(inner, "elm_site", "tests") == {}


def functions() -> list[tuple[str, int]]:
    return [
        (f"{path.relative_to(ROOT)}:{node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for path in CODE
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_functions_are_small():
    assert [row for row in functions() if row[1] > 60] == []
    assert statistics.median(size for _, size in functions()) < 12


def test_files_are_small():
    assert [str(path) for path in [*CODE, *TESTS] if path.read_text().count("\n") > 400] == []


def test_folders_are_small():
    modules = Counter(path.parent for path in CODE)
    assert [str(folder) for folder, count in modules.items() if count > 30] == []


def test_at_most_two_broad_excepts_and_each_says_why():
    broad = []
    for path in CODE:
        lines = path.read_text().splitlines()
        for node in nodes_of(path):
            names = ast.unparse(node.type) if isinstance(node, ast.ExceptHandler) and node.type else ""
            bare = isinstance(node, ast.ExceptHandler) and node.type is None
            if bare or re.search(r"\b(Base)?Exception\b", names):
                broad.append((path.name, lines[node.lineno - 2].strip().startswith("#")))
    assert len(broad) <= 2
    assert all(commented for _, commented in broad)


def test_only_the_log_writes_a_session_state():
    writes = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in in_folder("reviews", "personas")
        for line in path.read_text().splitlines()
        if re.search(r"\bsession\.state\s*=[^=]|update\([^)]*\bstate=", line)
    ]
    assert len(writes) == 1
    assert writes[0].startswith("reviews/log/store.py")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_have_nothing_inline(path: Path):
    text = path.read_text()
    assert not re.search(r"\sstyle=|\son[a-z]+=|hx-on|js:|\|\s*safe\b", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*json)", text)


def test_every_folder_of_tests_is_a_package_and_so_is_collected():
    folders = {path.parent for path in TESTS if path.name.startswith("test_")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []
