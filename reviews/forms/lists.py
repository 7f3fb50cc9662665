"""What narrows the lists of items and of sessions, and stays in their addresses."""

from django import forms
from django.db.models import Q, QuerySet

from reviews.forms.sessions import SessionFilter
from reviews.models import Artifact, Item, Session
from reviews.models.item import LONGEST_TAG

ARCHIVED = [("", "In use"), ("yes", "Archived"), ("all", "Both")]
ITEM_FIELDS = ("q", "tag", "archived")
SESSION_FIELDS = ("q", "state", "kind", "tag", "archived")


class ItemFilter(forms.Form):
    """What narrows the list of items; a value that makes no sense is left out."""

    q = forms.CharField(required=False, max_length=200, label="Title or description")
    tag = forms.CharField(required=False, max_length=LONGEST_TAG, widget=forms.HiddenInput)
    archived = forms.ChoiceField(required=False, choices=ARCHIVED)


class KeptSessionFilter(SessionFilter):
    """The same for sessions."""

    tag = forms.CharField(required=False, max_length=LONGEST_TAG)
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


def filter_sessions(found: QuerySet[Session], form: KeptSessionFilter) -> QuerySet[Session]:
    """Only the sessions that fit the filter. One of an archived item counts as archived."""
    form.is_valid()
    chosen = form.cleaned_data
    exact = {name: chosen[name] for name in ("state", "kind") if chosen.get(name)}
    for word in (chosen.get("q") or "").split():
        named = Artifact.objects.filter(name__icontains=word).values("item")
        items = Item.objects.filter(Q(title__icontains=word) | Q(pk__in=named))
        found = found.filter(item__in=items.values("pk"))
    if tag := chosen.get("tag"):
        tagged = Session.objects.filter(tags__name=tag.casefold()).order_by().values("pk")
        items = Item.objects.filter(tags__name=tag.casefold()).order_by()
        found = found.filter(Q(pk__in=tagged) | Q(item__in=items.values("pk")))
    found = found.filter(**exact)
    if chosen.get("archived") == "all":
        return found
    in_use = Q(archived=None, item__archived=None)
    return found.exclude(in_use) if chosen.get("archived") else found.filter(in_use)
