"""A whole interview against the real model server: shapes, events, usage and clean ends, never wording."""

from dataclasses import replace

import pytest

from personas.models import Persona
from reviews.kinds.interview import prompts
from reviews.log import store
from reviews.models import ModelCall, Session
from reviews.sessions import actions
from reviews.states import ENDED, POSITIVE, Tier
from tests.sessions.conftest import run_once, script, start

pytestmark = [pytest.mark.contract, pytest.mark.django_db(transaction=True)]
__all__ = ["script", "start"]


@pytest.fixture
def interview(llama_server, start, settings, ana, monkeypatch) -> Session:
    """One round with short personas and short replies: the model is small, and the machine may be busy."""
    settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL = "any", llama_server
    settings.ELM_MODELS = dict.fromkeys(Tier, "smollm2")
    for name, purpose in prompts.PURPOSES.items():
        monkeypatch.setitem(prompts.PURPOSES, name, replace(purpose, max_tokens=48))
    for persona in Persona.objects.all():
        persona.text = "Ask short questions. Answer in short sentences."
        persona.publish(by=ana)
    session = start(max_rounds=1)
    Session.objects.filter(pk=session.pk).update(provider="claude")
    session = run_once(session)
    while session.state == "waiting":
        actions.resume(session, by=ana)
        session = run_once(session)
    return session


def test_a_whole_interview_ends_cleanly_with_typed_events_and_usage(interview):
    events = store.after(interview.pk, 0)
    assert interview.state in ENDED
    assert interview.end_reason not in {"", *POSITIVE}
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert interview.reserved_micros == 0
    calls = ModelCall.objects.filter(session=interview)
    assert {call.purpose for call in calls} >= {"interview.question"}
    assert all(call.tokens_in > 0 and call.tokens_out > 0 for call in calls if call.outcome == "ok")
    assert interview.calls == calls.count() > 0
