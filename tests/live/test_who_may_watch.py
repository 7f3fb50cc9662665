"""People who may not read on are closed out of real sockets within two seconds, whatever ended it and wherever, in a
room or not; and nobody can ask a socket for more than the server can give."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from datetime import timedelta

import pytest
import websockets
from asgiref.sync import sync_to_async
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as LoginSession
from django.db import connection
from django.test import Client
from django.utils import timezone

from reviews.accounts import membership
from reviews.live import hub, lookout, rows
from reviews.log import publish, store
from reviews.models import Membership
from reviews.models.team import Role
from tests.live.conftest import arrival, opened, people, question, watching
from tests.servers import cookie_of
from tests.test_architecture import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
in_thread = sync_to_async
OLD, NEW = "the old pass phrase", "a much newer pass phrase"
IN_A_ROOM, IN_NONE = pytest.param(0, id="in a room"), pytest.param(None, id="in no room")


def browser(cookie: str) -> Client:
    """The browser that has this cookie."""
    client = Client()
    client.cookies[site_settings.SESSION_COOKIE_NAME] = cookie
    return client


def removed(ana, ben, cookie) -> None:
    member = Membership.objects.get(user=ben)
    got = browser(cookie_of(ana)).post("/team/", {"action": "remove", "member": member.pk})
    assert got.status_code == 302


def made_viewer(ana, ben, cookie) -> None:
    row = Membership.objects.get(user=ben)
    membership.change_role(row.team, row.pk, Role.VIEWER, by=ana)


def deactivated(ana, ben, cookie) -> None:
    ben.is_active = False
    ben.save()


def deleted(ana, ben, cookie) -> None:
    User.objects.get(pk=ben.pk).delete()


def logged_out(ana, ben, cookie) -> None:
    assert browser(cookie).post("/accounts/logout/").status_code == 302


def changed_the_password(ana, ben, cookie) -> None:
    fields = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}
    assert browser(cookie_of(ben)).post("/accounts/password/", fields).status_code == 302


HERE = {
    "removed": (removed, 4403),
    "made a viewer": (made_viewer, 1011),
    "deactivated": (deactivated, 4410),
    "deleted": (deleted, 4403),
    "logged out": (logged_out, 4401),
    "a new password": (changed_the_password, 4423),
}
"""What this process does, each with the code that Ben's sockets are closed with."""

ELSEWHERE = {
    "removed": ("DELETE FROM reviews_membership WHERE user_id = {ben}", 4403),
    "made a viewer": ("UPDATE reviews_membership SET role = 'viewer' WHERE user_id = {ben}", 1011),
    "deactivated": ("UPDATE auth_user SET is_active = false WHERE id = {ben}", 4410),
    "logged out": ("DELETE FROM django_session WHERE session_key = '{cookie}'", 4401),
    "a new password": ("UPDATE auth_user SET password = 'md5$other' WHERE id = {ben}", 4423),
    "expired": ("UPDATE django_session SET expire_date = '2020-01-01' WHERE session_key = '{cookie}'", 4419),
}
"""What somebody does in the database itself, past all signals."""


def run_sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


async def admitted(count: int) -> None:
    """Wait until the server knows of so many sockets."""
    async with asyncio.timeout(10):
        while sum(len(found.sockets.places) for found in list(hub._hubs.values())) != count:
            await asyncio.sleep(0.01)


async def end_of(socket) -> tuple[int, list[dict]]:
    """The code that the server closes the socket with, and the frames that came before it."""
    frames = []
    with contextlib.suppress(websockets.ConnectionClosed):
        async for frame in socket:
            frames.append(json.loads(frame))
    await socket.wait_closed()
    return socket.close_code, frames


async def code_within_2_seconds(socket, change, *args) -> int:
    """The code that the socket is closed with at most two seconds after a change was made."""
    await in_thread(change)(*args)
    begun = time.monotonic()
    code, _ = await asyncio.wait_for(end_of(socket), 10)
    assert time.monotonic() - begun < 2
    return code


@pytest.fixture
def ben(ben) -> User:
    ben.set_password(OLD)
    ben.save()
    return ben


@pytest.fixture
def never_looks(monkeypatch):
    """A server that reads the rows only when there is a reason to."""
    monkeypatch.setattr(lookout, "LOOK_SECONDS", 600)


