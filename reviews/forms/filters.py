"""What narrows the list of findings."""

from django import forms

from reviews.models.finding import FindingStatus
from reviews.offline.finding import TITLES
from reviews.states import Severity


class Filter(forms.Form):
    """What narrows a list. A value that makes no sense is left out, and nobody is told of a mistake."""

    def full_clean(self) -> None:
        super().full_clean()
        self.errors.clear()


class FindingFilter(Filter):
    q = forms.CharField(required=False, max_length=500, label="Words")
    status = forms.ChoiceField(required=False, choices=[("", "Any status"), *FindingStatus.choices])
    severity = forms.ChoiceField(
        required=False,
        choices=[("", "Any severity"), *((one.value, one.capitalize()) for one in reversed(Severity))],
    )
    claim = forms.CharField(required=False, max_length=80, label="Kind of problem")
    by = forms.CharField(required=False, max_length=40, label="Found by")
    unique = forms.BooleanField(required=False, label="Found by one angle only")
    since = forms.DateField(
        required=False, label="Found from", widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))

    @property
    def claim_label(self) -> str:
        """What the chosen kind of problem is called."""
        claim: str = self.cleaned_data.get("claim") or ""
        return TITLES.get(claim, claim)


class AdditionFilter(Filter):
    """What narrows the list of additions."""

    q = forms.CharField(required=False, max_length=500, label="Words")
    by = forms.CharField(required=False, max_length=60, label="Raised by")
    status = forms.ChoiceField(
        required=False,
        choices=[
            ("", "Any status"),
            ("open", "Proposed"),
            ("accepted", "Accepted"),
            ("at_once", "Put in at once"),
            ("dismissed", "Rejected or undone"),
        ],
    )
    unique = forms.BooleanField(required=False, label="Raised by nobody else")
    since = forms.DateField(required=False, label="Made from", widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(
        required=False, label="Made until", widget=forms.DateInput(attrs={"type": "date"})
    )
