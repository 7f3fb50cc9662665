"""Static files are collected when one of them has changed, and not at every start."""

import os

import pytest

from reviews.management.static_files import collect_static


@pytest.fixture
def sheet(settings, tmp_path):
    """The only static file that there is, and what collecting makes of it."""
    sources = tmp_path / "sources"
    sources.mkdir()
    settings.ELM_DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    with_manifest = {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"}
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
