"""What an item's page tells of its roundtables, its turn limit and its meta.json."""

import json
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from personas.models import Step
from reviews.models import ElaborationRecord, Item
from tests import factories
from tests.exports.test_meta import RECORD
from tests.pages import tidy
from tests.views import table

WRITES = ["meta/", "turn-limit/"]


@pytest.fixture
def url(item):
    return lambda name="": f"/items/{item.slug}/{name}"


@pytest.fixture
def read(as_ana, url):
    """`read(content)` uploads a meta.json as Ana."""
    return lambda content, name="meta.json": as_ana.post(
        url("meta/"), {"file": SimpleUploadedFile(name, content)}, follow=True
    )


def record(item, **columns) -> ElaborationRecord:
    usual = {"step_id": "01-05", "turn_count": 4, "timestamp": datetime(2026, 2, 21, tzinfo=UTC)}
    return ElaborationRecord.objects.create(item=item, **(usual | columns))


def test_fr_009_the_roundtables_are_told_in_the_order_of_time(as_ana, item, ana, url):
    session = table.held(item, ana)
    people = [table.MAYA.key, "somebody-gone"]
    record(item, session=session, topic="Quality", synthesis_summary="It costs.", personas_active=people)
    earlier = datetime(2026, 2, 20, tzinfo=UTC)
    record(item, timestamp=earlier, synthesis_summary="Why not?", turn_count=1, outcome="minimal")
    page = tidy(as_ana.get(url()).content.decode())
    assert page.index("Why not?") < page.index("It costs.")
    assert f'<a href="/sessions/{session.pk}/">01-05 Quality</a>' in page
    assert f'<a href="/sessions/{session.pk}/changes/">Additions</a>' in page
    assert "4 turns · Maya Chen, somebody-gone" in page
    assert "1 turn ·" in page
    assert page.index("Ended early") < page.index("Complete<")


@pytest.mark.parametrize(
    ("outcome", "label"),
    [("minimal", "Ended early"), ("degraded", "Key takeaway only"), ("complete", "Complete")],
)
def test_c27_c31_what_a_roundtable_came_to_is_said(outcome, label, as_ana, item, url):
    record(item, outcome=outcome, synthesis_summary="Why not?")
    assert f"{label}</span>" in as_ana.get(url()).content.decode()


def test_a_record_of_a_file_has_the_title_of_its_step_and_never_an_empty_summary(as_ana, item, url):
    table.steps()
    record(item, synthesis_summary="")
    page = as_ana.get(url()).content.decode()
    assert "<strong>01-05 Quality &amp; Risk</strong>" in page
    assert "Discussed step 01-05." in page
    assert "from a meta.json" in page


def test_the_progress_counts_completed_steps_and_offers_each_to_members(as_ana, as_user, vera, item, url):
    table.steps()
    Item.objects.update(steps_completed=["01-02", "02-01", "09-09"])
    page = as_ana.get(url()).content.decode()
    assert "2 of 3 completed" in page
    assert "1 of 2</span>" in page
    link = f"/sessions/new/?item={item.slug}&amp;kind=roundtable&amp;step=01-05"
    assert link in page
    assert link not in as_user(vera).get(url()).content.decode()


def test_who_makes_an_item_owns_it_and_is_shown(as_user, ben, team):
    as_user(ben).post("/items/new/", {"title": "Plan B"})
    assert Item.objects.get().owner == ben
    assert b"Owner: Ben" in as_user(ben).get("/items/plan-b/").content


def test_fr_007_03_a_member_sets_the_turn_limit_of_the_item(as_user, ben, item, url):
    response = as_user(ben).post(url("turn-limit/"), {"max_turns": "15"}, follow=True)
    item.refresh_from_db()
    assert item.max_turns == 15
    assert b"have 15 turns from now on" in response.content
    as_user(ben).post(url("turn-limit/"), {"max_turns": ""})
    item.refresh_from_db()
    assert item.max_turns is None


def test_c30_many_turns_are_accepted_with_an_advisory(as_ana, item, url):
    response = as_ana.post(url("turn-limit/"), {"max_turns": "25"}, follow=True)
    item.refresh_from_db()
    assert item.max_turns == 25
    assert b"Long discussions lose focus." in response.content


