"""The runner: one session, one owner. It loads the log, asks the machine, obeys, appends, and asks again.

After a crash it does just the same: there is no other recovery code.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.db import OperationalError

from reviews.documents.markers import utc_timestamp
from reviews.errors import LostOwnership, ProviderError
from reviews.kinds.folding import fold_events
from reviews.log import publish, store
from reviews.log.store import OutOfDate
from reviews.log.values import (
    Apply,
    Ask,
    AskMany,
    Command,
    Failed,
    KeepFindings,
    Move,
    Propose,
    Record,
    RunTool,
    Say,
    WaitForUser,
)
from reviews.models.session import Outcome
from reviews.providers import registry
from reviews.providers.base import Done
from reviews.sessions import budget, leases, loading, recording
from reviews.sessions.batch import Batch, all_of
from reviews.sessions.leases import Claim
from reviews.sessions.provider_call import ProviderCall, call_row, heard_from, make_call
from reviews.sessions.threads import Threads
from reviews.states import ENDED, EndReason

logger = logging.getLogger(__name__)
SAVING_SECONDS = 60.0


@dataclass
class Lease:
    """Until when this process may believe that its sessions are its own, in monotonic seconds."""

    until: float = field(default_factory=lambda: time.monotonic() + leases.LEASE_SECONDS)

    def renew(self, asked_at: float) -> None:
        """The lease was renewed by a statement that was sent at `asked_at`."""
        self.until = asked_at + leases.LEASE_SECONDS

    def check(self) -> None:
        """Raise LostOwnership when somebody else may run the session by now."""
        if time.monotonic() > self.until:
            raise LostOwnership("The lease ran out.")


class Run:
    """One session while this process owns it."""

    def __init__(self, claim: Claim, lease: Lease, threads: Threads) -> None:
        self.claim, self.lease, self.threads = claim, lease, threads
        self.loaded: loading.LoadedSession
        self.state: Any

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
            await self.write(recording.park, self.claim, EndReason.ERROR)

    async def obey_until_done(self) -> None:
        self.loaded = await self.threads.run(loading.load_session, self.claim.session_id)
        self.kind = self.loaded.kind
        self.machine = self.kind.machine
        self.state = self.machine.fold([], self.loaded.setup)
        served = await self.threads.run(leases.current_wake, self.claim)
        while True:
            self.lease.check()
            await self.catch_up()
            try:
                done = self.state.lifecycle in ENDED or await self.obey(await self.decide())
            except OutOfDate:
                continue
            if done and await self.write(leases.leave, self.claim, served):
                return
            if done:
                served = await self.threads.run(leases.current_wake, self.claim)

    async def catch_up(self) -> None:
        """Fold what has been appended since the last look."""
        events = await self.threads.run(store.after, self.claim.session_id, self.state.last_number)
        self.state = fold_events(self.machine.advance, events, self.state)

    async def obey(self, command: Command) -> bool:
        """Do what the machine ordered. Returns True when there is nothing to do until the next wake-up."""
        match command:
            case Ask():
                await self.ask(command)
            case AskMany():
                await self.ask_many(command)
            case RunTool():
                await self.run_tool(command)
            case Say(events):
                await self.save(recording.say, events)
            case Propose(changes):
                await self.save(recording.propose, changes)
            case Apply():
                await self.save(recording.put_in, command)
            case KeepFindings(found):
                await self.save(recording.keep_findings, found)
            case Record():
                await self.save(recording.record, command)
            case WaitForUser(minutes=minutes):
                await self.save(recording.wait, minutes)
                return True
            case Move(state, reason, text):
                await self.save(recording.move, state, reason, text)
                return state in ENDED
            case _:
                raise TypeError(f"The runner can't obey {command!r}.")
        return False

    async def ask(self, ask: Ask) -> None:
        """Let a provider speak to the open pages, and append what the machine makes of it."""
        call = self.prepare(ask)
        if not await self.reserve(call):
            await self.stop_for_budget()
            return
        try:
            await self.aloud(ask, call)
        except (ProviderError, asyncio.CancelledError) as error:
            await self.keep_failed(call, error)
            if isinstance(error, asyncio.CancelledError):
                raise
            await self.save(recording.fail_turn, ask, self.speaker(ask), error)
        finally:
            await self.settle(call)

    async def aloud(self, ask: Ask, call: ProviderCall) -> None:
        """Stream one turn to the open pages and append it when it is whole."""
        publish.turn_opened(self.claim.session_id, self.state.last_number + 1, self.speaker(ask))
        try:
            self.publish(str(ask.context.get("lead_in") or ""))
            await self.say(ask, call, await make_call(call, self.publish))
        finally:
            publish.turn_closed(self.claim.session_id)

    async def ask_many(self, many: AskMany) -> None:
        """Let several speak, unheard, and append what each said when it is there. One that fails leaves the others
        running and is told when they have ended; without budget for one more, those that speak are heard out."""
        batch = Batch(many.at_once or self.kind.at_once)
        await all_of(self.in_private(ask, batch) for ask in many.asks)
        if batch.refused:
            await self.catch_up()
            await self.stop_for_budget()
        elif failed := batch.first_failed(many.asks):
            ask, error = failed
            await self.save(recording.fail_turn, ask, self.speaker(ask), error, expect=None)

    async def in_private(self, ask: Ask, batch: Batch) -> None:
        """Make a call that nobody hears, once there is room for it and if there is budget for it."""
        async with batch.slots:
            async with batch.reserving:
                call = self.prepare(ask)
                batch.refused = batch.refused or not await self.reserve(call)
                if batch.refused:
                    return
            try:
                await self.answer_to(ask, call, batch)
            finally:
                await self.settle(call)

    async def answer_to(self, ask: Ask, call: ProviderCall, batch: Batch) -> None:
        """Wait for the answer and append it at once; a failure is kept in `batch`."""
        try:
            done = await make_call(call, lambda text: None)
            async with batch.appending:
                await self.say(ask, call, done)
        except (ProviderError, asyncio.CancelledError) as error:
            await self.keep_failed(call, error)
            if isinstance(error, asyncio.CancelledError):
                raise
            if not await self.went_on_without(ask, error, batch):
                batch.failed[ask.key] = error

    async def went_on_without(self, ask: Ask, error: ProviderError, batch: Batch) -> bool:
        """Append what the kind makes of a call without an answer; False when it makes nothing of it, and stops."""
        failed = Failed(str(error), error.permanent, error.kind, utc_timestamp(datetime.now(UTC)))
        events = self.kind.missed(self.state, ask, failed)
        if events:
            async with batch.appending:
                await self.save(recording.say, events, expect=None)
        return bool(events)

    async def run_tool(self, command: RunTool) -> None:
        """Let the kind run a tool, and append what it makes of the result."""
        started = time.monotonic()
        result = await asyncio.to_thread(self.kind.run_tool, self.state, command)
        ran = replace(
            result, ms=round((time.monotonic() - started) * 1000), at=utc_timestamp(datetime.now(UTC))
        )
        events = await asyncio.to_thread(self.kind.ran, self.state, command, ran)
        await self.save(recording.say, events)

    def prepare(self, ask: Ask) -> ProviderCall:
        """The call that `ask` wants, not made yet."""
        prompt = self.kind.build(self.state, ask, self.loaded.cast, self.loaded.nonce)
        return ProviderCall(prompt, registry.provider(self.loaded.provider))

    async def reserve(self, call: ProviderCall) -> bool:
        """Reserve what the call may cost at worst. False when the budget does not allow it. An interruption meanwhile
        leaves nothing reserved."""
        reserving = asyncio.ensure_future(
            self.write(budget.reserve, self.claim.session_id, self.claim.epoch, call.worst_micros)
        )
        try:
            return bool(await asyncio.shield(reserving))
        except asyncio.CancelledError:
            if await reserving:
                await self.settle(call)
            raise

    async def stop_for_budget(self) -> None:
        """End with what there is."""
        await self.save(recording.out_of_budget, *self.machine.broke(self.state))

    async def settle(self, call: ProviderCall) -> None:
        """Book what the call really cost, whatever became of it."""
        await asyncio.shield(
            self.write(budget.settle, self.claim.session_id, call.worst_micros, call.spent_micros)
        )

    async def say(self, ask: Ask, call: ProviderCall, done: Done) -> None:
        """Append what the machine makes of a provider's words."""
        heard = heard_from(call, done)
        # Comparing words with their sources takes a while in long notes: pages go on being served meanwhile.
        events = await asyncio.to_thread(self.machine.hear, self.state, ask, heard)
        await self.save(recording.say, events, call_row(call, Outcome.OK), expect=None)

    async def decide(self) -> Command:
        """What to do next. Comparing the words of proposals with long notes takes a while: other sessions go on."""
        return await asyncio.to_thread(self.machine.decide, self.state)

    def publish(self, text: str) -> None:
        """Show the next words on the open pages."""
        publish.said(self.claim.session_id, text)

    def speaker(self, ask: Ask) -> dict[str, str]:
        """Who is about to speak, as pages show it."""
        return vars(self.machine.speaker(self.loaded.setup, ask.speaker))

    async def keep_failed(self, call: ProviderCall, error: BaseException) -> None:
        """Keep the record of a call that did not end well."""
        row = (
            call_row(call, Outcome.ERROR, str(error), error.request_id)
            if isinstance(error, ProviderError)
            else call_row(call, Outcome.CANCELLED)
        )
        await asyncio.shield(self.write(recording.record_failed, self.claim, row))

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


async def run_session(claim: Claim, lease: Lease, threads: Threads) -> None:
    """Run the claimed session as far as it goes."""
    await Run(claim, lease, threads).go()
