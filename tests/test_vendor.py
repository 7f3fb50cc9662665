"""What is vendored is what was fetched."""

import hashlib
from pathlib import Path

from django.conf import settings

VENDOR = Path(settings.BASE_DIR) / "reviews" / "static" / "reviews" / "vendor"


def recorded() -> dict[str, str]:
    """The digests on record, by file."""
    lines = [line.split() for line in (VENDOR / "VERSIONS").read_text().splitlines()]
    return {words[2]: words[1] for words in lines if words[0] == "sha256"}


def test_every_vendored_file_is_as_it_was_fetched():
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.iterdir()
        if path.name != "VERSIONS"
    }
    assert found == recorded()


def test_the_socket_extension_the_charts_and_the_licences_are_there():
    assert set(recorded()) == {"htmx.js", "htmx.LICENSE", "uplot.js", "uplot.css", "uplot.LICENSE"}
    assert "hx-ws" in (VENDOR / "htmx.js").read_text()
