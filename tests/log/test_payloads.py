"""Each kind of event has a shape, and nothing else gets into the log."""

import json

import pytest

from reviews.kinds import registry
from reviews.log.payloads import SHAPES, readable, validate
from reviews.states import EventKind, State


def test_a_move_is_stored_as_plain_values():
    data = validate("interview", EventKind.STATE, {"from": State.DRAFT, "to": State.RUNNING})
    assert data == {"from": "draft", "to": "running", "reason": None, "by": None, "partial": ""}
    assert type(data["to"]) is str


@pytest.mark.parametrize(
    "kind", [EventKind.USER_MESSAGE, EventKind.ERROR, EventKind.CHANGE, EventKind.ANNOUNCEMENT]
)
def test_data_may_be_left_out_and_reads_as_its_defaults(kind):
    assert json.loads(json.dumps(validate("interview", kind, {}))) == validate("interview", kind, {})


@pytest.mark.parametrize(
    ("session_kind", "kind"),
    [(one.name, kind) for one in registry.kinds() for kind in (*SHAPES, *one.payloads)],
)
def test_what_no_shape_has_is_refused(session_kind, kind):
    with pytest.raises(ValueError, match="not permitted"):
        validate(session_kind, kind, {"surprise": 1})


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
        validate("interview", kind, data)


def test_a_kind_without_a_shape_is_refused():
    with pytest.raises(ValueError, match="have no shape"):
        validate("interview", EventKind.PASS, {})


def test_what_only_one_kind_of_session_has_is_refused_in_another():
    assert validate("interview", EventKind.GATE, {})
    with pytest.raises(ValueError, match="have no shape in sessions of the kind 'roundtable'"):
        validate("roundtable", EventKind.GATE, {})


def test_a_field_that_an_older_row_lacks_has_its_default():
    assert readable("interview", EventKind.CHANGE, {"count": 2}) == validate(
        "interview", EventKind.CHANGE, {"count": 2}
    )


@pytest.mark.parametrize("data", [{"to": "running"}, {}, [], None, "running"])
def test_a_row_that_lacks_what_can_not_be_guessed_is_not_readable(data):
    assert readable("interview", EventKind.STATE, data) is None


def test_a_whole_row_is_read_as_it_is():
    data = validate("interview", EventKind.STATE, {"from": "draft", "to": "running"})
    assert readable("interview", EventKind.STATE, data) is data
