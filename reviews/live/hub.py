"""Fans out within a process: what happens in a session is rendered once and handed to everyone who watches.

A room is one watched session. Its task looks at most every 50 ms, joins what came since into one frame, and
hands it to the viewers' queues. Rows are the truth: a room that missed a hint finds the events soon after.
"""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Coroutine
from functools import partial
from typing import Any
from uuid import UUID

from reviews.engine.threads import Threads
from reviews.live import frames, publish, render, rows
from reviews.live.entries import Look
from reviews.live.publish import OpenTurn
from reviews.live.viewer import Viewer

logger = logging.getLogger(__name__)
TICK_SECONDS = 0.05
LOOK_SECONDS = 2.0
RECHECK_EVERY = 15  # looks
INTERNAL_ERROR = 1011
FORBIDDEN = 4403


class Room:
    """One watched session. Only its own task sends, so that frames reach each viewer in order."""

    def __init__(self, hub: "Hub", session_id: UUID, team_id: int, last: int) -> None:
        self.hub, self.session_id, self.team_id = hub, session_id, team_id
        self.viewers: set[Viewer] = set()
        self.joining: list[Viewer] = []
        self.last = last
        self.dirty, self.hinted = asyncio.Event(), True
        self.turn: OpenTurn | None = None
        self.superseded: OpenTurn | None = None
        self.deltas = self.offset = 0
        self.looks: dict[str, Look] = {}
        self.task = hub.spawn(self.run())
        self.task.add_done_callback(self.broken)

    async def run(self) -> None:
        """Look whenever something changed, but at most once a tick."""
        while True:
            await self.dirty.wait()
            self.dirty.clear()
            await self.look()
            await asyncio.sleep(TICK_SECONDS)

    async def look(self) -> None:
        """Hand on what came since the last look, then let in who waits at the door."""
        if self.hinted:
            self.hinted = False
            await self.hand_on_events()
        elif (live := self.live_change([])) is not None:
            self.show({True: live, False: live})
        self.hand_on_text()
        before = len(self.viewers)
        while self.joining:
            await self.let_in(self.joining[0])
        if len(self.viewers) != before:
            self.tell_people()

    async def hand_on_events(self) -> None:
        """New events, rendered once for each role that watches, and the live turn as it changed with them."""
        roles = {viewer.may_act for viewer in self.viewers | set(self.joining)}
        seen = await self.hub.threads.run(render.since, self.session_id, self.last, roles)
        self.last = max(self.last, seen.number)
        self.looks = seen.looks
        live = self.live_change(seen.speakers) or ""
        if seen.html or live:
            self.show({role: seen.html.get(role, "") + live for role in (True, False)})
        if seen.html:
            self.tell(seen.progress)

    def show(self, html: dict[bool, str]) -> None:
        """A content frame to everyone, by role, made once for each."""
        made = {role: frames.content(text, self.last) for role, text in html.items()}
        for viewer in self.viewers:
            viewer.offer(made[viewer.may_act])

    def live_change(self, speakers: list[tuple[int, str]]) -> str | None:
        """The HTML that makes pages show another live turn, or none; None when they show the right one.

        speakers: number and speaker's key of the events that came. The event of the open turn supersedes it,
        even before the engine has closed it.
        """
        turn = publish.open_turn(self.session_id)
        if turn and any(number >= turn.number and key == turn.speaker["key"] for number, key in speakers):
            self.superseded = turn
        if turn is self.superseded:
            turn = None
        if turn is self.turn:
            return None
        self.turn, self.deltas = turn, len(turn.deltas) if turn else 0
        self.offset = frames.units(self.text())
        return self.live_html()

    def text(self) -> str:
        """What the viewers of the room have seen of the live turn."""
        return "".join(self.turn.deltas[: self.deltas]) if self.turn else ""

    def live_html(self) -> str:
        """The live turn up to where every viewer's text stands."""
        if self.turn is None:
            return render.no_live_turn()
        return render.live_turn(self.turn.number, self.turn.speaker, self.text(), self.looks)

    def hand_on_text(self) -> None:
        """What the open turn has said since the last look, joined."""
        if self.turn is None or len(self.turn.deltas) == self.deltas:
            return
        new = self.turn.deltas[self.deltas :]
        text = "".join(new)
        frame = frames.delta(self.turn.number, self.offset, text)
        self.deltas += len(new)
        self.offset += frames.units(text)
        for viewer in self.viewers:
            viewer.offer(frame)

    async def let_in(self, viewer: Viewer) -> None:
        """Bring a viewer to where the room stands, and send it everything from now on."""
        html = ""
        if viewer.after < self.last:
            roles = {viewer.may_act}
            seen = await self.hub.threads.run(render.since, self.session_id, viewer.after, roles, self.last)
            html = seen.html.get(viewer.may_act, "")
        if viewer not in self.joining:  # it left meanwhile
            return
        self.joining.remove(viewer)
        viewer.offer(frames.content(html + self.live_html(), self.last))
        self.viewers.add(viewer)

    def let_out(self, viewer: Viewer) -> bool:
        """Send a viewer nothing more. Returns whether it was here."""
        was_here = viewer in self.viewers or viewer in self.joining
        self.viewers.discard(viewer)
        self.joining = [other for other in self.joining if other is not viewer]
        return was_here

    def tell_people(self) -> None:
        """Who watches, to everyone who watches."""
        people = sorted({viewer.name for viewer in self.viewers})
        self.tell({"people": people})

    def tell(self, values: dict[str, Any]) -> None:
        """A progress frame to everyone."""
        frame = frames.progress(values)
        for viewer in self.viewers:
            viewer.offer(frame)

    def broken(self, task: asyncio.Task[None]) -> None:
        """A room whose task died lets everybody go: they come back by resume, into a new room."""
        if task.cancelled() or task.exception() is None:
            return
        logger.error("the room of session %s broke", self.session_id, exc_info=task.exception())
        self.hub.rooms.pop(self.session_id, None)
        for viewer in [*self.viewers, *self.joining]:
            viewer.drop(INTERNAL_ERROR)


