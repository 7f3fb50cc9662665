"""The plan of the house (docs/architecture.md): what a room may import, and that there is no circle of rooms.

A room is a package or a module of `reviews`; the folder of a kind of session is a room of its own.
"""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.syntax import nodes_of
from tests.test_architecture import CODE, ROOT, TEMPLATES, in_folder

KINDS = sorted(path.parent for path in (ROOT / "reviews/kinds").glob("*/kind.py"))
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in CODE
}
LAYERS = [
    {"errors", "language", "money", "states", "workers"},
    {"documents", "git", "models", "providers"},
    {"code"},
    {"access", "log", "search"},
    {"kinds"},
    {"offline", "uploads"},
    {"accounts", "changes", "code_designer", "figures"},
    {"keeping", "repositories", "sessions"},
    {"exports", "forms", "pages", "templatetags"},
    {"live"},
    {"views"},
    {"admin", "apps", "management", "urls"},
]
"""From the lowest up. A room imports lower ones, and others of its own layer as long as there is no circle."""


def room(module: str) -> str:
    """The room of a dotted module name: "kinds.interview", "documents", or "" outside of `reviews`."""
    package, *parts = module.split(".")
    if package != "reviews" or not parts:
        return ""
    in_kind = parts[0] == "kinds" and len(parts) > 1 and (ROOT / "reviews/kinds" / parts[1]).is_dir()
    return ".".join(parts[:2]) if in_kind else parts[0]


def imported(path: Path) -> set[str]:
    """The modules of this project that a file imports, those inside functions too, those for types only not."""
    for_types = {
        inner
        for node in nodes_of(path)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for line in node.body
        for inner in ast.walk(line)
    }
    found: set[str] = set()
    for node in nodes_of(path):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (inner & MODULES.keys()) or {node.module}
    return found & MODULES.keys()


@pytest.fixture(scope="module")
def plan() -> dict[str, set[str]]:
    """The rooms, each with those that it imports."""
    rooms: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if here := room(module):
            rooms.setdefault(here, set()).update({room(name) for name in imported(path)} - {here, ""})
    assert len(rooms) > 20
    return rooms


def test_no_rooms_import_each_other_in_a_circle(plan):
    try:
        TopologicalSorter(plan).prepare()
    except CycleError as error:
        pytest.fail(f"These rooms import each other in a circle: {' -> '.join(error.args[1])}")


def test_rooms_import_downwards_only(plan):
    level = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    known = {name: inner for name, inner in plan.items() if not name.startswith("kinds.")}
    assert level.keys() == known.keys()
    upwards = {
        (name, one) for name, inner in known.items() for one in inner if level.get(one, 99) > level[name]
    }
    assert upwards == set()


def test_the_folder_of_a_kind_is_imported_by_nobody_and_by_no_other_kind(plan):
    folders = {f"kinds.{folder.name}" for folder in KINDS}
    assert len(folders) >= 2
    assert {name for name, inner in plan.items() if inner & folders} == set()


def test_nothing_outside_of_its_folder_asks_which_kind_a_session_is():
    names = "|".join(folder.name for folder in KINDS)
    outside = [
        path for path in (*CODE, *TEMPLATES) if "kinds" not in path.parts and "personas" not in path.parts
    ]
    assert len(outside) > 100
    asks = re.compile(rf"""kind\w*\s*[!=]=\s*["'](?:{names})["']|["'](?:{names})["']\s*[!=]=\s*\S*kind""")
    assert [str(path.relative_to(ROOT)) for path in outside if asks.search(path.read_text())] == []


def test_git_and_code_know_nothing_of_django():
    paths = in_folder("reviews/git", "reviews/code")
    assert len(paths) > 10
    assert [
        path.name for path in paths if re.search(r"^\s*(from|import) django", path.read_text(), re.MULTILINE)
    ] == []
