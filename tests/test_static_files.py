"""Static files are collected when one of them has changed, and not at every start, and are served as pages are."""

import asyncio
import os

import pytest
from asgiref.testing import ApplicationCommunicator
from django.templatetags.static import static

from elm_site.handler import OneHopHandler
from elm_site.settings import MIDDLEWARE
from reviews.management.static_files import collect_static


@pytest.fixture
def sheet(settings, tmp_path):
    """The only static file that there is, and what collecting makes of it."""
    sources = tmp_path / "sources"
    sources.mkdir()
    settings.ELM_DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    with_manifest = {"BACKEND": "elm_site.static_files.StaticStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": with_manifest}
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [sources]
    (sources / "elm.css").write_text("a { color: red }")
    return sources / "elm.css"


def collected(settings) -> set[str]:
    return {path.read_text() for path in settings.STATIC_ROOT.glob("elm*.css")}


def test_what_has_not_changed_is_left_alone(sheet, settings):
    collect_static()
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    manifest.write_text(manifest.read_text() + " ")
    collect_static()
    assert manifest.read_text().endswith(" ")


def test_what_has_changed_is_collected(sheet, settings):
    collect_static()
    sheet.write_text("a { color: rebeccapurple }")
    os.utime(sheet, (3e9, 3e9))
    collect_static()
    assert "a { color: rebeccapurple }" in collected(settings)


def test_what_another_version_has_collected_is_collected_anew(sheet, settings):
    collect_static()
    (settings.STATIC_ROOT / "elm.css").unlink()
    settings.VERSION = "later"
    collect_static()
    assert (settings.STATIC_ROOT / "elm.css").exists()


def test_a_folder_that_was_removed_comes_back(sheet, settings):
    collect_static()
    for path in settings.STATIC_ROOT.iterdir():
        path.unlink()
    collect_static()
    assert collected(settings) == {"a { color: red }"}


def test_the_address_of_a_file_changes_with_the_file(sheet, settings):
    collect_static()
    before = static("elm.css")
    assert static("elm.css") == before
    sheet.write_text("a { color: rebeccapurple }")
    os.utime(sheet, (3e9, 3e9))
    collect_static()
    assert static("elm.css") != before


async def served(path: str, scheme: str) -> dict[bytes, bytes]:
    """The headers of what is served there, and its status."""
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "http_version": "1.1"}
    page = ApplicationCommunicator(
        OneHopHandler(), scope | {"scheme": scheme, "headers": [(b"host", b"localhost")]}
    )
    await page.send_input({"type": "http.request", "body": b""})
    answer = await page.receive_output(5)
    while (await page.receive_output(5)).get("more_body"):
        pass
    await page.wait(5)
    return dict(answer["headers"]) | {b"status": str(answer["status"]).encode()}


def test_files_have_the_headers_of_pages_and_are_sent_over_tls_where_pages_are(sheet, settings):
    collect_static()
    settings.MIDDLEWARE = MIDDLEWARE
    address = static("elm.css")
    plain = asyncio.run(served(address, "http"))
    assert plain[b"status"] == b"200"
    assert plain[b"X-Content-Type-Options"] == b"nosniff"
    assert plain[b"Referrer-Policy"] == b"same-origin"
    assert plain[b"Cross-Origin-Opener-Policy"] == b"same-origin"
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 60
    redirected = asyncio.run(served(address, "http"))
    assert (redirected[b"status"], redirected[b"Location"]) == (
        b"301",
        f"https://localhost{address}".encode(),
    )
    assert asyncio.run(served(address, "https"))[b"Strict-Transport-Security"] == b"max-age=60"
