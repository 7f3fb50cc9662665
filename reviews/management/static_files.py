"""Collecting the static files: it takes as long as all the rest of a start, and nearly always nothing has changed."""

import os
from collections.abc import Iterator
from hashlib import sha256

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_static() -> None:
    """Collect them unless that was done with the very same files before."""
    mark, found = settings.ELM_DATA_DIR / "static-files.sha256", hash_of_sources()
    is_there = (settings.STATIC_ROOT / "staticfiles.json").exists() and mark.exists()
    if is_there and mark.read_text() == found:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    mark.write_text(found)


def hash_of_sources() -> str:
    return sha256("\0".join([settings.VERSION, django.__version__, *sorted(sources())]).encode()).hexdigest()


def sources() -> Iterator[str]:
    """The name, the bytes and the time of change of each static file."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            there = os.stat(storage.path(name))
            yield f"{name} {there.st_size} {there.st_mtime_ns}"
