"""The runner: one session, one owner. It loads the log, asks the machine, obeys, appends, and asks again.

After a crash it does just the same: there is no other recovery code.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError

from reviews.engine import budget, casting, claims, interview, log, prompts, storing
from reviews.engine.claims import Claim
from reviews.engine.interview import InterviewState
from reviews.engine.log import OutOfDate
from reviews.engine.machine import Ask, Command, Heard, Move, Propose, Say, WaitForUser
from reviews.engine.speaking import Call, call_row, speak
from reviews.engine.threads import Threads
from reviews.errors import LostOwnership, ProviderError
from reviews.live import publish
from reviews.llm import registry
from reviews.models.session import ModelCall, Outcome
from reviews.states import ENDED, EndReason

logger = logging.getLogger(__name__)
SAVING_SECONDS = 60.0


@dataclass
class Lease:
    """Until when this process may believe that its sessions are its own, in monotonic seconds."""

    until: float = field(default_factory=lambda: time.monotonic() + claims.LEASE_SECONDS)

    def renew(self, asked_at: float) -> None:
        """The lease was renewed by a statement that was sent at `asked_at`."""
        self.until = asked_at + claims.LEASE_SECONDS

    def check(self) -> None:
        """Raise LostOwnership when somebody else may run the session by now."""
        if time.monotonic() > self.until:
            raise LostOwnership("The lease ran out.")


class Run:
    """One session while this process owns it."""

    def __init__(self, claim: Claim, lease: Lease, threads: Threads) -> None:
        self.claim, self.lease, self.threads = claim, lease, threads
        self.casting: casting.Casting
        self.state: InterviewState

    async def go(self) -> None:
        """Run the session until it ends, waits for somebody or belongs to somebody else."""
        try:
            await self.obey_until_done()
        except LostOwnership as lost:
            logger.info("session %s: %s", self.claim.session_id, lost)
        # The first of the two broad excepts: a mistake in a machine or a provider must end as a failed session
        # that says so, not as one that looks alive for ever.
        except Exception:
            logger.exception("session %s failed", self.claim.session_id)
            await self.write(storing.park, self.claim, EndReason.ERROR)

    async def obey_until_done(self) -> None:
        self.casting = await self.threads.run(casting.casting_of, self.claim.session_id)
        self.state = interview.fold([], self.casting.setup)
        served = await self.threads.run(claims.current_wake, self.claim)
        while True:
            self.lease.check()
            await self.catch_up()
            try:
                done = self.state.lifecycle in ENDED or await self.obey(interview.decide(self.state))
            except OutOfDate:
                continue
            if done and await self.write(claims.leave, self.claim, served):
                return
            if done:
                served = await self.threads.run(claims.current_wake, self.claim)

    async def catch_up(self) -> None:
        """Fold what has been appended since the last look."""
        for event in await self.threads.run(log.after, self.claim.session_id, self.state.last_number):
            self.state = interview.advance(self.state, event)

    async def obey(self, command: Command) -> bool:
        """Do what the machine ordered. Returns True when there is nothing to do until the next wake-up."""
        match command:
            case Ask():
                await self.ask(command)
            case Say(events):
                await self.save(storing.say, events)
            case Propose(changes):
                await self.save(storing.propose, changes)
            case WaitForUser():
                await self.save(storing.wait)
                return True
            case Move(state, reason, text):
                await self.save(storing.move, state, reason, text)
                return state in ENDED
            case _:
                raise TypeError(f"The runner can't obey {command!r}.")
        return False

    async def ask(self, ask: Ask) -> None:
        """Let a provider speak and append what the machine makes of it."""
        prompt = prompts.build(self.state, ask, self.casting.cast, self.casting.nonce)
        call = Call(prompt, registry.provider(self.casting.provider))
        worst = budget.micros(call.provider.estimate(prompt).cost_usd)
        if not await self.write(budget.reserve, self.claim.session_id, self.claim.epoch, worst):
            await self.out_of_budget()
            return
        try:
            await self.speak(call, ask)
        except (ProviderError, asyncio.CancelledError) as error:
            await asyncio.shield(self.write(storing.record_failed, self.claim, self.failed_row(call, error)))
            if isinstance(error, asyncio.CancelledError):
                raise
            await self.save(storing.fail_turn, ask, self.speaker(ask), error)
        finally:
            await asyncio.shield(self.write(budget.settle, self.claim.session_id, worst, call.spent_micros))

    async def speak(self, call: Call, ask: Ask) -> None:
        """Stream one turn to the open pages and append it when it is whole."""
        session_id = self.claim.session_id
        publish.turn_opened(session_id, self.state.last_number + 1, self.speaker(ask))
        try:
            done = await speak(call, lambda text: publish.said(session_id, text))
            data = done.data.model_dump() if done.data else None
            events = interview.hear(self.state, ask, Heard(done.text, data, done.stop_reason))
            await self.save(storing.say, events, call_row(call, Outcome.OK), expect=None)
        finally:
            publish.turn_closed(session_id)

    def speaker(self, ask: Ask) -> dict[str, str]:
        """Who is about to speak, as pages show it."""
        speaker = self.casting.setup.elm if ask.speaker == "elm" else self.casting.setup.answerer
        return {"key": speaker.key, "name": speaker.name, "role": speaker.role}

    def failed_row(self, call: Call, error: BaseException) -> ModelCall:
        """The record of a call that did not end well."""
        if isinstance(error, ProviderError):
            return call_row(call, Outcome.ERROR, str(error), error.request_id)
        return call_row(call, Outcome.CANCELLED)

    async def out_of_budget(self) -> None:
        """End with what there is when a limit does not allow another call."""
        changes = interview.proposals(self.state)
        await self.save(
            storing.out_of_budget, changes, interview.partial_verdict(self.state, EndReason.BUDGET)
        )

    async def save(self, work: Any, *args: Any, **kwargs: Any) -> None:
        """Append to the log under this run's token."""
        kwargs.setdefault("expect", self.state.last_number)
        self.lease.check()
        await self.write(work, self.claim, *args, **kwargs)

    async def write(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        """Do database work. A full disk is waited for, within the lease: what was said is not thrown away."""
        give_up = time.monotonic() + SAVING_SECONDS
        failed = False
        while True:
            try:
                done = await self.threads.run(work, *args, **kwargs)
            except OperationalError as error:
                if time.monotonic() > min(give_up, self.lease.until):
                    raise
                failed = True
                logger.error("session %s can't be saved, trying again: %s", self.claim.session_id, error)
                publish.notice(self.claim.session_id, f"ELM can't save right now ({error}). It keeps trying.")
                await asyncio.sleep(1)
            else:
                if failed:
                    publish.notice(self.claim.session_id, "")
                return done


async def run(claim: Claim, lease: Lease, threads: Threads) -> None:
    """Run the claimed session as far as it goes."""
    await Run(claim, lease, threads).go()
