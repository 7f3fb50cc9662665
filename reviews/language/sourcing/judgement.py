"""What is found out about a claim while it is compared with its sources."""

from dataclasses import dataclass, field

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import ClaimSource, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.sourcing.support import FactPlace


@dataclass(frozen=True)
class PlacedFacts:
    """A sentence of a claim, the lines that share words with it, its facts that stand in no line, and the nearest
    line of each of the others."""

    statement: Statement
    near: list[NearLine]
    lost: list[Fact]
    lines: dict[Fact, SourceLine]


@dataclass
class Judgement:
    """What is found out about a claim so far."""

    missing: list[Fact] = field(default_factory=list)
    computed: list[str] = field(default_factory=list)
    derived: set[str] = field(default_factory=set)
    """The values of the facts that were computed; the claim may build on them."""
    passages: list[FactPlace] = field(default_factory=list)
    lines: list[SourceLine] = field(default_factory=list)
    """The nearest line of each sentence that states no fact, where one has most of its words."""
    undecided: list[str] = field(default_factory=list)
    against: list[SourceLine] = field(default_factory=list)
    thought: list[SourceLine] = field(default_factory=list)
    """Lines that only ask, suppose or plan what the claim tells as so, where no other line says it."""
    limited: list[SourceLine] = field(default_factory=list)
    """Lines that say what the claim says within limits that it leaves out."""
    only_personas: bool = False
    unchecked: bool = False
    worded: bool = False
    """Whether a sentence is in other words than any line of its sources: code can't tell that it means the same."""
    doubted: bool = False
    """Whether a fact stands in the sources only where nothing else of its sentence does."""
    words: int = 0
    held: int = 0
    extra: list[str] = field(default_factory=list)
    told: list[tuple[Quantity, int]] = field(default_factory=list)
    """The figures of the claim that stand in the sources, each with the number of a line that has it."""
    tried: int = 0
    looked: int = 0
    """The facts that code tried to compute, and those that it compared with what is said of them."""
    quotes: int = 0
    quoted: bool = False
    """Whether the claim quotes notes or people word for word."""
    said: list[str] = field(default_factory=list)
    """Decisions of people that the claim quotes."""
    beside_quotes: set[str] = field(default_factory=set)
    """The words of the lines that the claim quotes and of who wrote them, as words of names."""
    plain_words: list[tuple[int, ClaimSource]] = field(default_factory=list)
    """Where in the claim it quotes a person who says how it is to be, and the message."""
    statements: tuple[Statement, ...] = ()
    """Its sentences whose words are compared."""
    places: dict[tuple[str, str], dict[int, Fact | None]] = field(default_factory=dict)
    """The lines of each fact that was looked up, by number."""
