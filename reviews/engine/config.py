"""What a person chooses when starting a session, checked."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reviews.errors import ElmError


class InterviewConfig(BaseModel):
    """answered_by: who answers; max_rounds: a safety limit, None for none (B4); budget_usd: None for no limit."""

    model_config = ConfigDict(extra="forbid")

    answered_by: Literal["ai", "me"] = "ai"
    max_rounds: int | None = Field(default=None, ge=1, le=100)
    budget_usd: float | None = Field(default=None, ge=0, le=10_000)
    topic: str = Field(default="", max_length=200)
    deeper: bool = False


def read(raw: dict[str, Any]) -> InterviewConfig:
    """The checked configuration. Raises ElmError with a sentence that names the field."""
    try:
        return InterviewConfig.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        field = " ".join(str(part) for part in first["loc"]).replace("_", " ")
        raise ElmError(f"The session's {field} can't be used: {first['msg']}.") from error
