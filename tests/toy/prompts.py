"""The toy's prompt, worded by the files beside it."""

from pathlib import Path

from reviews.kinds.prompts import Parts, Purpose, assemble_prompt
from reviews.providers.base import Material

ECHO = Purpose(Path(__file__).parent / "echo", None, 512)


def build(state, ask, cast, nonce: str):
    said = state.pending[-1].text if state.pending else ""
    materials = (Material("message", said, "message"),)
    return assemble_prompt(
        ECHO, ask, cast, nonce, Parts({"item": state.setup.item}, materials, {"said": said})
    )
