"""Fans out within a process: the rooms of one event loop, and what wakes them."""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Coroutine
from functools import partial
from typing import Any
from uuid import UUID

from reviews.live import frames, render, rows
from reviews.live.room import Room
from reviews.live.viewer import FORBIDDEN, INTERNAL_ERROR, Viewer
from reviews.log import publish
from reviews.sessions.threads import Threads

logger = logging.getLogger(__name__)
LOOK_SECONDS = 2.0
RECHECK_EVERY = 15  # looks


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
        viewer.entering.add_done_callback(partial(end_failed_viewer, viewer))

    async def catch_up(self, viewer: Viewer, session_id: UUID, team_id: int) -> None:
        """Send what a viewer has missed, at its own pace and in nobody's way; then it joins the others."""
        room = self.rooms.get(session_id)
        known = room.page if room else None
        more = True
        while more:
            seen = await self.threads.run(
                render.since, session_id, viewer.after, {viewer.may_act}, None, known
            )
            viewer.after, more, known = seen.number, seen.more, seen.page
            if seen.html:
                await viewer.put(frames.content(seen.html[viewer.may_act], seen.number, seen.first))
                await viewer.put(frames.progress(seen.progress))
        room = self.rooms.get(session_id)
        if room is None:
            room = self.rooms[session_id] = Room(self.threads, session_id, team_id, viewer.after)
            room.task = self.spawn(room.run())
            room.task.add_done_callback(partial(self.broken, room))
        room.joining.append(viewer)
        room.dirty.set()

    def broken(self, room: Room, task: asyncio.Task[None]) -> None:
        """A room whose task died lets everybody go: they come back by resume, into a new room."""
        if task.cancelled() or task.exception() is None:
            return
        logger.error("the room of session %s broke", room.session_id, exc_info=task.exception())
        self.rooms.pop(room.session_id, None)
        for viewer in [*room.viewers, *room.joining]:
            viewer.drop(INTERNAL_ERROR)

    def leave(self, viewer: Viewer, session_id: UUID) -> None:
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


def end_failed_viewer(viewer: Viewer, task: asyncio.Task[None]) -> None:
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
