"""Referring to what another persona really said: one of the fixed forms, a first name, and that turn's own point."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.lenses import INTERFACE, OWN, TRADEOFF, VALUE, family
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.topics import content
from reviews.language.wording import pick

_BACK = 5
_GRAVER = 1.5


@dataclass(frozen=True)
class Link:
    """A sentence that refers to a turn, and the number of that turn."""

    text: str
    number: int


# What another's point means to a lens, by what the point is about.
_GROUPS = {
    "conflict": "clash", "risk": "risk", "risks": "risk", "answered_risk": "risk", "decision": "choice",
    "alternatives": "choice", "choice": "choice", "exclusion": "choice", "vague": "claim", "load": "claim",
    "source": "claim", "measured": "claim", "terms": "words", "jargon": "words", "hedge": "words", "passive": "words",
    "dangling": "gap", "todo": "gap", "question": "gap", "owner": "gap", "date": "gap", "untestable": "test",
    "metric": "test", "contract": "error", "error_path": "error", "how": "error",
    "mention": "risk", "absent": "gap",
}  # fmt: skip
_MEANS: dict[str, dict[str, str]] = {
    VALUE: {
        "clash": "a user is promised one thing and gets the other, whichever of the two wins",
        "risk": "a user pays for it first, and we hear of it from them",
        "choice": "nobody can tell a user why it has to be this way",
        "claim": "we can't say what a user may expect of it",
        "words": "the people who have to agree don't know what they agree to",
        "gap": "a user asks, and whoever answers makes it up",
        "test": "nobody can say when a user has got what was promised",
        "error": "a user meets the failure before anyone has decided what they should see",
        "people": "we'd build for somebody whom nobody has asked",
    },
    TRADEOFF: {
        "clash": "every option is priced on a number that may be the wrong one",
        "risk": "an option is being taken without its price",
        "choice": "the tradeoff has been made and can't be checked any more",
        "claim": "two options can both claim to win",
        "words": "the effort can't be estimated, and the risk moves into the build",
        "gap": "every option behind it rests on a guess",
        "test": "“done” is open to negotiation, which is a risk of its own",
        "error": "the failure is an option that nobody has chosen",
        "people": "the options can't be compared, because nothing says whom they are for",
    },
    INTERFACE: {
        "clash": "the contract has two values where it can hold one",
        "risk": "there is an error path without a handler",
        "choice": "the contract rests on a constraint that isn't written down",
        "claim": "there is no threshold to put into the contract",
        "words": "two modules can each fill the word with another value",
        "gap": "the contract has a field without a value",
        "test": "no check can be written that fails",
        "error": "a caller gets an answer that nothing defines",
        "people": "there is no caller to write the contract for",
    },
    OWN: {
        "clash": "there are two versions to check, and only one can be right",
        "risk": "somebody has to watch for it, and nobody is named",
        "choice": "the reason would have to be known to judge it",
        "claim": "there is nothing to check it against",
        "words": "I can't tell what exactly is covered by it",
        "gap": "the part that I'd look at isn't written yet",
        "test": "nobody can show that it holds",
        "error": "the case that I worry about most isn't described",
        "people": "it isn't clear whom it protects",
    },
}
_SAME_PLACE = (
    "Building on {name}'s point about {label}, there is more to settle nearby.",
    "I agree with {name} that {clause}.",
    "To add to what {name} said about {label}, here is what stands next to it.",
)
_ELSEWHERE = (
    "{name} mentioned {label}. From {lens} perspective, that means {means}.",
    "I agree with {name} that {clause}.",
    "Building on {name}'s point about {label}, I come to the next gap.",
    "To add to what {name} said about {label}, there's a second gap.",
)
_GRAVER_POINT = "{name} raises a good point. However, {label} is not the first thing I'd settle."


def link(table: Table, remark: Remark) -> Link | None:
    """A reference from the point that the speaker is about to make to one that another persona made; None when there
    is none, or every other time, so that not each turn starts with somebody's name."""
    for said in reversed(table.contributions[-_BACK:]):
        if said.key == table.speaker.key or any(said.number in turn.refers_to for turn in table.own):
            continue
        made = picking.made_in(table, said.text)
        if made and _is_due(table, said):
            return _worded(table, remark, said, made[0])
    return None


def _is_due(table: Table, said: Turn) -> bool:
    """Every other turn refers to somebody; an answer to the turn right before it always may."""
    before = table.contributions[-1]
    return not before.refers_to or (before.number + len(table.own)) % 2 == 0


def _worded(table: Table, remark: Remark, said: Turn, theirs: Remark) -> Link:
    name = said.first_name or "My colleague"
    means = _MEANS[family(table.speaker)][_GROUPS.get(theirs.kind, "people")]
    known = {
        "name": name, "label": saying.worded(table, theirs, "label"), "clause": saying.worded(table, theirs, "clause"),
        "lens": saying.with_article(table.speaker.lens or table.speaker.role), "means": means,
    }  # fmt: skip
    forms = _forms(remark, theirs)
    fresh = [
        form
        for form in forms
        if not any(
            saying.fixed_words(form) in turn.flat for turn in (*table.own[-2:], *table.contributions[-3:])
        )
    ]
    form = pick(fresh or forms, f"{table.speaker.key}{said.number}")
    return Link(form.format(**known), said.number)


def _forms(remark: Remark, theirs: Remark) -> Sequence[str]:
    near = remark.section == theirs.section and bool(remark.section)
    if near or len(content(remark.quote.lower()) & content(theirs.quote.lower())) > 1:
        return _SAME_PLACE
    if remark.weight > theirs.weight + _GRAVER:
        return (*_ELSEWHERE, _GRAVER_POINT)
    return _ELSEWHERE
