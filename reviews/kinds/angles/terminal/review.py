"""An angle review in the terminal: the same machine and the same providers, with the log in memory. Needs no database
and writes nothing."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from reviews.documents.markers import utc_timestamp
from reviews.errors import ElmError, ProviderError
from reviews.kinds.angles import machine, prompts, tools
from reviews.kinds.angles.evidence import evidence_events
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.state import AnglesSetup, AnglesState
from reviews.kinds.prompts import PromptPersona
from reviews.log import payloads
from reviews.log.values import (
    Ask,
    AskMany,
    Event,
    Failed,
    KeepFindings,
    Move,
    NewEvent,
    Propose,
    ProposedChange,
    RunTool,
    Say,
    WaitForUser,
)
from reviews.providers.base import Provider
from reviews.sessions.batch import all_of
from reviews.sessions.provider_call import ProviderCall, heard_from, make_call
from reviews.states import ENDED, EventKind, State

KIND = "angles"
AT_ONCE = 4


class TerminalReview:
    """One review. `changes` are what it proposes, `unread` sentences about what analysers could not read. notify: hears
    the words of each event that people may want to see."""

    def __init__(
        self,
        setup: AnglesSetup,
        provider: Provider,
        cast: Mapping[str, PromptPersona],
        notify: Callable[[str], None] = lambda words: None,
    ) -> None:
        payloads.register(KIND, SHAPES)
        self.setup, self.provider, self.cast, self.notify = setup, provider, cast, notify
        self.nonce = secrets.token_hex(8)
        self.state: AnglesState = machine.fold([], setup)
        self.changes: Sequence[ProposedChange] = ()
        self.unread: dict[str, None] = {}

    async def hold(self) -> None:
        """Hold the review to its end. Raises ElmError when it can't go on."""
        self.append([_moved(State.DRAFT, State.RUNNING)])
        while self.state.lifecycle not in ENDED:
            await self.obey()

    def append(self, events: Iterable[NewEvent]) -> None:
        for new in events:
            number, data = self.state.last_number + 1, payloads.validate(KIND, new.kind, new.data)
            self.state = machine.advance(self.state, Event(number, new.kind, new.text, new.speaker, data))
            self.unread |= dict.fromkeys(self.failures_in(data))
            if new.text:
                self.notify(new.text)

    def failures_in(self, data: Mapping[str, Any]) -> list[str]:
        """A sentence for each reason why analysers did not read a text, of the event with this data."""
        by_reason: dict[str, list[str]] = {}
        for angle, receipt in (data.get("read") or {}).items():
            if receipt["status"] == "failed":
                by_reason.setdefault(receipt["why"], []).append(self.setup.angle(angle).name)
        name = self.state.note(data["artifact"]).name if by_reason else ""
        return [f"{name} was not read by {', '.join(by)}: {why}" for why, by in by_reason.items()]

    async def obey(self) -> None:
        match machine.decide(self.state):
            case Say(events):
                self.append(events)
            case RunTool() as command:
                ran = await asyncio.to_thread(tools.run_tool, self.state, command)
                self.append(evidence_events(self.state, command, ran))
            case AskMany(asks):
                await self.ask_many(asks)
            case KeepFindings():
                self.append([NewEvent(EventKind.ANNOUNCEMENT, "", None, {"what": "findings"})])
            case Propose(changes):
                self.changes = changes
                self.append([NewEvent(EventKind.CHANGE, "", None, {"action": "proposed"})])
            case Move(state, _, text):
                self.append([_moved(self.state.lifecycle, state, text)])
            case WaitForUser():
                raise ElmError("The review asks what only a person can say. Hold it in the browser instead.")
            case other:
                raise TypeError(f"A terminal can't obey {other!r}.")

    async def ask_many(self, asks: Sequence[Ask]) -> None:
        """Several questions, AT_ONCE of them at a time; each answer is taken when it is there."""
        state, slots = self.state, asyncio.Semaphore(AT_ONCE)

        async def one(ask: Ask) -> None:
            async with slots:
                self.append(await self.answer_to(state, ask))

        await all_of(one(ask) for ask in asks)

    async def answer_to(self, state: AnglesState, ask: Ask) -> tuple[NewEvent, ...]:
        """The events of an answer, or of a call that brought none. Raises ProviderError when all would fail."""
        call = ProviderCall(prompts.build(state, ask, self.cast, self.nonce), self.provider)
        try:
            done = await make_call(call, lambda text: None)
        except ProviderError as error:
            at = utc_timestamp(datetime.now(UTC))
            events = machine.failed(state, ask, Failed(str(error), error.permanent, error.kind, at))
            if not events:
                raise
            return events
        return machine.hear(state, ask, heard_from(call, done))


def _moved(old: State, new: State, text: str = "") -> NewEvent:
    return NewEvent(EventKind.STATE, text, None, {"from": old, "to": new, "reason": None})
