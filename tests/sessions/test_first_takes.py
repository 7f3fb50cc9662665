"""First takes through the real runner: several calls at a time, answered in any order, some failing, some cut short."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from personas.models import Persona
from reviews.errors import LostOwnership
from reviews.kinds import registry as kinds
from reviews.kinds.roundtable import machine
from reviews.kinds.roundtable.kind import Roundtable
from reviews.kinds.roundtable.state import RoundtableState
from reviews.log.values import AskMany, Command
from reviews.models import Session, Team
from reviews.pages.registry import page_of_session
from reviews.providers import registry
from reviews.sessions import actions, leases, loading
from reviews.sessions.runner import Lease
from tests.sessions.answering import TAKE, Answering
from tests.sessions.conftest import run_once
from tests.sessions.held import run_with
from tests.sessions.test_scheduler import serving, until
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)
MAYA, ALEX, JORDAN, SAM = "business-analyst", "solutions-architect", "system-designer", "security"
BACKWARDS = (JORDAN, ALEX, MAYA)


def two_at_a_time(state: RoundtableState) -> Command:
    command = machine.decide(state)
    return replace(command, at_once=2) if isinstance(command, AskMany) else command


class OneAtATime(Roundtable):
    at_once = 1


class TwoAtATime(OneAtATime):
    """What the command says goes before what the kind says."""

    machine = SimpleNamespace(**vars(machine) | {"decide": two_at_a_time})


@pytest.fixture
def roundtables():
    """`roundtables(kind)` has roundtables held by this class."""
    usual = kinds._PATHS["roundtable"]
    yield lambda kind: kinds.register("roundtable", f"{__name__}.{kind.__name__}")
    kinds.register("roundtable", usual)


@pytest.fixture
def answering(monkeypatch):
    """`answering(order)` makes the provider of the roundtables that are held from now on."""

    def provider(*args, **kwargs) -> Answering:
        made = Answering(*args, **kwargs)
        monkeypatch.setitem(registry._MAKERS, "scripted", lambda: made)
        return made

    return provider


def takes(session: Session) -> list[str]:
    """Whose first takes are in the log, in its order."""
    return list(
        session.events.filter(kind="first_take").order_by("number").values_list("speaker_key", flat=True)
    )


def kinds_of(session: Session) -> list[str]:
    return list(session.events.order_by("number").values_list("kind", flat=True))


def reserved(session: Session) -> tuple[int, int]:
    """What is reserved in the session and in its team."""
    team = Team.objects.get(pk=session.team_id)
    return Session.objects.get(pk=session.pk).reserved_micros, team.reserved_micros


def seat_sam(ana) -> None:
    load_starter()
    sam = Persona(key=SAM, kind="roundtable", name="Sam Field", role="Security Reviewer", text="Look.")
    sam.publish(by=ana)


def test_each_take_is_stored_when_it_is_there_and_shown_in_the_order_of_the_table(hold, answering):
    answering(BACKWARDS)
    session = run_once(hold(first_takes=True))
    assert takes(session) == list(BACKWARDS)
    assert list(loading.folded(session).takes) == [MAYA, ALEX, JORDAN]
    assert [place.seat.key for place in page_of_session(session).takes] == [MAYA, ALEX, JORDAN]
    transcript = Roundtable().transcript(session, "").split("## First takes")[1]
    assert sorted(BACKWARDS, key=transcript.index) == [MAYA, ALEX, JORDAN]
    assert session.model_calls.filter(purpose=TAKE, event__kind="first_take").count() == 3
    assert session.turns == 3


@pytest.mark.slow
def test_no_more_than_three_calls_are_made_at_a_time_and_in_the_order_of_the_table(hold, answering, ana):
    seat_sam(ana)
    provider = answering((*BACKWARDS, SAM))
    session = run_once(hold(first_takes=True))
    assert (provider.most, provider.asked) == (3, [MAYA, ALEX, JORDAN, SAM])
    assert takes(session) == [*BACKWARDS, SAM]


@pytest.mark.parametrize(("kind", "most"), [(OneAtATime, 1), (TwoAtATime, 2)])
def test_how_many_at_a_time_is_said_by_the_kind_or_by_the_command(kind, most, hold, answering, roundtables):
    roundtables(kind)
    provider = answering((ALEX, MAYA, JORDAN) if most == 2 else (MAYA, ALEX, JORDAN))
    session = run_once(hold(first_takes=True))
    assert (provider.most, provider.asked) == (most, [MAYA, ALEX, JORDAN])
    assert takes(session) == list(provider.order)


def test_one_that_fails_leaves_the_others_running_and_try_again_asks_only_that_one(hold, answering, ana):
    provider = answering((ALEX, JORDAN, MAYA), failing=[ALEX])
    session = run_once(hold(first_takes=True))
    assert takes(session) == [JORDAN, MAYA]
    assert kinds_of(session)[-4:] == ["first_take", "first_take", "error", "state"]
    assert (session.state, session.failures) == ("waiting", 1)
    assert session.events.get(kind="error").speaker_key == ALEX
    provider.failing = ()
    actions.resume(session, by=ana)
    run_once(session)
    assert provider.asked == [MAYA, ALEX, JORDAN, ALEX]
    assert (session.state, session.turns, reserved(session)) == ("waiting", 3, (0, 0))


def test_of_several_that_fail_the_first_at_the_table_is_told_and_it_counts_as_one_failure(hold, answering):
    answering(BACKWARDS, failing=[ALEX, JORDAN])
    session = run_once(hold(first_takes=True))
    assert (session.events.get(kind="error").speaker_key, session.failures) == (ALEX, 1)
    assert session.model_calls.filter(purpose=TAKE, outcome="error").count() == 2


def test_with_a_budget_for_two_of_three_two_are_written_and_then_it_stops(hold, answering, ana):
    provider = answering((ALEX, MAYA), price=1.0)
    session = run_once(hold(first_takes=True, budget_usd=2.5))
    assert (session.state, session.end_reason) == ("stopped", "budget")
    assert (takes(session), provider.asked) == ([ALEX, MAYA], [MAYA, ALEX])
    assert (session.spent_micros, reserved(session)) == (2_000_000, (0, 0))
    Session.objects.update(budget_micros=None)
    actions.resume(session, by=ana)
    run_once(session)
    assert (takes(session), provider.asked[2:]) == ([ALEX, MAYA, JORDAN], [JORDAN])
    assert session.turns == 3


class Until(Lease):
    """A lease that somebody else takes over once so many first takes are stored."""

    def __init__(self, provider: Answering, stored: int) -> None:
        super().__init__(until=float("inf"))
        self.provider, self.left = provider, stored

    def check(self) -> None:
        if self.provider.ended and self.left == 0:
            raise LostOwnership("The process has ended.")
        # From the first answer on, the runner looks before each that it stores.
        self.left -= bool(self.provider.ended)


@pytest.mark.parametrize("stored", range(3))
def test_killed_between_two_answers_only_the_missing_are_asked_again(stored, hold, answering):
    provider = answering(BACKWARDS, price=1.0)
    session = hold(first_takes=True, budget_usd=9.0)
    asyncio.run(run_with(session, Until(provider, stored)))
    assert takes(session) == list(BACKWARDS[:stored])
    assert reserved(session) == (0, 0)
    leases.release_all()
    run_once(session)
    assert sorted(takes(session)) == sorted(BACKWARDS)
    assert provider.asked[3:] == [key for key in (MAYA, ALEX, JORDAN) if key not in BACKWARDS[:stored]]
    assert (session.state, session.turns) == ("waiting", 3)


async def test_a_stop_cancels_all_in_flight_and_books_what_each_had_said(hold, answering, ana):
    provider = answering(("nobody", *BACKWARDS), price=1.0)

    async def work() -> None:
        session = await sync_to_async(hold)(first_takes=True, budget_usd=9.0)
        await until(lambda: len(provider.asked) == 3)
        await sync_to_async(actions.stop)(session, by=ana)
        await until(lambda: session.model_calls.filter(outcome="cancelled").count() == 3)
        await until(lambda: reserved(session) == (0, 0))
        found = await sync_to_async(Session.objects.get)(pk=session.pk)
        assert (found.state, await sync_to_async(takes)(session)) == ("stopped", [])
        assert 0 < found.spent_micros < 3_000_000

    await serving(work)
