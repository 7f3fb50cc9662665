"""The structured results that personas give beside their words. Checked by schema, never parsed from prose."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")
