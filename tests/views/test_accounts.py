"""Logging in: by password, by link, and not too often."""

from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from reviews.accounts import login_links
from tests.live.running import running_session


@pytest.fixture
def with_password(ana, team):
    ana.set_password("correct horse")
    ana.save()
    return ana


@pytest.fixture
def session(item, ana):
    return running_session("interview", item, ana, {"name": "notes.md"}, answered_by="ai")


def logged_in(browser) -> bool:
    return "_auth_user_id" in browser.session


def test_ana_logs_in_and_comes_to_the_page_that_she_wanted(client, with_password):
    sent = {"username": "ana", "password": "correct horse", "next": "/items/"}
    assert client.post("/accounts/login/", sent)["Location"] == "/items/"
    assert logged_in(client)


def test_a_wrong_password_gets_a_sentence_and_the_username_stays(client, with_password):
    response = client.post("/accounts/login/", {"username": "ana", "password": "wrong"})
    page = response.content.decode()
    assert "Wrong username or password" in page
    assert 'value="ana"' in page
    assert not logged_in(client)


def test_nobody_is_sent_to_another_site_after_logging_in(client, with_password):
    sent = {"username": "ana", "password": "correct horse", "next": "https://evil.example/"}
    assert client.post("/accounts/login/", sent)["Location"] == "/"


def test_after_eight_wrong_passwords_the_door_is_closed_for_a_while(client, with_password, settings):
    settings.AXES_ENABLED = True
    cache.clear()
    for _ in range(8):
        response = client.post("/accounts/login/", {"username": "ana", "password": "wrong"})
    assert response.status_code == 429
    assert b"Wait 15 minutes" in response.content
    again = client.post("/accounts/login/", {"username": "ana", "password": "correct horse"})
    assert again.status_code == 429
    assert not logged_in(client)
    cache.clear()


def test_logging_out_takes_a_post(as_ana):
    assert as_ana.get("/accounts/logout/").status_code == 405
    assert as_ana.post("/accounts/logout/")["Location"] == "/accounts/login/"
    assert not logged_in(as_ana)


def test_a_link_logs_in_once(client, ana, team):
    link = login_links.make(ana)
    assert client.post(link)["Location"] == "/"
    assert logged_in(client)
    client.logout()
    response = client.post(link)
    assert response.status_code == 410
    assert b"A login link works once, within 10 minutes" in response.content
    assert not logged_in(client)


def test_looking_at_a_link_spends_nothing(client, ana, team):
    link = login_links.make(ana)
    for look in (client.head, client.get, client.head):
        assert look(link).status_code == 200
    assert b"Log in as ana</button>" in client.get(link).content
    assert not logged_in(client)
    assert client.post(link)["Location"] == "/"
    assert logged_in(client)


def test_a_link_never_switches_to_another_account_without_asking(as_user, ana, ben, team):
    his, link = as_user(ben), login_links.make(ana)
    page = his.get(link).content.decode()
    assert "You are logged in as ben. This link is for ana." in " ".join(page.split())
    assert "Stay logged in as ben" in page
    # What he pressed on a page that was shown when nobody was logged in asks him again.
    assert his.post(link, {"reader": ""}).status_code == 200
    assert his.session["_auth_user_id"] == str(ben.pk)
    assert his.post(link, {"reader": ben.pk})["Location"] == "/"
    assert his.session["_auth_user_id"] == str(ana.pk)


def test_a_link_of_oneself_is_not_spent_by_somebody_who_is_logged_in(as_user, ana, client, team):
    link = login_links.make(ana)
    assert as_user(ana).get(link)["Location"] == "/"
    assert client.post(link)["Location"] == "/"


def test_a_link_is_pressed_with_the_token_of_its_page_only(ana, team):
    browser, link = Client(enforce_csrf_checks=True), login_links.make(ana)
    assert browser.post(link).status_code == 403
    assert not logged_in(browser)


def test_a_link_is_too_old_after_ten_minutes(client, ana, monkeypatch):
    link = login_links.make(ana)
    now = login_links.TOKENS._now()
    monkeypatch.setattr(login_links.TOKENS, "_now", lambda: now + timezone.timedelta(seconds=599))
    uid, token = link.split("/")[3:5]
    assert login_links.TOKENS.check_token(ana, token)
    monkeypatch.setattr(login_links.TOKENS, "_now", lambda: now + timezone.timedelta(seconds=601))
    assert login_links.use(uid, token) is None
    assert client.get(link).status_code == 410
    assert client.post(link).status_code == 410


def test_a_link_for_somebody_else_or_of_nonsense_is_refused(client, ana, ben):
    uid, token = login_links.make(ana).split("/")[3:5]
    other = login_links.make(ben).split("/")[3]
    for path in (f"{other}/{token}", f"{uid}/x-y", "%20/x", "9999/t", "MTAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw/t"):
        assert client.get(f"/accounts/link/{path}/").status_code == 410
        assert client.post(f"/accounts/link/{path}/").status_code == 410
    assert not logged_in(client)


