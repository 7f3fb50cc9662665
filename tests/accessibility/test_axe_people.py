"""Axe finds nothing serious or moderate on the other pages: doors, people, personas, the administration, troubles."""

import pytest

from tests.accessibility.looking import troubles_on
from tests.accessibility.test_axe_work import WORK

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_doors_people_personas_and_the_administration_are_for_everybody(chromium, server, everything):
    places = [place for place in everything.places if not place.route.startswith(WORK)]
    found, looked = await troubles_on(chromium, server.url, everything, places)
    assert found == {}
    assert looked > 100
