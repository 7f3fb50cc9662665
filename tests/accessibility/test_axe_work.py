"""Axe finds nothing serious or moderate on the pages of the team's work, and none is wider than a phone."""

import pytest

from tests.accessibility.looking import troubles_on

WORK = ("items", "artifacts", "repositories", "sessions", "changes", "findings", "search", "waiting")
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_items_sessions_findings_and_repositories_are_for_everybody(chromium, server, everything):
    places = [place for place in everything.places if place.route.startswith(WORK)]
    found, looked = await troubles_on(chromium, server.url, everything, places)
    assert found == {}
    assert looked > 60
