"""The forms of a roundtable: starting one, and the turn limit of an item."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.urls import reverse

from reviews.forms.sessions import StartForm
from reviews.kinds.roundtable.state import DEFAULT_TURNS, FEWEST_TURNS
from reviews.models import Item
from reviews.providers.base import WITH_MODEL
from reviews.states import MOST_TURNS

MANY_TURNS = 20
ADVISORY = "Long discussions lose focus."
"""What is said of more than 20 turns, which are accepted all the same (VR-ELAB-003)."""

PRESELECTING = {"hx-trigger": "change", "hx-target": "#artifacts", "hx-swap": "outerHTML"}
WHEN = [
    ("at_once", "At once: they are marked, and can be undone"),
    ("review", "After review: somebody accepts each of them"),
]


def turn_limit(**options: Any) -> forms.IntegerField:
    """A field for a turn limit: a whole number of 3 and more, or nothing (C30)."""
    return forms.IntegerField(
        required=False,
        min_value=FEWEST_TURNS,
        max_value=MOST_TURNS,
        label="Turn limit",
        error_messages={
            "invalid": f"Write a whole number of {FEWEST_TURNS} or more, or leave it empty.",
            "min_value": f"A roundtable needs at least {FEWEST_TURNS} turns. Write {FEWEST_TURNS} or more.",
            "max_value": f"At most {MOST_TURNS} turns are possible. Write a smaller number.",
        },
        **options,
    )


class RoundtableForm(StartForm):
    """What a roundtable is started with: a step or a typed topic, and how it is held."""

    step = forms.ChoiceField(
        required=False,
        error_messages={
            "invalid_choice": "There is no such step; it may have been switched off. Choose another, or type a topic."
        },
    )
    topic = forms.CharField(
        required=False,
        max_length=200,
        label="Or a topic of your own",
        help_text="Such as “Should retries be visible to buyers?”",
    )
    max_turns = turn_limit(help_text="3 or more. " + ADVISORY)
    first_takes = forms.ChoiceField(
        required=False, choices=[("on", "Yes"), ("off", "No")], widget=forms.RadioSelect
    )
    apply = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    personas = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": "Somebody whom you chose can’t sit there: the persona was retired, or has no words "
            "without a model. Choose again."
        },
    )
    seated = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """Whether the form had `personas`: without, those who are usual sit there."""

    def __init__(
        self,
        *args: Any,
        steps: Iterable[tuple[str, str, str, str]],
        seats: Sequence[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._choices("personas", list(seats))
        self.fields["artifacts"].required = False
        self.fields["max_turns"].widget.attrs["placeholder"] = str(self.item.max_turns or DEFAULT_TURNS)
        self._choices("step", [("", "No step"), *phases_of(steps)])
        # The list of artifacts comes from there, with those of another step chosen.
        there = f"{reverse('session-new')}?{urlencode({'item': self.item.slug, 'kind': 'roundtable'})}"
        self.fields["step"].widget.attrs |= PRESELECTING | {"hx-get": there}
        usual = self.item.team.get_synthesis_display()
        self._choices("apply", [("", f"As the team has set it: {usual[0].lower()}{usual[1:]}"), *WHEN])
        self.fields["first_takes"].initial = "on" if settings.ELM_PROVIDER in WITH_MODEL else "off"

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Ask for a step or a topic, and for one of the two only."""
        cleaned = super().clean() or {}
        has_step, has_topic = bool(cleaned.get("step")), bool(cleaned.get("topic"))
        if has_step and has_topic:
            self.add_error(
                "topic", "Choose a step or type a topic, not both: a roundtable is about one thing."
            )
        if not has_step and not has_topic and not {"step", "topic"} & set(self.errors):
            self.add_error("step", "Choose a step, or type the topic that the roundtable should discuss.")
        if cleaned.get("seated") and not cleaned.get("personas") and "personas" not in self.errors:
            self.add_error("personas", "Choose two personas or more.")
        return cleaned

    def config(self) -> dict[str, Any]:
        """The configuration that the engine takes; None for what it should decide itself."""
        chosen = self.cleaned_data
        return {
            "step": chosen["step"],
            "topic": chosen["topic"],
            "max_turns": chosen["max_turns"],
            "first_takes": chosen["first_takes"] == "on" if chosen["first_takes"] else None,
            "apply": chosen["apply"] or None,
            "budget_usd": self.budget(),
            "personas": chosen["personas"],
        }

    def advice(self) -> list[str]:
        """What to know about choices that are accepted all the same."""
        return [ADVISORY] if (self.cleaned_data["max_turns"] or 0) > MANY_TURNS else []


def phases_of(
    steps: Iterable[tuple[str, str, str, str]],
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each phase of `Step.objects.titles()` as a group of choices: the whole of it, then its steps."""
    for (key, title), its_steps in groupby(steps, itemgetter(2, 3)):
        whole = (key, f"{title}, the whole phase")
        yield title, [whole, *((number, f"{number} {name}") for number, name, *_ in its_steps)]


class TurnLimitForm(forms.ModelForm):
    max_turns = turn_limit(help_text=f"Of each roundtable on this item. Empty: {DEFAULT_TURNS}.")

    class Meta:
        model = Item
        fields = ["max_turns"]

    def save(self, commit: bool = True) -> Item:
        """Store this field only: a session may complete a step at the same time."""
        self.instance.save(update_fields=["max_turns"])
        return self.instance
