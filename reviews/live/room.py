"""One watched session: what happens in it is rendered once and handed to everyone who watches.

A room's task looks at most every 50 ms, joins what came since into one frame, and hands it to the viewers' queues.
Rows are the truth: a room that missed a hint finds the events soon after.
"""

import asyncio
from typing import Any
from uuid import UUID

from reviews.live import frames, render
from reviews.live.render import RenderedEvents
from reviews.live.viewer import Viewer
from reviews.log import publish
from reviews.log.publish import OpenTurn
from reviews.pages.base import Avatar, SessionPage
from reviews.sessions.threads import Threads

TICK_SECONDS = 0.05


class Room:
    """One watched session. Only its own task sends, so that frames reach each viewer in order."""

    task: asyncio.Task[None]

    def __init__(
        self,
        threads: Threads,
        session_id: UUID,
        team_id: int,
        last: int,
        page: SessionPage[Any] | None = None,
    ) -> None:
        """page: what is known of the session already."""
        self.threads, self.session_id, self.team_id = threads, session_id, team_id
        self.viewers: set[Viewer] = set()
        self.joining: list[Viewer] = []
        self.last = last
        self.dirty, self.hinted = asyncio.Event(), True
        self.turn: OpenTurn | None = None
        self.superseded: OpenTurn | None = None
        self.deltas = self.offset = 0
        self.avatars: dict[str, Avatar] = {}
        self.page = page

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
        seen = await self.rendered(self.last, roles)
        self.last = max(self.last, seen.number)
        self.avatars, self.page = seen.avatars, seen.page
        live = self.live_change(seen.speakers) or ""
        if seen.html or live:
            self.show({role: seen.html.get(role, "") + live for role in (True, False)})
        if seen.html:
            self.tell(seen.progress)

    async def rendered(self, after: int, roles: set[bool], upto: int | None = None) -> RenderedEvents:
        """The events after `after`, from what the room knows of the session already."""
        return await self.threads.run(render.since, self.session_id, after, roles, upto, self.page)

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
        return "".join(self.turn.deltas[: self.deltas]) if self.turn else ""

    def live_html(self) -> str:
        """The live turn up to where every viewer's text stands."""
        if self.turn is None:
            return render.no_live_turn()
        return render.live_turn(self.turn.number, self.turn.speaker, self.text(), self.avatars)

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
        html, progress = "", {}
        if viewer.after < self.last:
            seen = await self.rendered(viewer.after, {viewer.may_act}, self.last)
            html, progress = seen.html.get(viewer.may_act, ""), seen.progress
        if viewer not in self.joining:  # it left meanwhile
            return
        self.joining.remove(viewer)
        viewer.offer(frames.content(html + self.live_html(), self.last))
        if progress:
            viewer.offer(frames.progress(progress))
        self.viewers.add(viewer)

    def let_out(self, viewer: Viewer) -> bool:
        """Send a viewer nothing more. Returns whether it was here."""
        was_here = viewer in self.viewers or viewer in self.joining
        self.viewers.discard(viewer)
        self.joining = [other for other in self.joining if other is not viewer]
        return was_here

    def tell_people(self) -> None:
        """Who watches, and who of them can only read, to everyone who watches."""
        people = {viewer.name for viewer in self.viewers}
        acting = {viewer.name for viewer in self.viewers if viewer.may_act}
        self.tell({"people": sorted(people), "reading": sorted(people - acting)})

    def tell(self, values: dict[str, Any]) -> None:
        """A progress frame to everyone."""
        frame = frames.progress(values)
        for viewer in self.viewers:
            viewer.offer(frame)
