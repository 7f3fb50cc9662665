"""Inputs and selects are written in one step each, and are the same as Django's."""

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe

from reviews.forms.rendering import FieldWriter
from reviews.templatetags import fields


class AllFields(forms.Form):
    """Whatever a form of ELM or of the administration may have."""

    words = forms.CharField(help_text="Some", max_length=5)
    number = forms.IntegerField(required=False, min_value=3)
    box = forms.BooleanField()
    radio = forms.ChoiceField(choices=[("", "x"), ("a<", "b&")], widget=forms.RadioSelect)
    boxes = forms.MultipleChoiceField(choices=[("1", 1), (2, "<")], widget=forms.CheckboxSelectMultiple)
    file = forms.FileField()
    hidden = forms.CharField(widget=forms.HiddenInput)
    secret = forms.CharField(widget=forms.PasswordInput)
    one = forms.ChoiceField(choices=[("", "No"), ("G<", [("1", "<a>"), (2, "b")]), ("z", mark_safe("<i>"))])
    maybe = forms.NullBooleanField()
    many = forms.MultipleChoiceField(choices=[(1, 1), (2, 2)])


def written(form: forms.Form) -> str:
    """The fields without the white space between tags, and without that before a closing one."""
    return re.sub(r"\s+(?=[<>])|(?<=>)\s+", "", "".join(str(field) for field in form))


@pytest.mark.parametrize(
    "given",
    [
        {"data": None},
        {"initial": {"words": "<\"&'", "number": 12345, "box": True, "radio": "a<", "boxes": ["1", 2]}},
        {"initial": {"one": 2, "maybe": False, "many": [2], "hidden": 0}},
        {"data": {"words": mark_safe("<b>"), "box": "on", "one": "1", "many": ["1"], "hidden": "False"}},
    ],
)
def test_a_field_is_written_as_django_writes_it(given):
    ours, djangos = (AllFields(**given, renderer=kind()) for kind in (FieldWriter, DjangoTemplates))
    assert written(ours) == written(djangos)
    assert "<option" in written(ours)


def test_one_box_of_several_is_written_as_django_writes_it_without_its_label():
    initial = {"radio": "a<", "boxes": ["1", 2]}
    ours, djangos = (AllFields(initial=initial, renderer=kind()) for kind in (FieldWriter, DjangoTemplates))
    for name in ("radio", "boxes"):
        pairs = zip(ours[name].subwidgets, djangos[name].subwidgets, strict=True)
        assert [(one.tag(), str(one)) for one, _ in pairs] == [
            (other.tag().strip(), str(other)) for other in djangos[name].subwidgets
        ]


def test_a_field_shows_its_label_its_help_and_what_is_wrong_with_it_and_hides_no_character():
    form = AllFields({"words": "much too long", "number": ""})
    form.fields["words"].label = "A <b>"
    shown = fields.form_field(form["words"])
    assert '<label for="id_words">A &lt;b&gt;</label>' in shown
    assert '<div class="field-help" id="id_words_helptext">Some</div>' in shown
    assert 'id="id_words_error"' in shown
    assert "at most 5 characters" in shown
    assert ' <span class="optional">optional</span></label>' in fields.form_field(form["number"])


def test_a_choice_with_a_sign_of_html_is_shown_as_it_was_written():
    shown = fields.choice_boxes(AllFields()["radio"])
    assert 'value="a&lt;"' in shown
    assert "<strong>b&amp;</strong>" in shown
