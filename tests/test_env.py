"""Settings from the environment: they boot with nothing set and refuse nonsense by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from elm_site import env
from reviews.errors import BadConfiguration
from reviews.management.commands.serve import Command

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(("value", "found"), [("Yes", True), ("0", False), ("", True), (" off ", False)])
def test_a_switch_is_read(monkeypatch, value, found):
    monkeypatch.setenv("SWITCH", value)
    assert env.boolean("SWITCH", True) is found


@pytest.mark.parametrize(
    "read",
    [
        lambda: env.boolean("ODD", True),
        lambda: env.integer("ODD", 5, least=1, most=9),
        lambda: env.number("ODD", 0.5, least=0, most=1),
        lambda: env.choice("ODD", "one", ("one", "two")),
        lambda: env.folders("ODD"),
        lambda: env.hosts("ODD"),
        lambda: env.networks("ODD"),
    ],
    ids=["boolean", "integer", "number", "choice", "folders", "hosts", "networks"],
)
def test_nonsense_is_refused_with_the_name_and_an_example(monkeypatch, read):
    monkeypatch.setenv("ODD", "maybe 77")
    with pytest.raises(BadConfiguration, match=r"ODD (is|names) 'maybe 77'.*Example: ODD="):
        read()


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("smtp+tls://elm:p%40ss@mail.example.org", ("mail.example.org", 587, "elm", "p@ss", True, False)),
        ("smtps://mail.example.org:4650", ("mail.example.org", 4650, "", "", False, True)),
        ("smtp://127.0.0.1", ("127.0.0.1", 25, "", "", False, False)),
    ],
)
def test_a_mail_server_is_an_address(address, found):
    options = env.mail_server("ELM_MAIL_URL", address)["OPTIONS"]
    names = ("host", "port", "username", "password", "use_tls", "use_ssl")
    assert tuple(options[name] for name in names) == found


@pytest.mark.parametrize(
    "address", ["mail.example.org", "https://mail.example.org", "smtp://", "smtp://x:port"]
)
def test_what_is_no_mail_server_is_refused_and_its_password_is_not_repeated(address):
    with pytest.raises(BadConfiguration, match="ELM_MAIL_URL is not the address of a mail server") as refused:
        env.mail_server("ELM_MAIL_URL", address)
    assert address not in str(refused.value).partition("Example")[0]


def test_folders_and_hosts_are_lists(monkeypatch, tmp_path):
    monkeypatch.setenv("ROOTS", f"{tmp_path}, /")
    monkeypatch.setenv("HOSTS", "Git.Corp.example, 10.0.0.0/8,::1")
    assert env.folders("ROOTS") == (tmp_path, Path("/"))
    assert env.hosts("HOSTS") == ("git.corp.example", "10.0.0.0/8", "::1")
    assert env.folders("NONE") == env.hosts("NONE") == ()


@pytest.mark.parametrize("everybody", ["*", "0.0.0.0/0", "::/0"])
def test_nobody_names_everybody_as_a_proxy(monkeypatch, everybody):
    monkeypatch.setenv("PROXIES", f"127.0.0.1, {everybody}")
    with pytest.raises(BadConfiguration, match="PROXIES names"):
        env.networks("PROXIES")


def test_a_secret_can_come_from_a_file(monkeypatch, tmp_path):
    (tmp_path / "key").write_text("s3cret\n")
    monkeypatch.setenv("TOKEN_FILE", str(tmp_path / "key"))
    assert env.secret("TOKEN") == "s3cret"


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("django-insecure-" + "k3y" * 30 + "abcdefghij", "begins with django-insecure-"),
        ("jU7-too-short", "has 13 characters"),
        ("secret" * 10, "has 5 different characters"),
        ("", "has 0 characters"),
    ],
)
def test_a_key_that_can_be_guessed_is_refused_and_not_repeated(key, why):
    with pytest.raises(BadConfiguration, match=f"SECRET_KEY {why}.*Example: SECRET_KEY_FILE=") as refused:
        env.check_signing_key(key)
    assert not key or key not in str(refused.value)


def test_what_openssl_prints_is_a_key():
    key = "Zk3vJr9sT2yQh1xWc8nBm5gLpD7aFe4uKo0iRtYqXsVwHjNz6EbGdMlPcUfSaCvO"
    assert env.check_signing_key(key) == key


@pytest.mark.slow
def test_the_key_of_development_is_fine_with_debug_only(tmp_path):
    weak = {"SECRET_KEY": "django-insecure-abc"}
    assert manage(tmp_path, "check", **weak, DEBUG="true").returncode == 0
    assert manage(tmp_path, "check", **weak).stderr.startswith("ELM can't start: SECRET_KEY begins with")


@pytest.mark.slow
def test_a_kept_key_that_was_lost_is_named_with_its_file(tmp_path):
    (tmp_path / "secret_key").touch(mode=0o600)
    said = manage(tmp_path, "check").stderr
    assert said.startswith(
        f"ELM can't start: SECRET_KEY is kept in {tmp_path}/secret_key, which has 0 characters"
    )


def test_a_secret_file_that_is_missing_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("TOKEN_FILE", "/nowhere/key")
    with pytest.raises(BadConfiguration, match="TOKEN_FILE names /nowhere/key"):
        env.secret("TOKEN")


def manage(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` with nothing in the environment but what is given."""
    variables = {"PATH": os.environ["PATH"], "ELM_DATA_DIR": str(tmp_path), **environment}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)


