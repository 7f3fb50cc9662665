"""The forms of the pages. Errors say what to do; what was typed stays."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.files.uploadedfile import UploadedFile

from reviews.errors import ElmError
from reviews.forms.filters import Filter
from reviews.forms.picking import FileForm
from reviews.kinds import registry
from reviews.models import Artifact, Item, Team
from reviews.models.item import LONGEST_TAG
from reviews.models.prepared_queries import artifacts_with_texts
from reviews.models.team import COMMIT_AUTHOR, Synthesis
from reviews.money import MICROS
from reviews.repositories import authors, team_rules
from reviews.states import END_LABELS, State

MOST_DOLLARS = 10_000
BUDGETS = {"budget_usd": "budget_micros", "month_budget_usd": "month_budget_micros"}
"""Fields in dollars, and the columns that they are stored in."""


class LoginForm(AuthenticationForm):
    error_messages = {
        "invalid_login": "Wrong username or password. Check both; they are case-sensitive.",
        "inactive": "This account is deactivated. Ask an admin of your team.",
    }


class ItemForm(forms.ModelForm):
    class Meta:
        model = Item
        fields = ["title", "description"]
        help_texts = {
            "title": "What you want to get clear, such as “Payment retries”.",
            "description": "What a reader should know before opening the artifacts.",
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 4})}
        error_messages = {"title": {"required": "Give the item a title."}}


class SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files. What is in them is judged by `uploads`, one sentence for each problem."""

    widget = SeveralFiles

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        return [file for file in data or [] if file]


class ArtifactForm(FileForm):
    """Files, or a name and a pasted text, or a file of a repository, or several of these."""

    files = FilesField(required=False, label="Files")  # type: ignore[assignment]
    name = forms.CharField(
        required=False,
        max_length=400,
        help_text="Such as notes.md. Names that end in .md are shown as Markdown.",
    )
    text = forms.CharField(
        required=False, strip=False, widget=forms.Textarea(attrs={"class": "tall", "rows": 14})
    )

    @property
    def names_a_file(self) -> bool:
        """Whether a file of a repository was asked for by its path."""
        return self.is_bound and bool(self["path"].value() or self["repository"].value())

    def clean(self) -> dict[str, Any]:
        """Ask for a text when there is none, and for a name when there is only a text."""
        cleaned = super().clean() or {}
        pasted = bool((cleaned.get("text") or "").strip())
        if pasted and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", "Give the pasted text a name, such as notes.md.")
        if not pasted and cleaned.get("name"):
            self.add_error("text", "Paste the text that should have this name.")
        named = cleaned.get("repository") or cleaned.get("path")
        if not pasted and not cleaned.get("files") and not named and not self.errors:
            raise forms.ValidationError("Nothing to add yet. Choose files, or paste a text.")
        return cleaned


class StartForm(forms.Form):
    """What every session is started with. The item is settled before; its artifacts are the choices."""

    artifacts = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one artifact to review."},
    )
    topic = forms.CharField(required=False, max_length=200)
    budget_usd = forms.DecimalField(
        required=False,
        min_value=Decimal("0.01"),
        max_value=MOST_DOLLARS,
        decimal_places=4,
        label="Budget in US dollars",
        help_text="The most this session may cost.",
    )

    def __init__(self, *args: Any, item: Item, known: Iterable[tuple[UUID, str]], **kwargs: Any) -> None:
        """known: the keys and names of the item's artifacts."""
        super().__init__(*args, **kwargs)
        self.item = item
        field = self.fields["artifacts"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(str(pk), name) for pk, name in known]

    def chosen_artifacts(self) -> list[Artifact]:
        """The artifacts that a valid form names, as they are now, with their texts."""
        return artifacts_with_texts(self.cleaned_data["artifacts"])

    def budget(self) -> float | None:
        """The most it may cost in dollars, None for no limit."""
        dollars = self.cleaned_data["budget_usd"]
        return None if dollars is None else float(dollars)

    def config(self) -> dict[str, Any]:
        return {"topic": self.cleaned_data["topic"], "budget_usd": self.budget()}

    def advice(self) -> list[str]:
        """What to know about choices that are accepted all the same, in sentences."""
        return []


def kind_choices() -> list[tuple[str, str]]:
    """The kinds of sessions that there are, and none in particular."""
    return [("", "Any kind"), *((kind.name, kind.label) for kind in registry.kinds())]


ANY_VERDICT, OTHER_END, GOING_ON = "any", "ended", "going"
"""Choices of the list of sessions beside the reasons for which sessions end."""


def verdict_choices() -> list[tuple[str, str]]:
    """How sessions end, one by one and together."""
    groups = [("", "Any end"), (ANY_VERDICT, "A verdict"), (OTHER_END, "No verdict"), (GOING_ON, "Goes on")]
    return [*groups, *((reason.value, label) for reason, label in END_LABELS.items())]


LARGEST_KEY = 2**31 - 1
"""Of a row: databases refuse to look for larger ones."""
ARCHIVED = [("", "In use"), ("yes", "Archived"), ("all", "Both")]
FIRST_CHOICES = {"q", "state", "kind", "tag", "archived"}


