"""Renaming, tagging and the typed confirmation of what is deleted."""

from typing import Any

from django import forms
from django.http import QueryDict

from reviews.errors import ElmError
from reviews.forms.sessions import ItemForm
from reviews.keeping.item_templates import TEMPLATES
from reviews.keeping.tags import read_tags, set_tags, tags_as_text
from reviews.models import Artifact, Item, Session
from reviews.uploads import clean_name

SEPARATED = "Words to find it again, separated by commas, such as checkout, q3."


class TagsField(forms.CharField):
    """Tags as they are typed; cleaned, a list of their names."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=1_000, label="Tags", help_text=SEPARATED)

    def clean(self, value: Any) -> list[str]:
        """The names. Raises ValidationError with a sentence."""
        try:
            return read_tags(super().clean(value))
        except ElmError as error:
            raise forms.ValidationError(str(error)) from error


class ItemEditForm(ItemForm):
    """Title, description and tags of an item."""

    tags = TagsField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tags"].initial = tags_as_text(self.instance)

    def save(self, commit: bool = True) -> Item:
        """Store only what the form has: somebody may archive the item at the same time."""
        self.instance.save(update_fields=["title", "description"])
        set_tags(self.instance, self.cleaned_data["tags"])
        return self.instance


class NewItemForm(ItemForm):
    """An item, and what it begins with: nothing, or a document of one of the templates."""

    template = forms.ChoiceField(
        required=False,
        label="Begin with",
        choices=[("", "No document yet"), *((one.name, one.label) for one in TEMPLATES.values())],
        help_text="A document with a heading for each part that ELM will ask for. You fill it in.",
    )


class ArtifactEditForm(forms.Form):
    """Name and tags of an artifact."""

    name = forms.CharField(
        max_length=400,
        help_text="Sessions that have read it show the new name, too.",
        error_messages={"required": "Give the artifact a name, such as notes.md."},
    )
    tags = TagsField()

    def __init__(self, data: QueryDict | None, *, row: Artifact) -> None:
        super().__init__(data, initial={"name": row.name, "tags": tags_as_text(row)})
        self.row = row

    def clean_name(self) -> str:
        """A name for a file that no other artifact of the item has."""
        try:
            name = clean_name(self.cleaned_data["name"])
        except ElmError as error:
            raise forms.ValidationError(str(error)) from error
        others = Artifact.objects.kept().filter(item=self.row.item_id, name=name).exclude(pk=self.row.pk)
        if others.exists():
            raise forms.ValidationError(
                f"The item has an artifact called {name} already. Choose another name."
            )
        return name


class SessionEditForm(forms.Form):
    """What people call a session, and its tags."""

    name = forms.CharField(
        required=False, max_length=200, help_text="In lists and titles. Empty: what the session is about."
    )
    tags = TagsField()

    def __init__(self, data: QueryDict | None, *, row: Session) -> None:
        super().__init__(data, initial={"name": row.name, "tags": tags_as_text(row)})

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class DeleteForm(forms.Form):
    """The word or the name that has to be typed before something is deleted."""

    typed = forms.CharField(required=False, max_length=400, label="Confirm")

    def __init__(self, *args: Any, wanted: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wanted = wanted
        self.fields["typed"].label = f"Type “{wanted}” to confirm"
        self.fields["typed"].widget.attrs.update(
            autocomplete="off", autocapitalize="none", spellcheck="false"
        )

    def clean_typed(self) -> str:
        """What was typed, when it is what was asked for; capitals and spaces don't count."""
        typed = self.cleaned_data["typed"]
        if " ".join(typed.split()).casefold() != " ".join(self.wanted.split()).casefold():
            raise forms.ValidationError(f"That is not “{self.wanted}”. Nothing was deleted.")
        return str(typed)
