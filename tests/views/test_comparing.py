"""Two sessions on the same item side by side."""

from html import unescape

import pytest

from personas.models import Persona
from reviews.models import Change, Participant, Revision, SessionArtifact
from tests import factories
from tests.personas.factories import make_persona
from tests.views import table

TEXT = "# Plan\n\nWe retry three times.\n"


@pytest.fixture
def notes(item):
    return factories.ArtifactFactory(item=item, name="plan.md", content=TEXT)


def held(item, notes, *inserted: str, **fields):
    """A finished interview that proposed these sentences at the end of the notes."""
    session = factories.SessionFactory(item=item, kind="interview", state="finished", **fields)
    SessionArtifact.objects.create(session=session, artifact=notes, revision=notes.current)
    for key, kind in (("elm", "interview"), ("answerer", "answerer")):
        persona = Persona.objects.filter(key=key).first() or make_persona(key, kind, name=f"A {key} Lind")
        seat(session, persona)
    for order, text in enumerate(inserted, 1):
        Change.objects.create(
            session=session,
            artifact=notes,
            base=notes.current,
            order=order,
            position=len(TEXT),
            inserted=text,
        )
    return session


def seat(session, persona):
    Participant.objects.create(session=session, version=persona.current, key=persona.key)


def read(response) -> str:
    return " ".join(unescape(response.content.decode()).split())


def test_what_only_one_raised_and_what_both_did_stand_apart(as_user, vera, item, notes):
    first, second = held(item, notes, "Say who.", "Say when."), held(item, notes, "Say when.", "Say why.")
    page = read(as_user(vera).get(f"/sessions/{second.pk}/compare/?with={first.pk}"))
    here, there, both = (page.index(part) for part in ("Only here (1)", "Only there (1)", "In both (1)"))
    assert here < page.index("Say why.") < there < page.index("Say who.") < both < page.index("Say when.")
    assert f"Both leave the same text of {notes.name} (revision 1)." in page
    assert page.count("<td>open</td>") == 20


def test_the_texts_are_those_that_each_has_left(as_user, ana, item, notes):
    first, second = held(item, notes, "Say who.\n"), held(item, notes)
    more = (TEXT + "Say who.\n").encode()
    Revision.objects.create(artifact=notes, number=2, content=more, session=first)
    page = read(as_user(ana).get(f"/sessions/{first.pk}/compare/?with={second.pk}"))
    assert "revision 2 compared with revision 1, line by line" in page


def test_what_only_one_session_has_read_is_named_in_a_line(as_user, ana, item, notes):
    first, second = held(item, notes), held(item, notes)
    for name in ("costs.md", "risks <b>.md"):
        other = factories.ArtifactFactory(item=item, name=name, content=TEXT)
        SessionArtifact.objects.create(session=second, artifact=other, revision=other.current)
    page = read(as_user(ana).get(f"/sessions/{first.pk}/compare/?with={second.pk}"))
    assert "Only the later session read costs.md, risks <b>.md." in page


def test_without_another_one_the_page_says_what_to_do(as_user, vera, item, notes):
    page = read(as_user(vera).get(f"/sessions/{held(item, notes).pk}/compare/"))
    assert "No other session" in page
    assert "Start a session" in page


def test_at_first_it_is_the_newest_other_one_and_the_others_can_be_picked(as_user, ana, item, notes):
    first, second, third = (held(item, notes) for _ in range(3))
    page = read(as_user(ana).get(f"/sessions/{first.pk}/compare/"))
    assert f'<option value="{third.pk}" selected>' in page
    assert f'value="{second.pk}"' in page


def test_a_session_on_another_item_or_of_another_team_is_none(as_user, ana, cleo, item, notes):
    session = held(item, notes)
    elsewhere = factories.SessionFactory(item=factories.ItemFactory(team=item.team), state="finished")
    theirs = factories.SessionFactory(item=factories.ItemFactory(), state="finished")
    browser = as_user(ana)
    for other in (elsewhere, theirs):
        assert browser.get(f"/sessions/{session.pk}/compare/?with={other.pk}").status_code == 404
    assert as_user(cleo).get(f"/sessions/{session.pk}/compare/").status_code == 404


def test_each_side_names_who_took_part_in_which_version(as_user, vera, item, notes):
    first, second = held(item, notes), held(item, notes)
    rosa = make_persona("rosa", name="Rosa Lind")
    seat(first, rosa)
    page = read(as_user(vera).get(f"/sessions/{first.pk}/compare/?with={second.pk}"))
    assert "Rosa Lind, version 1" in page


def test_more_points_take_no_more_queries(
    as_user, vera, item, notes, django_assert_max_num_queries, django_assert_num_queries
):
    first, second = held(item, notes, "One."), held(item, notes, "Two.")
    third = held(item, notes, *(f"Point {number}." for number in range(20)))
    browser = as_user(vera)
    for other in (second, third):  # who takes part is read once
        browser.get(f"/sessions/{first.pk}/compare/?with={other.pk}")
    with django_assert_max_num_queries(40) as counted:
        browser.get(f"/sessions/{first.pk}/compare/?with={second.pk}")
    with django_assert_num_queries(len(counted)):
        browser.get(f"/sessions/{first.pk}/compare/?with={third.pk}")


def test_the_same_words_at_two_roundtables_are_one_point_whoever_said_them(as_user, vera, ana, item, notes):
    first, second = (
        table.held(item, ana),
        factories.SessionFactory(item=item, kind="roundtable", state="finished"),
    )
    second.config = first.config
    second.save()
    for row in first.participants:
        Participant.objects.create(session=second, version=row.version, key=row.key)
    for number, (session, who) in enumerate(((first, "Maya"), (second, "All")), 1):
        marker = f"<!-- Elaboration: step 01-03, 2026-11-23T03:00:0{number}.000Z -->"
        SessionArtifact.objects.create(session=session, artifact=notes, revision=notes.current)
        Change.objects.create(
            session=session,
            artifact=notes,
            base=notes.current,
            order=1,
            position=len(TEXT),
            marker=marker,
            inserted=f"{marker}\n- [{who}] Say who is told.\n",
        )
    page = read(as_user(vera).get(f"/sessions/{first.pk}/compare/?with={second.pk}"))
    assert "In both (1)" in page
    assert "Elaboration:" not in page[page.index("What they raised") :]
    assert "plan.md, by Maya" in page
