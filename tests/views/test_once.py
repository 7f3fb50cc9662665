"""A form that is sent twice is answered once, with and without scripts, as long as that is still permitted."""

import re
import threading
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from reviews.accounts import sent_forms
from reviews.models import Artifact, Comment, Event, Item, Membership, SentForm, Session
from tests.factories import FindingFactory

HTMX = {"HX-Request": "true"}
NEW = {"title": "Faster refunds", "form_key": "k1"}


def test_every_form_on_a_page_has_a_key_of_its_own(as_ana):
    page = as_ana.get("/items/new/").content.decode()
    keys = re.findall(r'name="form_key" value="([\w-]{12})" autocomplete="off"', page)
    assert len(keys) == page.count('method="post"') == len(set(keys)) == 2


def test_a_double_click_makes_one_item(as_ana):
    first, second = as_ana.post("/items/new/", NEW), as_ana.post("/items/new/", NEW)
    assert (first.status_code, first.url) == (second.status_code, second.url)
    assert Item.objects.count() == 1


def test_the_sentence_of_the_first_answer_is_said_once(as_ana):
    as_ana.post("/items/new/", NEW)
    page = as_ana.post("/items/new/", NEW, follow=True).content.decode()
    assert page.count("The item is created.") == 1


def test_a_browser_that_lost_the_first_answer_is_told_its_sentence(as_ana, as_user, ana):
    as_ana.post("/items/new/", NEW)
    page = as_user(ana).post("/items/new/", NEW, follow=True).content.decode()
    assert page.count("The item is created.") == 1


def test_another_content_is_another_request(as_ana):
    as_ana.post("/items/new/", NEW)
    as_ana.post("/items/new/", NEW | {"title": "Slower refunds"})
    assert Item.objects.count() == 2


def test_another_address_another_key_and_another_person_are_other_requests(as_ana, as_user, ben, item):
    for client in (as_ana, as_user(ben)):
        client.post("/items/new/", NEW)
    as_ana.post("/items/new/?from=there", NEW)
    as_ana.post("/items/new/", NEW | {"form_key": "k2"})
    assert Item.objects.exclude(pk=item.pk).count() == 4


def test_scripts_send_no_key_and_are_served_each_time(as_ana):
    for _ in range(2):
        as_ana.post("/items/new/", {"title": "Faster refunds"})
    assert (Item.objects.count(), SentForm.objects.count()) == (2, 0)


def test_a_form_that_was_refused_can_be_sent_again(as_ana):
    assert as_ana.post("/items/new/", NEW | {"title": ""}).status_code == 422
    assert SentForm.objects.count() == 0


@pytest.mark.slow
def test_a_double_click_starts_one_session(as_ana, artifact, personas):
    form = {"item": artifact.item.slug, "kind": "interview", "artifacts": artifact.pk}
    form |= {"answered_by": "ai", "form_key": "k"}
    addresses = {as_ana.post("/sessions/new/", form).url for _ in range(2)}
    assert addresses == {Session.objects.get().get_absolute_url()}


@pytest.fixture
def talk(as_ana, artifact, personas):
    """A session that Ana has started."""
    form = {"item": artifact.item.slug, "kind": "interview", "artifacts": artifact.pk, "answered_by": "me"}
    as_ana.post("/sessions/new/", form)
    return Session.objects.get()


def messages_in(talk: Session) -> int:
    return Event.objects.filter(session=talk, kind="user_message").count()


def test_a_message_sent_twice_by_htmx_stands_once_and_the_answer_is_the_same(as_ana, talk):
    answers = [
        as_ana.post(f"{talk.get_absolute_url()}messages/", {"text": "Cards.", "form_key": "k"}, headers=HTMX)
        for _ in range(2)
    ]
    assert messages_in(talk) == 1
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].content == answers[1].content
    assert b'id="composer"' in answers[1].content


def test_a_plain_form_after_the_same_one_by_htmx_leads_to_the_page(as_ana, talk):
    address, form = f"{talk.get_absolute_url()}messages/", {"text": "Cards.", "form_key": "k"}
    as_ana.post(address, form, headers=HTMX)
    page = f"http://testserver{talk.get_absolute_url()}"
    assert as_ana.post(address, form, headers={"Referer": page}).url == talk.get_absolute_url()
    assert as_ana.post(address, form, headers={"Referer": "https://evil.example/x"}).url == "/"
    assert messages_in(talk) == 1


def test_an_answer_too_large_to_keep_shows_the_page_anew(as_ana, talk, monkeypatch):
    monkeypatch.setattr("reviews.views.once.MOST_BYTES", 10)
    address, form = f"{talk.get_absolute_url()}messages/", {"text": "Cards.", "form_key": "k"}
    as_ana.post(address, form, headers=HTMX)
    assert as_ana.post(address, form, headers=HTMX)["HX-Refresh"] == "true"
    assert messages_in(talk) == 1


