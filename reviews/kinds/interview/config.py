"""What a person chooses when starting an interview, checked."""

from typing import Literal

from pydantic import Field

from reviews.kinds.config import Chosen


class InterviewConfig(Chosen):
    """answered_by: who answers; max_rounds: a safety limit, None for none (B4)."""

    answered_by: Literal["ai", "me"] = "ai"
    max_rounds: int | None = Field(default=None, ge=1, le=100)
