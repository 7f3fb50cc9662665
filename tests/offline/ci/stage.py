"""Ana's folder and the command: what `manage.py review` says and how it exits."""

import io
import json
from pathlib import Path
from typing import Any

from django.core.management import call_command

NOTES = "# Plan\n\nThe owner is TBD.\n"
GERMAN = "# Umzug\n\nWir wollen die Rechnungen bis März umziehen. Der Einkauf ist dafür, die Buchhaltung noch nicht.\n"


def run(*args: object) -> tuple[int, str, str]:
    """Exit code, output and errors."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("review", *map(str, args), stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        code = int(stop.code)
    return code, out.getvalue(), err.getvalue()


def rows(*args: object) -> list[dict[str, Any]]:
    return json.loads(run(*args, "--format", "json")[1])


def kinds(*args: object) -> list[str]:
    return [row["kind"] for row in rows(*args)]


def sarif(*args: object) -> dict[str, Any]:
    """The only run of the log."""
    (only,) = json.loads(run(*args, "--format", "sarif")[1])["runs"]
    return only


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path