def test_who_was_removed_does_not_get_the_first_answer_again(as_user, ben, talk):
    address, form = f"{talk.get_absolute_url()}messages/", {"text": "Cards.", "form_key": "k"}
    as_ben = as_user(ben)
    assert as_ben.post(address, form, headers=HTMX).status_code == 200
    Membership.objects.filter(user=ben).update(role="viewer")
    assert as_ben.post(address, form, headers=HTMX).status_code == 403
    Membership.objects.filter(user=ben).delete()
    assert as_ben.post(address, form, headers=HTMX).status_code == 404
    ben.is_active = False
    ben.save()
    assert as_ben.post(address, form, headers=HTMX).url.startswith("/accounts/login/")
    assert messages_in(talk) == 1


def test_a_file_counts_by_its_name_and_bytes(as_ana, item):
    def add(name: str, data: bytes) -> None:
        as_ana.post(
            f"/items/{item.slug}/artifacts/new/",
            {"form_key": "k", "files": [SimpleUploadedFile(name, data)]},
        )

    for name, data in (("a.md", b"# A"), ("a.md", b"# A"), ("a.md", b"# B"), ("b.md", b"# A")):
        add(name, data)
    assert {one.name: one.current.number for one in Artifact.objects.all()} == {"a.md": 2, "b.md": 1}
    assert SentForm.objects.count() == 3


def test_after_a_day_the_same_form_is_a_new_one(as_ana):
    as_ana.post("/items/new/", NEW)
    SentForm.objects.update(created=timezone.now() - timedelta(days=1, minutes=1))
    as_ana.post("/items/new/", NEW)
    assert (Item.objects.count(), SentForm.objects.count()) == (2, 1)


def test_a_form_whose_server_died_is_answered_when_it_is_sent_again(as_ana):
    as_ana.post("/items/new/", NEW)
    row = SentForm.objects.filter()
    row.update(status=None, worker="another", created=timezone.now() - timedelta(minutes=1))
    assert as_ana.post("/items/new/", NEW).status_code == 302
    assert Item.objects.count() == 2


def test_what_another_process_is_at_is_waited_for_and_then_told(as_ana, monkeypatch):
    as_ana.post("/items/new/", NEW)
    SentForm.objects.update(status=None, worker="another")
    monkeypatch.setattr(sent_forms, "PATIENCE_SECONDS", 0.0)
    page = as_ana.post("/items/new/", NEW)
    assert page.status_code == 409
    assert "still being worked on" in page.content.decode()
    assert Item.objects.count() == 1


def test_rows_are_bounded_for_each_user_and_in_time(ana, ben, monkeypatch):
    monkeypatch.setattr(sent_forms, "MOST_KEPT", 3)
    for number in range(5):
        sent_forms.begin(ana.pk, f"a{number}")
    sent_forms.begin(ben.pk, "b")
    SentForm.objects.filter(digest="a3").update(created=timezone.now() - timedelta(days=2))
    sent_forms.prune(ana.pk)
    assert set(SentForm.objects.values_list("digest", flat=True)) == {"a1", "a2", "a4", "b"}


def test_nothing_that_was_typed_stands_in_the_row(as_ana):
    as_ana.post("/items/new/", NEW)
    row = SentForm.objects.get()
    assert "Faster" not in f"{row.digest} {bytes(row.body)!r} {row.notices}"


def test_a_comment_by_htmx_is_written_once(as_ana, artifact):
    finding = FindingFactory(artifact=artifact)
    for _ in range(2):
        as_ana.post(f"/findings/{finding.pk}/comments/", {"text": "Why?", "form_key": "k"}, headers=HTMX)
    assert Comment.objects.count() == 1


def test_the_administration_has_keys_too(as_user, ana):
    ana.is_staff = ana.is_superuser = True
    ana.save()
    client = as_user(ana)
    assert 'name="form_key"' in client.get("/admin/auth/group/add/").content.decode()
    for _ in range(2):
        assert client.post("/admin/auth/group/add/", {"name": "x", "form_key": "k"}).status_code == 302


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_ten_at_the_same_time_do_the_work_once(as_user, ana, team):
    cookie = as_user(ana).cookies
    together, addresses = threading.Barrier(10), []

    def press() -> None:
        client = Client()
        client.cookies = cookie
        together.wait()
        addresses.append(client.post("/items/new/", NEW).url)
        connection.close()

    threads = [threading.Thread(target=press) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(addresses) == 10
    assert len(set(addresses)) == Item.objects.count() == 1
