"""What narrows the list of items, and stays in its address."""

from django import forms
from django.db.models import Q, QuerySet

from reviews.forms.sessions import ARCHIVED
from reviews.models import Artifact, Item
from reviews.models.item import LONGEST_TAG

ITEM_FIELDS = ("q", "tag", "archived")


class ItemFilter(forms.Form):
    """What narrows the list of items; a value that makes no sense is left out."""

    q = forms.CharField(required=False, max_length=200, label="Title or description")
    tag = forms.CharField(required=False, max_length=LONGEST_TAG, widget=forms.HiddenInput)
    archived = forms.ChoiceField(required=False, choices=ARCHIVED)


def filter_items(found: QuerySet[Item], form: ItemFilter) -> QuerySet[Item]:
    """Only the items that fit the filter; those in use, when it does not ask for archived ones."""
    form.is_valid()
    chosen = form.cleaned_data
    for word in (chosen.get("q") or "").split():
        found = found.filter(Q(title__icontains=word) | Q(description__icontains=word))
    if tag := chosen.get("tag"):
        # An item is found by the tags of its artifacts, too.
        tagged = Artifact.objects.kept().filter(tags__name=tag.casefold())
        found = found.filter(
            Q(pk__in=Item.objects.filter(tags__name=tag.casefold()).values("pk"))
            | Q(pk__in=tagged.order_by().values("item"))
        )
    if chosen.get("archived") == "all":
        return found
    return found.exclude(archived=None) if chosen.get("archived") else found.filter(archived=None)
