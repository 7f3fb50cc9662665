"""Bodies are counted and timed before Django reads them; the application in the middle keeps what it is given."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from elm_site.bodies import BoundedBodies
from tests.servers import cookie_of

KB, MB = 1024, 1_048_576


class Exchange:
    """A request of these `parts`, and what was answered. `read` is what the application got of it, None if it was
    never asked or was told that the client has left. A part of None never comes."""

    def __init__(self, parts, headers=()):
        self.parts = list(parts)
        self.scope = {"type": "http", "method": "POST", "headers": list(headers)}
        self.read: bytes | None = None
        self.sent: list[dict] = []

    async def application(self, scope, receive, send):
        got = b""
        while (message := await receive())["type"] == "http.request":
            got += message["body"]
            if not message["more_body"]:
                self.read = got
                await send({"type": "http.response.start", "status": 200, "headers": []})
                return

    async def receive(self):
        if not self.parts:
            return {"type": "http.disconnect"}
        part = self.parts.pop(0)
        if part is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}

    async def send(self, message):
        self.sent.append(message)

    async def go(self):
        await BoundedBodies(self.application)(self.scope, self.receive, self.send)
        return self.sent[0]["status"]

    @property
    def page(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()


def length(count: int) -> tuple[bytes, bytes]:
    return b"content-length", str(count).encode()


@pytest.fixture
def limits(settings):
    settings.ELM_ANONYMOUS_BODY_BYTES, settings.ELM_MAX_BODY_MB = 2 * KB, 1
    settings.ELM_REQUEST_SECONDS = 0.01
    return settings


async def test_a_form_to_log_in_with_is_passed_on_as_it_is(limits):
    exchange = Exchange([b"username=ana&", b"password=x"])
    assert await exchange.go() == 200
    assert exchange.read == b"username=ana&password=x"


async def test_a_stranger_who_says_that_much_comes_is_refused_before_anything_is_read(limits):
    exchange = Exchange([b"x" * KB] * 4, [length(400 * MB)])
    assert await exchange.go() == 413
    assert exchange.read is None
    assert "Whoever is not logged in can send 2 KB. Log in, then send it again." in exchange.page


async def test_what_htmx_sends_is_refused_with_what_goes_into_the_open_page(limits):
    exchange = Exchange([b"x"], [length(400 * MB), (b"hx-request", b"true")])
    assert await exchange.go() == 413
    assert exchange.page.startswith('<hx-partial hx-target="#problem"')
    assert "Log in, then send it again." in exchange.page


async def test_a_stranger_who_does_not_say_how_much_comes_is_counted(limits):
    exchange = Exchange([b"x" * KB] * 40)
    assert await exchange.go() == 413
    assert exchange.read is None
    headers = dict(exchange.sent[0]["headers"])
    assert (headers[b"connection"], headers[b"cache-control"]) == (b"close", b"no-store")


async def test_a_cookie_that_nobody_has_makes_no_stranger_known(limits, db):
    exchange = Exchange([b"x"], [length(3 * KB), (b"cookie", b"sessionid=made-up")])
    assert await exchange.go() == 413


@pytest.mark.django_db(transaction=True)
async def test_ana_may_send_more_than_a_stranger_but_not_without_end(limits, ana):
    cookie = (b"cookie", b"sessionid=" + (await sync_to_async(cookie_of)(ana)).encode())
    some = Exchange([b"x" * 3 * KB], [length(3 * KB), cookie])
    assert (await some.go(), len(some.read or b"")) == (200, 3 * KB)
    too_much = Exchange([b"x" * 512 * KB] * 3, [cookie])
    assert await too_much.go() == 413
    assert "All files and texts of a form together may have 1 MB." in too_much.page


REFUSED = {
    400: ([b"x"], [length(1), length(2)]),
    408: ([b"half of it", None], []),
    413: ([b"x"], [length(400 * MB)]),
}


@pytest.mark.parametrize("status", REFUSED)
async def test_whatever_is_refused_has_the_headers_of_any_page(limits, status, client, db):
    exchange = Exchange(*REFUSED[status])
    assert await exchange.go() == status
    page = await sync_to_async(client.get)("/accounts/login/")
    sent = {name.decode(): value.decode() for name, value in exchange.sent[0]["headers"]}
    for name in ("Cross-Origin-Resource-Policy", "Permissions-Policy"):
        assert sent[name.lower()] == page[name]


@pytest.mark.parametrize("told", [b"-1", b"1e3", b"0x10", b"9" * 30, b""])
async def test_a_length_that_is_none_is_refused(limits, told):
    assert await Exchange([b"x"], [(b"content-length", told)]).go() == 400


async def test_two_lengths_that_differ_are_refused(limits):
    assert await Exchange([b"x"], [length(1), length(2)]).go() == 400


async def test_a_body_that_stays_away_is_not_waited_for(limits):
    exchange = Exchange([b"half of it", None])
    assert await exchange.go() == 408
    assert exchange.read is None
    assert "The connection was too slow, so nothing was stored." in exchange.page


@pytest.mark.parametrize(
    ("told", "status"),
    [
        (b"application/x-www-form-urlencoded", 200),
        (b"multipart/form-data; boundary=x; charset=UTF-8", 200),
        (b"application/x-www-form-urlencoded; charset=utf-7", 400),
        (b"multipart/form-data; boundary=x; charset=zlib", 400),
        (b";" * 20_000, 400),
    ],
)
async def test_a_type_that_django_would_stumble_over_is_refused_in_words(limits, told, status):
    exchange = Exchange([b"x"], [(b"content-type", told)])
    assert await exchange.go() == status
    assert (exchange.read is None) == ("Nothing was stored." in exchange.page) == (status == 400)
