"""`manage.py serve`: from nothing to a login link, and no second server where one runs."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from reviews.sessions.scheduler import lock_data_dir

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def command(port: int) -> list[str]:
    return [sys.executable, "manage.py", "serve", "--port", str(port)]


@contextmanager
def serving(data: Path, port: int, *options: str) -> Iterator[str]:
    """The server, once it has printed its login link; yields the link."""
    environment = {"PATH": os.environ["PATH"], "ELM_DATA_DIR": str(data)}
    process = subprocess.Popen(
        [*command(port), *options], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    try:
        yield next(line.strip() for line in process.stdout if "/accounts/link/" in line)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)
        process.stdout.close()


def opened(url: str) -> str:
    """The page at `url`, asked for until the server answers."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            return urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(url).read().decode()
        except urllib.error.HTTPError as answer:
            return answer.read().decode()
        except OSError:
            time.sleep(0.05)
    pytest.fail("The server did not answer.")


def entered(link: str) -> str:
    """The page after the button of a login link was pressed, or what the link leads to instead."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    try:
        page = browser.open(link).read().decode()
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token, "reader": ""}).encode()
        return browser.open(link, form).read().decode()
    except urllib.error.HTTPError as answer:
        return answer.read().decode()


def refused(data: Path, port: int) -> str:
    """What the server says when it refuses to start."""
    environment = {"PATH": os.environ["PATH"], "ELM_DATA_DIR": str(data)}
    result = subprocess.run(
        command(port), cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert result.returncode != 0
    return result.stderr


def test_an_empty_folder_becomes_a_server_whose_link_logs_in_once(tmp_path):
    with serving(tmp_path, free_port()) as link:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/accounts/link/\S+/", link)
        assert "Log in as admin" in opened(link)
        assert "Start interview" in entered(link)
        assert "Start interview" not in entered(link)


def test_p001_a_server_started_with_code_designer_says_so_on_its_pages(tmp_path):
    port = free_port()
    with serving(tmp_path, port, "--code-designer"):
        assert "by --code-designer at the start" in opened(f"http://127.0.0.1:{port}/accounts/login/")


def test_a_server_without_the_tables_does_not_start_and_says_what_to_run(tmp_path):
    environment = {"PATH": os.environ["PATH"], "ELM_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "uvicorn", "elm_site.asgi:application", "--port", str(free_port())]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode != 0
    assert "The database can't be written (no such table" in result.stderr
    assert "run manage.py migrate" in result.stderr


def test_a_broken_elm_toml_stops_the_start_with_a_sentence(tmp_path):
    (tmp_path / "elm.toml").write_text("[code_designer\n")
    said = refused(tmp_path, free_port())
    assert said.startswith(f"ELM can't start: {tmp_path}/elm.toml is not valid TOML")


def test_a_second_server_on_the_same_data_directory_is_refused(tmp_path):
    with lock_data_dir(tmp_path):
        said = refused(tmp_path, free_port())
    assert "already runs on the data directory" in said
    assert "ELM_DATA_DIR=/another/folder" in said


def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"make serve PORT={port + 1}" in refused(tmp_path, port)
