"""The three that ship for the roundtable."""

import re

import pytest

from personas.folders import read_folder
from personas.voice import voice_warnings

SHIPPED = read_folder()
CAST = {file.key: file for file in SHIPPED if file.kind == "roundtable"}
MAYA, ALEX, JORDAN = (CAST[key] for key in ("business-analyst", "solutions-architect", "system-designer"))
IDENTITY = {
    "business-analyst": "I'm Maya, your Business Analyst. I make sure we understand the problem before we solve it.",
    "solutions-architect": "I'm Alex, your Solutions Architect. I figure out how to build this so it works today and "
    "scales tomorrow.",
    "system-designer": "I'm Jordan, your System Designer. I turn architecture into precise, implementable "
    "specifications.",
}
everybody = pytest.mark.parametrize("persona", CAST.values(), ids=list(CAST))


def warned(persona, text):
    return [warning.kind for warning in voice_warnings(text, forbidden=persona.forbidden)]


def contributions(persona):
    return [part.strip() for part in re.split(r"\*The notes say[^\n]*\n\n", persona.text)[1:]]


@everybody
def test_vr_persona_001_to_004_name_identity_line_style_and_three_principles(persona):
    assert persona.name
    assert persona.text.startswith(IDENTITY[persona.key])
    assert "## How you speak" in persona.text
    assert len(persona.principles) >= 3


def test_the_titles_in_the_participants_line_are_those_of_the_template():
    assert [f"{p.name} ({p.short})" for p in (MAYA, ALEX, JORDAN)] == [
        "Maya Chen (BA)",
        "Alex Rivera (Architect)",
        "Jordan Park (Designer)",
    ]


@everybody
def test_the_prompt_stays_below_700_words_and_says_when_to_be_silent(persona):
    assert len(persona.text.split()) <= 700
    assert "stay silent" in persona.text


@everybody
def test_the_worked_examples_are_as_long_as_a_contribution_and_in_voice(persona):
    for said in contributions(persona):
        assert 40 <= len(said.split()) <= 110
        assert voice_warnings(said, markers=persona.markers, forbidden=persona.forbidden) == []
    assert len(contributions(persona)) == 2


def test_nobody_shares_a_colour_or_a_shape_with_another_at_the_table_or_with_elm():
    at_table = [file for file in SHIPPED if file.kind in ("interview", "roundtable")]
    looks = [(file.colour, file.shape) for file in at_table]
    assert len({colour for colour, _ in looks}) == len({shape for _, shape in looks}) == 4
    assert len(looks) == 4


@pytest.mark.parametrize(
    ("persona", "said"),
    [
        (MAYA, "Put a message queue in front of it."),
        (MAYA, "We should cache the list."),
        (MAYA, "The webhook fires twice."),
        (MAYA, "I agree with Alex that this is the better way."),
        (ALEX, "Users will feel at home with the new colour palette."),
        (ALEX, "Given a card, when it is declined, then we retry."),
        (ALEX, "That is `load(path: str) -> Text` in the end."),
        (JORDAN, "Who are the users, and why do people want it?"),
        (JORDAN, "The business value is plain."),
        (JORDAN, "A monolith has a smaller blast radius."),
    ],
)
def test_vr_elab_020_to_022_what_a_voice_forbids_itself_is_found(persona, said):
    assert warned(persona, said)


def test_maya_may_agree_when_she_says_what_it_means_for_a_user():
    assert warned(MAYA, "I agree with Alex, and for the nurse it means one call less a night.") == []
