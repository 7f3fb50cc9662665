"""The preview that admins see of a persona."""

import pytest

from personas.folders import read_folder
from reviews.kinds.samples import NOTES
from reviews.sessions.prompt_preview import persona_preview


def fields(key: str) -> dict:
    file = next(file for file in read_folder() if file.key == key)
    return vars(file) | {"prompt_text": file.prompt_text()}


@pytest.mark.parametrize(
    ("key", "titles"),
    [
        ("elm", ["A round of questions", "The open topics", "The second look"]),
        ("answerer", ["An answer", "Improving the notes"]),
    ],
)
def test_an_admin_sees_every_prompt_that_a_persona_is_used_in(key, titles):
    sections = persona_preview(fields(key))
    assert [title for title, _ in sections] == titles
    for _, text in sections:
        assert fields(key)["text"] in text
        assert NOTES.splitlines()[2] in text


def test_a_persona_of_the_roundtable_is_shown_as_its_lead_and_as_another():
    sections = persona_preview(fields("elm") | {"kind": "roundtable", "lens": "what it costs"})
    assert [title for title, _ in sections] == [
        "A first take",
        "The framing, when it leads",
        "A contribution, when it leads",
        "A contribution, when another persona leads",
        "The synthesis, when it leads",
        "The second look at it, when it leads",
    ]
    for title, text in sections:
        in_own_voice = not title.startswith(("The synthesis", "The second look"))
        assert (fields("elm")["text"] in text) == in_own_voice
        assert "- you, ELM (" in text
        leads = "who leads the discussion; lens: what it costs" in text
        assert leads == (title != "A contribution, when another persona leads")
    assert "Write down what came out of it." in sections[-2][1]
    assert 'name="first take of ELM"' in sections[-2][1]
    assert "so some will be lost.”" in sections[-1][1]


def test_a_kind_that_no_machine_seats_has_no_prompt_yet():
    assert persona_preview(fields("elm") | {"kind": "flow"}) == []
