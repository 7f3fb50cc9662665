"""Roundtables in every state, and as many endings as there are ways to reach one."""

from datetime import UTC, datetime, timedelta

from django.test.utils import override_settings
from django.utils import timezone

from personas.models import Persona, Step
from reviews.kinds.roundtable import menu
from reviews.kinds.roundtable.blind import review as blind
from reviews.models import Artifact, ElaborationRecord, Session
from reviews.sessions import actions, idle_timeout
from tests.compatibility.world import World, begun, demo_lines, goes_on, killed_in, ran, roundtable, run_once
from tests.providers.messages_server import MessagesServer
from tests.providers.table_model import TableModel

CUT = {"text": "The notes", "error": {"message": "The stream was cut. Try again.", "after": 5}}
POINT = {"text": "The notes say “pays”.", "data": {}}
SPEAK_ONCE = [POINT, POINT, {"text": "", "data": {"passes": True}}]
FULL = {"text": "", "error": {"message": "It is too long.", "kind": "context", "permanent": True}}


def hold_all(world: World, notes: dict[str, Artifact]) -> None:
    """All of them. Those on the same step come one after the other, since only one may be live."""
    by_rules(world, notes)
    by_script(world)
    from_the_demo(world)
    paid_for(world)
    failing(world)
    unfinished(world)


def ended(session: Session) -> Session:
    """It is wrapped up by whoever started it."""
    actions.say(session, user=session.started_by, text="done")
    return run_once(session)


def by_rules(world: World, notes: dict[str, Artifact]) -> None:
    """Offline: on a step, on a phase and on a topic, with people who ask, pass, drift and decide."""
    step = ran(roundtable(world, "01-03", provider="offline", max_turns=30))
    goes_on(
        step, "Alex, is there a risk?", "We decided to show the list.", "", "everyone: why?", by=world.ben
    )
    never_mind = actions.say(step, user=world.ben, text="Never mind")
    actions.withdraw(step, user=world.ben, number=never_mind.number)
    goes_on(run_once(step), "done", by=world.ben)
    ended(step)
    at_the_menu(world, step)
    told_apart(world, step)
    ended(ran(roundtable(world, "01", provider="offline", first_takes=True)))
    sample = world.payments.artifacts.get(name="payment-retry-note.md")
    topic = ran(roundtable(world, "", sample, provider="offline", topic="Who is told, and when"))
    goes_on(topic, "What does a customer see?", "maybe we should stop?", "continue", by=world.ana)
    ended(topic)
    ended(ran(roundtable(world, "", notes["vague"], provider="offline", topic="The index", by=world.ben)))
    ended(ran(roundtable(world, "", world.plan, provider="offline", topic="Plan", apply="review")))


def at_the_menu(world: World, session: Session) -> None:
    """Feedback, the next step, the rest of the phase left out, and another round."""
    menu.take_choice(session, by=world.ana, text="More on couriers, please.")
    menu.take_choice(session, by=world.ana, choice="C")
    menu.take_choice(session, by=world.ben, choice="S")
    with override_settings(ELM_PROVIDER="offline"):
        again = menu.take_choice(session, by=world.ana, choice="E")
    assert isinstance(again, Session)
    ended(run_once(again))


def told_apart(world: World, session: Session) -> None:
    """Vera tells the personas apart, with one mistake."""
    right = {sample.number: sample.key for sample in blind.samples(session, world.vera)}
    blind.score(session, world.vera, right | {min(right): "system-designer"})


def by_script(world: World) -> None:
    """Scripted: at the limit, in silence, with first takes, reviewed, without a discussion, with newer personas."""
    with world.script():
        ran(roundtable(world, "01-04", max_turns=3, first_takes=True))
        ended(ran(roundtable(world, "01-08", by=world.ben, topic="")))
        at_once = begun(roundtable(world, "", topic="Nothing to say"))
        actions.say(at_once, user=world.ana, text="done")
        run_once(at_once)
        changed_meanwhile(world)
        beside_its_record(world)
    with world.script({"roundtable.contribution": SPEAK_ONCE}):
        in_silence(world)
    with world.script({"roundtable.synthesis": [FULL]}):
        ended(ran(roundtable(world, "02-01")))


