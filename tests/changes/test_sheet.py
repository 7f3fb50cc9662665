"""An artifact's page: what roundtables have added to it, and who said it."""

import re

import pytest

from reviews.changes import decide
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Change, Revision
from reviews.states import EventKind
from tests import factories
from tests.changes.stage import now, statuses
from tests.changes.table import POINTS, SPEC, held, held_about
from tests.changes.test_apply import revised
from tests.changes.test_changes_page import act
from tests.pages import words

MARKER = "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->"
MAYA = Speaker("business-analyst", "Maya Chen", "Business Analyst")


def page_of(artifact, query=""):
    return f"/artifacts/{artifact.pk}/{query}"


@pytest.fixture
def table(ana, item):
    """A finished roundtable whose three points, said in turn 3 and by Ana, are in the specification."""
    session = held(item)
    store.append(session.pk, [NewEvent(EventKind.CONTRIBUTION, "One.", MAYA, {"turn": 3})])
    said = NewEvent(EventKind.USER_MESSAGE, "Three?", Speaker(f"user:{ana.pk}", "Ana", ""), {"by": ana.pk})
    store.append(session.pk, [said], user=ana)
    session.changes.filter(order=3).update(attribution="User/Alex", events=[2])
    decide.accept_all(session, ana)
    return session


@pytest.fixture
def spec(table):
    spec = table.pins.get().artifact
    spec.refresh_from_db()
    return spec


def additions(response):
    """The text of each addition on the page, with what is said of it."""
    html = response.content.decode()
    found = re.split(r'<div class="addition" ', html)[1:]
    return [" ".join(re.sub("<[^>]+>", " ", f"<{one.split('</form>')[0]}").split()) for one in found]


def test_fr_008_05_each_addition_says_who_said_it_and_links_to_the_turn_and_the_change(
    as_user, ana, table, spec
):
    response = as_user(ana).get(page_of(spec))
    html = response.content.decode()
    assert additions(response)[0].startswith("[Maya] One. Maya in the roundtable on this item : turn 3")
    assert "Ana, Alex in the roundtable" in additions(response)[2]
    assert f'href="/sessions/{table.pk}/#event-1" title="Maya Chen, turn 3"' in html
    assert f'href="/sessions/{table.pk}/changes/#change-{table.changes.get(order=1).pk}"' in html
    assert "Elaboration: step" not in html


def test_a_count_says_how_many_there_are_and_a_link_hides_them(as_user, ana, table, spec):
    second = held_about(spec, ["- [Jordan] Four."])
    decide.accept_all(second, ana)
    assert "3 additions by a roundtable, 1 by another" in words(as_user(ana).get(page_of(spec)))
    plain = as_user(ana).get(page_of(spec, "?plain"))
    assert "3 additions by a roundtable, 1 by another" in words(plain)
    assert (additions(plain), "Show additions" in words(plain)) == ([], True)
    assert "Elaboration: step" not in plain.content.decode()
    assert "Two: because." in plain.content.decode()


def test_undo_takes_the_addition_out_and_comes_back_to_the_artifact(as_user, ana, table, spec):
    client = as_user(ana)
    response = client.post(act(table.changes.get(order=1), "undo"), {"back": "artifact"}, follow=True)
    assert response.redirect_chain == [(page_of(spec), 302)]
    assert len(additions(response)) == 2
    assert "It is undone." in words(response)
    assert "One." not in now(spec).decode()


def test_undo_that_is_too_late_says_so_and_changes_nothing(as_user, ana, ben, table, spec):
    first = table.changes.get(order=1)
    decide.undo(first, ben)
    before = now(spec)
    response = as_user(ana).post(act(first, "undo"), {"back": "artifact"}, follow=True)
    assert "This change was taken back by Ben already. Nothing was changed." in words(response)
    assert now(spec) == before


