"""meta.json in and out of an item, by its two commands."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis.extra.django import TestCase

from reviews.exports.records import export_meta, import_meta
from reviews.models import ElaborationRecord, Item
from tests import factories
from tests.drawing import examples
from tests.exports import files
from tests.exports.test_meta import RECORD

FILE = {
    "description": "Offline mode",
    "slug": "offline-mode",
    "created_at": "2026-02-19T08:00:00.000Z",
    "phases_completed": ["00-quick-scan", "01-requirements"],
    "steps_completed": ["01-01", "01-02"],
    "depth_overrides": {"01-requirements": "deep"},
    "elaborations": [RECORD],
    "elaboration_config": {"max_turns": 15},
    "sizing": {"risk": "low"},
}


@pytest.fixture
def file(tmp_path):
    """`file(values)` is the path of a file with these values, FILE unless told."""

    def written(values: object = FILE) -> str:
        path = tmp_path / "meta.json"
        path.write_text(values if isinstance(values, str) else json.dumps(values))
        return str(path)

    return written


def test_an_import_fills_the_item(item):
    found = import_meta(item, FILE)
    assert found.sentence == "meta.json is read: 1 new record."
    assert (item.steps_completed, item.depth_overrides) == (["01-01", "01-02"], {"01-requirements": "deep"})
    assert item.max_turns == 15
    row = item.elaborations.get()
    assert (row.session, row.step_id, row.turn_count) == (None, "01-03", 7)
    assert row.timestamp == datetime(2026, 2, 20, 14, 30, tzinfo=UTC)
    assert row.synthesis_summary == RECORD["synthesis_summary"]


def test_fr_009_01_importing_the_same_file_twice_adds_nothing_twice(item):
    import_meta(item, FILE)
    again = import_meta(item, FILE)
    assert (again.added, again.known) == (0, 1)
    assert again.sentence == "meta.json is read: 0 new records, 1 known already."
    assert item.elaborations.count() == 1


def test_tc_e20_e21_records_of_sessions_and_files_stack_up_and_none_is_replaced(item, ana):
    session = factories.SessionFactory(item=item, kind="roundtable", started_by=ana)
    moment = datetime(2026, 2, 21, tzinfo=UTC)
    ElaborationRecord.objects.create(
        item=item,
        session=session,
        step_id="01-03",
        turn_count=4,
        timestamp=moment,
        synthesis_summary="x" * 150,
    )
    import_meta(item, FILE)
    import_meta(item, FILE | {"elaborations": [RECORD, RECORD | {"turn_count": 9}]})
    assert [record["turn_count"] for record in export_meta(item)["elaborations"]] == [7, 9, 4]
    assert item.elaborations.get(session=session).synthesis_summary == "x" * 150


def test_what_elm_exports_adds_nothing_when_it_is_read_again(item):
    import_meta(item, FILE | {"elaborations": [RECORD | {"synthesis_summary": "long " * 60}, RECORD]})
    assert import_meta(item, export_meta(item)).added == 0


def test_an_import_never_takes_a_completed_step_away(item):
    Item.objects.update(steps_completed=["00-01"], meta={"phases_completed": ["00-quick-scan"], "mine": 1})
    import_meta(item, {"steps_completed": ["00-01", "01-01"], "phases_completed": ["01-requirements"]})
    exported = export_meta(item)
    assert exported["steps_completed"] == ["00-01", "01-01"]
    assert exported["phases_completed"] == ["00-quick-scan", "01-requirements"]
    assert exported["mine"] == 1


@pytest.mark.parametrize(
    ("config", "left"), [(None, 7), ("15", 7), ({}, None), ({"max_turns": True}, None), ({"max_turns": 5}, 5)]
)
def test_c30_fr_007_03_a_file_with_a_config_decides_on_the_turn_limit(item, config, left):
    Item.objects.update(max_turns=7)
    import_meta(item, {"elaboration_config": config})
    assert item.max_turns == left


def test_an_item_without_a_file_exports_what_elm_knows(item):
    Item.objects.update(created=datetime(2026, 2, 19, 8, tzinfo=UTC))
    item.refresh_from_db()
    assert export_meta(item) == {
        "description": "Payment retries",
        "source": "manual",
        "source_id": None,
        "slug": item.slug,
        "created_at": "2026-02-19T08:00:00.000Z",
        "codebase_hash": None,
        "analysis_status": "raw",
        "phases_completed": [],
        "steps_completed": [],
        "depth_overrides": {},
        "elaborations": [],
    }


def test_nfr_005_the_command_makes_the_item_once_and_gives_it_back(team, file, capsys):
    for _ in range(2):
        call_command("import_meta", file())
    item = Item.objects.get()
    assert (item.team, item.slug, item.title, item.owner) == (team, "offline-mode", "Offline mode", None)
    assert item.elaborations.count() == 1
    call_command("export_meta", "offline-mode")
    told, again, *exported = capsys.readouterr().out.splitlines()
    assert told == "offline-mode: meta.json is read: 1 new record."
    assert again == "offline-mode: meta.json is read: 0 new records, 1 known already."
    assert json.loads("\n".join(exported)) == FILE | {
        "source": "manual",
        "source_id": None,
        "codebase_hash": None,
        "analysis_status": "partial",
    }


def test_the_command_reads_into_the_item_that_is_named_and_tells_what_it_left_out(item, file, capsys):
    call_command("import_meta", file({"elaborations": [RECORD, 7]}), "--item", item.slug)
    assert item.elaborations.count() == 1
    assert capsys.readouterr().err == "Record 2 of elaborations was left out: it is not an object.\n"


def test_an_item_of_another_team_with_the_same_slug_is_left_alone(team, elsewhere, file):
    Item.objects.filter(pk=elsewhere.pk).update(slug="offline-mode")
    for _ in range(2):
        call_command("import_meta", file(), "--team", team.slug)
    assert not elsewhere.elaborations.exists()
    assert re.fullmatch("offline-mode-[a-z2-9]{6}", Item.objects.get(team=team).slug)


REFUSED = {
    "no file": (["/nowhere/meta.json"], None, "can't be read"),
    "no JSON": ([], "{", "is not JSON"),
    "no such item": (["--item", "nothing"], FILE, "There is no item “nothing”"),
    "no such team": (["--team", "nobody"], FILE, "There is no team “nobody”"),
    "nothing that names it": ([], {"description": "x"}, "Say which one with --item"),
    "several teams": ([], FILE, "Say with --team"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_not_be_imported_gets_a_sentence_and_changes_nothing(case, team, elsewhere, file):
    if case == "nothing that names it":
        elsewhere.team.delete()
    args, values, sentence = REFUSED[case]
    before = list(Item.objects.values())
    with pytest.raises(CommandError, match=sentence):
        call_command("import_meta", *(args if values is None else [file(values), *args]))
    assert list(Item.objects.values()) == before


def test_an_item_that_is_not_there_can_not_be_exported(db):
    with pytest.raises(CommandError, match="There is no item 'nothing'"):
        call_command("export_meta", "nothing")


class RoundTrip(TestCase):
    @examples(60)
    @given(files.metas)
    def test_a_valid_file_comes_out_of_an_item_as_it_went_in(self, raw: dict) -> None:
        item = factories.ItemFactory()
        import_meta(item, raw)
        assert export_meta(item) == raw
