"""Who may still be there, by what the rows say; and how much one person may ask for."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session as LoginSession
from django.utils import timezone

from reviews.live import codes, rows
from reviews.live.limits import MOST_REMEMBERED, Resumes
from reviews.live.open_sockets import code_for
from reviews.live.rows import Member, Seen
from reviews.live.viewer import Login
from tests.servers import cookie_of

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
SOON, BEFORE = NOW + timedelta(seconds=1), NOW - timedelta(seconds=1)
SESSION, TEAM, BEN = uuid4(), 1, 2
SCRIPT = Path(__file__).resolve().parents[2] / "reviews/static/reviews/session.js"


class Socket:
    """Ben's, as far as it matters here."""

    user_id, may_act = BEN, True

    def __init__(self, until: datetime | None = None) -> None:
        self.login = Login("key", "hash", until)


def seen(*, member=(True, True, "hash"), logins=None) -> Seen:
    members = {(TEAM, BEN): Member(*member)} if member else {}
    return Seen({SESSION: 7}, {SESSION: TEAM}, members, {"key": SOON} if logins is None else logins)


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (seen(), None),
        (seen(member=None), codes.FORBIDDEN),
        (seen(member=(True, False, "hash")), codes.DEACTIVATED),
        (seen(member=(False, True, "hash")), codes.INTERNAL_ERROR),
        (seen(member=(True, True, "another")), codes.PASSWORD_CHANGED),
        (seen(logins={}), codes.LOGGED_OUT),
        (seen(logins={"key": BEFORE}), codes.LOGIN_EXPIRED),
        (seen(member=None, logins={}), codes.LOGGED_OUT),
        (Seen(), codes.NOT_FOUND),
    ],
)
def test_each_reason_to_close_has_a_code_of_its_own(found, code):
    assert code_for(Socket(), SESSION, found, NOW) == code


def test_a_log_in_whose_row_was_cleared_away_after_it_expired_has_expired():
    socket = Socket()
    assert code_for(socket, SESSION, seen(), NOW) is None
    assert code_for(socket, SESSION, seen(logins={}), NOW) == codes.LOGGED_OUT
    assert code_for(socket, SESSION, seen(logins={}), SOON + timedelta(seconds=1)) == codes.LOGIN_EXPIRED


def test_the_page_has_a_sentence_for_each_of_our_codes():
    told = {int(code) for code in re.findall(r"^    (4\d{3}): \"", SCRIPT.read_text(), re.MULTILINE)}
    assert told == {code for code in vars(codes).values() if isinstance(code, int) and code >= 4000}


def test_one_query_tells_everything_about_every_socket(
    session, roundtable, ana, ben, vera, cleo, django_assert_num_queries
):
    LoginSession.objects.all().delete()
    keys = [cookie_of(user) for user in (ana, ben, vera, cleo)]
    ben.is_active = False
    ben.save()
    with django_assert_num_queries(1):
        got = rows.look([session.pk, roundtable.pk], [user.pk for user in (ana, ben, vera, cleo)], keys)
    assert got.numbers == {session.pk: session.last_number, roundtable.pk: roundtable.last_number}
    assert set(got.teams.values()) == {session.team_id}
    found = [got.members[session.team_id, user.pk] for user in (ana, ben, vera)]
    assert len(got.members) == 3
    assert [member.may_act for member in found] == [True, True, False]
    assert [member.is_active for member in found] == [True, False, True]
    assert set(got.logins) == set(keys)
    assert min(got.logins.values()) > timezone.now()


def test_a_membership_of_another_team_counts_for_nothing(session, cleo):
    got = rows.look([session.pk], [cleo.pk], [])
    assert (got.teams, got.members, got.logins) == ({session.pk: session.team_id}, {}, {})


def test_what_somebody_may_ask_for_at_once_comes_back_with_time(settings):
    settings.ELM_RESUMES_PER_MINUTE = 60
    resumes = Resumes()
    assert all(resumes.take(BEN, 0.0) for _ in range(60))
    assert not resumes.take(BEN, 0.5)
    assert resumes.take(3, 0.5)
    assert resumes.take(BEN, 1.5)
    assert not resumes.take(BEN, 1.5)
    assert all(resumes.take(BEN, 100.0) for _ in range(60))
    assert not resumes.take(BEN, 100.0)


def test_who_has_not_asked_for_a_minute_is_forgotten():
    resumes = Resumes()
    for user in range(MOST_REMEMBERED):
        resumes.take(user, 0.0)
    resumes.take(MOST_REMEMBERED, 61.0)
    assert set(resumes.left) == {MOST_REMEMBERED}
