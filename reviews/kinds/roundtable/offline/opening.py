"""Blind first takes: what strikes a lens first, before anybody has spoken."""

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.lenses import family
from reviews.kinds.roundtable.offline.points import WORDINGS
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.language.wording import capital

LEAST, MOST = 30, 60
_TAKES: dict[str, str] = {
    "value": "Who would stop at this first? {point}. I'd ask for {need}, because that's what a user can judge.",
    "tradeoff": "The risk that I see first: {point}. What I'd want before any option is {need}.",
    "interface": "First gap for a contract: {point}. To specify it takes {need}; until then it's an error waiting.",
    "own": "From {lens} perspective this comes first: {point}. I'd need {need}.",
}
_SECOND = {
    "value": " And why this: {point}?",
    "tradeoff": " Next to weigh: {point}.",
    "interface": " Second gap: {point}.",
    "own": " Next: {point}.",
}
_NOTHING = {
    "value": "Who is this for? I find nothing in the notes that a user would stop at, so I'd start from the people"
    " and ask what they would miss, and why, before we look at any criterion.",
    "tradeoff": "I find no risk, no option and no decision in the notes that stands out, so I'd start by asking"
    " what was left out: the option that lost, and the tradeoff that nobody wrote down.",
    "interface": "No gap in the notes stands out that a rule can see. I'd start with the interface: what goes in,"
    " what comes out, and which error is returned, and check each against the text.",
    "own": "From {lens} perspective nothing in the notes stands out that a rule can see. I'd start by asking what"
    " was left out, who would know it, and how anybody could check that it holds.",
}


def take(table: Table) -> str:
    """The one or two strongest points of the speaker's lens, in 30 to 60 words where the notes give that much."""
    kind, best = family(table.speaker), picking.own(table)[:2]
    lens = saying.with_article(table.speaker.lens or table.speaker.role)
    if not best:
        return _NOTHING[kind].format(lens=lens)

    def build(words: int) -> str:
        need = WORDINGS[best[0].kind].need
        return _TAKES[kind].format(point=_point(table, best[0], words), need=need, lens=lens)

    text = saying.fitting(build, MOST)
    if len(best) > 1 and best[1].quote and saying.count(text) < LEAST + 8:
        longer = text + _SECOND[kind].format(point=_point(table, best[1], 12))
        text = longer if saying.count(longer) <= MOST else text
    return text


def _point(table: Table, remark: Remark, words: int) -> str:
    """A quote and what is the matter with it, as one clause."""
    obs = saying.worded(table, remark, "obs", min(words, 12))
    if not remark.quote:
        return capital(obs)
    return f"“{remark.place.shown(words)}” ({table.at(remark.place)}): {obs}"
