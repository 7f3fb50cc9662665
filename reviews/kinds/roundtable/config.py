"""What a person chooses when starting a roundtable, checked, and what is decided when it is made."""

from typing import Literal

from pydantic import Field

from reviews.kinds.config import Chosen
from reviews.kinds.results import Strict
from reviews.kinds.roundtable.state import OtherStep, StepOutput


class Agenda(Strict):
    """What a roundtable is about, frozen when it is made: later edits of steps change nothing in it.

    step_id, phase: "" for a typed topic; boundary: which menu follows ("step", "phase" or ""); targets: ids of the
    artifacts that additions go into; missing: outputs that the item has no artifact for; lead: a persona's key;
    no_lead: the key of a phase without a lead (ERR-ELAB-002); steps: all there are.
    """

    title: str
    lead: str
    step_id: str = ""
    phase: str = ""
    phase_title: str = ""
    next_phase_title: str = ""
    next_step: str = ""
    boundary: Literal["step", "phase", ""] = ""
    outputs: list[StepOutput] = Field(default_factory=list)
    questions: list[str] = Field(default_factory=list)
    targets: list[str] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list)
    no_lead: str = ""
    steps: list[OtherStep] = Field(default_factory=list)


class RoundtableConfig(Chosen):
    """personas: the keys of those who sit there, [] for whom the team has as usual; whoever leads the step sits there
    too. step: a step's id ("01-03"), a phase's key ("01") for the whole of it, or "" for the typed `topic`.

    max_turns: None for the item's limit, else 10; first_takes: None for "with a model, yes"; apply: whether additions
    go in at once or after a review, None for what the team has set; idle_minutes: after how long silence counts as
    nobody saying anything, 0 or None for never. What is None is decided when the session is made, as is the agenda.
    """

    step: str = Field(default="", max_length=5)
    max_turns: int | None = Field(default=None, ge=3, le=1000, strict=True)
    first_takes: bool | None = None
    apply: Literal["at_once", "review"] | None = None
    idle_minutes: int | None = Field(default=30, ge=0, le=10_080)
    agenda: Agenda | None = None
    personas: list[str] = Field(default_factory=list, max_length=50)
