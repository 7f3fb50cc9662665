"""The real server and forms with many large files: what the page says that fits is taken, and one more is refused."""

import pytest

from tests.browser.site import Site
from tests.visitors import Visitor, visitors_of

pytestmark = pytest.mark.slow
LARGEST = 5 * 1_048_576
LINE = b"Nobody has decided what is paid back, and when that is.\n"


@pytest.fixture(scope="module")
def ana(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("large"))
    site.start()
    yield visitors_of(site, 1)[0]
    site.stop()
    assert "Traceback" not in site.errors, site.errors


def choose(ana: Visitor, count: int):
    """Ana adds so many files of the largest size to her item."""
    note = (LINE * (LARGEST // len(LINE) + 1))[: LARGEST - 1] + b"\n"
    files = {f"note-{number}.txt": note for number in range(count)}
    return ana.send_files(f"/items/{ana.item}/artifacts/new/", files)


def test_twelve_files_of_five_megabytes_are_taken(ana):
    answer = choose(ana, 12)
    assert (answer.status, answer.place) == (302, f"/items/{ana.item}/")


def test_the_thirteenth_is_too_much_and_the_sentence_says_what_to_do(ana):
    answer = choose(ana, 13)
    assert answer.status == 413
    assert "All files and texts of a form together may have 64 MB." in answer.page
    assert "Nothing was stored. Send fewer at once." in answer.page