class SessionScope(Filter):
    """Which sessions are meant, by what they are."""

    kind = forms.ChoiceField(required=False, choices=kind_choices)
    verdict = forms.ChoiceField(required=False, choices=verdict_choices)
    person = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY, label="Started by")
    persona = forms.SlugField(required=False, max_length=60)
    item = forms.SlugField(required=False, max_length=200)
    step = forms.CharField(required=False, max_length=5, widget=forms.TextInput(attrs={"size": 6}))
    tag = forms.CharField(required=False, max_length=LONGEST_TAG)

    def clean_tag(self) -> str:
        """As tags are kept: in small letters."""
        return str(self.cleaned_data["tag"]).casefold()

    @property
    def chosen(self) -> dict[str, Any]:
        """What was chosen of the sessions, by field."""
        self.is_valid()
        values = {name: self.cleaned_data.get(name) for name in SessionScope.base_fields}
        return {name: value for name, value in values.items() if value not in (None, "")}


class FiguresFilter(SessionScope):
    """Which sessions figures are about, and until when."""

    until = forms.DateField(required=False, label="Until the week of")


class SessionFilter(SessionScope):
    """What narrows the list of sessions."""

    q = forms.CharField(required=False, max_length=200, label="Item or artifact")
    state = forms.ChoiceField(
        required=False, choices=[("", "Any state"), *((state, state.capitalize()) for state in State)]
    )
    rounds = forms.IntegerField(required=False, min_value=0, max_value=100_000)
    since = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    archived = forms.ChoiceField(required=False, choices=ARCHIVED)

    @property
    def has_more(self) -> bool:
        """Whether something is chosen that is not among the first choices."""
        return any(self.cleaned_data.get(name) for name in self.fields.keys() - FIRST_CHOICES)


class TeamForm(forms.ModelForm):
    """The name and the limits of a team; the budget in dollars."""

    budget_usd = forms.DecimalField(
        required=False,
        min_value=0,
        max_value=MOST_DOLLARS,
        decimal_places=2,
        label="Budget in US dollars",
        help_text="The most that all sessions together may cost. Empty: no limit.",
    )
    month_budget_usd = forms.DecimalField(
        required=False,
        min_value=0,
        max_value=MOST_DOLLARS,
        decimal_places=2,
        label="Budget of a month in US dollars",
        help_text="The most that sessions may cost in a calendar month. Empty: no limit.",
    )

    class Meta:
        model = Team
        fields = [
            "name",
            "max_rounds",
            "synthesis",
            "keep_archived_days",
            "default_branch",
            "file_patterns",
            "commit_author",
        ]
        help_texts = {
            "max_rounds": "Interviews stop after this many rounds when they name no limit of their own. "
            "Empty: ELM decides when to stop.",
            "synthesis": "When they are put into the artifacts: at once, at once only if the item’s owner started "
            "the roundtable, or after a review. They can always be undone.",
            "keep_archived_days": "After this many days what is archived may be deleted for good, by the command that "
            "the person who runs the server uses. Empty: never.",
            "default_branch": "The one that is shown first in a repository that has it. Empty: the repository’s own.",
            "file_patterns": "Which files may become artifacts, a pattern on each line: *.md for a name anywhere, "
            "docs/** for a folder. Empty: all texts.",
            "commit_author": "{name}, {username} and {email} are those of whoever commits.",
        }
        labels = {
            "keep_archived_days": "Days to keep what is archived",
            "commit_author": "Author used for commits",
        }
        widgets = {"file_patterns": forms.Textarea(attrs={"rows": 3, "spellcheck": "false"})}
        error_messages = {"name": {"required": "Give the team a name."}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["synthesis"]
        assert isinstance(field, forms.ChoiceField)
        # The list is narrow; the model's own words are for where there is room.
        field.choices = [(Synthesis.OWNER, "At once for the owner only"), *Synthesis.choices[1:]]
        for name, column in BUDGETS.items():
            if (micros := getattr(self.instance, column)) is not None:
                self.fields[name].initial = Decimal(micros) / MICROS

    def clean_max_rounds(self) -> int | None:
        rounds = self.cleaned_data["max_rounds"]
        if rounds == 0:
            raise forms.ValidationError("Allow at least one round, or leave it empty for no limit.")
        return rounds

    def clean_default_branch(self) -> str:
        """A name that git takes, or none."""
        return self.cleaned_by(team_rules.checked_branch, "default_branch")

    def clean_file_patterns(self) -> str:
        """Patterns that can fit a path, one on each line."""
        return self.cleaned_by(team_rules.checked_patterns, "file_patterns")

    def clean_commit_author(self) -> str:
        """A format that gives a name and an address; the usual one when nothing is written."""
        return (
            self.cleaned_by(authors.check, "commit_author")
            if self.cleaned_data["commit_author"]
            else COMMIT_AUTHOR
        )

    def cleaned_by(self, check: Callable[[str], str], name: str) -> str:
        """What `check` makes of a field; its sentence stands beside the field."""
        try:
            return check(self.cleaned_data[name])
        except ElmError as error:
            raise forms.ValidationError(str(error)) from error

    def save(self, commit: bool = True) -> Team:
        """Store the fields of this form only: sessions change what is spent at the same time."""
        for name, column in BUDGETS.items():
            dollars = self.cleaned_data[name]
            setattr(self.instance, column, None if dollars is None else int(dollars * MICROS))
        self.instance.save(update_fields=[*self.Meta.fields, *BUDGETS.values()])
        return self.instance

    @property
    def changes_told(self) -> str:
        """Which settings are changed, and to how much limits are: no other value."""
        told = [str(self.fields[name].label).lower() for name in self.changed_data if name not in BUDGETS]
        for name in BUDGETS:
            if name in self.changed_data:
                dollars = self.cleaned_data[name]
                amount = "no limit" if dollars is None else f"${dollars:,.2f}"
                told.append(f"{'budget of a month' if name.startswith('month') else 'budget'} {amount}")
        return ", ".join(told)