@pytest.mark.parametrize("after", [IN_A_ROOM, IN_NONE])
@pytest.mark.parametrize("what", HERE)
async def test_what_this_process_does_closes_bens_sockets_at_once(
    never_looks, server, session, ana, ben, what, after
):
    change, code = HERE[what]
    cookie, hers = await in_thread(cookie_of)(ben), await in_thread(cookie_of)(ana)
    async with (
        watching(server, session, hers) as ana_watches,
        watching(server, session, cookie, after=after) as socket,
    ):
        await (arrival(socket) if after is not None else admitted(2))
        assert await code_within_2_seconds(socket, change, ana, ben, cookie) == code
        await in_thread(store.append)(session.pk, [question("Who pays?")])
        assert "Who pays?" in (await words_of(ana_watches, "Who pays?"))


async def words_of(socket, wanted: str) -> str:
    """What comes down a socket until `wanted` has come."""
    html = ""
    async with asyncio.timeout(10):
        while wanted not in html:
            html += str(await socket.recv())
    return html


@pytest.mark.parametrize("after", [IN_A_ROOM, IN_NONE])
@pytest.mark.parametrize("what", ELSEWHERE)
async def test_what_is_changed_in_the_database_itself_is_noticed_within_two_seconds(
    server, session, ben, what, after
):
    statement, code = ELSEWHERE[what]
    cookie = await in_thread(cookie_of)(ben)
    async with watching(server, session, cookie, after=after) as socket:
        await (arrival(socket) if after is not None else admitted(1))
        statement = statement.format(ben=ben.pk, cookie=cookie)
        assert await code_within_2_seconds(socket, run_sql, statement) == code


@pytest.mark.parametrize("what", [name for name in ELSEWHERE if name != "made a viewer"])
async def test_a_resume_is_checked_before_anything_is_brought(never_looks, server, session, ben, what):
    await in_thread(store.append)(session.pk, [question("What is the secret?")])
    statement, code = ELSEWHERE[what]
    cookie = await in_thread(cookie_of)(ben)
    async with watching(server, session, cookie, after=None) as socket:
        await admitted(1)
        await in_thread(run_sql)(statement.format(ben=ben.pk, cookie=cookie))
        await socket.send('{"t": "resume", "after": 0}')
        assert await asyncio.wait_for(end_of(socket), 10) == (code, [])


async def test_what_another_process_does_is_noticed_within_two_seconds(server, session, ben):
    code = f"from reviews.models import Membership; Membership.objects.filter(user={ben.pk}).delete()"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "elm_site.settings",
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
    }
    if connection.vendor != "sqlite":
        pytest.skip("the name of a file is the address of the database")

    def in_another_process() -> None:
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-c", code], cwd=ROOT, env=environment, check=True
        )

    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        await admitted(1)
        assert await code_within_2_seconds(socket, in_another_process) == 4403


async def test_nothing_that_is_said_after_the_removal_reaches_ben(never_looks, server, session, ana, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        await arrival(socket)
        opened(session, 2)
        publish.said(session.pk, "before ")
        await in_thread(removed)(ana, ben, "")
        await admitted(0)
        publish.said(session.pk, "the secret")
        code, frames = await asyncio.wait_for(end_of(socket), 10)
        publish.turn_closed(session.pk)
        assert (code, "secret" in json.dumps(frames)) == (4403, False)


async def test_ana_sees_that_ben_is_gone(server, session, ana, ben):
    cookies = [await in_thread(cookie_of)(user) for user in (ana, ben)]
    async with watching(server, session, cookies[0]) as hers, watching(server, session, cookies[1]):
        while await people(hers) != ["Ana", "Ben"]:
            pass
        await in_thread(removed)(ana, ben, "")
        assert await people(hers) == ["Ana"]


async def test_the_person_who_changes_the_password_stays_where_she_does_it(server, session, ben):
    here, elsewhere = await in_thread(cookie_of)(ben), await in_thread(cookie_of)(ben)
    client = browser(here)
    fields = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}
    async with watching(server, session, elsewhere, after=None) as socket:
        await admitted(1)
        assert await code_within_2_seconds(socket, client.post, "/accounts/password/", fields) == 4423
    renewed = client.cookies[site_settings.SESSION_COOKIE_NAME].value
    async with watching(server, session, renewed) as socket:
        assert "started the session" in await arrival(socket)
    async with watching(server, session, elsewhere) as socket:
        assert (await end_of(socket))[0] == 4401


async def test_a_burst_of_resumes_is_checked_by_one_query(monkeypatch, never_looks, server, session, ben):
    cookie, calls = await in_thread(cookie_of)(ben), []
    real = rows.look
    async with contextlib.AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(watching(server, session, cookie, after=None)) for _ in range(10)
        ]
        monkeypatch.setattr(rows, "look", lambda *args: calls.append(args) or real(*args))
        for socket in sockets:
            await socket.send('{"t": "resume", "after": 0}')
        for socket in sockets:
            await arrival(socket)
    assert len(calls) < 5


