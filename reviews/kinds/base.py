"""A kind of session: one object in one folder. Whatever differs between kinds is asked of this object.

A kind must name itself, its configuration, its machine and its prompts, its page and its form; everything else has a
default. Nothing outside of a kind's folder asks which kind a session is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from reviews.errors import ElmError
from reviews.kinds.config import Chosen, checked_config
from reviews.kinds.session_result import RaisedPoint, SessionResult, plain_result

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.http import QueryDict
    from django.urls import URLPattern

    from personas.models import Version
    from reviews.kinds.notes import Note
    from reviews.kinds.prompts import PromptPersona
    from reviews.log.payloads import Payload
    from reviews.log.values import Ask, Failed, Machine, NewEvent, ProposedChange, Ran, RunTool
    from reviews.models import Artifact, Item, Session
    from reviews.providers.base import Prompt
    from reviews.states import EventKind

type Speak = Callable[[Prompt], tuple[str, Any]]
"""Words by rules for a prompt, and the structured result beside them (None for none)."""


class AlreadyLive(ElmError):
    """The same session is being held already: whoever wants to start it joins it instead.

    joined: the sentence for somebody who was led there.
    """

    def __init__(self, session: Session, message: str, joined: str) -> None:
        super().__init__(message)
        self.session, self.joined = session, joined


@dataclass(frozen=True)
class Prepared:
    """A session about to be stored. columns: further columns of its row; seats: the keys of its personas; step: the
    step, or the phase, that it is about and whose version is pinned, "" for none; pins: further versions that it keeps,
    each with what it is and its key."""

    config: Chosen
    seats: Sequence[str]
    step: str = ""
    pins: Sequence[tuple[str, str, Version]] = ()
    columns: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Panel:
    """A part of another page that belongs to a kind: its template, and what that needs."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True)
class Origin:
    """What a change came from, such as "the roundtable on Payments": the words of a link, and those before it."""

    link: str
    before: str = ""


@dataclass(frozen=True)
class MenuAnswer:
    """What became of a choice at a session's menu: the address to go to, and what is told there ("" for nothing)."""

    address: str
    told: str = ""


