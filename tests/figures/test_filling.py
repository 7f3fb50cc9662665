"""A database that is filled: its sessions open like those that were held, its figures and its search are those of its
rows, and nobody's own is filled by mistake."""

from collections import Counter
from datetime import UTC, datetime
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Sum

from reviews.management.filling.plan import draw_times
from reviews.management.filling.rows import Tables
from reviews.management.filling.templates import TITLE, run_as_far_as_it_goes
from reviews.models import (
    AuditEntry,
    Change,
    Comment,
    DailySpending,
    ElaborationRecord,
    Event,
    Finding,
    ModelCall,
    SearchEntry,
    Session,
    Team,
)
from reviews.search import newest_events, read_question, search_in
from reviews.search.indexing import rebuild_index
from reviews.states import State
from tests import factories

COUNT = 60
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_a_database_with_sessions_of_people_is_refused(item):
    factories.SessionFactory(item=item)
    with pytest.raises(CommandError, match="sessions that people have held"):
        call_command("fill_with_samples", sessions=1)


def test_sessions_begin_on_working_days_up_to_now_and_the_same_in_every_run():
    times = draw_times(NOW, 52, 500, Random(1))
    assert times == sorted(times) == draw_times(NOW, 52, 500, Random(1))
    assert times[-1] < NOW
    assert sum(time.weekday() < 5 for time in times) > 450
    assert times[250] > times[0] + (NOW - times[0]) / 2


def test_a_row_that_is_copied_is_the_row_that_was_stored(item):
    session = factories.SessionFactory(item=item, config={"topic": "Größe"}, ended=NOW)
    Event.objects.create(session=session, number=1, kind="answer", text="It’s 3 %.", data={"a": [None]})
    tables = Tables(Event)
    tables[Event].add(tables[Event].pattern(Event.objects.get()), number=2)
    tables.write()
    first, second = Event.objects.order_by("number").values()
    assert second == first | {"id": first["id"] + 1, "number": 2}


@pytest.fixture
def filled(transactional_db, settings):
    """A database with some sixty copies."""
    settings.ELM_OFFLINE_PACE = 0
    call_command("fill_with_samples", sessions=COUNT, events=1000, weeks=10)
    return Session.objects.exclude(item__title=TITLE)


@pytest.mark.slow
def test_copies_open_and_their_figures_add_up(filled, as_user):
    assert filled.count() == COUNT
    assert 700 < Event.objects.filter(session__in=filled).count() < 1300
    assert {State.WAITING, State.RUNNING, State.FINISHED} <= set(filled.values_list("state", flat=True))
    assert filled.values("team").distinct().count() > 2
    for model in (Change, Finding, Comment, ElaborationRecord, AuditEntry):
        assert model.objects.exists(), model
    connection.check_constraints()
    assert_spending_is_that_of_the_calls()
    assert_search_is_that_of_the_texts()
    first = Team.objects.get(slug="filled-with-samples")
    for kind in ("interview", "roundtable", "angles"):
        for state in (State.FINISHED, State.WAITING, State.RUNNING):
            if session := filled.filter(team=first, kind=kind, state=state).first():
                client = as_user(session.started_by)
                assert client.get(session.get_absolute_url()).status_code == 200
                assert client.get(f"{session.get_absolute_url()}changes/").status_code == 200
    assert client.get("/").context["trends"].charts[0].weeks
    assert_open_ones_go_on(filled)


def assert_spending_is_that_of_the_calls():
    spent = Counter()
    for call in ModelCall.objects.select_related("session", "event"):
        speaker = call.event.speaker_key if call.event else ""
        key = (call.session.team_id, call.created.date(), speaker, call.model or call.provider)
        spent[key] += call.tokens_in
    stored = DailySpending.objects.values_list("team", "day", "persona", "model", "tokens_in")
    assert {(*key,): number for *key, number in stored} == dict(spent)
    for team in Team.objects.exclude(sessions=None):
        assert team.spent_micros == team.sessions.aggregate(sum=Sum("spent_micros"))["sum"]


def assert_search_is_that_of_the_texts():
    """Whatever is found, is found again when the index is made anew, and what was said as soon as it is stored."""
    before = Counter(SearchEntry.objects.values_list("ref", "words"))
    assert sum(before.values()) == rebuild_index()
    assert Counter(SearchEntry.objects.values_list("ref", "words")) == before
    event = Event.objects.exclude(text="").latest("pk")
    assert search_in([event.session.team_id], event.text.split()[-1]).hits
    new = Event.objects.create(session=event.session, number=999, kind="answer", text="zebrafinch")
    assert newest_events([event.session.team_id], read_question("zebrafinch")) == [new.pk]
    assert search_in([event.session.team_id], "zebrafinch").events == [new]


def assert_open_ones_go_on(filled):
    """The engine takes a copy that runs for a session like any other."""
    running = filled.filter(state=State.RUNNING).first()
    assert run_as_far_as_it_goes(running).state in (State.WAITING, State.FINISHED)