async def test_when_the_rows_cannot_be_read_for_long_everybody_is_let_go(monkeypatch, server, session, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        await arrival(socket)
        monkeypatch.setattr(lookout, "BLIND_SECONDS", 0)
        await in_thread(run_sql)("ALTER TABLE reviews_membership RENAME TO away")
        try:
            assert (await asyncio.wait_for(end_of(socket), 10))[0] == 1013
        finally:
            await in_thread(run_sql)("ALTER TABLE away RENAME TO reviews_membership")


async def test_when_the_look_itself_fails_everybody_is_let_go_and_looked_after_again(
    monkeypatch, server, session, ana, ben
):
    cookie = await in_thread(cookie_of)(ben)
    async with watching(server, session, cookie) as socket:
        await arrival(socket)
        with monkeypatch.context() as patch:
            patch.setattr(rows, "look", lambda *args: {}["nothing"])
            assert (await asyncio.wait_for(end_of(socket), 10))[0] == 1011
    async with watching(server, session, cookie) as socket:
        await arrival(socket)
        assert await code_within_2_seconds(socket, removed, ana, ben, cookie) == 4403


async def test_who_watches_a_session_that_is_deleted_is_told_so(server, session, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        await admitted(1)
        assert await code_within_2_seconds(socket, session.delete) == 4404


async def test_one_person_has_so_many_sockets_and_no_more(settings, server, session, ana, ben):
    settings.ELM_SOCKETS_PER_USER = 3
    his, hers = await in_thread(cookie_of)(ben), await in_thread(cookie_of)(ana)
    async with contextlib.AsyncExitStack() as stack:
        own = [await stack.enter_async_context(watching(server, session, his, after=None)) for _ in range(3)]
        await admitted(3)
        async with watching(server, session, his) as socket:
            assert await asyncio.wait_for(end_of(socket), 10) == (4429, [])
        async with watching(server, session, hers) as socket:
            assert "started the session" in await arrival(socket)
        await own[0].close()
        await admitted(2)
        async with watching(server, session, his) as socket:
            assert "started the session" in await arrival(socket)


async def test_who_asks_too_often_for_what_was_missed_is_closed_out(settings, server, session, ben):
    settings.ELM_RESUMES_PER_MINUTE = 5
    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        for _ in range(6):
            await socket.send('{"t": "resume", "after": 0}')
        assert (await asyncio.wait_for(end_of(socket), 10))[0] == 4430


@pytest.mark.parametrize(
    "said", ["[" * 60_000, '{"t":' * 12_000, '{"t": "resume", "after": ' + "9" * 60_000 + "}"]
)
async def test_60_kb_of_brackets_are_nonsense_and_nothing_else(server, session, ben, said, caplog):
    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        await socket.send(said)
        assert await asyncio.wait_for(end_of(socket), 10) == (4400, [])
    assert "Traceback" not in caplog.text


async def test_bytes_are_nonsense(server, session, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        await socket.send(b'{"t": "resume", "after": 0}')
        assert (await asyncio.wait_for(end_of(socket), 10))[0] == 4400


@pytest.mark.parametrize("change", [("http:", "https:"), ("127.0.0.1", "localhost"), (":", ":1")])
async def test_a_page_of_another_scheme_host_or_port_gets_no_socket(server, session, ben, change):
    head, _, port = server.url.rpartition(":")
    other = f"{head}{change[1]}{port}" if change[0] == ":" else server.url.replace(*change)
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with watching(server, session, await in_thread(cookie_of)(ben), origin=other):
            pass
    assert refused.value.response.status_code == 403


async def test_a_page_that_is_looked_at_keeps_its_log_in(server, session, ben):
    cookie = await in_thread(cookie_of)(ben)
    nearly = timezone.now() + timedelta(seconds=30)
    row = LoginSession.objects.filter(pk=cookie)
    await in_thread(row.update)(expire_date=nearly)
    got = await in_thread(browser(cookie).get)("/accounts/here/")
    assert got.json() == {"user": ben.pk}
    assert got.cookies[site_settings.SESSION_COOKIE_NAME]["max-age"] == site_settings.SESSION_COOKIE_AGE
    assert (await in_thread(row.get)()).expire_date > nearly + timedelta(days=1)
    assert (await in_thread(Client().get)("/accounts/here/")).json() == {"user": None}
