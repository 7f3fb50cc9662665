"""Fans out within a process: the rooms of one event loop, and what wakes them."""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Coroutine
from functools import partial
from typing import Any
from uuid import UUID

from reviews.live import frames, render
from reviews.live.codes import INTERNAL_ERROR, TOO_MANY, TOO_OFTEN
from reviews.live.lookout import Lookout
from reviews.live.open_sockets import OpenSockets, Place
from reviews.live.room import Room
from reviews.live.rows import Seen
from reviews.live.viewer import Viewer
from reviews.log import publish
from reviews.sessions.threads import Threads

logger = logging.getLogger(__name__)


class Hub:
    """All rooms of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread = threading.get_ident()
        self.rooms: dict[UUID, Room] = {}
        self.threads = Threads()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sockets = OpenSockets()
        self.rechecks = 0  # how often memberships, accounts or log-ins have changed
        self.lookout = Lookout(self.sockets, self.let_go, self.on_seen)
        self.start_looking()
        publish.listen(publish.Listener(self.on_change, self.on_notice, self.recheck, self.recheck_all))

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
        self.in_loop(partial(self.recheck_team, team_id))

    def recheck_team(self, team_id: int) -> None:
        self.rechecks += 1
        if self.sockets.are_of_team(team_id):
            self.lookout.due.set()

    def recheck_all(self) -> None:
        """Accounts or log-ins changed: look again at every open socket."""
        self.in_loop(partial(self.recheck_sockets))

    def recheck_sockets(self) -> None:
        self.rechecks += 1
        self.lookout.due.set()

    def start_looking(self) -> None:
        self.spawn(self.lookout.run()).add_done_callback(self.lookout_ended)

    def lookout_ended(self, task: asyncio.Task[None]) -> None:
        """Without a lookout nobody may watch: let everybody go, and look again for those who come back."""
        if task.cancelled():
            return
        logger.error("the lookout broke", exc_info=task.exception())
        self.lookout.close_all(INTERNAL_ERROR)
        self.start_looking()

    def admit(self, viewer: Viewer, session_id: UUID, team_id: int) -> bool:
        """Know of a socket from now on. One too many of its person is closed. Returns whether it may stay."""
        is_welcome = self.sockets.has_room_for(viewer.user_id)
        if is_welcome:
            self.sockets.places[viewer] = Place(session_id, team_id)
        else:
            viewer.drop(TOO_MANY)
        return is_welcome

    def let_go(self, viewer: Viewer, code: int) -> None:
        """Close a socket with `code`; from this moment on it gets nothing and counts nowhere."""
        place = self.sockets.places[viewer]
        viewer.drop(code)
        self.leave(viewer, place.session_id)

    def resume(self, viewer: Viewer, after: int, known_since: int | None = None) -> None:
        """Let `viewer` watch from event `after` on, if the rows still allow it now and it has not asked too often.

        known_since: the value of `rechecks` before the rows were read about it for the first time; they are read
        again when something has changed since.
        """
        if viewer.is_gone:
            return
        if not self.sockets.resumes.take(viewer.user_id, self.loop.time()):
            return self.let_go(viewer, TOO_OFTEN)
        place = self.sockets.places[viewer]
        self.enter(viewer, place.session_id, place.team_id, after, checked=known_since == self.rechecks)

    def enter(
        self, viewer: Viewer, session_id: UUID, team_id: int, after: int, *, checked: bool = True
    ) -> None:
        """Let `viewer` watch from event `after` on; again after it found a gap.

        checked: whether the rows have just been read about it.
        """
        self.sockets.places.setdefault(viewer, Place(session_id, team_id))
        self.take_out(viewer, session_id)
        viewer.after = after
        viewer.entering = self.spawn(self.catch_up(viewer, session_id, team_id, checked))
        viewer.entering.add_done_callback(partial(end_failed_viewer, viewer))

    async def catch_up(self, viewer: Viewer, session_id: UUID, team_id: int, checked: bool) -> None:
        """Send what a viewer has missed, at its own pace and in nobody's way; then it joins the others."""
        if not checked:
            await self.lookout.next_look()
        room = self.rooms.get(session_id)
        known = room.page if room else None
        last = await self.threads.run(render.last_number, session_id)
        viewer.after, more = min(viewer.after, last), viewer.after < last
        while more and not viewer.is_gone:
            seen = await self.threads.run(
                render.since, session_id, viewer.after, {viewer.may_act}, None, known
            )
            viewer.after, more, known = seen.number, seen.more, seen.page
            if seen.html:
                await viewer.put(frames.content(seen.html[viewer.may_act], seen.number, seen.first))
                await viewer.put(frames.progress(seen.progress))
        if viewer.is_gone:
            return
        room = self.rooms.get(session_id)
        if room is None:
            room = self.rooms[session_id] = Room(self.threads, session_id, team_id, viewer.after, known)
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
        """Know of a socket no longer, and tell those who stay in its room."""
        self.sockets.places.pop(viewer, None)
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

    def on_seen(self, seen: Seen) -> None:
        """Have rooms read the events that other processes wrote."""
        for session_id, number in seen.numbers.items():
            room = self.rooms.get(session_id)
            if room and number > room.last:
                self.on_change(session_id, True)

    async def stop(self) -> None:
        """Let everybody go and free the threads."""
        if _hubs.get(self.loop) is self:
            del _hubs[self.loop]
            publish.listen(None)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.to_thread(self.threads.close)
        await asyncio.to_thread(self.lookout.thread.close)


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
