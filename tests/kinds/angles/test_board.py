"""What pages show of a review: units, findings, progress, bars, comparisons, messages of a call, exports."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce

import pytest

from reviews.kinds.angles import machine
from reviews.kinds.angles.pages import board, exports
from reviews.kinds.angles.pages.calls import call_of
from reviews.kinds.angles.pages.charts import HEIGHT, findings_chart, size_chart
from reviews.kinds.angles.pages.comparing import compare_passes, compare_reviews
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.protocol import check_envelope
from reviews.kinds.angles.transcript import findings_list
from reviews.log import payloads
from reviews.log.values import Failed, NewEvent
from reviews.states import EventKind
from tests.kinds.angles.examples import asks_back, finds_and_mends, finds_only
from tests.kinds.angles.table import CODE, SUPERVISOR, Held, setup_for
from tests.sarif_shape import read_log

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def shapes():
    payloads.register("angles", SHAPES)


@pytest.fixture
def mended() -> Held:
    return Held(setup_for(), finds_and_mends).go()


def test_a_unit_tells_its_passes_and_what_each_angle_made_of_it(mended):
    first, second = board.unit_rows(mended.state, mended.state.units)
    assert (first.artifact, first.label, first.chain) == ("prices.py", "converged", ("1✎", "0", "0"))
    assert [mark.words for mark in first.marks] == ["0 findings", "0 findings"]
    assert second.chain[0] == "0", "what was refuted does not stand"


def test_units_that_are_worked_on_come_first():
    held = Held(setup_for(), asks_back).go()
    row = board.unit_rows(held.state, board.open_first(held.state.units))[0]
    assert (row.label, [mark.sign for mark in row.marks]) == ("pass 1", ["?", "0"])


def test_an_angle_that_could_not_read_is_told_apart_from_one_that_found_nothing():
    def fails(state, ask):
        return Failed("Too slow.", problem="timeout") if ask.context["angle"] == "security" else {}

    held = Held(setup_for(designer=False), fails).go()
    row = board.unit_rows(held.state, held.state.units)[0]
    assert [(mark.sign, mark.how) for mark in row.marks] == [("0", "clean"), ("!", "failed")]
    assert row.label == "not read"
    assert [(one.read, one.failed) for one in board.receipts(held.state)] == [(2, 0), (0, 2)]


def test_a_finding_tells_where_it_stands_and_whether_it_was_checked():
    held = Held(setup_for(designer=False), finds_only).go()
    (row,) = board.finding_rows(held.state, held.state.findings)
    assert (row.place, row.by, row.percent, row.not_checked) == (
        "line 4 of the pinned text",
        "Correctness",
        90,
        False,
    )


def test_what_was_refuted_is_listed_with_why(mended):
    (issue,) = board.refuted_issues(mended.state)
    assert issue.refuted == "Nobody calls it so."


def test_progress_grows_to_a_hundred_percent():
    held = Held(setup_for(), finds_only)
    seen = []
    original = held.obey

    def obey(command):
        if held.state.units:
            seen.append(board.progress_of(held.state).percent)
        return original(command)

    held.obey = obey
    held.go()
    assert seen[0] == 0
    assert seen == sorted(seen)
    assert board.progress_of(held.state).percent == 100


def test_bounds_tell_calls_tokens_time_and_cost_and_by_rules_the_time_alone(mended):
    assert [one.what for one in board.bounds(mended.state)] == ["Calls", "Tokens", "Time", "Cost"]
    by_rules = Held(setup_for(by_rules=True, designer=False)).go()
    assert [one.what for one in board.bounds(by_rules.state)] == ["Time"]


def test_bars_are_as_high_as_what_they_count(mended):
    chart = findings_chart(mended.state)
    assert [sum(piece.height for piece in bar.pieces) for bar in chart.bars] == [HEIGHT, 0, 0]
    assert "1 after pass 1, 0 after pass 3." in chart.words
    assert f"{len(CODE):,} at the start, {len(CODE) + 1:,} after the last" in size_chart(mended.state).words


def test_before_the_first_pass_is_over_there_are_no_bars():
    assert findings_chart(Held(setup_for(), asks_back).go().state) is None


def test_two_passes_compared_tell_the_units_that_differ(mended):
    (change,) = compare_passes(mended.state, 0, 3)
    assert (change.unit.name, change.has_other_text) == ("block 1", True)
    (change,) = compare_passes(mended.state, 1, 2)
    assert [one.description for one in change.gone] == ["Only the last price is kept."]
    assert compare_passes(mended.state, 2, 3) == []


def test_two_reviews_compared_tell_new_gone_and_same():
    found = Held(setup_for(designer=False), finds_only).go().state
    clean = Held(setup_for(designer=False)).go().state
    assert [len(part) for part in vars(compare_reviews(clean, found)).values()] == [1, 0, 0]
    assert [len(part) for part in vars(compare_reviews(found, clean)).values()] == [0, 1, 0]
    assert [len(part) for part in vars(compare_reviews(found, found)).values()] == [0, 0, 1]


def calls_in(held: Held):
    """Every call of a review, rebuilt from the log up to its basis."""
    for event in held.events:
        if event.kind in (EventKind.CONTRIBUTION, EventKind.FINDING, EventKind.GATE):
            known = [one for one in held.events if one.number <= event.data["basis"]]
            state = reduce(machine.advance, known, machine.fold([], held.setup))
            yield event, call_of(state, event.data, NOW)


def test_the_messages_of_every_call_are_rebuilt_from_the_log(mended):
    calls = list(calls_in(mended))
    assert len(calls) > 10
    for event, call in calls:
        assert call.request is not None, event
        assert call.request.message_id == call.response.correlation_id == event.data["request"]
        assert call.request.payload["context"]["pass_number"] == event.data["pass_number"]
        assert check_envelope(call.response, round(NOW.timestamp() * 1000)) == ""
    kinds = {call.request.message_type for _event, call in calls}
    assert kinds == {"verify_request", "analyze_request"}


def test_a_call_that_failed_says_what_to_do():
    held = Held(setup_for(designer=False), lambda state, ask: Failed("Too many.", problem="rate_limit")).go()
    _event, call = next(calls_in(held))
    assert (call.response.message_type, call.suggested_action) == ("error", "retry_with_backoff")


def test_findings_as_json_have_what_stands_and_what_was_refuted(mended):
    values = json.loads(exports.findings_json(mended.state))
    assert values["findings"] == []
    assert [one["refuted"] for one in values["refuted"]] == ["Nobody calls it so."]
    assert [one["open"] for one in values["passes"]] == [1, 0, 0]


def test_findings_as_sarif_have_places_and_suppress_what_was_refuted():
    """What sarif-schema-2.1.0.json requires of the objects that are in it."""
    found = Held(setup_for(designer=False), finds_only).go().state
    for state in (found, Held(setup_for(), finds_and_mends).go().state):
        log = json.loads(exports.findings_sarif(state))
        (run,) = log["runs"]
        assert (log["version"], run["tool"]["driver"]["name"]) == ("2.1.0", "elm-angle-review")
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in ("none", "note", "warning", "error")
            assert result["message"]["text"]
            assert isinstance(result["suppressions"], list)
            (place,) = result["locations"]
            assert place["physicalLocation"]["artifactLocation"]["uri"] == "prices.py"
            assert place["physicalLocation"]["region"]["startLine"] >= 1
    (result,) = json.loads(exports.findings_sarif(found))["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (4, 9, 23)


def test_findings_as_sarif_have_nothing_that_the_standard_does_not_know(mended):
    found = Held(setup_for(designer=False), finds_only).go().state
    for state, level in ((found, ["error"]), (mended.state, ["warning"])):
        (run,) = read_log(exports.findings_sarif(state)).runs
        assert [one.level for one in run.results] == level
    with pytest.raises(ValueError, match="Extra inputs"):
        read_log(exports.findings_sarif(found).replace('"snippet"', '"snipped"'))


def test_findings_as_markdown_are_a_list():
    found = Held(setup_for(designer=False), finds_only).go().state
    assert (
        "- **High** · Correctness · prices.py, line 4, block 1: Only the last price"
        in exports.findings_markdown(found)
    )


def test_what_a_finding_quotes_is_no_markup_of_the_file():
    """Code full of tags is ordinary, and a model writes lines as it likes."""
    found = Held(setup_for(designer=False), finds_only).go().state
    ((key, issue), *_) = found.issues.items()
    hostile = replace(issue, description="Bad.\n- **Low** · Forged", quote="<img src=x onerror=alert(1)>")
    (line,) = findings_list(replace(found, issues={key: hostile}))
    assert "\n" not in line
    assert "<img" not in line.replace("\\<img", "")


def test_a_rolled_back_unit_says_so(mended):
    data = {"unit": "1/block:1", "to_pass": 0, "by": 1}
    mended.append([NewEvent(EventKind.REVISION, "Ana took it back.", SUPERVISOR, data)])
    assert board.unit_rows(mended.state, mended.state.units)[0].label == "rolled back"
    assert mended.state.working_text("a1") == CODE
