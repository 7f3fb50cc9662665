"""What admins fill in about personas, phases, steps, angles and tools."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Field, Model

from personas.angles import FocusArea
from personas.files import MAX_BYTES
from personas.models import Angle, Persona, Phase, Step, ToolDocument
from personas.outline import Output

MAX_UPLOADED = 50


class LinesField(forms.CharField):
    """A list of lines as one text area. Empty lines do not count."""

    def __init__(self, *, rows: int, **kwargs: Any) -> None:
        super().__init__(required=False, widget=forms.Textarea(attrs={"rows": rows, "cols": 90}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (value or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return (initial or []) != self.to_python(data)


class OutputsField(LinesField):
    """Files and their sections, one file a line."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(str(Output.from_stored(output)) for output in value)
        return value

    def to_python(self, value: Any) -> Any:
        return [Output.values_of(line) for line in super().to_python(value)]


class FocusAreasField(LinesField):
    """Focus areas, each on a line with its signs on the lines below it."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n\n".join(str(FocusArea.from_stored(area)) for area in value)
        return value

    def to_python(self, value: Any) -> Any:
        return FocusArea.values_of(super().to_python(value))


def _help_text(name: str, model: type[Model] = Persona) -> str:
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return str(field.help_text)


def _wide(*names: str) -> dict[str, forms.Widget]:
    return {name: forms.TextInput(attrs={"class": "vTextField persona-wide"}) for name in names}


def _text_area() -> forms.Textarea:
    return forms.Textarea(attrs={"rows": 32, "cols": 110, "class": "persona-text", "spellcheck": "true"})


class VersionedForm(forms.ModelForm):
    """Words with versions. `based_on` is the version that the person saw when the editing began."""

    change_note = forms.CharField(
        required=False,
        max_length=200,
        label="What changed, and why",
        help_text="Stands beside the version in the history. May stay empty.",
        widget=forms.TextInput(attrs={"class": "vTextField persona-wide"}),
    )
    based_on = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.current:
            self.initial["based_on"] = self.instance.current.number

    def clean(self) -> dict[str, Any]:
        """Refuses to put words over a version that the person has not seen; the second try goes through."""
        cleaned = super().clean() or {}
        current, seen = self.instance.current, cleaned.get("based_on")
        if current and seen is not None and seen != current.number:
            who = current.created_by or "Somebody"
            self.add_error(
                None,
                f"{who} saved version {current.number} while you were editing version {seen}. Your words are "
                "still here. Look at the other change under Versions, then save again to put yours on top.",
            )
            again: Any = self.data
            self.data = again.copy()
            self.data[self.add_prefix("based_on")] = str(current.number)  # type: ignore[index]
        return cleaned


class PersonaForm(VersionedForm):
    principles = LinesField(rows=7, help_text=_help_text("principles"))
    examples = LinesField(rows=5, label="Example phrases", help_text=_help_text("examples"))
    markers = LinesField(rows=3, help_text=_help_text("markers"))
    forbidden = LinesField(rows=5, label="Forbidden patterns", help_text=_help_text("forbidden"))
    keywords = LinesField(rows=5, help_text=_help_text("keywords"))

    class Meta:
        model = Persona
        exclude: tuple[str, ...] = ()
        widgets = {"text": _text_area(), **_wide("role", "lens")}


class StepForm(VersionedForm):
    outputs = OutputsField(rows=3, help_text=_help_text("outputs", Step))
    depends_on = LinesField(rows=2, help_text=_help_text("depends_on", Step))

    class Meta:
        model = Step
        fields = [
            "step_id", "title", "persona", "depth", "outputs", "depends_on", "skip_if", "body", "is_active"
        ]  # fmt: skip
        widgets = {"body": _text_area(), **_wide("title", "skip_if")}


class PhaseForm(VersionedForm):
    class Meta:
        model = Phase
        fields = ["key", "slug", "title", "lead", "description"]
        widgets = {"description": forms.Textarea(attrs={"rows": 4, "cols": 90}), **_wide("slug", "title")}


class AngleForm(VersionedForm):
    evaluation_criteria = LinesField(rows=6, help_text=_help_text("evaluation_criteria", Angle))
    ignores = LinesField(rows=4, help_text=_help_text("ignores", Angle))
    focus_areas = FocusAreasField(rows=24, help_text=_help_text("focus_areas", Angle))
    composable_with = LinesField(
        rows=2, label="Goes well with", help_text=_help_text("composable_with", Angle)
    )
    conflicts_with = LinesField(rows=2, label="Conflicts with", help_text=_help_text("conflicts_with", Angle))

    class Meta:
        model = Angle
        exclude: tuple[str, ...] = ()
        widgets = {
            "system_prompt": _text_area(),
            "description": forms.Textarea(attrs={"rows": 3, "cols": 90}),
        }


class ToolDocumentForm(VersionedForm):
    class Meta:
        model = ToolDocument
        fields = ["name", "full_text"]
        widgets = {"full_text": _text_area()}


class _SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class PersonaFilesField(forms.FileField):
    """Several .md files. Their content is checked where it is read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=_SeveralFiles(attrs={"accept": ".md,text/markdown"}), **kwargs)

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = [super(PersonaFilesField, self).clean(file, initial) for file in data or [None]]
        if len(files) > MAX_UPLOADED:
            raise forms.ValidationError(f"{len(files)} files at once are too many: {MAX_UPLOADED} at most.")
        return files


class ImportForm(forms.Form):
    persona_files = PersonaFilesField(
        label="Files",
        help_text=f"Markdown, as Export writes it, up to {MAX_UPLOADED} files of {MAX_BYTES // 1024} KiB each: all of "
        "them are taken, or none.",
    )
