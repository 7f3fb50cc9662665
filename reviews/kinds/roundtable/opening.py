"""The start of a roundtable: which steps there are, and which artifacts a step is about."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import QueryDict

from personas import seating
from personas.models import Persona, Step
from reviews.errors import ElmError
from reviews.forms.sessions import StartForm
from reviews.kinds.roundtable import agenda
from reviews.kinds.roundtable.form import RoundtableForm
from reviews.kinds.roundtable.prompts import PURPOSES
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.state import DEFAULT_TURNS, FEWEST_TURNS, MOST_LOOKS
from reviews.language.wording import join_with_and
from reviews.pages.estimates import CallPlan, StartEstimate, estimate_start, speakers_of, texts_of
from reviews.pages.openings import Opening
from reviews.providers.base import WITH_MODEL, speaks_by_rules


class RoundtableOpening(Opening):
    template = "reviews/kinds/roundtable/new.html"
    fields = ("step", "topic", "max_turns", "budget_usd", "first_takes", "apply")

    def form(self, data: QueryDict | None) -> RoundtableForm:
        usual = [one.key for one in self.usual if one not in self.silent]
        seats = [(one.key, seat_label(one)) for one in self.usable if one not in self.silent]
        initial = {"personas": usual, "seated": True} | self.initial()
        about = {"item": self.item, "known": self.known}
        return RoundtableForm(data, initial=initial, steps=self.steps, seats=seats, **about)

    def context(self) -> dict[str, Any]:
        """Who takes part, and which files of the step the item does not have."""
        names = [name for _, name in self.known]
        return {
            "people": join_with_and([persona.name for persona in self.usual]),
            "lead": self.lead,
            "silent": list(self.silent.values()),
            "most_seats": settings.ELM_MAX_SEATS,
            "step": self.step,
            "missing": [file for file in self.outputs if file not in names],
        }

    def estimate(self, form: StartForm, provider: str) -> StartEstimate | None:
        """First takes if there are any, the turns, the synthesis and a model's looks at it, with the lead that the
        step adds; None when those who were chosen can't sit together."""
        chosen = form.config()
        turns = chosen["max_turns"] or self.item.max_turns or DEFAULT_TURNS
        try:
            seats = agenda.rotation(
                agenda.lead_of_step(self.step)["lead"] if self.step else agenda.DEFAULT_LEAD,
                self.item.team_id,
                chosen["personas"],
                is_led=self.step is not None,
                by_rules=speaks_by_rules(provider),
            )
        except ElmError:
            return None
        speakers = speakers_of(seats)
        has_takes = provider in WITH_MODEL if chosen["first_takes"] is None else chosen["first_takes"]
        takes, looks = len(speakers) if has_takes else 0, MOST_LOOKS * (provider in WITH_MODEL)
        plans = [
            CallPlan(takes, PURPOSES[FIRST_TAKE], speakers),
            CallPlan(turns, PURPOSES[CONTRIBUTION], speakers, before=takes + turns // 2),
            CallPlan(1, PURPOSES[SYNTHESIS], speakers, before=takes + turns),
            CallPlan(looks, PURPOSES[SECOND_LOOK], speakers, before=takes + turns),
        ]
        summary = f"the summary and up to {looks} looks at it" if looks else "the summary"
        basis = f"Counted for {turns} turns{', first takes' if takes else ''} and {summary}."
        least = takes + FEWEST_TURNS + 1 + bool(looks)
        return estimate_start(self.item.team, texts_of(form), plans, provider, least=least, basis=basis)

    @cached_property
    def usable(self) -> list[Persona]:
        """Who may sit there."""
        return seating.usable_personas(self.item.team_id)

    @cached_property
    def usual(self) -> list[Persona]:
        """Who sits there when nobody chooses."""
        return seating.usual_seats(self.usable)

    @cached_property
    def silent(self) -> dict[Persona, str]:
        """Who can't be chosen, because rules have no words for them, each with the sentence that says so."""
        if not speaks_by_rules(settings.ELM_PROVIDER):
            return {}
        return {one: why for one in self.usable if (why := agenda.why_silent(one))}

    @property
    def lead(self) -> Persona | None:
        """Who leads the step that is chosen."""
        key = agenda.lead_of_step(self.step)["lead"] if self.step else ""
        return next((one for one in self.usable if one.key == key), None)

    @cached_property
    def steps(self) -> list[tuple[str, str, str, str]]:
        return Step.objects.titles()

    @cached_property
    def step(self) -> Step | None:
        """The step that is chosen: of a whole phase its last one, whose files are used (C28)."""
        wanted = self.sent.get("step", "")
        found = [number for number, _, phase, _ in self.steps if wanted in (number, phase)]
        return Step.objects.with_named().filter(step_id=found[-1]).first() if found else None

    @property
    def outputs(self) -> list[str]:
        """The files that the step is about."""
        return [str(output["file"]) for output in self.step.outputs] if self.step else []

    def artifacts(self) -> list[str]:
        """The ids of the artifacts that are chosen at first: the named ones, else those of the step, else all."""
        if self.sent.getlist("artifacts"):
            return super().artifacts()
        return [str(pk) for pk, name in self.known if name in self.outputs] or super().artifacts()


def seat_label(persona: Persona) -> str:
    """A persona as a choice: its name and role, and whether it is the team's own."""
    own = ", of your team" if persona.team_id else ""
    return f"{persona.name}, {persona.role}{own}"