@pytest.mark.parametrize("value", ["2", "0", "-4", "10.5", "True", "ten", "1001", "9" * 30])
def test_c30_a_turn_limit_that_makes_no_sense_is_refused_and_stays_typed(value, as_ana, item, url):
    Item.objects.update(max_turns=7)
    response = as_ana.post(url("turn-limit/"), {"max_turns": value})
    assert response.status_code == 422
    assert f'name="max_turns" value="{value}"' in response.content.decode()
    assert b"field-error" in response.content
    item.refresh_from_db()
    assert item.max_turns == 7


def test_meta_json_is_taken_away_and_read_in_again(as_ana, item, url, read):
    item.elaborations.create(
        step_id="01-03", turn_count=2, timestamp=datetime(2026, 2, 20, tzinfo=UTC), synthesis_summary="Done."
    )
    response = as_ana.get(url("meta.json"))
    assert response["Content-Disposition"] == 'attachment; filename="meta.json"'
    assert response["Content-Type"] == "application/json"
    assert json.loads(response.content)["elaborations"][0]["synthesis_summary"] == "Done."
    assert b"0 new records, 1 known already" in read(response.content).content
    assert item.elaborations.count() == 1


def test_an_uploaded_meta_json_fills_the_item_and_tells_what_was_left_out(item, read):
    file = {"elaborations": [RECORD, {}], "elaboration_config": {"max_turns": 15}}
    page = read(json.dumps(file).encode()).content
    item.refresh_from_db()
    assert (item.max_turns, item.elaborations.count()) == (15, 1)
    assert b"meta.json is read: 1 new record." in page
    assert b"Record 2 of elaborations was left out: its step_id is not such as 01-03." in page


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "is not JSON: line 1, column 2"),
        (b"[]", "is not an object of fields"),
        (b"\xff\xff", "can&#x27;t carry"),
        (b" " * 300_000, "too large for a meta.json: 256 KB fit"),
    ],
)
def test_tc_e18_a_file_that_is_none_changes_nothing_and_gets_a_sentence(content, sentence, item, read):
    before = Item.objects.values().get()
    response = read(content, "mine.json")
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert "mine.json" in response.content.decode()
    assert Item.objects.values().get() == before


def test_no_file_at_all_gets_a_sentence(as_ana, item, url):
    response = as_ana.post(url("meta/"), {})
    assert response.status_code == 422
    assert b"Choose a file first" in response.content


def test_viewers_take_the_file_away_and_outsiders_find_nothing(as_user, vera, cleo, client, url):
    assert as_user(vera).get(url("meta.json")).status_code == 200
    assert as_user(cleo).get(url("meta.json")).status_code == 404
    assert client.get(url("meta.json")).status_code == 302
    assert as_user(vera).post(url("meta.json")).status_code == 405
    assert as_user(vera).get("/items/nothing/meta.json").status_code == 404


@pytest.mark.parametrize("name", WRITES)
def test_only_members_write_and_nothing_changes_for_others(name, as_user, vera, cleo, client, item, url):
    sent = {"max_turns": "5", "file": SimpleUploadedFile("meta.json", b'{"steps_completed": ["01-01"]}')}
    before = Item.objects.order_by("pk").values().first()
    assert as_user(vera).post(url(name), sent).status_code == 403
    assert as_user(cleo).post(url(name), sent).status_code == 404
    assert client.post(url(name), sent).status_code == 302
    assert Item.objects.order_by("pk").values().first() == before
    assert as_user(vera).get(url(name)).status_code == 405
    assert as_user(vera).post(f"/items/nothing/{name}", sent).status_code == 404


def test_the_page_takes_as_many_queries_for_many_roundtables_as_for_few(
    as_ana, item, ana, url, django_assert_num_queries
):
    table.steps()
    for number in range(12):
        session = factories.SessionFactory(item=item, kind="roundtable", started_by=ana, topic="x")
        record(item, session=session, turn_count=number + 1, personas_active=["business-analyst"])
    assert Step.objects.count() == 3
    with django_assert_num_queries(14):
        as_ana.get(url())


def test_a_long_history_is_cut_to_the_newest(as_ana, item, url):
    moments = [datetime(2026, 2, 1, minute=minute, tzinfo=UTC) for minute in range(52)]
    for number, moment in enumerate(moments):
        record(item, timestamp=moment, synthesis_summary=f"Sentence {number} it was.")
    page = as_ana.get(url()).content.decode()
    assert "Sentence 1 it was." not in page
    assert page.index("Sentence 2 it was.") < page.index("Sentence 51 it was.")
    assert "The newest 50." in page
