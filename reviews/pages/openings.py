"""What the page for a new session begins with."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import QueryDict

from reviews.forms.sessions import StartForm
from reviews.models import Item
from reviews.models.prepared_queries import artifact_names_of
from reviews.pages.estimates import StartEstimate


class Opening:
    """The start of a session of one kind: its page, its form and what the address fills in.

    A kind gives the template, the form, and the names of the fields that an address can fill in.
    """

    template: str
    fields: tuple[str, ...] = ("topic", "budget_usd")

    def __init__(self, item: Item, sent: QueryDict) -> None:
        """`sent`: the address's query, or the form that was sent."""
        self.item = item
        self.sent = sent

    @cached_property
    def known(self) -> list[tuple[UUID, str]]:
        """The keys and names of the item's artifacts."""
        return artifact_names_of.rows(item=self.item.pk)

    def form(self, data: QueryDict | None) -> StartForm:
        """The form, with what was sent or else with what the address says."""
        return StartForm(data, initial=self.initial(), item=self.item, known=self.known)

    def context(self) -> dict[str, Any]:
        """What the page shows beside the form."""
        return {}

    def estimate(self, form: StartForm, provider: str) -> StartEstimate | None:
        """What the session of a valid form would take; None for a kind that says it elsewhere. provider: who would
        speak."""
        return None

    def initial(self) -> dict[str, Any]:
        """What the address fills in; all artifacts of the item when it names none."""
        given = {name: self.sent[name] for name in self.fields if self.sent.get(name)}
        return {**given, "artifacts": self.artifacts}

    def artifacts(self) -> list[str]:
        """The ids of the artifacts that are chosen at first."""
        named = self.sent.getlist("artifacts")
        known = [str(pk) for pk, _ in self.known]
        return [pk for pk in known if pk in named] or known
