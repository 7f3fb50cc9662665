"""The fields of forms, written as HTML in one step each: to have templates do it takes many times as long, and a form
has dozens of inputs, options and labels."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()

type Widget = Mapping[str, Any]
"""What Django's templates of widgets know as `widget`."""

SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escaped(value: Any) -> str:
    """The value as text in HTML, as `conditional_escape` gives it, in fewer steps."""
    if hasattr(value, "__html__"):
        return str(value.__html__())
    return str(value).translate(SPECIAL)


@register.filter
def attributes(given: Mapping[str, Any]) -> SafeString:
    """The attributes of a form's field, as Django's own template writes them node by node."""
    written = [
        f' {name}="{escaped(value)}"' if value is not True else f" {name}"
        for name, value in given.items()
        if value is not False
    ]
    return SafeString("".join(written))


def write_input(widget: Widget) -> SafeString:
    named = {name: str(widget[name]) for name in ("type", "name", "value") if widget[name] is not None}
    return SafeString(f"<input{attributes(named | widget['attrs'])}>")


register.filter("written_input", write_input)


def write_select(widget: Widget) -> SafeString:
    """A select with its options, group by group: one may have a hundred."""
    written = []
    for group, options, _ in widget["optgroups"]:
        within = "".join(map(_written_option, options))
        label = escaped(group or "")
        written.append(f'\n  <optgroup label="{label}">{within}\n  </optgroup>' if group else within)
    named = f'name="{escaped(widget["name"])}"{attributes(widget["attrs"])}'
    return SafeString(f"<select {named}>{''.join(written)}\n</select>")


def _written_option(one: Widget) -> str:
    attrs = one["attrs"]
    if attrs and attrs != {"selected": True}:
        return _option(str(one["value"]), escaped(one["label"]), attributes(attrs))
    return _option(str(one["value"]), escaped(one["label"]), " selected" if attrs else "")


@lru_cache(maxsize=1024)
def _option(value: str, label: str, attrs: str) -> str:
    """label and attrs: as HTML."""
    return f'\n  <option value="{escape(value)}"{attrs}>{label}</option>'


INPUTS = ("checkbox", "email", "hidden", "number", "password", "text", "url")
WRITERS: Mapping[str, Callable[[Widget], SafeString]] = {
    **{f"django/forms/widgets/{name}.html": write_input for name in INPUTS},
    "django/forms/widgets/select.html": write_select,
}
"""What is written here, by the names of Django's templates."""
CHOICES = ("django/forms/widgets/checkbox_option.html", "django/forms/widgets/radio_option.html")


def writer_of(name: str, widget: Widget) -> Callable[[Widget], SafeString] | None:
    """What writes a widget that has the template `name`; None where that template has to."""
    if name in CHOICES and not widget.get("wrap_label"):
        return write_input
    return WRITERS.get(name)


@register.simple_tag
def field_error(field: BoundField) -> SafeString:
    """What is wrong with what was written into a field; nothing when nothing is."""
    if not field.form.errors or not field.errors:
        return SafeString("")
    return render_to_string("reviews/parts/field_error.html", {"id": field.auto_id, "errors": field.errors})


@register.simple_tag
def choice_boxes(boxes: Iterable[BoundWidget]) -> SafeString:
    """The choices of a field, or some of them, each a box or a radio button in its label."""
    return SafeString("".join(map(_choice_box, boxes)))


def _choice_box(box: BoundWidget) -> str:
    words = f"<span><strong>{escaped(box.choice_label)}</strong></span>"
    return f'<label class="choice" for="{escaped(box.id_for_label)}">{box.tag()}{words}</label>\n'


@register.simple_tag
def form_field(field: BoundField) -> SafeString:
    """A field with its label, what helps to fill it in, and what is wrong with it."""
    optional = "" if field.field.required else ' <span class="optional">optional</span>'
    label = f'<label for="{escaped(field.id_for_label)}">{escaped(field.label)}{optional}</label>'
    told = escaped(field.help_text)
    help_text = f'<div class="field-help" id="{escaped(field.auto_id)}_helptext">{told}</div>' if told else ""
    parts: Iterable[str] = (label, help_text, str(field), field_error(field))
    return SafeString(f'<div class="field">\n{"".join(f"  {part}\n" for part in parts)}</div>\n')
