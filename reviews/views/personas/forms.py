"""What a team's admins fill in about a persona of their own: the fields of the administration, with its checks."""

from typing import Any

from django import forms

from personas.forms import PersonaForm
from personas.models import Persona

SECTIONS = (
    ("Who it is", ("name", "role", "short", "lens")),
    ("How it thinks", ("principles", "text")),
    ("How it sounds", ("examples", "markers", "forbidden", "keywords")),
    ("Which model speaks for it", ("tier", "model")),
    ("How it looks", ("colour", "shape")),
    ("This change", ("change_note",)),
)
"""The fields under their headings."""


class TeamPersonaForm(PersonaForm):
    class Meta(PersonaForm.Meta):
        model = Persona
        exclude = ()
        fields = [name for _, names in SECTIONS[:-1] for name in names]
        widgets = {"text": forms.Textarea(attrs={"rows": 18, "spellcheck": "true"})}

    def sections(self) -> list[tuple[str, list[Any]]]:
        """The fields as the page shows them."""
        return [(title, [self[name] for name in names]) for title, names in SECTIONS]
