"""A discussion never makes a file that its step names (C26); a person may afterwards, with one button."""

import pytest

from reviews.kinds.roundtable.phrases import not_added
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Session
from reviews.states import EventKind
from tests.views.table import held

NAME = "requirements-spec.md"


@pytest.fixture
def table(item, ana):
    """A roundtable on a step whose file the item does not have, which said so at its end."""
    session = held(item, ana)
    outputs = [{"file": NAME, "sections": ["Business Context", "Risks"]}]
    agenda = session.config["agenda"] | {"missing": [NAME], "outputs": outputs}
    Session.objects.filter(pk=session.pk).update(config={"agenda": agenda})
    told = NewEvent(EventKind.ANNOUNCEMENT, not_added("missing", NAME), None, {"what": "missing"})
    store.append(session.pk, [told])
    return Session.objects.get(pk=session.pk)


def test_c26_the_offer_to_make_the_missing_file_is_a_persons_to_take(as_ana, as_user, vera, item, table):
    page = as_ana.get(f"/sessions/{table.pk}/").text
    assert f"Could not update {NAME} (file not found)." in page
    assert f"Create {NAME}" in page
    assert f"Create {NAME}" not in as_user(vera).get(f"/sessions/{table.pk}/").text
    assert not item.artifacts.exists()
    made = as_ana.post(f"/sessions/{table.pk}/create-file/", {"name": NAME}, follow=True)
    assert f"{NAME} is created with its headings." in made.text
    assert item.artifacts.get().current.text == "# Requirements spec\n\n## Business Context\n\n## Risks\n"
    assert f"Create {NAME}" not in as_ana.get(f"/sessions/{table.pk}/").text


def test_a_second_click_leads_to_the_file_and_another_name_to_nothing(as_ana, item, table):
    as_ana.post(f"/sessions/{table.pk}/create-file/", {"name": NAME})
    again = as_ana.post(f"/sessions/{table.pk}/create-file/", {"name": NAME}, headers={"HX-Request": "true"})
    assert again["HX-Redirect"] == item.artifacts.get().get_absolute_url()
    assert as_ana.post(f"/sessions/{table.pk}/create-file/", {"name": "other.md"}).status_code == 404
