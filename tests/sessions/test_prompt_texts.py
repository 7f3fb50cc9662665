"""What was sent is kept once for all the calls of a session, and each full prompt can still be read."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils.html import escape

from reviews.models import Item, ModelCall, PromptText
from reviews.models.session import Outcome
from reviews.offline.provider import OfflineProvider
from reviews.providers.base import Material, Prompt
from reviews.providers.request import full_prompt, prompt_parts
from reviews.sessions.provider_call import ProviderCall, call_row
from tests import factories
from tests.sessions.conftest import run_once

PINNED = "".join(f"Line {n} of the notes.\n" for n in range(5000))
NONCE = "0123456789abcdef"


def prompt(request: str = "Ask.", transcript: str = "", pinned: str = PINNED) -> Prompt:
    materials = (Material("notes.md", pinned), Material("transcript so far", transcript, "transcript"))
    return Prompt("interview.question", "elm", "You are ELM.", request, materials, nonce=NONCE)


def store(session, sent: Prompt) -> ModelCall:
    row = call_row(ProviderCall(sent, OfflineProvider(pace=0)), Outcome.OK)
    row.session = session
    row.save()
    return ModelCall.objects.get(pk=row.pk)


def stored(session) -> int:
    """How many characters the session's prompts take."""
    return sum(len(text) for text in session.prompt_texts.values_list("text", flat=True))


@pytest.mark.django_db
def test_ten_calls_over_a_pinned_text_of_100_kb_store_it_once():
    session = factories.SessionFactory()
    sent = [prompt(f"Ask question {n}.", "A: Yes.\n" * n) for n in range(10)]
    calls = [store(session, one) for one in sent]
    assert len(PINNED) > 100_000
    assert session.prompt_texts.filter(text__contains="Line 4999 of").count() == 1
    assert stored(session) < len(PINNED) + 10 * 500
    assert [call.prompt for call in calls] == [full_prompt(one) for one in sent]


@pytest.mark.django_db
def test_a_transcript_that_grows_shares_its_beginning():
    session = factories.SessionFactory()
    lines = [f"Turn {n}: {'word ' * 100}\n" for n in range(60)]
    for said in range(60):
        store(session, prompt("Go on.", "".join(lines[:said]), pinned="Short."))
    whole = len("".join(lines))
    assert stored(session) < whole + 60 * 4_200
    assert session.model_calls.first().prompt == full_prompt(prompt("Go on.", "".join(lines[:59]), "Short."))


@pytest.mark.parametrize("text", ["", "x", "ä\r\n\n" * 5000, "<<end 0123456789abcdef>>", " \n\n"])
def test_the_parts_join_to_the_full_prompt(text):
    sent = prompt(text, text, text)
    blocks = [f"<<material {NONCE} kind=", f"<<end {NONCE}>>"]
    assert all(full_prompt(sent).count(mark) >= 2 for mark in blocks)
    assert "".join(prompt_parts(sent)) == full_prompt(sent)
    assert full_prompt(sent).endswith(f"\n<<end {NONCE}>>\n\n{text}\n")


@pytest.mark.slow
def test_the_admin_shows_the_full_prompt_of_each_call(start, as_user, transactional_db):
    session = run_once(start())
    browser = as_user(User.objects.create_superuser("root"))
    for call in session.model_calls.all():
        assert hashlib.sha256(call.prompt.encode()).hexdigest() == call.prompt_hash
        page = browser.get(f"/admin/reviews/modelcall/{call.pk}/change/").content.decode()
        assert escape(call.prompt).replace("\n", "<br>") in page


@pytest.mark.django_db(transaction=True)
def test_two_who_store_the_same_text_at_the_same_moment_keep_it_once():
    session = factories.SessionFactory()

    def store_some(_: int) -> None:
        for n in range(5):
            store(session, prompt(f"Ask {n}."))
        connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(store_some, range(2)))
    assert session.model_calls.count() == 10
    assert session.prompt_texts.filter(text__contains="Line 4999 of").count() == 1


@pytest.mark.django_db
def test_the_texts_go_with_their_session_and_others_keep_theirs():
    one, another = factories.SessionFactory.create_batch(2)
    store(one, prompt())
    kept = store(another, prompt())
    Item.objects.get(pk=one.item_id).delete()
    assert set(PromptText.objects.values_list("session", flat=True)) == {another.pk}
    assert kept.prompt == full_prompt(prompt())
