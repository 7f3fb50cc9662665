"""The form of an interview, and what its page begins with."""

from typing import Any

from django import forms
from django.http import QueryDict

from personas.models import Persona
from reviews.forms.sessions import StartForm
from reviews.kinds.interview.looking_again import SECOND_LOOK
from reviews.kinds.interview.prompts import PURPOSES
from reviews.language.wording import counted
from reviews.pages.estimates import CallPlan, StartEstimate, estimate_start, speakers_of, texts_of
from reviews.pages.openings import Opening
from reviews.providers.base import WITH_MODEL

USUAL_ROUNDS = 10
"""What is counted when there is no limit."""


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
        return InterviewForm(data, initial=self.initial(), item=self.item, known=self.known)

    def estimate(self, form: StartForm, provider: str) -> StartEstimate:
        """Each round is a question and, after it, an answer that a person may give, and an improvement of the notes."""
        limit = form.config()["max_rounds"]
        rounds = limit or USUAL_ROUNDS
        by_ai = form.cleaned_data["answered_by"] == "ai"
        purposes = ["question", *(["answer"] if by_ai else []), "improve"]
        speakers = speakers_of(Persona.objects.filter(key__in=("elm", "answerer")))
        looks = int(provider in WITH_MODEL)
        plans = [
            *(CallPlan(rounds, PURPOSES[f"interview.{name}"], speakers, before=rounds) for name in purposes),
            CallPlan(looks, PURPOSES[SECOND_LOOK], speakers, before=2 * rounds),
        ]
        told = f"Counted for {counted(rounds, 'round')}{' and a second look' if looks else ''}"
        basis = f"{told}." if limit else f"{told}; without a round limit it may take more."
        return estimate_start(
            self.item.team, texts_of(form), plans, provider, least=len(purposes), basis=basis
        )

    def initial(self) -> dict[str, Any]:
        """What the address fills in, and the team's round limit."""
        return {"max_turns": self.item.team.max_rounds, **super().initial()}