def test_a_link_stops_working_when_the_person_logs_in_otherwise(client, ana, as_user):
    link = login_links.make(ana)
    ana.last_login = timezone.now()
    ana.save(update_fields=["last_login"])
    assert client.get(link).status_code == 410


def test_a_link_for_an_account_that_was_switched_off_is_refused(client, ana):
    link = login_links.make(ana)
    type(ana).objects.update(is_active=False)
    assert client.get(link).status_code == 410


def test_the_command_prints_a_link_that_works(client, ana, team):
    output = StringIO()
    call_command("login_link", "ana", base="https://elm.example.org/", stdout=output)
    link = output.getvalue().strip()
    assert link.startswith("https://elm.example.org/accounts/link/")
    assert client.post(link.removeprefix("https://elm.example.org"))["Location"] == "/"


def test_the_command_says_when_there_is_nobody_or_the_account_is_off(ana):
    with pytest.raises(CommandError, match="Nobody has the username 'dan'"):
        call_command("login_link", "dan")
    type(ana).objects.update(is_active=False)
    with pytest.raises(CommandError, match="switched off"):
        call_command("login_link", "ana")


def test_somebody_who_came_by_a_link_sets_a_first_password_and_stays_logged_in(client, ana, team):
    ana.set_unusable_password()
    ana.save()
    client.post(login_links.make(ana))
    sent = {"new_password1": "correct horse 9", "new_password2": "correct horse 9"}
    assert client.post("/accounts/password/", sent)["Location"] == "/"
    ana.refresh_from_db()
    assert ana.check_password("correct horse 9")
    assert client.get("/").status_code == 200


def test_changing_a_password_takes_the_old_one(as_user, with_password):
    sent = {"old_password": "wrong", "new_password1": "better horse 9", "new_password2": "better horse 9"}
    as_user(with_password).post("/accounts/password/", sent)
    with_password.refresh_from_db()
    assert with_password.check_password("correct horse")


def test_words_that_were_sent_after_the_log_in_had_ended_come_back_to_be_copied(client, session):
    page = session.get_absolute_url()
    sent = {"text": "Who pays <the> fees?", "password": "never this one", "quick": "1"}
    here = {"HTTP_REFERER": f"http://testserver{page}?before=7"}
    answer = client.post(f"{page}messages/", sent, **here)
    html = answer.content.decode()
    assert answer.status_code == 401
    assert "Who pays &lt;the&gt; fees?</textarea>" in html
    assert "never this one" not in html
    assert f'name="next" value="{page}?before=7"' in html


def test_words_that_htmx_sent_after_the_log_in_had_ended_stay_where_they_are(client, session):
    sent = {"text": "Who pays <the> fees?"}
    address = f"{session.get_absolute_url()}messages/"
    answer = client.post(address, sent, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Reswap"]) == (401, "none")
    assert "What you typed stays here" in answer["X-Problem"]
    assert 'hx-target="#problem"' in answer.content.decode()


def test_what_is_no_words_or_comes_from_elsewhere_leads_to_the_log_in_page_as_ever(client, session):
    page = session.get_absolute_url()
    assert client.post(f"{page}messages/", {"text": "done"}).status_code == 302
    elsewhere = {"HTTP_REFERER": "https://evil.example/items/"}
    html = client.post(f"{page}messages/", {"text": "Who pays?"}, **elsewhere).content.decode()
    assert 'name="next" value="/"' in html


def test_guesses_of_the_old_password_count_like_those_at_the_log_in(as_user, with_password, settings):
    settings.AXES_ENABLED = True
    cache.clear()
    browser = as_user(with_password)
    for number in range(8):
        sent = {
            "old_password": f"guess {number}",
            "new_password1": "better horse 9",
            "new_password2": "better horse 9",
        }
        response = browser.post("/accounts/password/", sent)
    assert response.status_code == 429
    assert b"Wait 15 minutes" in response.content
    right = sent | {"old_password": "correct horse"}
    assert browser.post("/accounts/password/", right).status_code == 429
    with_password.refresh_from_db()
    assert with_password.check_password("correct horse")
    cache.clear()


def test_the_right_old_password_changes_it(as_user, with_password):
    sent = {
        "old_password": "correct horse",
        "new_password1": "better horse 9",
        "new_password2": "better horse 9",
    }
    assert as_user(with_password).post("/accounts/password/", sent)["Location"] == "/"
    with_password.refresh_from_db()
    assert with_password.check_password("better horse 9")


def test_the_administration_has_no_other_page_for_passwords(as_user, with_password):
    assert as_user(with_password).get("/admin/password_change/")["Location"] == "/accounts/password/"
