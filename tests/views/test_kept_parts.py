"""Parts of pages that are made once for the values that they are given."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import override_settings
from django.urls import set_script_prefix
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import SafeString, mark_safe

from reviews.templatetags import kept_parts
from reviews.templatetags.kept_parts import kept_each, kept_part
from tests.factories import TeamFactory

ROOT = Path(__file__).parents[2] / "templates"
SEAT = "reviews/kinds/interview/seat.html"
ANA = {"name": "Ana", "role": "Owner", "colour": "blue", "shape": "circle", "version": 1}
KEPT = re.compile(r"""kept_(?:include|each|part)(?: |\()"([\w/.-]+)\"""")
UNKEPT = re.compile(
    r"\{% *(?:csrf_token|now|membership|static|include|extends|partial|form_field)\b|request|\|since"
)


def test_ana_is_shown_once_and_ben_as_himself():
    kept_parts._kept.cache_clear()
    shown = [kept_part(SEAT, ANA | {"name": name}) for name in ("Ana", "Ben", "Ana")]
    assert shown[0] == shown[2]
    assert "Ben" in shown[1]
    assert "Ben" not in shown[0]
    assert kept_parts._kept.cache_info()[:2] == (1, 2)


def test_a_name_with_signs_of_html_is_escaped_also_after_the_same_name_that_was_marked_as_safe():
    marked = kept_part(SEAT, ANA | {"role": mark_safe("<b>")})
    assert "<b>" in marked
    assert "&lt;b&gt;" in kept_part(SEAT, ANA | {"role": "<b>"})
    assert isinstance(marked, SafeString)


def test_values_that_are_equal_and_are_written_differently_are_told_apart():
    assert "version 1<" in kept_part(SEAT, ANA)
    assert "version True<" in kept_part(SEAT, ANA | {"version": True})


@pytest.mark.django_db
def test_what_could_change_later_is_refused():
    for value in (TeamFactory(), SimpleLazyObject(lambda: "Cleo"), lazystr("Cleo"), ["Cleo"], 1.5):
        with pytest.raises(TypeError, match="can be given texts and numbers"):
            kept_part(SEAT, ANA | {"name": value})


def test_what_somebody_wrote_at_length_is_shown_and_not_kept():
    kept_parts._kept.cache_clear()
    assert "long " * 300 in kept_part(SEAT, ANA | {"role": "long " * 300})
    assert kept_parts._kept.cache_info().currsize == 0


def test_several_rows_stand_one_after_the_other():
    shown = kept_each(SEAT, [ANA, ANA | {"name": "Ben"}])
    assert shown == kept_part(SEAT, ANA) + kept_part(SEAT, ANA | {"name": "Ben"})
    page = Template('{% load kept_parts %}{% kept_each "' + SEAT + '" rows %}').render(
        Context({"rows": [ANA]})
    )
    assert page == kept_part(SEAT, ANA)


def test_the_site_below_a_folder_has_its_own_addresses():
    plain = Template("{% url 'items' %}{% url 'archive' %}")
    assert plain.render(Context()) == "/items/" + plain.render(Context())[7:]
    set_script_prefix("/elm/")
    try:
        assert plain.render(Context()).startswith("/elm/items/")
    finally:
        set_script_prefix("/")
    with override_settings(ROOT_URLCONF="reviews.urls"):
        assert plain.render(Context()).startswith("/items/")


def kept_templates() -> set[str]:
    python = (ROOT.parent / "reviews").rglob("*.py")
    return {name for path in [*ROOT.rglob("*.html"), *python] for name in KEPT.findall(path.read_text())}


def test_no_part_that_is_kept_asks_for_more_than_its_values():
    assert len(kept_templates()) >= 6
    asking = {
        name: found for name in kept_templates() if (found := UNKEPT.findall((ROOT / name).read_text()))
    }
    assert asking == {}
