"""A database that is filled: its sessions open like those that were held, and nobody's own is filled by mistake."""

import pytest
from django.core.management import CommandError, call_command

from reviews.models import DailySpending, Event, ModelCall, Session
from tests import factories


def test_a_database_with_sessions_of_people_is_refused(item):
    factories.SessionFactory(item=item)
    with pytest.raises(CommandError, match="sessions that people have held"):
        call_command("fill_with_samples", sessions=1)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_copies_open_and_their_figures_add_up(as_user, settings):
    settings.ELM_OFFLINE_PACE = 0
    call_command("fill_with_samples", sessions=40, events=700, weeks=10)
    copies = Session.objects.exclude(item__title="Held to be copied")
    assert copies.count() == 40
    assert 500 < Event.objects.filter(session__in=copies).count() < 900
    made = ModelCall.objects.filter(session__in=copies)
    micros = sum(DailySpending.objects.values_list("cost_micros", flat=True))
    assert micros == sum(made.values_list("cost_micros", flat=True)) > 0
    client = as_user(copies.first().started_by)
    for kind in ("interview", "roundtable", "angles"):
        session = copies.filter(kind=kind).first()
        assert client.get(session.get_absolute_url()).status_code == 200
        assert client.get(f"{session.get_absolute_url()}changes/").status_code == 200
    assert client.get("/").context["trends"].charts[0].weeks