class Hub:
    """All rooms of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread = threading.get_ident()
        self.rooms: dict[UUID, Room] = {}
        self.threads = Threads()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.watch = self.spawn(self.look_around())
        publish.listen(publish.Listener(self.on_change, self.on_notice, self.recheck))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that is not torn down with the request that happened to start it."""
        task = self.loop.create_task(work, context=contextvars.Context())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def in_loop(self, call: partial[Any]) -> None:
        """Call in the hub's loop, whatever thread this is. Does nothing when the loop has ended."""
        if threading.get_ident() == self.thread:
            call()
        elif not self.loop.is_closed():
            self.loop.call_soon_threadsafe(call)

    def on_change(self, session_id: UUID, events: bool) -> None:
        """Something happened in a session."""
        room = self.rooms.get(session_id)
        if room is None:
            return
        room.hinted |= events
        if not room.dirty.is_set():
            self.in_loop(partial(room.dirty.set))

    def on_notice(self, session_id: UUID, text: str) -> None:
        """Show a passing sentence to everyone who watches."""
        if room := self.rooms.get(session_id):
            self.in_loop(partial(room.tell, {"notice": text}))

    def recheck(self, team_id: int) -> None:
        """Memberships of the team changed: look again at everybody who watches one of its sessions."""
        self.in_loop(partial(self.recheck_here, {team_id}))

    def recheck_here(self, teams: set[int]) -> None:
        """Start looking again, in the hub's own thread."""
        self.spawn(self.check_members(teams))

    def enter(self, viewer: Viewer, session_id: UUID, team_id: int, after: int) -> None:
        """Let `viewer` watch from event `after` on; again after it found a gap."""
        self.take_out(viewer, session_id)
        viewer.after = after
        viewer.entering = self.spawn(self.catch_up(viewer, session_id, team_id))
        viewer.entering.add_done_callback(partial(stumbled, viewer))

    async def catch_up(self, viewer: Viewer, session_id: UUID, team_id: int) -> None:
        """Send what a viewer is behind, at its own pace and in nobody's way; then it joins the others."""
        more = True
        while more:
            seen = await self.threads.run(render.since, session_id, viewer.after, {viewer.may_act})
            viewer.after, more = seen.number, seen.more
            if seen.html:
                await viewer.put(frames.content(seen.html[viewer.may_act], seen.number))
        room = self.rooms.get(session_id)
        if room is None:
            room = self.rooms[session_id] = Room(self, session_id, team_id, viewer.after)
        room.joining.append(viewer)
        room.dirty.set()

    def leave(self, viewer: Viewer, session_id: UUID) -> None:
        """The viewer is gone; the others are told."""
        if room := self.take_out(viewer, session_id):
            room.tell_people()

    def take_out(self, viewer: Viewer, session_id: UUID) -> Room | None:
        """Take a viewer out of its room; returns the room that it was in, if somebody stays in it."""
        if viewer.entering:
            viewer.entering.cancel()
        room = self.rooms.get(session_id)
        if room is None or not room.let_out(viewer):
            return None
        if room.viewers or room.joining:
            return room
        self.rooms.pop(session_id).task.cancel()
        return None

    async def look_around(self) -> None:
        """Look now and then for what other processes wrote and for memberships that ended: hints get lost."""
        looks = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            looks += 1
            if self.rooms:
                await self.look_for_events()
            if self.rooms and looks % RECHECK_EVERY == 0:
                await self.check_members({room.team_id for room in self.rooms.values()})

    async def look_for_events(self) -> None:
        """One query for all rooms."""
        numbers = await self.threads.run(rows.last_numbers, list(self.rooms))
        for session_id, number in numbers.items():
            room = self.rooms.get(session_id)
            if room and number > room.last:
                self.on_change(session_id, True)

    async def check_members(self, teams: set[int]) -> None:
        """Close the sockets of people who may not watch any more; a changed role means to connect again."""
        roles = await self.threads.run(rows.may_act, teams)
        for room in [room for room in self.rooms.values() if room.team_id in teams]:
            for viewer in [*room.viewers, *room.joining]:
                may_act = roles.get((room.team_id, viewer.user_id))
                if may_act != viewer.may_act:
                    viewer.drop(FORBIDDEN if may_act is None else INTERNAL_ERROR)

    async def stop(self) -> None:
        """Let everybody go and free the threads."""
        if _hubs.get(self.loop) is self:
            del _hubs[self.loop]
            publish.listen(None)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.to_thread(self.threads.close)


def stumbled(viewer: Viewer, task: asyncio.Task[None]) -> None:
    """A viewer that could not be let in comes back by itself."""
    if not task.cancelled() and task.exception():
        logger.error("a socket could not be let in", exc_info=task.exception())
        viewer.drop(INTERNAL_ERROR)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs.clear()
        _hubs[loop] = Hub()
    return _hubs[loop]


async def stop() -> None:
    """End the running loop's hub, if it has one."""
    if hub := _hubs.get(asyncio.get_running_loop()):
        await hub.stop()
