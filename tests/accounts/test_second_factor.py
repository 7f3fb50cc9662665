"""A second factor: whoever knows Ana's password, or has a login link of hers, still needs the app on her phone."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import login_links, second_factor
from reviews.errors import ElmError
from reviews.models import AuditEntry
from reviews.views.accounts import second_factor as views
from tests import factories
from tests.accounts.factor import (
    CODE,
    DOOR,
    PAGE,
    PASSWORD,
    code_of,
    is_in,
    set_up,
    with_password,
    wrong_code,
)
from tests.pages import words
from tests.test_architecture import CODE as MODULES

BEGIN, TURN_OFF = {"action": "begin", "password": PASSWORD}, {"action": "turn_off", "password": PASSWORD}


@pytest.fixture(autouse=True)
def password(ana) -> None:
    """Ana has one."""
    ana.set_password(PASSWORD)
    ana.save()


@pytest.fixture
def codes(ana) -> list[str]:
    """Ana has a second factor; her recovery codes."""
    return set_up(ana)


def wait(user: User, seconds: int) -> None:
    """As if the last wrong code had been so long ago."""
    TOTPDevice.objects.filter(user=user).update(
        throttling_failure_timestamp=timezone.now() - timedelta(seconds=seconds)
    )


def told() -> list[str]:
    """The audit log but for log-ins, the oldest first."""
    return [str(entry) for entry in AuditEntry.objects.exclude(what="signed_in").order_by("pk")]


def test_ana_sets_it_up_and_her_log_in_asks_for_a_code(as_user, ana):
    here, elsewhere = with_password(), as_user(ana)
    assert here.post(PAGE, BEGIN).headers["Location"] == PAGE
    page = words(here.get(PAGE))
    assert second_factor.key_to_type(TOTPDevice.objects.get()) in page
    here.post(PAGE, {"action": "confirm", "code": code_of(ana, 0)})
    assert "Other browsers have been logged out." in words(here.get(PAGE))
    assert (is_in(here), is_in(elsewhere)) == (True, False)
    new = with_password()
    assert not is_in(new)
    assert "for ana" in words(new.get(CODE))
    assert new.post(CODE, {"code": code_of(ana)}).headers["Location"] == "/"
    assert is_in(new)
    assert told() == ["ana made recovery codes for ana", "ana turned on the second factor of ana"]


def test_a_password_alone_shows_nothing_and_a_code_leads_to_the_page_that_was_asked_for(ana, codes, item):
    browser = with_password(next=item.get_absolute_url())
    for address in ("/", item.get_absolute_url(), PAGE, "/admin/"):
        assert "/login/" in browser.get(address).headers["Location"]
    answer = browser.post(CODE, {"code": f" {code_of(ana)[:3]} {code_of(ana)[3:]} "})
    assert answer.headers["Location"] == item.get_absolute_url()


def test_a_login_link_asks_for_the_code_too(ana, codes):
    browser, link = Client(), login_links.make(ana)
    assert browser.post(link).headers["Location"] == CODE
    assert not is_in(browser)
    assert Client().post(link).status_code == 410
    browser.post(CODE, {"code": code_of(ana)})
    assert is_in(browser)


def test_who_uses_a_link_of_ana_as_ben_stays_ben_until_the_code_is_there(as_user, ana, ben, codes):
    his = as_user(ben)
    his.post(login_links.make(ana), {"reader": str(ben.pk)})
    assert his.get("/accounts/here/").json() == {"user": ben.pk}
    his.post(CODE, {"code": code_of(ana)})
    assert his.get("/accounts/here/").json() == {"user": ana.pk}


def test_the_administration_asks_for_the_code_too(ana, codes):
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    browser = with_password(door="/admin/login/?next=/admin/auth/", next="/admin/auth/")
    assert browser.get("/admin/").status_code == 302
    assert browser.post(CODE, {"code": code_of(ana)}).headers["Location"] == "/admin/auth/"
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/admin/login/").headers["Location"] == "/admin/"


def test_every_log_in_goes_through_the_one_place_that_asks():
    lets_in = re.compile(
        r"^from django\.contrib\.auth import .*\b(login|alogin)\b|\bauth\.login\(|auth_login", re.M
    )
    found = [path.name for path in MODULES if lets_in.search(path.read_text())]
    assert found == ["second_factor.py"]


def test_a_code_counts_once(ana, codes):
    used = code_of(ana)
    assert with_password().post(CODE, {"code": used}).status_code == 302
    assert with_password().post(CODE, {"code": used}).status_code == 422


def test_a_recovery_code_lets_in_once_and_is_told_of(ana, codes):
    browser = with_password()
    browser.post(CODE, {"code": codes[0].upper()})
    assert "You have used a recovery code. 9 are left." in words(browser.get("/"))
    assert told()[-1] == "ana used a recovery code of ana"
    assert with_password().post(CODE, {"code": codes[0]}).status_code == 422
    assert second_factor.recovery_codes_of(ana) == codes[1:]


@pytest.fixture
def unhurried(settings) -> None:
    """Whoever enters a wrong code waits a minute at first, longer than any test takes, and not a second."""
    settings.OTP_TOTP_THROTTLE_FACTOR = settings.OTP_STATIC_THROTTLE_FACTOR = 60


@pytest.mark.slow
def test_each_wrong_code_makes_the_next_wait_twice_as_long_from_any_browser(ana, codes, unhurried):
    for failures, minutes in enumerate((1, 2, 4, 8), 1):
        assert "Wrong code" in words(with_password().post(CODE, {"code": wrong_code(ana)}))
        wait(ana, minutes * 60 - 30)
        answer = with_password().post(CODE, {"code": code_of(ana)})
        assert (answer.status_code, "Too many wrong codes. Wait " in words(answer)) == (422, True)
        assert TOTPDevice.objects.get().throttling_failure_count == failures
        wait(ana, minutes * 60)
    assert with_password().post(CODE, {"code": code_of(ana)}).status_code == 302


def test_wrong_recovery_codes_wait_too_and_do_not_hold_up_the_app(ana, codes, unhurried):
    assert with_password().post(CODE, {"code": "aaaaaaaa"}).status_code == 422
    assert "Too many wrong codes." in words(with_password().post(CODE, {"code": codes[0]}))
    assert with_password().post(CODE, {"code": code_of(ana)}).status_code == 302


@pytest.mark.parametrize(
    "code", ["", " ", "12345", "1234567", "abc", "²²²²²²", "-1", "\0", "x" * 5000, "1e5000"]
)
def test_what_is_no_code_lets_nobody_in(ana, codes, code):
    browser = with_password()
    assert browser.post(CODE, {"code": code}).status_code == 422
    assert not is_in(browser)


def test_codes_of_cleo_are_worth_nothing_for_ana(ana, cleo, codes):
    hers = set_up(cleo)
    for code in (code_of(cleo), hers[0]):
        assert with_password().post(CODE, {"code": code}).status_code == 422
    assert len(second_factor.recovery_codes_of(cleo)) == 10


@pytest.mark.parametrize("what", ["ten minutes", "a new password", "deactivated", "nobody"])
def test_who_waits_too_long_or_is_not_let_in_any_more_begins_again(ana, codes, what):
    browser = Client() if what == "nobody" else with_password()
    code = code_of(ana)
    if what == "ten minutes":
        session = browser.session
        session[views.AWAITED] |= {"until": 0}
        session.save()
    elif what == "a new password":
        ana.set_password("another horse 9")
        ana.save()
    elif what == "deactivated":
        User.objects.filter(pk=ana.pk).update(is_active=False)
    for answer in (browser.get(CODE), browser.post(CODE, {"code": code})):
        assert answer.headers["Location"] == DOOR
    assert not is_in(browser)


def test_an_open_browser_without_the_password_changes_nothing(as_user, ana):
    hers = as_user(ana)
    assert hers.post(PAGE, BEGIN | {"password": "wrong"}).status_code == 422
    assert not TOTPDevice.objects.exists()
    codes = set_up(ana)
    for action in ("turn_off", "codes", "begin"):
        assert "This is not your password." in words(hers.post(PAGE, {"action": action, "password": "wrong"}))
    assert second_factor.app_of(ana)
    assert second_factor.recovery_codes_of(ana) == codes


def test_guesses_of_the_password_there_are_limited_like_those_at_the_log_in(as_user, ana, settings):
    settings.AXES_ENABLED = True
    hers = as_user(ana)
    statuses = [hers.post(PAGE, {"action": "begin", "password": "wrong"}).status_code for _ in range(9)]
    assert statuses == [422] * 7 + [429] * 2
    assert hers.post(PAGE, BEGIN).status_code == 429
    assert not TOTPDevice.objects.exists()


def test_a_setup_counts_for_nothing_until_a_code_was_entered_and_ends_after_ten_minutes(as_user, ana):
    hers = as_user(ana)
    hers.post(PAGE, BEGIN)
    assert is_in(with_password())
    assert hers.post(PAGE, {"action": "confirm", "code": wrong_code(ana)}).status_code == 422
    wait(ana, 60)
    TOTPDevice.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    late = hers.post(PAGE, {"action": "confirm", "code": code_of(ana)})
    assert "The setup was not finished within 10 minutes." in words(late)
    assert hers.get(f"{PAGE}qr.svg").status_code == 404
    assert is_in(with_password())
    assert told() == []


def test_only_the_browser_that_sets_it_up_gets_the_key(as_user, ana, ben):
    hers, other = as_user(ana), as_user(ana)
    hers.post(PAGE, BEGIN)
    picture = hers.get(f"{PAGE}qr.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert "no-store" in picture.headers["Cache-Control"]
    assert b"style=" not in picture.content
    assert other.get(f"{PAGE}qr.svg").status_code == as_user(ben).get(f"{PAGE}qr.svg").status_code == 404
    assert "Finish the setup" not in words(other.get(PAGE))
    assert other.post(PAGE, {"action": "confirm", "code": code_of(ana, 0)}).status_code == 422
    hers.post(PAGE, {"action": "confirm", "code": code_of(ana, 0)})
    assert hers.get(f"{PAGE}qr.svg").status_code == 404


def test_recovery_codes_are_shown_when_they_are_made_and_not_again(as_user, ana):
    hers = as_user(ana)
    hers.post(PAGE, BEGIN)
    hers.post(PAGE, {"action": "confirm", "code": code_of(ana, 0)})
    first = second_factor.recovery_codes_of(ana)
    assert set(first) <= shown(hers)
    session = hers.session
    session[views.SHOWN_UNTIL] = 0
    session.save()
    assert shown(hers).isdisjoint(first)
    hers.post(PAGE, {"action": "codes", "password": PASSWORD})
    second = second_factor.recovery_codes_of(ana)
    assert len({*first, *second}) == 20
    assert set(second) <= shown(hers)
    elsewhere = with_password()
    elsewhere.post(CODE, {"code": code_of(ana)})
    assert "10 recovery codes left" in words(elsewhere.get(PAGE))
    assert shown(elsewhere).isdisjoint(second)


def shown(browser: Client) -> set[str]:
    """The words of the page."""
    return set(words(browser.get(PAGE)).split())


def test_ana_turns_it_off_and_nothing_of_it_is_left(as_user, ana, codes):
    hers = as_user(ana)
    hers.post(PAGE, TURN_OFF)
    assert is_in(with_password())
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()
    assert told()[-1] == "ana turned off the second factor of ana"


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (BEGIN, "You have a second factor. Turn it off"),
        ({"action": "no"} | {"password": PASSWORD}, "Unknown action."),
        ({"action": "confirm", "code": "123456"}, "The setup was not finished"),
    ],
)
def test_what_does_not_fit_is_told(as_user, ana, codes, sent, sentence):
    answer = as_user(ana).post(PAGE, sent)
    assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert second_factor.recovery_codes_of(ana) == codes


def test_who_has_no_password_is_asked_to_set_one_first(as_user, ben, team):
    ben.set_unusable_password()
    ben.save()
    assert "Set a password" in words(as_user(ben).get(PAGE))


def staff(username: str, *permissions: str) -> User:
    made = User.objects.create_user(username, is_staff=True)
    made.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return made


def reset(browser: Client, user: User) -> str:
    sent = {"action": "reset_second_factor", "_selected_action": str(user.pk)}
    return words(browser.post("/admin/auth/user/", sent, follow=True))


def test_who_runs_the_site_turns_it_off_for_ana_and_the_audit_log_says_so(as_user, ana, team, codes):
    assert "Turned off" not in reset(as_user(staff("rita", "view_user")), ana)
    assert "Turned off" not in reset(as_user(staff("otto", "view_user", "change_user")), ana)
    assert not is_in(with_password())
    root = staff("root", "view_user", "change_user")
    factories.MembershipFactory(team=team, user=root, role="admin")
    browser = as_user(root)
    assert "Turned off for ana." in reset(browser, ana)
    assert "Nobody of them has a second factor." in reset(browser, ana)
    assert is_in(with_password())
    assert told()[-1] == "root turned off the second factor of ana"


def test_the_administration_shows_no_key_and_no_code(as_user, db):
    root = as_user(User.objects.create_superuser("root"))
    for address in ("otp_totp/totpdevice/", "otp_static/staticdevice/", "otp_totp/"):
        assert root.get(f"/admin/{address}").status_code == 404


def test_the_server_s_own_command_turns_it_off(ana, codes, capsys):
    call_command("reset_second_factor", "ana")
    assert "asks for no code any more" in capsys.readouterr().out
    assert told()[-1] == "Somebody turned off the second factor of ana"
    for username, why in (("ana", "has no second factor"), ("Ana", "Nobody has the username")):
        with pytest.raises(CommandError, match=why):
            call_command("reset_second_factor", username)


def test_a_code_of_nobody_is_refused(ben, team):
    with pytest.raises(ElmError, match="Wrong code"):
        second_factor.use_code(ben, "123456")


@pytest.mark.parametrize(
    ("seconds", "said"), [(1, "1 second"), (60, "60 seconds"), (61, "2 minutes"), (9000, "3 hours")]
)
def test_waits_are_told_as_people_tell_them(seconds, said):
    assert second_factor.duration_of(seconds) == said


def test_a_code_is_good_half_a_minute_before_and_after_however_late_the_last_one_came(ana, codes):
    TOTPDevice.objects.update(last_t=-1)
    assert with_password().post(CODE, {"code": code_of(ana, -3)}).status_code == 422
    wait(ana, 2)
    assert with_password().post(CODE, {"code": code_of(ana, 1)}).status_code == 302
    assert TOTPDevice.objects.get().drift == 0


def test_a_wrong_code_is_noted_for_the_teams_of_its_owner(ana, codes, team):
    browser = with_password()
    browser.post(CODE, {"code": wrong_code(ana)})
    assert not is_in(browser)
    assert AuditEntry.objects.order_by("pk").values_list("what", "about_name", "team").last() == (
        "code_refused",
        "ana",
        team.pk,
    )
    browser.post(CODE, {"code": wrong_code(ana)})  # too soon to be looked at
    assert AuditEntry.objects.filter(what="code_refused").count() == 1
