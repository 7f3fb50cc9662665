"""What of the product reads foreign text: found by walking its modules, so that what is new is found too."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from types import FunctionType, ModuleType

import personas
import reviews
from tests.syntax import nodes_of
from tests.test_house import MODULES

FROM_THE_START = {"match", "fullmatch"}
METHODS = {*FROM_THE_START, "search", "finditer", "findall", "sub", "subn", "split"}
ROOMS = (
    *(
        f"reviews.{room}"
        for room in ("changes", "code", "documents", "exports", "forms", "git", "keeping", "kinds")
    ),
    *(
        f"reviews.{room}"
        for room in ("language", "live", "log", "offline", "providers", "repositories", "search")
    ),
    *("reviews.templatetags", "reviews.uploads", "reviews.views.repositories", "personas"),
)
"""Where functions take foreign text and touch nothing else."""
OTHERS = {
    "reviews.code.analysers.complexity_child.measure_file",
    "reviews.code.analysers.process.program",
    "reviews.code.analysers.queries_child.main",
    "reviews.code.analysers.own_rules.rules_of",
    "reviews.kinds.registry.unregister",
    "reviews.kinds.roundtable.agenda.rotation",
    "reviews.providers.registry.provider",
    "reviews.search.indexing.complete_index",
    "reviews.search.indexing.index_points",
    "reviews.templatetags.icons.icon",
    "reviews.templatetags.kept_parts.kept_include",
}
"""Functions there that take a name and touch the database, files or what is registered."""


@dataclass(frozen=True)
class FoundPattern:
    """A compiled pattern and where it stands."""

    where: str
    pattern: re.Pattern[str]

    def calls(self) -> list[Callable[[str], object]]:
        """How the product uses it: from the start of a text only, or anywhere in it."""
        module, _, name = self.where.partition(":")
        used = uses_of_names().get(f"{module}:{name}" if name.startswith("_") else name, set())
        if used and used <= FROM_THE_START:
            return [getattr(self.pattern, method) for method in sorted(used)]
        return [self._find_all]

    def _find_all(self, text: str) -> None:
        for _ in self.pattern.finditer(text):
            pass


@cache
def uses_of_names() -> dict[str, set[str]]:
    """The methods of patterns that are called on each name: on "module:_name" within its module, on another one
    anywhere in the product. A name that is used in another way has "search" among them."""
    found: dict[str, set[str]] = {}
    for module, path in MODULES.items():

        def note(name: str, use: str, module: str = module) -> None:
            found.setdefault(f"{module}:{name}" if name.startswith("_") else name, set()).add(use)

        called = set()
        for node in nodes_of(path):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                base = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                if name := getattr(base, "id", getattr(base, "attr", None)):
                    note(name, node.attr)
                    called.add(base)
        for node in nodes_of(path):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in called:
                note(node.id, "search")
    return found


@cache
def modules() -> tuple[ModuleType, ...]:
    names = [
        found.name
        for package in (reviews, personas)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if ".migrations" not in found.name and not found.name.endswith((".child", ".command"))
    ]
    return tuple(importlib.import_module(name) for name in names)


@cache
def patterns() -> tuple[FoundPattern, ...]:
    """Every pattern for text that a module holds, also within values, each once."""
    found: dict[tuple[str, int], FoundPattern] = {}
    for module in modules():
        for name, value in vars(module).items():
            for pattern in _patterns_in(value, depth=0):
                found.setdefault(
                    (pattern.pattern, pattern.flags), FoundPattern(f"{module.__name__}:{name}", pattern)
                )
    return tuple(found.values())


def _patterns_in(value: object, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
        return
    inner: list[object] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inner = list(value)
    elif is_dataclass(value) and not isinstance(value, type):
        inner = list(vars(value).values()) if hasattr(value, "__dict__") else []
    if depth < 4:
        for one in inner:
            yield from _patterns_in(one, depth + 1)


@cache
def parsers() -> dict[str, Callable[[str], object]]:
    """Every public function of the rooms for text that needs a text and nothing else, by its name."""
    found = {}
    for module in modules():
        if not module.__name__.startswith(ROOMS):
            continue
        for name, value in vars(module).items():
            inner = inspect.unwrap(value) if callable(value) else None
            if (
                not isinstance(inner, FunctionType)
                or inner.__module__ != module.__name__
                or name.startswith("_")
            ):
                continue
            if _takes_one_text(inner):
                found[f"{module.__name__}.{name}"] = inner
    return {name: function for name, function in found.items() if name not in OTHERS}


def _takes_one_text(function: FunctionType) -> bool:
    needed = [
        one
        for one in inspect.signature(function).parameters.values()
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    if len(needed) != 1 or needed[0].name == "pattern" or inspect.iscoroutinefunction(function):
        return False
    return needed[0].annotation in (str, "str")
