"""The forms of a roundtable: starting one, and the turn limit of an item."""

from typing import Any

from django import forms

from reviews.engine.roundtable_state import DEFAULT_TURNS, FEWEST_TURNS
from reviews.meta import MOST_TURNS
from reviews.models import Item

MANY_TURNS = 20
ADVISORY = "Long discussions lose focus."
"""What is said of more than 20 turns, which are accepted all the same (VR-ELAB-003)."""


def turn_limit(**options: Any) -> forms.IntegerField:
    """A field for a turn limit: a whole number of 3 and more, or nothing (C30)."""
    return forms.IntegerField(
        required=False,
        min_value=FEWEST_TURNS,
        max_value=MOST_TURNS,
        label="Turn limit",
        error_messages={
            "invalid": f"Write a whole number of {FEWEST_TURNS} and more, or leave it empty.",
            "min_value": f"A roundtable needs at least {FEWEST_TURNS} turns. Write {FEWEST_TURNS} or more.",
            "max_value": f"At most {MOST_TURNS} turns are possible. Write a smaller number.",
        },
        **options,
    )


class TurnLimitForm(forms.ModelForm):
    """How many turns the roundtables of an item have."""

    max_turns = turn_limit(help_text=f"Of each roundtable on this item. Empty: {DEFAULT_TURNS}.")

    class Meta:
        model = Item
        fields = ["max_turns"]

    def save(self, commit: bool = True) -> Item:
        """Store this field only: a session may complete a step at the same time."""
        self.instance.save(update_fields=["max_turns"])
        return self.instance
