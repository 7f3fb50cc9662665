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
    for key in ("supervisor", "worker"):
        ((_, prompt),) = persona_previews(key, cast[key])
        assert cast[key].text.strip() in prompt
    assert persona_previews("elm", cast["elm"]) == []
