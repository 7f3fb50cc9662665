"""What narrows the audit log of a team."""

import datetime
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from reviews.models import AuditEntry, Team
from reviews.models.audit import Happening

MOST_WORDS = 8


def action_choices() -> list[tuple[str, str]]:
    """Every action by its name, and none in particular."""
    named = [(one.value, one.value.replace("_", " ").capitalize()) for one in Happening]
    return [("", "Any action"), *sorted(named, key=lambda choice: choice[1])]


class AuditFilter(forms.Form):
    """Words, a person, an action and days; a value that makes no sense is left out. Days are those of the server, both
    of them counted."""

    q = forms.CharField(required=False, max_length=200, label="Name, address or detail")
    person = forms.ChoiceField(required=False)
    action = forms.ChoiceField(required=False, choices=action_choices)
    since = forms.DateField(required=False, label="From", widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(required=False, label="To", widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = User.objects.filter(memberships__team=team).order_by("username")
        field = self.fields["person"]
        assert isinstance(field, forms.ChoiceField)
        names = members.values_list("pk", "username")
        field.choices = [("", "Anybody"), *((str(pk), name) for pk, name in names)]

    def narrow(self, found: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        """The entries that fit."""
        self.is_valid()
        chosen = self.cleaned_data
        for word in (chosen.get("q") or "").split()[:MOST_WORDS]:
            names = Q(who_name__icontains=word) | Q(about_name__icontains=word)
            found = found.filter(names | Q(detail__icontains=word) | Q(subject__icontains=word))
        if chosen.get("person"):
            found = found.filter(who=chosen["person"])
        if chosen.get("action"):
            found = found.filter(what=chosen["action"])
        if since := chosen.get("since"):
            found = found.filter(at__gte=start_of(since))
        until = chosen.get("until")
        if until and until < datetime.date.max:
            found = found.filter(at__lt=start_of(until + datetime.timedelta(days=1)))
        return found


def start_of(day: datetime.date) -> datetime.datetime:
    """The first moment of a day on the server."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))
