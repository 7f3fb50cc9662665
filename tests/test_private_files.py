"""What lies in the data folder is for the account that runs ELM, and for nobody else on the machine."""

import logging
import os
import re
import sqlite3
from pathlib import Path

import pytest
from django.db import connection

from elm_site.lifespan import Lifespan
from elm_site.private_files import mode_of, warn_of_open_files
from elm_site.sqlite.base import DatabaseWrapper
from reviews.git.command import git
from reviews.repositories import jobs
from reviews.sessions.scheduler import lock_data_dir
from tests.browser.site import Site
from tests.test_env import manage


@pytest.fixture(autouse=True)
def usual_umask():
    """That of most machines: what is made is for everybody to read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> set[str]:
    """How whatever is in a folder can be used by others than its owner: "" when it can't."""
    return {f"{path.name} {mode_of(path):o}" for path in folder.rglob("*") if mode_of(path) & 0o077}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the file of a database is SQLite's")
def test_a_new_database_and_what_sqlite_puts_beside_it_are_private(tmp_path):
    name = str(tmp_path / "elm.sqlite3")
    made = DatabaseWrapper({**connection.settings_dict, "NAME": name}, "default")
    held: sqlite3.Connection = made.get_new_connection({**made.get_connection_params(), "database": name})
    held.execute("PRAGMA journal_mode=WAL")
    held.execute("CREATE TABLE one (two)")
    assert {path.name for path in tmp_path.iterdir()} >= {"elm.sqlite3", "elm.sqlite3-wal"}
    assert modes(tmp_path) == set()
    held.close()


def test_the_lock_of_the_server_and_its_copies_of_repositories_are_private(tmp_path):
    lock_data_dir(tmp_path).close()
    git(None, "init", "--quiet", "--bare", "--template=", "--", str(tmp_path / "copy.git"))
    assert (tmp_path / "copy.git/refs").is_dir()
    assert modes(tmp_path) == set()


@pytest.mark.slow
def test_static_files_lie_in_closed_folders(tmp_path):
    assert manage(tmp_path, "collectstatic", "--noinput").returncode == 0
    folders = [path for path in tmp_path.rglob("*") if path.is_dir()]
    assert {f"{mode_of(folder):o}" for folder in folders} == {"700"}
    assert tmp_path / "static/reviews" in folders


@pytest.mark.slow
def test_whatever_the_server_makes_at_its_first_start_is_private(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    site = Site(data, DATABASE_URL=f"sqlite:///{data}/elm.sqlite3")
    site.start()
    assert site.process
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    site.stop()
    assert re.search(r"^Umask:\t0077$", status, re.MULTILINE)
    made_by_this_test = {"server.log 644"}
    assert modes(data) == made_by_this_test


def test_a_folder_that_was_open_before_is_told_of_with_its_files(tmp_path):
    key, gone = tmp_path / "secret_key", tmp_path / "gone"
    key.write_text("k")
    tmp_path.chmod(0o750)
    told = warn_of_open_files(tmp_path, [key, gone])
    assert [line.partition(": ")[2] for line in told] == [f"chmod 700 {tmp_path}", f"chmod 600 {key}"]
    assert "(mode 750)" in told[0]


def test_a_closed_folder_closes_its_files_and_a_database_elsewhere_is_looked_at(tmp_path):
    data, elsewhere = tmp_path / "data", tmp_path / "elm.sqlite3"
    data.mkdir(mode=0o700)
    for file in (data / "secret_key", elsewhere):
        file.write_text("")
    told = warn_of_open_files(data, [data / "secret_key", elsewhere])
    assert [line.split()[0] for line in told] == [str(elsewhere)]


@pytest.mark.slow
async def test_the_server_says_so_when_it_starts(tmp_path, settings, caplog):
    settings.ELM_DATA_DIR = tmp_path
    tmp_path.chmod(0o755)
    told = iter([{"type": "lifespan.shutdown"}])

    async def receive() -> dict[str, str]:
        return next(told)

    async def send(message: dict[str, str]) -> None:
        assert message["type"].endswith(".complete")

    with caplog.at_level(logging.WARNING):
        await Lifespan().serve(None, receive, send)
    jobs.stopping.clear()
    assert f"chmod 700 {tmp_path}" in caplog.text
