"""Sockets of the real server: what comes down them, and who is turned away."""

import asyncio
import contextlib
import json
import uuid

import pytest
import websockets
from asgiref.sync import sync_to_async

from reviews.log import publish, store
from reviews.models import Membership
from reviews.states import State
from tests.live.conftest import arrival, next_frame, opened, people, question, watching
from tests.servers import cookie_of

pytestmark = pytest.mark.django_db(transaction=True)
in_thread = sync_to_async


async def closed_with(socket) -> int:
    """The code that the server closes the socket with."""
    async with asyncio.timeout(10):
        with contextlib.suppress(websockets.ConnectionClosed):
            async for _ in socket:
                pass
        await socket.wait_closed()
    return socket.close_code


async def test_ben_gets_what_happened_and_then_what_happens(server, session, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        assert "Ana started the session" in await arrival(socket)
        await in_thread(store.append)(session.pk, [question("Why **now**?")])
        second = await next_frame(socket, "content")
        assert second["n"] == 2
        assert "Why <strong>now</strong>?" in second["content"]


async def test_words_arrive_while_they_are_spoken(server, session, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        await arrival(socket)
        opened(session, 2)
        publish.said(session.pk, "Who 🙂 ")
        live = await next_frame(socket, "content")
        assert 'data-turn="2" data-units="7"' in live["content"]
        publish.said(session.pk, "pays?")
        assert await next_frame(socket, "d") == {"d": {"n": 2, "o": 7, "s": "pays?"}}
        publish.turn_closed(session.pk)


async def test_what_people_write_is_escaped(server, session, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        await arrival(socket)
        opened(session, 2)
        publish.said(session.pk, "<b>")
        live = (await next_frame(socket, "content"))["content"]
        await in_thread(store.append)(session.pk, [question("<b>bold</b> <hx-partial hx-target='#log'>")])
        html = (await next_frame(socket, "content"))["content"]
        assert "&lt;b&gt;" in live
        assert "&lt;b&gt;bold&lt;/b&gt; &lt;hx-partial" in html
        assert "<b>" not in live + html
        publish.turn_closed(session.pk)


async def test_after_a_resume_only_what_is_missing_comes(server, session, ben):
    await in_thread(store.append)(session.pk, [question("One?"), question("Two?", 2)])
    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        await socket.send(json.dumps({"t": "resume", "after": 2}))
        html = await arrival(socket)
        assert "Two?" in html
        assert "One?" not in html


@pytest.mark.slow
async def test_a_page_that_is_far_behind_gets_everything_in_order(server, session, ben):
    await in_thread(store.append)(session.pk, [question(f"Question {n}?") for n in range(250)])
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        numbers = [(await next_frame(socket, "content"))["n"] for _ in range(3)]
    assert numbers == [100, 200, 251]


async def test_people_see_who_else_is_watching(server, session, ana, ben):
    async with watching(server, session, await in_thread(cookie_of)(ana)) as hers:
        assert await people(hers) == ["Ana"]
        async with watching(server, session, await in_thread(cookie_of)(ben)) as his:
            assert await people(his) == ["Ana", "Ben"]
            assert await people(hers) == ["Ana", "Ben"]
        assert await people(hers) == ["Ana"]


async def test_an_outsider_is_told_that_there_is_no_such_session(server, session, cleo):
    async with watching(server, session, await in_thread(cookie_of)(cleo)) as socket:
        assert await closed_with(socket) == 4404


async def test_an_unknown_session_and_an_unknown_address_are_not_there(server, session, ben):
    cookie = await in_thread(cookie_of)(ben)
    async with watching(server, uuid.uuid4(), cookie) as socket:
        assert await closed_with(socket) == 4404
    async with websockets.connect(f"{server.socket_url}/ws/elsewhere/", origin=server.url) as nowhere:
        assert await closed_with(nowhere) == 4404


async def test_who_is_not_logged_in_is_told_so(server, session):
    async with watching(server, session, "") as socket:
        assert await closed_with(socket) == 4401


@pytest.mark.parametrize("said", ["nonsense", '{"t": "resume"}', '{"t": "stop", "after": 1}', "[]"])
async def test_nonsense_closes_the_socket(server, session, ben, said):
    async with watching(server, session, await in_thread(cookie_of)(ben), after=None) as socket:
        await socket.send(said)
        assert await closed_with(socket) == 4400


@pytest.mark.parametrize("after", ["-1", "x", "99999999999999"])
async def test_nonsense_in_the_address_closes_the_socket(server, session, ben, after):
    async with watching(server, session, await in_thread(cookie_of)(ben), after=after) as socket:
        assert await closed_with(socket) == 4400


async def test_a_page_of_another_site_gets_no_socket(server, session, ben):
    cookie = await in_thread(cookie_of)(ben)
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with watching(server, session, cookie, origin="https://evil.example"):
            pass
    assert refused.value.response.status_code == 403


async def test_who_leaves_the_team_stops_watching_at_once(server, session, team, ben):
    async with watching(server, session, await in_thread(cookie_of)(ben)) as socket:
        await arrival(socket)
        await in_thread(Membership.objects.filter(user=ben).delete)()
        publish.membership_changed(team.pk)
        assert await closed_with(socket) == 4403


async def test_viewers_get_no_buttons(server, session, vera):
    async with watching(server, session, await in_thread(cookie_of)(vera)) as socket:
        html = await arrival(socket)
        assert "hx-post" not in html
        assert 'id="event-1"' in html


async def test_who_comes_late_hears_in_which_state_the_session_is(server, session, ben):
    await in_thread(store.move)(session.pk, State.WAITING)
    async with watching(server, session, await in_thread(cookie_of)(ben), after=1) as socket:
        assert (await next_frame(socket, "p"))["p"]["state"] == "waiting"