@pytest.mark.slow
def test_everything_boots_with_nothing_set(tmp_path):
    assert manage(tmp_path, "check").returncode == 0
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


REFUSED = (
    {"DEBUG": "perhaps"},
    {"DATABASE_URL": "postgres//nowhere"},
    {"ELM_PROVIDER": "gpt"},
    {"ELM_MAX_UPLOAD_MB": "many"},
    {"ELM_CONNECT_SECONDS": "soon"},
    {"ELM_STALL_SECONDS": "0"},
    {"CSRF_TRUSTED_ORIGINS": "elm.example.org"},
    {"ELM_DATA_DIR": "/proc/nowhere"},
    {"ELM_REPO_ROOTS": "/nowhere/at/all"},
    {"ELM_REPO_PRIVATE_HOSTS": "10.0.0.0/99"},
    {"ELM_REPO_SSH": "maybe"},
    {"ELM_IDLE_HOURS": "0"},
    {"ELM_PROXIES": "proxy.example.org"},
    {"REDIS_URL": "localhost:6379"},
    {"ELM_MAX_BODY_MB": "plenty"},
    {"ELM_REQUEST_SECONDS": "0"},
    {"CODE_DESIGNER": "yes"},
)
OFTEN = ("DEBUG", "DATABASE_URL", "ELM_REPO_SSH")
"""Each costs the start of a process."""


@pytest.mark.parametrize(
    "variable",
    [one if {*OFTEN} & {*one} else pytest.param(one, marks=pytest.mark.slow) for one in REFUSED],
    ids=lambda variable: next(iter(variable)),
)
def test_a_variable_that_makes_no_sense_stops_the_start_with_a_sentence(tmp_path, variable):
    result = manage(tmp_path, "check", **variable)
    name = next(iter(variable))
    assert result.returncode != 0
    assert result.stderr.startswith(f"ELM can't start: {name} ")
    assert "Example:" in result.stderr


@pytest.mark.parametrize(
    ("given", "origins", "found"),
    [
        ("", [], ""),
        ("", ["https://*.example.org", "https://elm.example.org"], "https://elm.example.org"),
        ("https://elm.example.org/", ["https://other.example.org"], "https://elm.example.org"),
        ("http://[::1]:8000", [], "http://[::1]:8000"),
    ],
)
def test_links_are_those_of_the_site(monkeypatch, given, origins, found):
    monkeypatch.setenv("ELM_SITE_URL", given)
    assert env.site_address("ELM_SITE_URL", origins) == found


@pytest.mark.parametrize("given", ["elm.example.org", "ftp://elm.example.org", "https://", "http://[::1"])
def test_what_is_no_address_of_a_site_is_refused(monkeypatch, given):
    monkeypatch.setenv("ELM_SITE_URL", given)
    with pytest.raises(BadConfiguration, match="Example: ELM_SITE_URL=https"):
        env.site_address("ELM_SITE_URL", [])


@pytest.mark.django_db
def test_a_login_link_is_printed_with_the_address_of_the_site(ana, settings, capsys):
    settings.ELM_SITE_URL = "https://elm.example.org"
    call_command("login_link", "ana")
    call_command("login_link", "ana", base="http://localhost:9000/")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("https://elm.example.org/accounts/link/")
    assert second.startswith("http://localhost:9000/accounts/link/")


def test_a_server_behind_a_proxy_prints_the_address_of_the_site(ana, settings, capsys):
    Command().welcome("127.0.0.1", 8000, ana)
    settings.ELM_SITE_URL = "https://elm.example.org"
    Command().welcome("127.0.0.1", 8000, ana)
    local, behind = capsys.readouterr().out.split("ELM ")[1:]
    assert " on http://127.0.0.1:8000/\n" in local
    assert "  http://127.0.0.1:8000/accounts/link/" in local
    assert "on https://elm.example.org/ (listens on http://127.0.0.1:8000/)\n" in behind
    assert "  https://elm.example.org/accounts/link/" in behind


def test_preload_without_subdomains_is_refused(tmp_path):
    refused = manage(tmp_path, "check", ELM_HSTS_PRELOAD="true")
    assert refused.returncode != 0
    assert "Set ELM_HSTS_SUBDOMAINS=true beside it" in refused.stderr