def in_silence(world: World) -> None:
    """Nobody says anything, and the personas have nothing to add."""
    session = ran(roundtable(world, "", topic="Silence", idle_minutes=5))
    while session.state == "waiting":
        Session.objects.filter(pk=session.pk).update(wakes_at=timezone.now() - timedelta(seconds=1))
        idle_timeout.wake_idle()
        run_once(session)


def changed_meanwhile(world: World) -> None:
    """Before and after an admin edits a persona and a step and adds a persona: each stays as it was."""
    before = begun(roundtable(world, "02-02"))
    maya = Persona.objects.get(key="business-analyst")
    maya.text += "\n\nAsk who pays."
    maya.publish(by=world.ana, note="It was missing.")
    sam = Persona(key="security", kind="roundtable", name="Sam Field", role="Security Reviewer", text="Look.")
    sam.publish(by=world.ana)
    Step.objects.filter(step_id="02-02").update(title="Entry Points")
    ended(run_once(before))
    ended(ran(roundtable(world, "02-02", first_takes=True)))
    Persona.objects.filter(key="security").update(is_active=False)


def beside_its_record(world: World) -> None:
    """The record can't be written, and the session says so."""
    session = ran(roundtable(world, "02-03"))
    ElaborationRecord.objects.create(
        item=session.item,
        session=session,
        turn_count=1,
        timestamp=datetime(2026, 2, 20, 14, 30, tzinfo=UTC),
        synthesis_summary="Taken.",
    )
    ended(session)


def from_the_demo(world: World) -> None:
    """The recorded roundtable with a disagreement that people settle."""
    sample = world.payments.artifacts.get(name="payment-retry-note.md")
    with world.script(base=demo_lines()):
        session = ran(roundtable(world, "", sample, topic="Retries", max_turns=14, first_takes=True))
        goes_on(session, "Let us go with Alex.", "What about the bank?", by=world.ana)
        if session.state == "waiting":
            ended(session)


def paid_for(world: World) -> None:
    """Claude's provider against a scripted server of the Messages API."""
    sample = world.payments.artifacts.get(name="payment-retry-note.md")
    with (
        MessagesServer(TableModel().reply) as server,
        override_settings(ANTHROPIC_API_KEY="key", ANTHROPIC_BASE_URL=server.url),
    ):
        ended(ran(roundtable(world, "", sample, provider="claude", topic="Costs", max_turns=8)))


def failing(world: World) -> None:
    """Stopped by a person, for want of money, waiting after an error, failed after three."""
    with world.script():
        actions.stop(ran(roundtable(world, "", topic="Stopped")), by=world.ana)
        poor = begun(roundtable(world, "", topic="Poor", first_takes=True))
        Session.objects.filter(pk=poor.pk).update(budget_micros=0, spent_micros=1)
        run_once(poor)
    with world.script({"roundtable.contribution": [CUT]}):
        ran(roundtable(world, "", topic="Cut"))
        failed = ran(roundtable(world, "", topic="Cut three times"))
        while failed.state == "waiting":
            actions.resume(failed, by=world.ana)
            run_once(failed)


def unfinished(world: World) -> None:
    """A draft, running ones, waiting ones, and some whose process was killed."""
    roundtable(world, "03-01")
    with world.script():
        begun(roundtable(world, "03-02"))
        killed_in("running", lambda: begun(roundtable(world, "03-03", first_takes=True)), events=5)
        killed_in("synthesizing", lambda: begun(roundtable(world, "03-04", max_turns=3)))
        waiting = ran(roundtable(world, "04-01"))
        actions.say(waiting, user=world.ben, text="Is `this` *fine*?")
        ran(roundtable(world, "04-02", first_takes=False, idle_minutes=30))
