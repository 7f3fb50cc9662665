"""The whole of the site, not its parts."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands

ROOT = Path(__file__).parent.parent


def test_no_migration_is_missing(db):
    output = StringIO()
    call_command("makemigrations", "--dry-run", stdout=output)
    assert output.getvalue().strip() == "No changes detected"


def test_every_command_named_in_the_documents_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        text = path.read_text()
        assert set(re.findall(r"`make ([a-z]+)", text)) <= targets, path.name
        assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands()), path.name


@pytest.mark.slow
def test_the_production_settings_pass_djangos_own_check():
    environment = {
        "PATH": "/usr/bin",
        "SECRET_KEY": "k3y" * 30 + "abcdefghij",
        "CSRF_TRUSTED_ORIGINS": "https://elm.example.org",
        "ALLOWED_HOSTS": "elm.example.org",
        "ELM_DATA_DIR": str(Path(settings.ELM_DATA_DIR) / "deploy"),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (
        result.returncode,
        # What asks for all subdomains is for the operator to decide (docs/operating.md).
        result.stderr.replace("System check identified no issues (2 silenced).\n", ""),
    ) == (0, "")


def test_nothing_that_names_a_registry_is_tracked():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "uv.lock" not in tracked.split()
    assert "http" + "s://" not in (ROOT / "requirements.lock").read_text()


def test_a_browser_that_guesses_the_icons_address_finds_it(client):
    assert client.get("/favicon.ico").url == "/static/reviews/favicon.svg"
