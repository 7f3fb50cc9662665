"""A kind of session as docs/architecture.md says how to make one: ELM says back what a person says, three times."""

from collections.abc import Mapping
from typing import Any, ClassVar

from reviews.kinds.base import SessionKind
from reviews.kinds.config import Chosen
from reviews.kinds.prompts import PromptPersona
from reviews.log.payloads import Payload
from reviews.log.values import Machine
from reviews.pages.base import STOP, SessionPage
from reviews.pages.openings import Opening
from reviews.states import EventKind, State
from tests.toy import machine as toy_machine
from tests.toy import prompts


class SaidBack(Payload):
    basis: int = 0


class ToyPage(SessionPage[toy_machine.ToyState]):
    parts: ClassVar = {}
    buttons: ClassVar = {State.RUNNING: [STOP], State.WAITING: [STOP]}


class Toy(SessionKind):
    name = "toy"
    label = "Echo"
    seats = ("elm",)
    page = ToyPage
    what_for = "to hear what you said"
    config = Chosen
    machine: ClassVar[Machine[Any, Any]] = toy_machine
    payloads = {EventKind.CONTRIBUTION: SaidBack}
    offline = "tests.toy.offline.SPEAKERS"
    needs_artifacts = False

    def build(self, state, ask, cast: Mapping[str, PromptPersona], nonce: str):
        return prompts.build(state, ask, cast, nonce)

    def setup(self, session, cast, notes) -> toy_machine.Setup:
        return toy_machine.Setup(session.item.title)

    def opening(self, item, sent) -> Opening:
        return Opening(item, sent)

    def transcript(self, session, provider: str) -> str:
        said = session.events.exclude(text="").values_list("speaker_name", "text")
        return "".join(f"{name}: {text}\n\n" for name, text in said)
