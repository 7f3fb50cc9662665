"""The pages of very large reviews and of hostile texts: how long they take, how large they are, how many queries."""

import time
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews.kinds.angles.state import Unit
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Session
from reviews.sessions import actions, loading
from tests import factories
from tests.kinds.angles.examples import finds_only
from tests.kinds.angles.rows import stored_review
from tests.kinds.angles.test_scale import ByRules
from tests.starter import load_starter

PAGES = ("", "units/", "findings/", "findings/?page=9", "passes/")
FILES = ("findings.json", "findings.sarif")
MOST_BYTES, MOST_SECONDS, MOST_QUERIES = 400_000, 3.0, 20
SLIP = "def f{n}(value):\n    return value == None\n\n\n"
MARKUP = "<img src=x onerror=alert(1)>"
BIDI = "\u202egpj.exe\u2066"
HEADING = f"## {MARKUP} {BIDI} & '\" {'y' * 300}\n\nIt should be fast. TBD.\n\n"
HOSTILE = {
    f"{MARKUP}.py": "".join(f"x{n} == None; " for n in range(900)) + "\n",
    f"{BIDI}.md": HEADING * 100,
    "x" * 180 + ".py": "import os; x = [" + "1, " * 50_000 + "]\n",
    "a'b\"c&d.py": "import os; x = '" + "w" * 80_000 + "'; x is 3\n",
}


def held_by_rules(item, by, **texts: str) -> Session:
    """A review of new artifacts that rules have held to its end, with Code Designer on."""
    load_starter()
    artifacts = [
        factories.ArtifactFactory(item=item, name=name, content=text) for name, text in texts.items()
    ]
    session = actions.create_session(
        item=item, kind="angles", artifacts=artifacts, started_by=by, config={}, provider="offline"
    )
    session.config["designer"] = True
    session.save(update_fields=["config"])
    held = ByRules(loading.setup_of(session, loading.prompt_personas(session))).go()
    store.append(session.pk, [NewEvent(one.kind, one.text, one.speaker, one.data) for one in held.events])
    Session.objects.filter(pk=session.pk).update(state="finished", end_reason=held.state.reason or "")
    return Session.objects.select_related("item__team").get(pk=session.pk)


def opened(client, session: Session, rest: str, most_bytes: int = MOST_BYTES) -> str:
    """A page of the review, within bounds."""
    with CaptureQueriesContext(connection) as queries:
        began = time.process_time()
        response = client.get(f"/sessions/{session.pk}/{rest}")
        took = time.process_time() - began
    assert response.status_code == 200, rest
    assert len(queries) < MOST_QUERIES, rest
    assert took < MOST_SECONDS, (rest, took)
    assert len(response.content) < most_bytes, (rest, len(response.content))
    return str(response.content.decode())


def page_of(unit: Unit) -> str:
    return "unit/?" + urlencode({"unit": unit.id})


@pytest.mark.slow
def test_pages_of_3000_findings_are_bounded(item, ana, as_user):
    texts = {f"a{n}.py": "".join(SLIP.format(n=n) for n in range(1_000)) for n in range(3)}
    session = held_by_rules(item, ana, **texts)
    state = loading.folded(session)
    assert len(state.findings) == len(state.units) == 3_000
    for rest in (*PAGES, page_of(state.units[5])):
        opened(as_user(ana), session, rest)
    for rest in FILES:
        opened(as_user(ana), session, rest, most_bytes=5_000_000)
    assert "2,940 more findings" in opened(as_user(ana), session, "")


@pytest.mark.slow
def test_pages_of_hostile_texts_are_bounded_and_their_words_are_no_markup(item, ana, as_user):
    session = held_by_rules(item, ana, **HOSTILE)
    many, heading, long = (
        next(unit for unit in loading.folded(session).units if unit.original.startswith(words))
        for words in ("x0", "##", "import os; x = [")
    )
    pages = {
        rest: opened(as_user(ana), session, rest) for rest in (*PAGES, *map(page_of, (many, heading, long)))
    }
    assert not [rest for rest, html in pages.items() if MARKUP in html]
    assert f"<bdi>{BIDI}.md</bdi>" in pages["units/"]
    assert "The first 200." in pages[page_of(many)]
    assert long.is_changed
    assert "too long to be compared here" in pages[page_of(long)]
    assert "more characters are not shown" in pages[page_of(long)]
    compared = opened(as_user(ana), session, "passes/?first=0&second=1")
    assert "The first 50 of" in compared


def test_lists_take_nine_queries(item, ana, as_user, django_assert_num_queries):
    session = stored_review(item, ana, finds_only, designer=False)
    client = as_user(ana)
    client.get(f"/sessions/{session.pk}/")
    for rest in ("units/", "findings/", "passes/"):
        with django_assert_num_queries(9):
            client.get(f"/sessions/{session.pk}/{rest}")
