"""Guessing passwords: at one account, at one from many addresses, at many from one address."""

import pytest
import uvicorn
from axes.models import AccessAttempt
from django.test import RequestFactory

from reviews.accounts.login_limits import address_of
from reviews.management.commands.serve import server_options
from reviews.models import AuditEntry

PASSWORD = "correct horse"
LIMITS = (3, 6, 9)


@pytest.fixture
def guarded(settings, ana):
    """The limits, small enough for a test."""
    settings.AXES_ENABLED = True
    settings.ELM_LOGIN_FAILURES, settings.AXES_FAILURE_LIMIT = LIMITS, LIMITS[0]
    ana.set_password(PASSWORD)
    ana.save()


def status(client, username="ana", password="wrong", address="192.0.2.1") -> int:
    """200 for a wrong password, 302 for the right one, 429 when neither is looked at."""
    sent = {"username": username, "password": password}
    return client.post("/accounts/login/", sent, REMOTE_ADDR=address).status_code


def test_one_account_is_closed_for_the_address_that_guesses_and_for_no_other(client, guarded):
    assert [status(client) for _ in range(4)] == [200, 200, 429, 429]
    assert status(client, password=PASSWORD) == 429
    assert status(client, password=PASSWORD, address="192.0.2.2") == 302


def test_an_account_that_many_addresses_guess_at_is_closed_for_all(client, guarded):
    told = [status(client, address=f"192.0.2.{number}") for number in range(7)]
    assert told == [200] * 5 + [429] * 2
    assert status(client, password=PASSWORD, address="198.51.100.1") == 429
    assert status(client, username="ben") == 200


def test_an_address_that_guesses_at_many_accounts_is_closed_for_all_of_them(client, guarded):
    told = [status(client, username=f"person{number}") for number in range(10)]
    assert told == [200] * 8 + [429] * 2
    assert status(client, password=PASSWORD) == 429
    assert status(client, password=PASSWORD, address="192.0.2.2") == 302


def test_the_administrations_log_in_counts_too(client, guarded):
    for _ in range(3):
        client.post("/admin/login/", {"username": "ana", "password": "wrong"}, REMOTE_ADDR="192.0.2.1")
    assert status(client, password=PASSWORD) == 429


def test_who_guesses_on_at_a_closed_door_does_not_keep_it_closed(client, guarded):
    for _ in range(6):
        status(client)
    assert AccessAttempt.objects.get().failures_since_start == 3


def test_no_password_that_was_typed_is_stored_when_it_is_wrong(client, as_user, ana, guarded):
    typed = {"old_password": "old-secret", "new_password1": "new-secret", "new_password2": "new-secret"}
    as_user(ana).post("/accounts/password/", typed)
    client.post("/accounts/login/", {"username": "ben", "password": "other-secret"})
    kept = list(AccessAttempt.objects.values_list("post_data", flat=True))
    assert len(kept) == 2
    assert "secret" not in str(kept)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::7", "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::"),
        ("unknown", None),
        ("", None),
    ],
)
def test_whom_guesses_are_counted_for(address, counted):
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


async def said_to_be(peer: str, forwarded: str) -> tuple[str, str]:
    """The address and the scheme of a request from `peer`, as what is served sees them."""
    seen = {}

    async def application(scope, receive, send):
        seen.update(scope)

    config = uvicorn.Config(application, **server_options() | {"log_config": None, "lifespan": "off"})
    config.load()
    headers = [(b"x-forwarded-for", forwarded.encode()), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "scheme": "http", "client": (peer, 5), "headers": headers}
    await config.loaded_app(scope, None, None)
    return seen["client"][0], seen["scheme"]


async def test_nobody_says_who_they_are_but_by_a_proxy_that_has_a_name(settings):
    settings.ELM_PROXIES = ["10.0.3.0/24"]
    assert await said_to_be("10.0.3.9", "192.0.2.7") == ("192.0.2.7", "https")
    assert await said_to_be("127.0.0.1", "192.0.2.7") == ("127.0.0.1", "http")
    # What the client itself has sent stands before what the proxy has added.
    assert (await said_to_be("10.0.3.9", "198.51.100.1, 192.0.2.7"))[0] == "192.0.2.7"
    settings.ELM_PROXIES = []
    assert await said_to_be("127.0.0.1", "192.0.2.7") == ("127.0.0.1", "http")


def test_django_itself_believes_no_header(rf, settings):
    assert settings.SECURE_PROXY_SSL_HEADER is None
    assert not rf.get("/", HTTP_X_FORWARDED_PROTO="https").is_secure()


def noted():
    return list(AuditEntry.objects.order_by("pk").values_list("what", "about_name", "detail", "team_name"))


def test_a_wrong_password_is_noted_for_the_teams_of_its_owner_until_the_door_is_closed(client, guarded, team):
    for _ in range(6):
        status(client)
    assert noted() == [("password_refused", "ana", "from 192.0.2.1", team.name)] * 3


def test_a_name_that_nobody_has_is_not_kept_it_may_be_a_password(client, guarded):
    status(client, username="correct horse")
    assert noted() == []
