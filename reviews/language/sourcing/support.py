"""What comes out when a sentence is compared with its sources, and how that is said."""

from dataclasses import dataclass, replace
from typing import Literal

from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.sources import ClaimSource, SourceLine
from reviews.language.wordlists import read_words

_SENTENCES = read_words(__file__, "sentences")
MOST_WORDS = 0.5
"""The share of content words that has at least to stand in the sources."""
SupportStatus = Literal["supported", "computed", "not_checked", "unsupported"]


@dataclass(frozen=True)
class FactPlace:
    """Where a fact of a claim stands: in `source`, at `start` to `end` of its text (or of what it `asked`), in the
    sentence `text`."""

    fact: Fact
    source: ClaimSource
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Support:
    """How far a claim is carried by its sources.

    `status`: "supported"; "computed" (supported, with figures that follow from sourced ones); "not_checked" (nothing
    speaks against it, but it is said in other words, or in another language); "unsupported".
    `missing`: the facts that stand in no source, as they stand in the claim; `by_personas`: those of them that a
    persona said and nobody else. `computed`: how figures follow
    ("computed: 9,000 × 12"). `undecided`: the sentences that say something is decided and nobody decided.
    `only_personas`: whether personas said so among themselves, so that it is an open question. `against`: the source
    lines that say otherwise. `covered`: the share of content words that stand in the sources, 0 to 1; 0 where the
    language differs. `lines`: the nearest source line of each sentence without facts.
    `thought`: the source lines that only ask, suppose or plan what the claim tells as so.
    `limited`: the source lines that say it within limits that the claim leaves out ("if", "only").
    `crowded`: whether there are too many facts to be compared.
    """

    status: SupportStatus
    missing: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    passages: tuple[FactPlace, ...] = ()
    undecided: tuple[str, ...] = ()
    only_personas: bool = False
    against: tuple[SourceLine, ...] = ()
    covered: float = 1.0
    lines: tuple[SourceLine, ...] = ()
    crowded: bool = False
    thought: tuple[SourceLine, ...] = ()
    limited: tuple[SourceLine, ...] = ()
    by_personas: tuple[str, ...] = ()


def with_part(found: Support, part: Support) -> Support:
    """How far a claim is carried with a `part` that stands beside it, of which only what it states counts."""
    if part.status != "unsupported":
        return found
    return replace(
        found,
        status="unsupported",
        missing=tuple(dict.fromkeys([*found.missing, *part.missing])),
        by_personas=(*found.by_personas, *part.by_personas),
        undecided=tuple(dict.fromkeys([*found.undecided, *part.undecided])),
        only_personas=found.only_personas or part.only_personas,
        against=found.against or part.against,
        thought=found.thought or part.thought,
        limited=found.limited or part.limited,
    )


def sentence_for_missing(support: Support) -> str:
    """What to say about an unsupported claim, "Not in the notes and not in the discussion: EUR 1 million", or ""; also
    about one that was not compared because of its many facts."""
    if support.crowded:
        return _SENTENCES.text("crowded")
    said = []
    nowhere = [fact for fact in support.missing if fact not in support.by_personas]
    for name, facts in (("missing", nowhere), ("by_personas", support.by_personas)):
        if facts:
            said.append(_SENTENCES.text(name).format(facts=", ".join(dict.fromkeys(facts))))
    key = "only_personas" if support.only_personas else "nobody_decided"
    said += [_SENTENCES.text(key).format(sentence="” “".join(support.undecided))] if support.undecided else []
    told = (
        ("otherwise", support.against),
        ("only_thought", support.thought),
        ("limited", support.limited),
    )
    for key, lines in told:
        if lines and not said:
            line = " ".join(lines[0].statement.plain.split())
            said.append(_SENTENCES.text(key).format(sentence=line))
    return ". ".join(said)


def say_computed(how: str) -> str:
    """ "computed: 9,000 × 12"."""
    return _SENTENCES.text("computed").format(how=how)
