"""The shipped personas as prompts need them: a terminal has no administration in which they could be edited."""

from personas.folders import read_folder
from reviews.kinds.prompts import PromptPersona
from reviews.states import Tier


def starter_cast() -> dict[str, PromptPersona]:
    """All of them by key."""
    return {
        file.key: PromptPersona(
            file.key, file.name, file.role, file.prompt_text(), Tier(file.tier), file.model
        )
        for file in read_folder()
    }
