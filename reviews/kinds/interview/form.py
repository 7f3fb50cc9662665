"""The form of an interview, and what its page begins with."""

from typing import Any

from django import forms
from django.http import QueryDict

from reviews.forms.sessions import StartForm
from reviews.pages.openings import Opening


class InterviewForm(StartForm):
    answered_by = forms.ChoiceField(
        choices=[("ai", "AI answers from the notes"), ("me", "I answer")],
        widget=forms.RadioSelect,
        initial="ai",
    )
    topic = forms.CharField(
        required=False,
        max_length=200,
        help_text="What to focus on, such as “the rollout”. Empty: everything.",
    )
    max_turns = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=100,
        label="Round limit",
        help_text="Empty: ELM decides when to stop.",
    )

    def config(self) -> dict[str, Any]:
        """An empty round limit means the team's."""
        limit = self.cleaned_data["max_turns"] or self.item.team.max_rounds
        return super().config() | {"answered_by": self.cleaned_data["answered_by"], "max_rounds": limit}


class InterviewOpening(Opening):
    template = "reviews/kinds/interview/new.html"
    fields = ("answered_by", "topic", "max_turns", "budget_usd")

    def form(self, data: QueryDict | None) -> InterviewForm:
        return InterviewForm(data, initial=self.initial(), item=self.item)

    def initial(self) -> dict[str, Any]:
        """What the address fills in, and the team's round limit."""
        return {"max_turns": self.item.team.max_rounds, **super().initial()}
