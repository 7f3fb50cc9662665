"""The hub: one slow reader harms nobody, and whatever is lost on the way, every page ends with the same text."""

import asyncio
from dataclasses import dataclass

import pytest
from asgiref.sync import sync_to_async
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from reviews.live import hub, render, room, rows
from reviews.live.viewer import MOST_WAITING, Viewer
from reviews.log import publish, store
from reviews.log.values import NewEvent
from reviews.models import Membership
from reviews.states import EventKind
from tests.drawing import examples
from tests.live.conftest import opened, question
from tests.live.page import Page

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Seat:
    """A page, its viewer in the hub, and the code that it gets closed with."""

    page: Page
    viewer: Viewer
    closed: asyncio.Future[int]


async def seat(
    session, *, name: str = "Ben", may_act: bool = True, page: Page | None = None, stalled=None
) -> Seat:
    """Somebody who watches from where `page` stands; one whose `stalled` event is not set reads nothing."""
    page = page or Page()
    closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def send(frame: str) -> None:
        if stalled:
            await stalled.wait()
        page.take(frame)

    async def close(code: int) -> None:
        closed.set_result(code)

    viewer = Viewer(user_id=session.started_by_id, name=name, may_act=may_act, send=send, close=close)
    hub.current().enter(viewer, session.pk, session.item.team_id, page.last)
    return Seat(page, viewer, closed)


def watches(found: Seat, name: str = "Ben") -> bool:
    return name in found.page.people


async def test_a_reader_that_stalls_is_let_go_and_the_others_notice_nothing(session, monkeypatch):
    monkeypatch.setattr(room, "TICK_SECONDS", 0.001)
    quick, slow = await seat(session), await seat(session, name="Ana", stalled=asyncio.Event())
    await quick.page.until(lambda: watches(quick, "Ana"))
    opened(session, 2)
    for n in range(3 * MOST_WAITING):
        publish.said(session.pk, f"{n} ")
        await quick.page.until(lambda n=n: quick.page.text.endswith(f"{n} "))
        if slow.viewer.is_gone:
            break
    assert await asyncio.wait_for(slow.closed, 5) == 1013
    assert (slow.page.frames, quick.closed.done()) == ([], False)


async def test_events_are_rendered_once_for_everyone(session, monkeypatch):
    seats = [await seat(session, name=f"Viewer {n}") for n in range(20)]
    for found in seats:
        await found.page.until(lambda found=found: len(found.page.people) == 20)
    calls = []
    real = render.since
    monkeypatch.setattr(render, "since", lambda *args: calls.append(args) or real(*args))
    await sync_to_async(store.append)(session.pk, [question("Why?")])
    for found in seats:
        await found.page.until(lambda found=found: found.page.last == 2)
    assert len(calls) == 1


async def test_the_finished_event_clears_the_turn_even_when_somebody_spoke_meanwhile(session, ben):
    found = await seat(session)
    await found.page.until(lambda: watches(found))
    opened(session, 2)
    publish.said(session.pk, "Why")
    await found.page.until(lambda: found.page.text == "Why")
    await sync_to_async(store.append)(session.pk, [message(ben, "Listen!")])
    await found.page.until(lambda: found.page.last == 2)
    assert (found.page.turn, found.page.text) == (2, "Why")
    await sync_to_async(store.append)(session.pk, [question("Why now?")])
    await found.page.until(lambda: found.page.last == 3)
    assert (found.page.turn, found.page.text) == (0, "")


async def test_the_frame_of_the_event_is_the_frame_that_clears_the_turn(session):
    found = await seat(session)
    await found.page.until(lambda: watches(found))
    opened(session, 2)
    publish.said(session.pk, "Why now?")
    await found.page.until(lambda: found.page.text == "Why now?")
    await sync_to_async(store.append)(session.pk, [question("Why now?")])
    publish.turn_closed(session.pk)
    await found.page.until(lambda: found.page.last == 2)
    last = [frame for frame in found.page.frames if "content" in frame][-1]
    assert (last["n"], "data-turn" in last["content"], 'hx-target="#live"' in last["content"]) == (
        2,
        False,
        True,
    )


async def test_who_became_a_viewer_comes_back_as_one(session, ana):
    found = await seat(session)
    await found.page.until(lambda: watches(found))
    await sync_to_async(Membership.objects.filter(user=ana).update)(role="viewer")
    publish.membership_changed((await sync_to_async(rows.check_access)(ana, session.pk))[0])
    assert await asyncio.wait_for(found.closed, 5) == 1011


