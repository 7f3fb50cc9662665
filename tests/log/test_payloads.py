"""Each kind of event has a shape, and nothing else gets into the log."""

import json

import pytest

from reviews.log.payloads import SHAPES, validate
from reviews.states import EventKind, State


def test_a_move_is_stored_as_plain_values():
    data = validate(EventKind.STATE, {"from": State.DRAFT, "to": State.RUNNING})
    assert data == {"from": "draft", "to": "running", "reason": None, "by": None, "partial": ""}
    assert type(data["to"]) is str


@pytest.mark.parametrize(
    "kind", [EventKind.USER_MESSAGE, EventKind.ERROR, EventKind.CHANGE, EventKind.ANNOUNCEMENT]
)
def test_data_may_be_left_out_and_reads_as_its_defaults(kind):
    assert json.loads(json.dumps(validate(kind, {}))) == validate(kind, {})


@pytest.mark.parametrize("kind", list(SHAPES))
def test_what_no_shape_has_is_refused(kind):
    with pytest.raises(ValueError, match="not permitted"):
        validate(kind, {"surprise": 1})


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (EventKind.STATE, {"from": "draft", "to": "satisfied"}),
        (EventKind.STATE, {"from": "draft", "to": "running", "reason": "very well"}),
        (EventKind.VERDICT, {"reason": "[SATISFIED]"}),
        (EventKind.REVISION, {"edits": [{"artifact": "a1", "position": -1}]}),
        (EventKind.QUESTION, {"round": "first"}),
    ],
)
def test_words_never_become_a_status_a_reason_or_a_count(kind, data):
    with pytest.raises(ValueError, match="validation error"):
        validate(kind, data)


def test_a_kind_without_a_shape_is_refused():
    with pytest.raises(ValueError, match="have no shape yet"):
        validate(EventKind.PASS, {})
