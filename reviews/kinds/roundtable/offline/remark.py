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
    "conflict": 9.5, "risk": 9.0, "why": 8.8, "decision": 8.5, "metric": 8.3, "risks": 8.2, "impact": 8.0,
    "untestable": 7.8, "todo": 7.6, "task": 7.4, "alternatives": 7.5, "exclusion": 7.4, "source": 7.0,
    "dangling": 6.6, "vague": 6.5, "load": 6.5, "error_path": 6.0, "owner": 5.6, "date": 5.4,
    "problem": 5.0, "how": 4.5, "inaction": 4.8, "question": 5.2, "answered_risk": 3.1,
    "mention": 6.4, "absent": 6.8,
}  # fmt: skip
PARTS = {
    "metric": "success", "owner": "owner", "date": "date", "alternatives": "options", "risks": "risks",
    "inaction": "inaction", "impact": "affected", "why": "reason",
}  # fmt: skip
"""What people ask for (asks.toml) by the kind of point that the notes lack it."""