async def test_without_a_hub_only_the_open_turn_is_remembered(session):
    opened(session, 2)
    publish.said(session.pk, "Who ")
    publish.said(session.pk, "pays?")
    publish.happened(session.pk, 1)
    publish.notice(session.pk, "Nobody hears this.")
    assert publish.open_turn(session.pk).text == "Who pays?"
    publish.turn_closed(session.pk)
    assert publish.open_turn(session.pk) is None
    publish.said(session.pk, "too late")
    assert publish.open_turn(session.pk) is None


def message(user, text: str) -> NewEvent:
    return NewEvent(EventKind.USER_MESSAGE, text, store.speaker_of(user), {"by": user.pk})


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), st.text("aé🙂<&\n ", min_size=1, max_size=6)),
        st.tuples(st.just("finish"), st.just("")),
        st.tuples(st.just("interrupt"), st.just("")),
        st.tuples(st.just("cut"), st.integers(0, 1)),
        st.tuples(st.just("lose"), st.integers(0, 1)),
        st.tuples(st.just("twice"), st.integers(0, 1)),
        st.tuples(st.just("breathe"), st.just("")),
    ),
    max_size=25,
)


class Story:
    """A conversation that two pages follow over bad lines."""

    def __init__(self, session, user) -> None:
        self.session, self.user = session, user
        self.number = session.last_number
        self.open = False
        self.seats: list[Seat] = []

    async def tell(self, steps) -> None:
        self.seats = [await seat(self.session, name=str(n)) for n in range(2)]
        for step, detail in steps:
            await getattr(self, step)(detail)
        if not self.open:
            await self.say("The end")
        await self.settle()

    async def append(self, event) -> None:
        await sync_to_async(store.append)(self.session.pk, [event])
        self.number += 1

    async def say(self, text: str) -> None:
        if not self.open:
            self.open = True
            opened(self.session, self.number + 1)
        publish.said(self.session.pk, text)

    async def finish(self, _) -> None:
        if self.open:
            await self.append(question(publish.open_turn(self.session.pk).text))
            publish.turn_closed(self.session.pk)
            self.open = False

    async def interrupt(self, _) -> None:
        await self.append(message(self.user, "Listen!"))

    async def cut(self, which: int) -> None:
        """The connection drops, with whatever was on its way, and comes back."""
        old = self.seats[which]
        old.viewer.leave()
        hub.current().leave(old.viewer, self.session.pk)
        old.page.wants_resume = False
        self.seats[which] = await seat(self.session, name=str(which), page=old.page)

    async def lose(self, which: int) -> None:
        """A frame never arrives: the page has to notice."""
        waiting = self.seats[which].viewer.waiting
        if not waiting.empty():
            waiting.get_nowait()
            self.seats[which].page.wants_resume = True

    async def twice(self, which: int) -> None:
        """The page asks for everything again, for no reason."""
        self.resume(self.seats[which])

    async def breathe(self, _) -> None:
        await asyncio.sleep(room.TICK_SECONDS)

    def resume(self, found: Seat) -> None:
        found.page.wants_resume = False
        hub.current().enter(found.viewer, self.session.pk, self.session.item.team_id, found.page.last)

    async def settle(self) -> None:
        """Every page shows the same in the end."""
        said = publish.open_turn(self.session.pk).text
        for found in self.seats:
            async with asyncio.timeout(10):
                while not (found.page.last == self.number and found.page.text == said):
                    if found.page.wants_resume:
                        self.resume(found)
                    found.page.heard.clear()
                    await found.page.heard.wait()
            assert found.page.numbers == list(range(1, self.number + 1))
        publish.turn_closed(self.session.pk)


@pytest.mark.slow
@examples(25, HealthCheck.function_scoped_fixture)
@given(steps=STEPS)
def test_whatever_is_lost_every_page_ends_with_the_same_text(session, monkeypatch, steps):
    monkeypatch.setattr(room, "TICK_SECONDS", 0.002)

    async def told() -> None:
        session.last_number = (await sync_to_async(rows.look)([session.pk], [0], [])).numbers[session.pk]
        try:
            await Story(session, session.started_by).tell(steps)
        finally:
            publish.turn_closed(session.pk)
            await hub.stop()

    asyncio.run(told())
