"""Records and blind reviews of roundtables in the admin: found by who, which step and when; a summary put right."""

from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User

from personas.models import Persona
from reviews.models import BlindReview, ElaborationRecord, Participant
from tests import factories
from tests.starter import load_starter

RECORDS, REVIEWS = "/admin/reviews/elaborationrecord/", "/admin/reviews/blindreview/"
SEATS = ["business-analyst", "system-designer"]


@pytest.fixture
def browser(as_user, db):
    return as_user(User.objects.create_superuser("root"))


@pytest.fixture
def held(item, ana):
    """A roundtable of two personas on a step, with its record and Ana's blind review."""
    load_starter()
    session = factories.SessionFactory(
        item=item, kind="roundtable", step_id="01-03", state="finished", provider="scripted"
    )
    for persona in Persona.objects.filter(key__in=SEATS):
        Participant.objects.create(session=session, key=persona.key, version=persona.current)
    factories.ElaborationRecordFactory(session=session, item=item, personas_active=SEATS)
    BlindReview.objects.create(session=session, by=ana, answers={}, correct=3, total=4)
    return session


@pytest.fixture
def elsewhere(db) -> None:
    """An imported record of another item, another step, another year and somebody ELM has never had, and a review."""
    other = factories.ItemFactory(title="Couriers")
    then = datetime(2024, 5, 1, tzinfo=UTC)
    factories.ElaborationRecordFactory(item=other, step_id="02-01", personas_active=["Zoë"], timestamp=then)
    session = factories.SessionFactory(item=other, kind="roundtable", step_id="02-01", provider="scripted")
    review = BlindReview.objects.create(session=session, answers={}, correct=0, total=4)
    BlindReview.objects.filter(pk=review.pk).update(created=then)


def count(browser, address: str) -> int:
    return browser.get(address).context["cl"].result_count


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", 2),
        ("persona=business-analyst", 1),
        ("persona=Zo%C3%AB", 1),
        ("persona=analyst", 0),
        ("step_id=01-03", 1),
        ("timestamp__year=2024", 1),
        ("q=couriers", 1),
        ("q=ten+days", 2),
        ("q=nonsense", 0),
    ],
)
def test_records_are_narrowed_by_persona_step_date_and_words(browser, held, elsewhere, query, expected):
    assert count(browser, f"{RECORDS}?{query}") == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", 2),
        ("persona=business-analyst", 1),
        ("persona=elm", 0),
        ("session__step_id=02-01", 1),
        ("created__year=2024", 1),
        ("q=ana", 1),
        ("q=couriers", 1),
    ],
)
def test_blind_reviews_are_narrowed_by_persona_step_date_and_words(browser, held, elsewhere, query, expected):
    assert count(browser, f"{REVIEWS}?{query}") == expected


def test_both_are_narrowed_by_item(browser, held, elsewhere, item):
    assert count(browser, f"{RECORDS}?item__id__exact={item.pk}") == 1
    assert count(browser, f"{REVIEWS}?session__item__id__exact={item.pk}") == 1


def test_the_filter_offers_the_personas_that_took_part_by_name(browser, held, elsewhere):
    sides = {
        address: next(
            one for one in browser.get(address).context["cl"].filter_specs if one.title == "persona"
        )
        for address in (RECORDS, REVIEWS)
    }
    names = dict(Persona.objects.filter(key__in=SEATS).values_list("key", "name"))
    assert dict(sides[RECORDS].lookup_choices) == names | {"Zoë": "Zoë"}
    assert dict(sides[REVIEWS].lookup_choices) == names


@pytest.mark.parametrize("address", [RECORDS, REVIEWS])
def test_a_row_leads_to_its_session_and_to_its_item(browser, held, item, address):
    row = (held.blind_reviews if address == REVIEWS else ElaborationRecord.objects).get()
    for page in (address, f"{address}{row.pk}/change/"):
        html = browser.get(page).content.decode()
        assert f"/admin/reviews/session/{held.pk}/change/" in html
        assert f"/admin/reviews/item/{item.pk}/change/" in html


def test_a_summary_is_put_right_and_the_history_tells_who_did_it_and_what_it_was(browser, held):
    record = held.elaboration_record
    page = f"{RECORDS}{record.pk}/change/"
    browser.post(
        page, {"synthesis_summary": " Retries end\nafter 10 days. ", "turn_count": "99", "step_id": ""}
    )
    record.refresh_from_db()
    assert (record.synthesis_summary, record.turn_count, record.step_id) == (
        "Retries end after 10 days.",
        7,
        "01-03",
    )
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_id) == ("root", str(record.pk))
    html = browser.get(f"{RECORDS}{record.pk}/history/").content.decode()
    assert "Changed the summary, which was “Retries end after ten days.”." in html


def test_saving_without_a_change_leaves_no_old_summary_behind(browser, held):
    record = held.elaboration_record
    browser.post(f"{RECORDS}{record.pk}/change/", {"synthesis_summary": record.synthesis_summary})
    assert LogEntry.objects.get().get_change_message() == "No fields changed."


def test_a_summary_needs_words(browser, held):
    record = held.elaboration_record
    answer = browser.post(f"{RECORDS}{record.pk}/change/", {"synthesis_summary": " \n "})
    assert "This field is required." in answer.content.decode()
    assert not LogEntry.objects.exists()


def test_a_record_can_be_neither_added_nor_deleted(browser, held):
    record = held.elaboration_record
    assert browser.get(f"{RECORDS}add/").status_code == 403
    assert browser.post(f"{RECORDS}{record.pk}/delete/", {"post": "yes"}).status_code == 403
    assert ElaborationRecord.objects.count() == 1


def test_staff_who_may_only_look_can_not_change_a_summary(as_user, ben, held):
    ben.is_staff = True
    ben.save()
    ben.user_permissions.add(Permission.objects.get(codename="view_elaborationrecord"))
    record = held.elaboration_record
    page = f"{RECORDS}{record.pk}/change/"
    assert as_user(ben).get(page).status_code == 200
    assert as_user(ben).post(page, {"synthesis_summary": "Mine."}).status_code == 403
    assert as_user(ben).get(REVIEWS).status_code == 403


@pytest.mark.parametrize("address", [RECORDS, REVIEWS])
def test_ana_ben_and_cleo_who_are_no_staff_see_nothing(as_user, ana, ben, cleo, held, address):
    for user in (ana, ben, cleo):
        answer = as_user(user).get(address)
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/admin/login/")
