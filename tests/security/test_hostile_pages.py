"""A hostile text keeps neither the server nor other people waiting: its page shows it as written, and says why."""

import asyncio

import pytest
from django.core.cache import cache
from django.urls import reverse

from elm_site.departure import NoticeDeparture
from reviews.workers import lanes
from reviews.workers.lanes import RENDERING, client_left
from tests import factories

LONG = "# Plan\n\n" + "Orders are paid twice. [a](b) *c*\n\n" * 3_000


@pytest.fixture
def limited(settings):
    """One worker, which may take no time to speak of."""
    settings.ELM_WORKERS, settings.ELM_RENDER_SECONDS, settings.ELM_RULES_SECONDS = 1, 0.01, 0.01
    cache.clear()
    yield settings
    lanes.end_workers()
    cache.clear()


@pytest.mark.slow
def test_a_page_that_takes_too_long_shows_the_text_as_it_was_written(limited, as_user, ana, item):
    notes = factories.ArtifactFactory(item=item, name="notes.md", content=LONG)
    page = as_user(ana).get(reverse("artifact", args=[notes.pk])).content.decode()
    assert "Shown as plain text: laying it out took more than 0.01 seconds." in page
    assert "<pre># Plan\n\nOrders are paid twice. [a](b) *c*\n" in page
    limited.ELM_RENDER_SECONDS = 60
    assert "Shown as plain text" in as_user(ana).get(reverse("artifact", args=[notes.pk])).content.decode()
    cache.clear()
    assert (
        "Shown as plain text" not in as_user(ana).get(reverse("artifact", args=[notes.pk])).content.decode()
    )


@pytest.mark.slow
def test_a_check_that_takes_too_long_stores_nothing_and_says_why(limited, as_user, ana, item):
    notes = factories.ArtifactFactory(item=item, name="notes.md", content=LONG)
    page = as_user(ana).post(reverse("artifact-check", args=[notes.pk]), follow=True).content.decode()
    assert "The rules did not come to an end within 0.01 seconds." in page
    notes.refresh_from_db()
    assert (notes.checks, notes.findings.count()) == (0, 0)
    limited.ELM_RULES_SECONDS = 120
    page = as_user(ana).post(reverse("artifact-check", args=[notes.pk]), follow=True).content.decode()
    assert "Check 1 of revision 1" in page


@pytest.mark.slow
def test_what_is_shown_as_it_was_written_is_escaped(settings, as_user, ana, item):
    settings.ELM_WORKERS = 1
    text = "<script>alert(1)</script>\n" * (RENDERING.longest // 20)
    notes = factories.ArtifactFactory(item=item, name="notes.md", content=text)
    page = as_user(ana).get(reverse("artifact", args=[notes.pk])).content.decode()
    assert "Shown as plain text: it is too large to be laid out." in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


async def test_what_works_for_a_request_is_told_that_its_client_has_left():
    told = []

    async def application(scope, receive, send):
        left = client_left.get()
        told.append(left.is_set())
        await receive()
        told.append(left.is_set())
        await receive()
        told.append(left.is_set())

    coming = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

    async def receive():
        await asyncio.sleep(0)
        return next(coming)

    await NoticeDeparture(application)({"type": "http"}, receive, None)
    assert told == [False, False, True]
    assert client_left.get() is None
