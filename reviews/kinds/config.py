"""What a person chooses when starting a session, checked."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reviews.errors import ElmError


class Chosen(BaseModel):
    """What every kind of session lets people choose. budget_usd: None for no limit."""

    model_config = ConfigDict(extra="forbid")

    budget_usd: float | None = Field(default=None, ge=0, le=10_000)
    topic: str = Field(default="", max_length=200)
    deeper: bool = False


def checked_config[Shape: BaseModel](shape: type[Shape], raw: dict[str, Any]) -> Shape:
    """`raw` as a configuration of this shape. Raises ElmError with a sentence that names the field."""
    try:
        return shape.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        field = " ".join(str(part) for part in first["loc"]).replace("_", " ")
        raise ElmError(f"The session's {field} can't be used: {first['msg']}.") from error
