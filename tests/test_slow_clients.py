"""The real server and clients that send too much, too slowly, or never come to an end."""

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.browser.site import Site

pytestmark = pytest.mark.slow
SECONDS = 1
CHUNK = b"10000\r\n" + b"x" * 65_536 + b"\r\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site"), ELM_REQUEST_SECONDS=str(SECONDS), ELM_MAX_BODY_MB="6")
    made.start()
    yield made
    made.stop()


@contextlib.contextmanager
def connected(site: Site) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as client:
        yield client


def answer(client: socket.socket) -> str:
    """Everything that comes until the server ends the connection."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while part := client.recv(65_536):
            got += part
    return got.decode("utf-8", "replace")


def post(*headers: str) -> bytes:
    return "\r\n".join(["POST /accounts/login/ HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


def test_four_hundred_megabytes_of_a_stranger_are_refused_before_they_come(site):
    with connected(site) as client:
        client.sendall(post(f"Content-Length: {400 * 1_048_576}"))
        told = answer(client)
    assert told.startswith("HTTP/1.1 413 ")
    assert "Whoever is not logged in can send 64 KB." in told


def test_a_stranger_who_sends_chunks_is_cut_off_after_a_few(site):
    sent = 0
    with connected(site) as client:
        client.sendall(post("Transfer-Encoding: chunked"))
        with contextlib.suppress(ConnectionError):
            while sent < 20 * 1_048_576:
                client.sendall(CHUNK)
                sent += len(CHUNK)
    assert sent < 12 * 1_048_576


def test_a_client_that_sends_while_it_is_refused_reads_why(site):
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("POST", "/accounts/login/", body=b"x" * 500_000)
    told = connection.getresponse()
    assert (told.status, told.headers["Connection"]) == (413, "close")
    assert "Log in, then send it again." in told.read().decode()
    connection.close()


def test_headers_that_never_end_are_ended(site):
    with connected(site) as client:
        began = time.monotonic()
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        told = answer(client)
    assert told.startswith("HTTP/1.1 408 ")
    assert time.monotonic() - began < SECONDS + 3


def test_headers_that_never_end_on_a_used_connection_are_ended_too(site):
    with connected(site) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /healthz HTTP/1.1\r\nX-Slow: ")
        told = answer(client)
    assert told.startswith("HTTP/1.1 200 ")
    assert "HTTP/1.1 408 " in told


def test_headers_without_end_are_too_long(site):
    with connected(site) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        with contextlib.suppress(ConnectionError):
            for _ in range(40):
                client.sendall(b"x" * 65_536)
        assert answer(client)[:13] in ("HTTP/1.1 431 ", "")


@pytest.mark.parametrize(
    "last", ["0\r\n", "0\r\nX-Long: ", "1;"], ids=["headers", "a header", "a chunk's name"]
)
def test_what_comes_after_a_body_or_between_its_parts_comes_to_an_end(site, last):
    sent = 0
    with connected(site) as client:
        client.sendall(post("Transfer-Encoding: chunked") + f"1\r\na\r\n{last}".encode())
        with contextlib.suppress(ConnectionError):
            while sent < 20 * 1_048_576:
                client.sendall(b"X: y\r\n" * 10_000 if last == "0\r\n" else b"x" * 60_000)
                sent += 60_000
    assert sent < 12 * 1_048_576


@pytest.mark.parametrize(
    "frame", [b"\x89\x84\0\0\0\0ping", b"\x80\x80\0\0\0\0"], ids=["pings", "empty frames"]
)
def test_a_socket_on_which_a_stranger_never_stops_is_cut(site, frame):
    upgrade = [
        f"Host: 127.0.0.1:{site.port}",
        f"Origin: {site.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
    ]
    key = ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    sent = 0
    with connected(site) as client:
        client.sendall("\r\n".join(["GET /ws/ HTTP/1.1", *upgrade, *key, "", ""]).encode())
        assert client.recv(12) == b"HTTP/1.1 101"
        with contextlib.suppress(ConnectionError):
            while sent < 20 * 1_048_576:
                client.sendall(frame * 6_000)
                sent += len(frame) * 6_000
    assert sent < 12 * 1_048_576


def test_who_connects_ahead_of_time_is_told_nothing(site):
    with connected(site) as client:
        assert answer(client) == ""


def test_a_body_that_drips_is_ended_and_others_are_served_meanwhile(site):
    with connected(site) as client:
        client.sendall(post("Content-Length: 1000"))
        stop = threading.Event()

        def drip() -> None:
            with contextlib.suppress(OSError):
                while not stop.wait(0.1):
                    client.sendall(b"x")

        dripping = threading.Thread(target=drip)
        dripping.start()
        assert site.answers()
        told = answer(client)
        stop.set()
        dripping.join()
    assert told.startswith("HTTP/1.1 408 ")
    assert "The connection was too slow, so nothing was stored." in told
