"""Every colour of text stands out from what is behind it, in the light and in the dark (WCAG 2.2, 1.4.3)."""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "reviews/static/reviews"
TEXT, GRAPHIC = 4.5, 3.0
LOOKS = ("slate", "blue", "teal", "green", "amber", "red", "violet", "person")
BACKGROUNDS = ("surface", "paper", "sunken")
PAIRS = [
    *((ink, behind) for ink in ("ink", "ink-2", "ink-3", "accent") for behind in BACKGROUNDS),
    *((tone, f"{tone}-soft") for tone in ("accent", "info", "good", "warn", "bad", "quiet")),
    *((ink, "accent-soft") for ink in ("ink", "ink-2", "ink-3")),
    ("on-accent", "accent"),
    ("warn", "paper"),
    ("ink", "mark"),
]


def colours() -> dict[str, tuple[str, str]]:
    """The tokens and the personas' colours ("look-blue"), light and dark."""
    css = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("tokens.css", "session.css"))
    pair = r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
    tokens = {name: (light, dark) for name, light, dark in re.findall(rf"--([\w-]+): {pair}", css)}
    looks = re.findall(rf"\.(look-\w+) \{{ --look: {pair}", css)
    return tokens | {name: (light, dark) for name, light, dark in looks}


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 for black to 1 for white."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 for the same to 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_has_the_most_contrast():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "behind"), PAIRS)
def test_text_can_be_read(ink, behind, scheme):
    found = colours()
    assert contrast(found[ink][scheme], found[behind][scheme]) >= TEXT


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("look", LOOKS)
def test_names_and_initials_of_personas_and_people_can_be_read(look, scheme):
    found = colours()
    for behind in BACKGROUNDS:
        assert contrast(found[f"look-{look}"][scheme], found[behind][scheme]) >= TEXT, behind


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("edge", ["line-strong", "focus"])
def test_the_edges_of_fields_and_the_focus_are_seen(edge, scheme):
    found = colours()
    assert contrast(found[edge][scheme], found["surface"][scheme]) >= GRAPHIC
