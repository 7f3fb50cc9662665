"""Parts of pages that follow from a few plain values: made once for these values and kept, as long as others push them
out. Such a template is given nothing else, so there is nothing that what is kept could miss."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from django import template
from django.template import Context
from django.template.base import Template
from django.template.engine import Engine
from django.urls import get_script_prefix
from django.utils.safestring import SafeString

register = template.Library()

MOST_KEPT = 1024
LONGEST_KEPT = 1_000
"""Characters of one value with which a part is kept: what people write at length stands on few pages."""

type Plain = str | int | None
PLAIN = (str, int, type(None))


@register.simple_tag
def kept_include(template_name: str, **values: Plain) -> SafeString:
    """A template, which knows these values and nothing else of the page."""
    return kept_part(template_name, values)


@register.simple_tag
def kept_each(template_name: str, rows: Iterable[Mapping[str, Plain]]) -> SafeString:
    """A template for each of some rows of plain values, one after the other."""
    found, prefix = Engine.get_default().get_template(template_name), get_script_prefix()
    return SafeString("".join([_part(found, prefix, row) for row in rows]))


def kept_part(template_name: str, values: Mapping[str, Plain]) -> SafeString:
    """A template with these values. Raises TypeError for a value that could change later, such as a row."""
    return _part(Engine.get_default().get_template(template_name), get_script_prefix(), values)


def _part(found: Template, prefix: str, values: Mapping[str, Plain]) -> SafeString:
    given = tuple(values.values())
    kinds = tuple(map(type, given))
    for kind, value in zip(kinds, given, strict=True):
        # What is made up on demand only looks like a text, so the type itself is asked.
        if kind not in PLAIN and not issubclass(kind, PLAIN):
            raise TypeError(
                f"{found.name} is kept: it can be given texts and numbers, but no {kind.__name__}."
            )
        if kind is str and len(value) > LONGEST_KEPT:  # type: ignore[arg-type]
            return _rendered(found, tuple(values), given)
    return _kept(found, prefix, tuple(values), given, kinds)


@lru_cache(maxsize=MOST_KEPT)
def _kept(
    found: Template, prefix: str, names: tuple[str, ...], given: tuple[Plain, ...], kinds: tuple[type, ...]
) -> SafeString:
    """By the template itself, which is another one when its file has changed. prefix: where the site is mounted, which
    addresses begin with; kinds: what is equal may be written differently, such as 1 and True."""
    return _rendered(found, names, given)


def _rendered(found: Template, names: tuple[str, ...], given: tuple[Plain, ...]) -> SafeString:
    return SafeString(found.render(Context(dict(zip(names, given, strict=True)))))