def test_vera_sees_the_additions_without_undo_and_cleo_nothing(as_user, vera, cleo, table, spec):
    response = as_user(vera).get(page_of(spec))
    assert len(additions(response)) == 3
    assert "/undo/" not in response.content.decode()
    assert as_user(cleo).get(page_of(spec)).status_code == 404
    assert as_user(vera).post(act(table.changes.first(), "undo"), {"back": "artifact"}).status_code == 403
    assert statuses(table) == ["applied"] * 3


def test_an_older_revision_shows_what_stood_there_and_offers_no_undo(as_user, ana, table, spec):
    decide.undo(table.changes.get(order=1), ana)
    older = as_user(ana).get(page_of(spec, "?revision=2"))
    assert len(additions(older)) == 3
    assert "undone since" in additions(older)[0]
    assert "/undo/" not in older.content.decode()
    assert additions(as_user(ana).get(page_of(spec, "?revision=1"))) == []


def test_an_addition_that_a_person_has_reworded_is_put_in_nobodys_mouth(as_user, ana, ben, table, spec):
    revised(spec, now(spec).decode().replace("One.", "One and a half."), ben)
    shown = additions(as_user(ana).get(page_of(spec)))
    assert shown[0].startswith("[Maya] One and a half. Added in the roundtable on this item , reworded since")
    assert "Maya in" not in shown[0]


def test_an_addition_without_its_marker_is_text(as_user, ana, ben, table, spec):
    first = f"{MARKER}\n- [Maya] One.\n"
    revised(spec, now(spec).decode().replace(first, f"- [Maya] One.\n\n{MARKER}\n"), ben)
    assert len(additions(as_user(ana).get(page_of(spec)))) == 2


@pytest.mark.parametrize(("day", "told"), [("2026-02-20", ", 20 Feb 2026"), ("2026-13-77", "")])
def test_a_marker_typed_by_hand_makes_no_claim_about_anybody(as_user, ana, item, day, told):
    marker = MARKER.replace("2026-02-20", day)
    spec = factories.ArtifactFactory(item=item, content=f"A.\n\n{marker}\n- [Maya] Mine.\n")
    (shown,) = additions(as_user(ana).get(page_of(spec)))
    assert shown.split("</div>")[0].startswith(f"[Maya] Mine. Added by a roundtable{told}")
    assert "Elaboration" not in shown


def test_an_edited_addition_names_who_reworded_it(as_user, ana, ben, item):
    session = held(item)
    decide.accept(session.changes.get(order=1), ben, text="- [Maya] Better.\n\n<script>alert(1)</script>")
    response = as_user(ana).get(page_of(session.pins.get().artifact))
    assert "reworded by Ben" in additions(response)[0]
    assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_nfr_004_texts_of_other_systems_show_theirs_too(as_user, ana, item, end):
    session = held(item, "\ufeff".encode() + SPEC.replace("\n", end).rstrip().encode())
    decide.accept_all(session, ana)
    shown = additions(as_user(ana).get(page_of(session.pins.get().artifact)))
    assert shown[0].startswith("[Maya] One. Maya in ")
    assert len(shown) == 3


def test_a_plain_text_shows_its_additions_without_their_markers(as_user, ana, item):
    spec = factories.ArtifactFactory(item=item, name="spec.txt", kind="text", content=SPEC + "<b>")
    session = held_about(spec)
    decide.accept_all(session, ana)
    response = as_user(ana).get(page_of(spec))
    assert len(additions(response)) == 3
    assert "Elaboration: step" not in response.content.decode()
    assert "&lt;b&gt;" in response.content.decode()
    assert "Elaboration: step" in as_user(ana).get(page_of(spec, "?plain")).content.decode()


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_additions(as_user, ana, item, django_assert_num_queries):
    spec = factories.ArtifactFactory(item=item, content=SPEC)
    for _ in range(3):
        decide.accept_all(held_about(spec, POINTS * 2), ana)
    client = as_user(ana)
    with django_assert_num_queries(12):
        response = client.get(page_of(spec))
    assert len(additions(response)) == Change.objects.count() == 18
    assert "18 additions by 3 roundtables" in words(response)
    assert Revision.objects.count() == 4
