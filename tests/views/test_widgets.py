"""Inputs and selects are written by templates of ours, in one step each, and are the same as Django's."""

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting
from django.utils.safestring import mark_safe


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
    ours, djangos = (AllFields(**given, renderer=kind()) for kind in (TemplatesSetting, DjangoTemplates))
    assert written(ours) == written(djangos)
    assert "<option" in written(ours)
