"""What a person chooses when starting an angle review, checked."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from reviews.kinds.config import Chosen

MOST_PASSES = 8
type Units = Literal["auto", "section", "block", "line"]
type Strategy = Literal["exhaustive", "sampled", "incremental", "adaptive"]
Weight = Annotated[float, Field(ge=0, le=1)]


class AnglesConfig(Chosen):
    """angles: the ids of those that read, empty for the default set; weights: by id, where they differ from the angle's
    own; designer: whether Code Designer was on when it was prepared (P001), None before; must_preserve: words that no
    modification may lose; since: the id of the earlier session whose unchanged units are not read again; early_exit:
    end once most units have converged (P010); together: all angles in one call (P009)."""

    angles: list[str] = Field(default_factory=list, max_length=MOST_PASSES)
    weights: dict[str, Weight] = Field(default_factory=dict)
    max_passes: int = Field(default=MOST_PASSES, ge=1, le=MOST_PASSES)
    units: Units = "auto"
    strategy: Strategy = "exhaustive"
    sample_rate: float = Field(default=0.5, ge=0.1, le=1)
    must_preserve: list[Annotated[str, Field(min_length=1, max_length=300)]] = Field(
        default_factory=list, max_length=50
    )
    early_exit: bool = False
    together: bool = False
    designer: bool | None = None
    since: str = ""

    @model_validator(mode="after")
    def weights_are_of_chosen_angles(self) -> Self:
        if self.angles and (other := self.weights.keys() - set(self.angles)):
            raise ValueError(f"{', '.join(sorted(other))} has a weight but does not take part")
        return self
