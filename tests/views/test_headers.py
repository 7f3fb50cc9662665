"""What browsers are told about every page: to keep nothing, to share nothing, and to give nothing of the machine."""

import pytest

from tests.factories import ArtifactFactory


@pytest.fixture
def pages(item, team):
    """Addresses that show content of Ana's team, as a page, a download and data, and some that nobody has."""
    notes = ArtifactFactory(item=item, name="notes.md").get_absolute_url()
    return [
        "/",
        "/changes/",
        "/admin/",
        "/search/?q=fees",
        item.get_absolute_url(),
        notes,
        f"{notes}raw/",
        "/no/",
    ]


def test_nothing_that_ana_has_read_stays_in_her_browser_or_can_be_loaded_by_another_site(as_user, ana, pages):
    hers = as_user(ana)
    for address in pages:
        answer = hers.get(address)
        assert "no-store" in answer["Cache-Control"], address
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin", address
        assert "camera=()" in answer["Permissions-Policy"], address


def test_the_same_is_so_for_whoever_is_sent_to_the_log_in_page(client, db):
    for address in ("/", "/accounts/login/"):
        assert "no-store" in client.get(address)["Cache-Control"]
