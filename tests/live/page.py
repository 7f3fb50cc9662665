"""A model of the page's script: what session.js does with frames, without a browser."""

import asyncio
import json
import re
from collections.abc import Callable
from html import unescape

from reviews.live.frames import units

NUMBER = re.compile(r'data-number="(\d+)"')
LIVE = re.compile(r'data-turn="(\d+)" data-units="(\d+)".*?<div class="live-text[^>]*>(.*?)</div>', re.DOTALL)
SHOWN = re.compile(r'<hx-partial hx-target="#live".*?>(.*?)</hx-partial>', re.DOTALL)


class Page:
    """What one browser shows. `wants_resume` says that it has noticed a gap."""

    def __init__(self) -> None:
        self.last, self.turn, self.have, self.text = 0, 0, 0, ""
        self.numbers: list[int] = []
        self.people: list[str] = []
        self.frames: list[dict] = []
        self.wants_resume = False
        self.heard = asyncio.Event()

    def take(self, frame: str) -> None:
        got = json.loads(frame)
        self.frames.append(got)
        if "content" in got:
            self.swap(got["content"])
        if "d" in got:
            self.add(**got["d"])
        if "p" in got:
            self.people = got["p"].get("people", self.people)
        self.heard.set()

    def swap(self, html: str) -> None:
        for number in map(int, NUMBER.findall(html)):
            if number == self.last + 1:
                self.numbers.append(number)
                self.last = number
            elif number > self.last:
                self.wants_resume = True
        for shown in SHOWN.findall(html):
            found = LIVE.search(shown)
            self.turn, self.have = (int(found[1]), int(found[2])) if found else (0, 0)
            self.text = unescape(found[3]) if found else ""

    def add(self, n: int, o: int, s: str) -> None:
        if n != self.turn:
            self.wants_resume |= n > max(self.last, self.turn)
        elif o > self.have:
            self.wants_resume = True
        elif o + units(s) > self.have:
            self.text += s.encode("utf-16-le")[2 * (self.have - o) :].decode("utf-16-le")
            self.have = o + units(s)

    async def until(self, true: Callable[[], bool]) -> None:
        """Take frames until it is so; fails after a while."""
        async with asyncio.timeout(10):
            while not true():
                self.heard.clear()
                await self.heard.wait()
