"""What all events of a session share on its page: who takes part, what is pinned, what can be done."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple
from urllib.parse import quote as percent

from reviews.kinds.folding import Folded, Message
from reviews.kinds.notes import Note
from reviews.kinds.registry import session_kind
from reviews.kinds.session_result import LinkedQuote
from reviews.models import Participant, Session, SessionArtifact
from reviews.models.kept_seats import seats_of
from reviews.pages.addressed import AddressedPassage, addressed_passages
from reviews.pages.result_card import ResultCard, tally_changes
from reviews.states import State


class Avatar(NamedTuple):
    """How a speaker is told apart: names of a colour and of a shape in the style sheet, the title that stands
    beside the name, "" for none, and what is shown in the name's place, "" for nothing."""

    colour: str = "slate"
    shape: str = "circle"
    title: str = ""
    name: str = ""


class Action(NamedTuple):
    """A button: the last part of its address, its words, icon and style; `says`: the message that it sends, "" for
    none."""

    name: str
    label: str
    icon: str
    style: str = ""
    says: str = ""


class MessageBoxWords(NamedTuple):
    """What the message box says."""

    label: str
    aside: str
    placeholder: str
    button: str
    hint: str = ""


STOP = Action("stop", "Stop", "stop")
RESUME = Action("resume", "Resume", "play", "btn-primary")
TRY_AGAIN = Action("resume", "Try again", "undo", "btn-primary")
PERSON = Avatar("person", "person")


@dataclass(frozen=True)
class SessionPage[State_: Folded[Any]]:
    """What all events of a session share on a page. `state` is None for a session without personas.

    What differs by kind: the partials that only this kind has, further style sheets and scripts, what a member can
    do.
    """

    parts: ClassVar[Mapping[str, str]]
    styles: ClassVar[tuple[str, ...]] = ()
    scripts: ClassVar[tuple[str, ...]] = ()
    buttons: ClassVar[Mapping[str, list[Action]]] = {}
    follows_log: ClassVar[bool] = True
    """Whether the page of a running session opens at the end of its log and stays there."""

    session: Session
    participants: Sequence[Participant]
    pins: list[SessionArtifact]
    state: State_ | None

    @cached_property
    def avatars(self) -> dict[str, Avatar]:
        """The avatar of each persona, in the version that takes part."""
        return avatars_of(self.session, self.participants)

    def avatar(self, key: str) -> Avatar:
        return PERSON if key.startswith("user:") else self.avatars.get(key, Avatar())

    @cached_property
    def messages(self) -> dict[int, Message]:
        """What became of people's messages, by number."""
        return {message.number: message for message in (self.state.messages if self.state else ())}

    @property
    def notes(self) -> Sequence[Note]:
        """The texts under review, as they were when the session began."""
        return ()

    @cached_property
    def addressed(self) -> list[AddressedPassage]:
        """The passages of the texts that address the reviewer instead of their readers."""
        return [passage for note in self.notes for passage in addressed_passages(note)]

    @property
    def topic(self) -> str:
        """What the session is about, "" for everything."""
        return self.session.about

    @cached_property
    def card(self) -> ResultCard | None:
        """What came of the session, None while it goes on."""
        if not self.session.has_ended:
            return None
        kind = session_kind(self.session.kind)
        changes = tally_changes(self.session, "addition" if kind.changes_add else "change")
        return ResultCard(kind.result(self), changes)

    @property
    def words(self) -> MessageBoxWords:
        """What the message box says."""
        return MessageBoxWords("Say something", "used at the next turn", "", "Send")

    @property
    def tokens(self) -> int:
        return self.session.tokens_in + self.session.tokens_out

    @property
    def progress(self) -> dict[str, Any]:
        """How far the session is, as plain values, beside what is told of every kind."""
        return {}

    @property
    def actions(self) -> list[Action]:
        if self.session.state == State.WAITING and self.state and self.state.blocked:
            return [TRY_AGAIN, STOP]
        return self.buttons.get(self.session.state, [])

    @property
    def estimates_again(self) -> bool:
        """Whether people can go on with it, or hold another one like it, and be told what that takes."""
        return self.session.has_ended and session_kind(self.session.kind).estimates_again

    def cited(self, citation: Mapping[str, Any]) -> LinkedQuote:
        """A quote with the place where a browser finds it: the artifact's page, scrolled to the words."""
        words = str(citation.get("quote") or "")
        only = next(iter(self.pinned_pages.values())) if len(self.pinned_pages) == 1 else ("", "")
        name, url = self.pinned_pages.get(str(citation.get("artifact")), only)
        return LinkedQuote(words, name, url and f"{url}#:~:text={text_fragment(words)}")

    @cached_property
    def pinned_pages(self) -> dict[str, tuple[str, str]]:
        """The name and the page's address of each artifact that is pinned, by its id; a page asks for each quote."""
        artifacts = [pin.artifact for pin in self.pins]
        return {str(artifact.pk): (artifact.name, artifact.get_absolute_url()) for artifact in artifacts}


def text_fragment(words: str) -> str:
    """The words as a browser's text fragment, in which a hyphen and a comma have meanings of their own."""
    return percent(" ".join(words.split()), safe="").replace("-", "%2D")


def avatars_of(session: Session, participants: Iterable[Participant]) -> dict[str, Avatar]:
    """The avatar of each persona, by key. Where several speak, everybody has a title."""
    kind = session_kind(session.kind)
    versions = ((seat.key, seat.version) for seat in participants)
    return {
        key: Avatar(v.colour, v.shape, v.role if kind.has_titles else "", kind.shown_name(session, key))
        for key, v in versions
    }


def participants_of(session: Session) -> Sequence[Participant]:
    """The session's personas, in the versions that take part."""
    return seats_of(session.pk)