class SessionKind:
    """What every kind answers, with what most would answer. `name` is stored and public."""

    name: ClassVar[str]
    label: ClassVar[str]
    config: ClassVar[type[Chosen]]
    machine: ClassVar[Machine[Any, Any]]
    page: ClassVar[type[Any]]
    """What the session's page shows, a `reviews.pages.base.SessionPage`."""
    entry: ClassVar[type[Any] | None] = None
    """What an event is on the page, a `reviews.pages.entries.Entry`; that itself when it is None."""
    payloads: ClassVar[Mapping[EventKind, type[Payload]]] = {}
    """The shapes of the events that only this kind has."""
    offline: ClassVar[str] = ""
    """The dotted path of the rules that speak with no model: a mapping from purposes to `Speak`."""
    at_once: ClassVar[int] = 3
    """How many of several independent calls are made at the same time."""
    seats: ClassVar[tuple[str, ...]] = ()
    """The keys of its personas, where they are always the same."""
    needs_artifacts: ClassVar[bool] = True
    has_titles: ClassVar[bool] = False
    """Whether the page shows a persona's role beside its name: it does where several speak."""
    what_for: ClassVar[str] = ""
    """Why one starts it, such as "to discuss a step"; follows what it is called."""
    is_available: ClassVar[bool] = True
    """Whether its sessions can go on, rather than only be shown."""
    changes_add: ClassVar[bool] = False
    """Whether its changes only add to artifacts, rather than rewrite parts of them."""

    estimates_again: ClassVar[bool] = False
    """Whether it is told what another session like one that has ended would take: see `start_values`."""
    takes_passes: ClassVar[bool] = False
    """Whether its rounds are passes over the same text, which come to an end when nothing changes any more."""

    @property
    def one(self) -> str:
        """What a session of this kind is called in a sentence, such as "an interview"."""
        word = self.label.lower()
        return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"

    def read(self, raw: dict[str, Any]) -> Any:
        """The checked configuration. Raises ElmError with a sentence that names the field."""
        return checked_config(self.config, raw)

    def build(self, state: Any, ask: Ask, cast: Mapping[str, PromptPersona], nonce: str) -> Prompt:
        """The prompt for `ask`, from the state that it was decided on."""
        raise TypeError(f"The kind {self.name} asks nobody.")

    def missed(self, state: Any, ask: Ask, failed: Failed) -> tuple[NewEvent, ...]:
        """What is said of one of several calls that brought no answer, so that the session goes on without it. Nothing:
        then it waits for somebody to press "Try again"."""
        return ()

    def run_tool(self, state: Any, command: RunTool) -> Ran:
        """Run a tool of this kind; it may take seconds. A tool that fails says so in `Ran.error`."""
        raise TypeError(f"The kind {self.name} has no tools.")

    def ran(self, state: Any, command: RunTool, ran: Ran) -> tuple[NewEvent, ...]:
        """The events that the result of a tool brings. Pure."""
        raise TypeError(f"The kind {self.name} has no tools.")

    # How a session begins

    def prepare(
        self, chosen: Any, item: Item, artifacts: Sequence[Artifact], started_by: User | None, provider: str
    ) -> Prepared:
        """What was chosen, with everything decided that was left open, in the transaction that stores it.

        Raises AlreadyLive, or ElmError when it can't be held.
        """
        return Prepared(chosen, self.seats)

    def setup(
        self, session: Session, cast: Mapping[str, PromptPersona] | None, notes: tuple[Note, ...]
    ) -> Any:
        """What the machine needs to know from the start. cast: the personas by key, None where they were not read."""
        raise TypeError(f"The kind {self.name} has no setup.")

    # What people do

    def may_end(self, session: Session, by: User) -> bool:
        """Whether `by` may wrap the session up for everybody."""
        return False

    def check_stop(self, session: Session, by: User) -> None:
        """Raise ElmError when `by` may not stop the session."""

    def kept_changes(self, state: Any) -> tuple[ProposedChange, ...]:
        """What a person who stops the session finds proposed, because it would be lost to them otherwise."""
        return ()

    def before_resume(self, session: Session) -> None:
        """Raise ElmError when the session can't go on, in the transaction that resumes it."""

    def message_data(self, session: Session, by: User, text: str) -> dict[str, Any]:
        """What the event of a message holds beside who wrote it. Raises ElmError when it can't be taken."""
        if not text:
            raise ElmError("The message is empty. Write something, then send it.")
        return {}

    def deeper_config(self, session: Session, by: User) -> dict[str, Any]:
        """The configuration of a session that goes deeper where this one ended."""
        return session.config | {"deeper": True}

    def choose(self, session: Session, *, by: User, choice: str, text: str) -> Session | MenuAnswer | str:
        """Do what was chosen or typed at the session's menu: the session that was started, or the address to go
        to, with what is told there. Raises ElmError when there is no such choice."""
        raise ElmError("This session has no menu.")

    # Pages

    def opening(self, item: Item, sent: QueryDict) -> Any:
        """The page on which it is started, as `reviews.pages.openings.Opening`."""
        raise TypeError(f"The kind {self.name} can't be started on a page.")

    def start_values(self, session: Session) -> dict[str, Any]:
        """What its form would have for another session like this one, by the names of its fields, without artifacts.
        Asked of kinds with `estimates_again`; the others say what a session takes in their form only."""
        return {}

    def shown_name(self, session: Session, key: str) -> str:
        """What readers see in the place of a persona's own name; "" for nothing."""
        return ""

    def shown_attribution(self, session: Session, attribution: str) -> str:
        """Who said what a change holds, as readers see it."""
        return attribution

    def title(self, session: Session) -> str:
        """What a session is called in lists, titles and paths: its kind, and what it is about."""
        return f"{self.label}: {session.about}" if session.about else self.label

    def result(self, page: Any) -> SessionResult:
        """What came of a session that has ended. page: its `reviews.pages.base.SessionPage`."""
        session = page.session
        return plain_result(self.label, session.state, session.end_label)

    def points(self, session: Session) -> list[RaisedPoint]:
        """What the session raised, in its order: here its changes, known by their artifact and their words."""
        rows = session.changes.select_related("artifact").order_by("order")
        return [
            RaisedPoint(
                f"{row.artifact_id} {' '.join(f'{row.removed} > {row.inserted}'.split())}",
                row.inserted or f"Takes out: {row.removed}",
                ", ".join(filter(None, [row.artifact.name, row.section])),
                row.get_status_display(),
            )
            for row in rows
        ]

    def how_far(self, session: Session) -> str:
        """How far it has come, in a few words for lists; "" for nothing to tell."""
        return ""

    def origin(self, session: Session) -> Origin:
        """What a change of the session came from, in words that follow "in"."""
        return Origin(f"the {self.label.lower()}")

    def turns(self, session: Session, numbers: set[int]) -> Mapping[int, int]:
        """The turn that each of these events was, where the log itself does not say; it may take the whole log."""
        return {}

    def item_panel(self, item: Item, *, may_act: bool) -> Panel | None:
        """What an item's page shows of this kind beside its sessions."""
        return None

    def call_url(self, session: Session, number: int) -> str:
        """The page with the messages of the call that brought event `number`; "" for a kind without."""
        return ""

    def urls(self) -> list[URLPattern]:
        """The addresses of pages that only this kind has."""
        return []

    # Exports

    def transcript(self, session: Session, provider: str) -> str:
        """The conversation as a Markdown file. provider: named at the top, "" when a model took part."""
        raise ElmError("Sessions of this kind have no transcript.")

    def scorecard(self, session: Session) -> dict[str, Any]:
        """How each topic stands, {} for a kind without topics."""
        return {}

    # The administration

    def preview(self, persona: Mapping[str, Any], text: PromptPersona) -> list[tuple[str, str]]:
        """The prompts that the persona would be used in, as (title, whole prompt) each, on a sample."""
        return []

    def without_model(self, persona: Mapping[str, Any]) -> str:
        """A sentence that says what rules do in the persona's place, or that it would be silent; "" where it has no
        seat."""
        return ""

    def angle_preview(self, angle: Mapping[str, Any]) -> list[tuple[str, str]]:
        """The prompts that the angle would be used in, as (title, whole prompt) each, on a sample; also the shape of
        an answer, which is the same for all angles."""
        return []
