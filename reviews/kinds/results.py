"""The structured results that personas give beside their words. Checked by schema, never parsed from prose."""

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Look(Strict):
    """What a second look finds in one thing: the words of it that nobody said, and the same without them."""

    number: int
    unsaid: str = Field(default="", description="Words of it that nobody said, verbatim, or empty.")
    reworded: str = Field(default="", description="The same with only what was said, or empty.")
    beside: str = Field(default="", description="What takes the place of a point's round brackets, or empty.")


class SecondLookResult(Strict):
    """What a second look brings, one for each number that was shown."""

    looks: list[Look] = Field(default_factory=list)
