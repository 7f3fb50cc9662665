"""A point that somebody at a roundtable could raise about the notes, what it is called, and a contribution in the
making."""

from dataclasses import dataclass

from reviews.language.reading.passages import Passage
from reviews.language.wordlists import read_words


@dataclass(frozen=True)
class Wording:
    """What a kind of point is called and what it goes with; words/points.toml says what each part is for."""

    obs: str
    need: str
    label: str
    clause: str
    insight: str
    ask: str = ""
    why: str = ""
    one: str = ""
    many: str = ""
    lens: str = "interface"
    topics: str = ""
    knows: str = ""
    found: str = ""


_POINTS = read_words(__file__, "points")
WORDINGS = {kind: Wording(**_POINTS.texts(kind)) for kind in _POINTS.content if kind != "fields"}


@dataclass(frozen=True)
class Remark:
    """A point. `other` is the second passage of a contradiction, `terms` are words it is about, `text` is a question
    of the step; `weight` says how much it matters, more first; `owner` is the key of the persona that alone looks for
    it, "" for a point that goes by its kind."""

    kind: str
    place: Passage
    weight: float
    other: Passage | None = None
    terms: tuple[str, ...] = ()
    text: str = ""
    owner: str = ""

    @property
    def quote(self) -> str:
        return self.place.quote

    @property
    def section(self) -> str:
        return self.place.section

    @property
    def wording(self) -> Wording:
        return WORDINGS[self.kind]


@dataclass(frozen=True)
class ContributionDraft:
    """What a persona is about to say. `passes`: nothing distinct."""

    text: str = ""
    refers_to: tuple[int, ...] = ()
    passes: bool = False


PASS = ContributionDraft(passes=True)
NOWHERE = Passage("")
WEIGHTS = {
    "conflict": 9.5, "admitted": 9.0, "todo": 7.6, "exclusion": 7.4, "owner": 7.2, "absent": 6.8, "dangling": 6.6,
    "mention": 6.4, "question": 5.2,
}  # fmt: skip
