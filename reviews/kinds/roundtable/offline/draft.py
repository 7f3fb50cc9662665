"""A persona's contribution in the making."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Draft:
    """A contribution in the making. `passes`: nothing distinct to say."""

    text: str = ""
    refers_to: tuple[int, ...] = ()
    passes: bool = False


PASS = Draft(passes=True)
