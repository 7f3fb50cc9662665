"""What admins fill in about phases and steps."""

from typing import Any

from django import forms

from personas.forms import LinesField
from personas.models import Phase, Step
from personas.outline import Output

WIDE = {"class": "vTextField persona-wide"}


class OutputsField(LinesField):
    """Files and their sections, one file a line."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(str(Output(file=o["file"], sections=tuple(o["sections"]))) for o in value)
        return value

    def to_python(self, value: Any) -> Any:
        return [Output.values_of(line) for line in super().to_python(value)]


class StepForm(forms.ModelForm):
    outputs = OutputsField(rows=3, help_text=Step._meta.get_field("outputs").help_text)
    depends_on = LinesField(rows=2, help_text=Step._meta.get_field("depends_on").help_text)

    class Meta:
        model = Step
        fields = [
            "step_id", "title", "persona", "depth", "outputs", "depends_on", "skip_if", "body", "is_active"
        ]  # fmt: skip
        widgets = {
            "title": forms.TextInput(attrs=WIDE),
            "skip_if": forms.TextInput(attrs=WIDE),
            "body": forms.Textarea(
                attrs={"rows": 32, "cols": 110, "class": "persona-text", "spellcheck": "true"}
            ),
        }


class PhaseForm(forms.ModelForm):
    class Meta:
        model = Phase
        fields = ["key", "slug", "title", "lead", "description"]
        widgets = {
            "slug": forms.TextInput(attrs=WIDE),
            "title": forms.TextInput(attrs=WIDE),
            "description": forms.Textarea(attrs={"rows": 4, "cols": 90}),
        }
