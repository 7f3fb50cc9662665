"""Which pages may open sockets: those of this site, by scheme, host and port."""

import pytest

from reviews.live.origins import is_ours

HERE = "127.0.0.1:8000"


@pytest.mark.parametrize(
    ("origin", "host", "is_secure"),
    [
        ("http://127.0.0.1:8000", HERE, False),
        ("http://localhost:8000", "localhost:8000", False),
        ("HTTP://LocalHost", "localhost:80", False),
        ("https://localhost", "localhost", True),
        ("https://localhost", "localhost:443", True),
        ("http://[::1]:8000", "[::1]:8000", False),
    ],
)
def test_a_page_of_the_site_may_open_one(settings, origin, host, is_secure):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    assert is_ours(origin, host, is_secure)


@pytest.mark.parametrize(
    "origin",
    [
        "http://127.0.0.1:3000",
        "http://127.0.0.1",
        "https://127.0.0.1:8000",
        "http://localhost:8000",
        "http://evil.example:8000",
        "http://127.0.0.1:8000.evil.example",
        "http://127.0.0.1:8000@evil.example",
        "http://evil.example@127.0.0.1:8000",
        "http://127.0.0.1:8000/page",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:eight",
        "file://",
        "null",
        "",
        "http://[::1",
    ],
)
def test_a_page_of_another_scheme_host_or_port_may_not(origin):
    assert not is_ours(origin, HERE, is_secure=False)


def test_a_plain_page_may_not_reach_a_site_that_is_served_over_tls():
    assert not is_ours("http://localhost", "localhost", is_secure=True)


def test_a_host_that_is_not_served_here_opens_nothing_even_for_its_own_pages(settings):
    settings.ALLOWED_HOSTS = ["elm.example.org"]
    assert not is_ours("http://rebound.example:8000", "rebound.example:8000", is_secure=False)


def test_an_origin_that_was_named_may_whatever_the_proxy_made_of_the_host(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://elm.example.org", "https://*.teams.example.org:8443"]
    assert is_ours("https://elm.example.org", HERE, is_secure=False)
    assert is_ours("https://ana.teams.example.org:8443", HERE, is_secure=False)
    assert not is_ours("https://ana.teams.example.org", HERE, is_secure=False)
    assert not is_ours("https://teams.example.org:8443", HERE, is_secure=False)
    assert not is_ours("http://elm.example.org", HERE, is_secure=False)
    assert not is_ours("https://melm.example.org", HERE, is_secure=False)
