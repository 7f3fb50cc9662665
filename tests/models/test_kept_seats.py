"""Who takes part in a session is read once, and nobody is told a session that has nobody yet."""

import pytest

from personas.models import Persona, Version
from reviews.models import Participant
from reviews.models.kept_seats import seats_of
from tests.factories import SessionFactory
from tests.starter import load_starter

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions() -> dict[str, Version]:
    load_starter()
    return {key: Persona.objects.get_current(key) for key in ("elm", "answerer")}


def test_ana_and_ben_each_see_who_takes_part_in_their_own_session(versions, django_assert_num_queries):
    anas, bens = SessionFactory(), SessionFactory()
    for session, key in ((anas, "elm"), (anas, "answerer"), (bens, "elm")):
        Participant.objects.create(session=session, version=versions[key], key=key)
    with django_assert_num_queries(2):
        assert [seat.key for seat in seats_of(anas.pk)] == ["elm", "answerer"]
        assert [seat.key for seat in seats_of(bens.pk)] == ["elm"]
        assert [seat.version.name for seat in seats_of(anas.pk)] == [
            versions[key].name for key in ("elm", "answerer")
        ]


def test_somebody_who_is_seated_after_the_first_look_is_seen(versions):
    session = SessionFactory()
    assert seats_of(session.pk) == ()
    Participant.objects.create(session=session, version=versions["elm"], key="elm")
    assert [seat.key for seat in seats_of(session.pk)] == ["elm"]
