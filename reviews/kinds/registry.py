"""Which machine decides in which kind of session, and who words its prompts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from reviews.kinds.interview import machine as interview
from reviews.kinds.interview import prompts
from reviews.kinds.prompts import PersonaText
from reviews.kinds.roundtable import machine as roundtable
from reviews.kinds.roundtable import prompts as roundtable_prompts
from reviews.log.values import Ask, Command, Event, Heard, NewEvent, ProposedChange, Speaker
from reviews.providers.base import Prompt
from reviews.states import Kind

type Build = Callable[[Any, Ask, Mapping[str, PersonaText], str], Prompt]


@dataclass(frozen=True)
class Game:
    """A machine as the runner uses it. Setups and states are the machine's own, and opaque to the runner."""

    fold: Callable[[list[Event], Any], Any]
    advance: Callable[[Any, Event], Any]
    decide: Callable[[Any], Command]
    hear: Callable[[Any, Ask, Heard], tuple[NewEvent, ...]]
    broke: Callable[[Any], tuple[tuple[ProposedChange, ...], NewEvent]]
    speaker: Callable[[Any, str], Speaker]
    build: Build


def _game(machine: ModuleType, build: Build) -> Game:
    names = ("fold", "advance", "decide", "hear", "broke", "speaker")
    return Game(**{name: getattr(machine, name) for name in names}, build=build)


GAMES: dict[Kind, Game] = {
    Kind.INTERVIEW: _game(interview, prompts.build),
    Kind.ROUNDTABLE: _game(roundtable, roundtable_prompts.build),
}


def game_of(kind: str) -> Game:
    """The machine of a session of `kind`. Raises ValueError for an unknown kind."""
    return GAMES[Kind(kind)]
