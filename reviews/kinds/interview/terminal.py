"""An interview in the terminal: the same machine and the same providers, with the log in memory and the transcript
beside the notes. Needs no database."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from reviews.documents import hunks
from reviews.documents.encoding import DecodedText, decode_text, encode_text
from reviews.errors import ElmError, NotReadable
from reviews.kinds.interview import machine, prompts, transcript
from reviews.kinds.interview.not_taken import not_taken_text
from reviews.kinds.interview.state import InterviewSetup
from reviews.kinds.interview.wrapping_up import wrap_up_data
from reviews.kinds.notes import Note, check_notes
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.transcripts import file_name
from reviews.log.values import (
    Ask,
    Event,
    Heard,
    Move,
    NewEvent,
    Propose,
    ProposedChange,
    Say,
    Speaker,
    WaitForUser,
)
from reviews.providers.base import WITH_MODEL, Provider
from reviews.sessions.provider_call import ProviderCall, make_call
from reviews.states import ENDED, EndReason, EventKind, State

NOTES = "notes"
PERSON = Speaker("user:0", "You")


def read_notes(path: Path) -> DecodedText:
    """The notes as text. Raises ElmError with a sentence when they can't be taken."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotReadable(
            f"{path} can't be read ({error.strerror}). Name a Markdown or text file."
        ) from error
    text = decode_text(data, str(path))
    if problem := check_notes((Note(NOTES, path.name, text.text),)):
        raise ElmError(problem)
    return text


class TerminalInterview:
    """One interview on one file. `reason` is why it ended; `changes` improve the notes, if applied.

    say: prints what is said, piece by piece; listen: asks the person for a line of text.
    """

    def __init__(
        self,
        path: Path,
        *,
        provider: Provider,
        cast: Mapping[str, PromptPersona],
        answered_by: str,
        say: Callable[[str], None],
        listen: Callable[[], str],
    ) -> None:
        self.path, self.provider, self.cast, self.say, self.listen = path, provider, cast, say, listen
        self.text = read_notes(path)
        self.started = datetime.now(UTC)
        self.nonce = secrets.token_hex(8)
        self.events: list[Event] = []
        self.setup = InterviewSetup(
            notes=(Note(NOTES, path.name, self.text.text),),
            answered_by=answered_by,
            max_rounds=None,
            elm=cast["elm"].speaker,
            answerer=cast["answerer"].speaker,
            provider=provider.name,
            looks_again=provider.name in WITH_MODEL,
        )
        self.state = machine.fold([], self.setup)
        self.changes: tuple[ProposedChange, ...] = ()
        self.reason = EndReason.ERROR

    def append(self, events: Iterable[NewEvent]) -> None:
        """Append to the log and write the transcript anew: it is current after every half-round."""
        for new in events:
            event = Event(len(self.events) + 1, new.kind, new.text, new.speaker, new.data)
            self.events.append(event)
            self.state = machine.advance(self.state, event)
        self.write_transcript()

    @property
    def transcript_path(self) -> Path:
        folder = self.path.resolve().parent / ".elm" / "interview"
        return folder / file_name(self.path.name, self.started)

    @property
    def label(self) -> str:
        """What stands before an answer in the transcript (B1)."""
        return self.shown_name("answerer") if self.setup.answered_by == "ai" else PERSON.name

    def shown_name(self, key: str) -> str:
        """What a persona is called where it is read."""
        return transcript.shown_name(key, self.provider.name) or self.cast[key].name

    def write_transcript(self) -> None:
        """Write what was said so far. Raises ElmError when there is no room for it."""
        path = self.transcript_path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(transcript.write(self.events, answerer=self.label, provider=self.provider.label))
        except OSError as error:
            raise ElmError(f"The transcript can't be written to {path} ({error.strerror}).") from error

    async def hold(self) -> None:
        """Hold the interview to its end. Raises ElmError; what was said by then is in the transcript."""
        self.append([self.moved(State.DRAFT, State.RUNNING, None)])
        while self.state.lifecycle not in ENDED:
            await self.obey()

    async def obey(self) -> None:
        match machine.decide(self.state):
            case Ask() as ask:
                await self.ask(ask)
            case Say(events):
                self.append(events)
                self.ask_back(events)
            case Propose(changes):
                self.changes = changes
                self.append(
                    [NewEvent(EventKind.CHANGE, "", None, {"action": "proposed", "count": len(changes)})]
                )
            case WaitForUser():
                await self.wait()
            case Move(state, reason, text):
                self.reason = reason or self.reason
                self.append([self.moved(self.state.lifecycle, state, reason, text)])
            case other:
                raise TypeError(f"A terminal can't obey {other!r}.")

    def ask_back(self, events: Iterable[NewEvent]) -> None:
        """Print what ELM asks by code."""
        for event in events:
            if event.kind == EventKind.ANNOUNCEMENT and event.speaker:
                self.say(f"\n{event.speaker.name}: {event.text}\n")

    def moved(self, old: State, new: State, reason: EndReason | None, text: str = "") -> NewEvent:
        return NewEvent(EventKind.STATE, text, None, {"from": old, "to": new, "reason": reason})

    async def ask(self, ask: Ask) -> None:
        """Let the provider speak, printing as it does. Raises ProviderError."""
        prompt = prompts.build(self.state, ask, self.cast, nonce=self.nonce)
        self.say(f"\n{self.shown_name(ask.speaker)}: ")
        done = await make_call(ProviderCall(prompt, self.provider), self.say)
        self.say("\n")
        data = done.data.model_dump() if done.data else None
        heard = Heard(done.text, data, done.stop_reason, unread=done.unread)
        events = machine.hear(self.state, ask, heard)
        self.append(events)
        for told in filter(None, (not_taken_text(event.kind, event.data) for event in events)):
            self.say(f"\n{told}\n")

    async def wait(self) -> None:
        """Ask the person. Raises ElmError when there is nobody to ask."""
        text = (await asyncio.to_thread(self.listen)).strip()
        if text:
            data = {"by": None, **wrap_up_data(text, answering=self.setup.answered_by == "me")}
            self.append([NewEvent(EventKind.USER_MESSAGE, text, PERSON, data)])


def improved(text: DecodedText, changes: Iterable[ProposedChange]) -> bytes:
    """The notes' bytes with the changes made, in the encoding they came in."""
    placed = [hunks.Replacement(change.position, change.removed, change.inserted) for change in changes]
    return encode_text(hunks.apply_changes(text.text, placed), text.encoding)
