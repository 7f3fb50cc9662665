"""Interviews in every state, and as many endings as there are ways to reach one."""

from django.test.utils import override_settings

from reviews.log import publish
from reviews.models import Artifact, Session
from reviews.sessions import actions, loading
from tests.browser import model
from tests.compatibility.world import World, begun, goes_on, interview, killed_in, ran, run_once
from tests.sessions.conftest import SCRIPT

CUT = {"text": "Who is affected by", "error": {"message": "The stream was cut. Try again.", "after": 10}}
ASKED = SCRIPT["interview.question"][0]
NO_CAVEAT = "We looked at it in May and the board knows the figure."


def hold_all(world: World, notes: dict[str, Artifact], odd: list[Artifact]) -> None:
    """All of them."""
    unfinished(world, notes["retries"])
    by_rules(world, notes)
    by_script(world, notes["retries"])
    stopped(world, notes["retries"])
    failing(world, notes["retries"])
    ran(interview(world, *odd, provider="offline", topic="the risks"))
    ran(interview(world, world.plan, provider="offline"))
    paid_for(world)


def unfinished(world: World, note: Artifact) -> None:
    """Drafts, running ones with messages, waiting ones, and two whose process was killed."""
    interview(world, note, topic="the fees", max_rounds=3, budget_usd=2.5)
    with world.script():
        running = begun(interview(world, note))
        actions.say(running, user=world.ana, text="Look at the costs.\n\n- cards\n- *wallets* & <b>more</b>")
        taken_back = actions.say(running, user=world.ben, text="Never mind the colours.")
        actions.withdraw(running, user=world.ben, number=taken_back.number)
        killed_in("running", lambda: begun(interview(world, note)), events=4)
        killed_in("synthesizing", lambda: begun(interview(world, note)))
        ran(interview(world, note, answered_by="me"))


def by_rules(world: World, notes: dict[str, Artifact]) -> None:
    """Offline: ready, not ready, ready with caveats, and a person's answers."""
    sample = world.payments.artifacts.get(name="payment-retry-note.md")
    ran(interview(world, notes["clear"], provider="offline"))
    vague = begun(interview(world, notes["vague"], provider="offline"))
    actions.say(vague, user=world.ben, text="Please look at the index.")
    with override_settings(ELM_PROVIDER="offline"):
        run_once(actions.deeper(run_once(vague), by=world.ben))
    answered_by_me(world, sample, "no idea")
    answered_by_me(world, notes["vague"], "I don't know")


def answered_by_me(world: World, note: Artifact, unknown: str) -> Session:
    """Ana answers every question, those about a date with `unknown`."""
    session = ran(interview(world, note, provider="offline", answered_by="me"))
    while session.state == "waiting":
        asked = loading.folded(session).current
        replies = (unknown if "which date holds" in q.text else NO_CAVEAT for q in asked.questions)
        goes_on(session, "\n".join(f"{n}. {reply}" for n, reply in enumerate(replies, 1)), by=world.ana)
    return session


def by_script(world: World, note: Artifact) -> None:
    """Scripted: ready in several rounds, in circles, at the round limit, and not ready by ELM's own word."""
    with world.script():
        both = goes_on(
            ran(interview(world, note, answered_by="me", topic="cards")), "Every shopper.", by=world.ana
        )
        with override_settings(ELM_PROVIDER="scripted"):
            run_once(actions.deeper(both, by=world.ana))
    with world.script({"interview.question": [ASKED]}):
        ran(interview(world, note))
        ran(interview(world, note, max_rounds=1))
    caveats = SCRIPT["interview.answer"][0] | {"data": {"citations": [], "unknowns": ["What it costs."]}}
    with world.script({"interview.answer": [caveats]}):
        ran(interview(world, note))
    gives_up = ASKED | {"data": ASKED["data"] | {"stance": "not_ready"}}
    with world.script({"interview.question": [gives_up]}):
        ran(interview(world, note))


def stopped(world: World, note: Artifact) -> None:
    """Stopped by a person, in the middle of a word and while it waits, and for want of money."""
    with world.script():
        session = begun(interview(world, note))
        publish.turn_opened(session.pk, 2, {"key": "elm", "name": "ELM", "role": ""})
        publish.said(session.pk, "Who is aff")
        actions.stop(session, by=world.ana)
        publish.turn_closed(session.pk)
        waiting = ran(interview(world, note, answered_by="me"))
        actions.stop(waiting, by=world.ben)
        actions.resume(waiting, by=world.ana)
        run_once(waiting)
        actions.stop(waiting, by=world.ana)
    with override_settings(ANTHROPIC_API_KEY="key", ANTHROPIC_BASE_URL="http://127.0.0.1:9"):
        ran(interview(world, note, provider="claude", budget_usd=0.0))


def failing(world: World, note: Artifact) -> None:
    """Waiting for "Try again" after an error, failed after three, and failed for a useless reply."""
    with world.script({"interview.answer": [CUT]}):
        ran(interview(world, note))
    with world.script({"interview.question": [CUT]}):
        session = ran(interview(world, note))
        while session.state == "waiting":
            actions.resume(session, by=world.ana)
            run_once(session)
    with world.script({"interview.question": [{"text": "  "}]}):
        ran(interview(world, note))


def paid_for(world: World) -> None:
    """Claude's provider against a scripted server of the Messages API: tokens, costs and whole prompts."""
    sample = world.payments.artifacts.get(name="payment-retry-note.md")
    with (
        model.serving(model.Model()) as server,
        override_settings(ANTHROPIC_API_KEY="key", ANTHROPIC_BASE_URL=server.url),
    ):
        ran(interview(world, sample, provider="claude", budget_usd=5))
