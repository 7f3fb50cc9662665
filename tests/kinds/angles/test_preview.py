"""What an admin sees of an angle before anybody uses it."""

from reviews.kinds.angles.preview import angle_previews, persona_previews
from reviews.kinds.shipped import starter_cast

ANGLE = {"key": "naming", "name": "Naming", "prompt_text": "Look at names alone."}


def test_an_angle_is_tried_on_a_sample_with_the_shape_of_an_answer():
    (title, prompt), (_, schema) = angle_previews(ANGLE)
    assert title == "A unit, seen from this angle"
    assert "Look at names alone." in prompt
    assert "It is significantly faster." in prompt
    assert '"angle_id": "naming"' in prompt
    assert "EvaluateResult" in schema


def test_the_supervisor_and_the_worker_are_shown_at_work_and_nobody_else():
    cast = starter_cast()
    shown = {key: persona_previews(key, cast[key]) for key in ("supervisor", "worker")}
    assert [title for title, _ in shown["supervisor"]] == ["A second look"]
    assert [title for title, _ in shown["worker"]] == [
        "A unit, seen from an angle",
        "Another angle's modification",
    ]
    for key, previews in shown.items():
        assert all(cast[key].text.strip() in prompt for _, prompt in previews)
    assert "It is twice as fast." in shown["worker"][1][1]
    assert persona_previews("elm", cast["elm"]) == []
