"""The fields that name a file of a linked repository."""

from typing import Any

from django import forms

from reviews.errors import RepositoryError
from reviews.models import Repository, Team
from reviews.repositories import linking


class LinkedField(forms.ModelChoiceField):
    """One of a team's repositories, by its id or by its address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(Repository.objects.none(), *args, **kwargs)
        self.team: Team | None = None

    def offer(self, team: Team) -> None:
        """Offer the repositories of this team and no others."""
        self.team = team
        self.queryset = Repository.objects.filter(team=team).select_related("team")

    def to_python(self, value: Any) -> Any:
        """The repository with this id, else with this address. Raises ValidationError."""
        try:
            return super().to_python(value)
        except forms.ValidationError:
            found = self._at(str(value))
        if found is None:
            raise forms.ValidationError(
                f"Your team has linked no repository “{value}”. Choose one from the list, or link it first."
            )
        return found

    def _at(self, address: str) -> Repository | None:
        try:
            return linking.find(self.team, address) if self.team else None
        except RepositoryError:
            return None

    def label_from_instance(self, obj: Any) -> str:
        """Its name, with the address where several may have the same."""
        return f"{obj.name} ({obj.url})"


class FileForm(forms.Form):
    """A file of a repository of the team: none of the fields, or at least the first two."""

    repository = LinkedField(required=False, empty_label="None")
    path = forms.CharField(
        required=False,
        strip=False,
        max_length=4_000,
        label="Path of the file",
        help_text="From the top of the repository, such as docs/plan.md.",
    )
    ref = forms.CharField(
        required=False,
        max_length=250,
        label="Branch, tag or commit",
        help_text="Empty: the branch that is shown first.",
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["repository"]
        assert isinstance(field, LinkedField)
        field.offer(team)

    def clean(self) -> dict[str, Any]:
        """Ask for the path of a repository's file, and for the repository of a path."""
        cleaned = super().clean() or {}
        if cleaned.get("repository") and not cleaned.get("path") and "path" not in self.errors:
            self.add_error("path", "Name the file, such as docs/plan.md.")
        if cleaned.get("path") and not cleaned.get("repository") and "repository" not in self.errors:
            self.add_error("repository", "Choose the repository that has this file.")
        return cleaned
