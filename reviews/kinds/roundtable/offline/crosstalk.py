"""Referring to what another persona really said: one of the fixed forms, a first name, and that turn's own point."""

from reviews.kinds.roundtable.offline import phrasing, picking, saying
from reviews.kinds.roundtable.offline.remark import ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.topics import content_stems
from reviews.language.wordlists import read_words

_BACK = 5


_WORDS = read_words(__file__, "crosstalk")
_SAME_PLACE = _WORDS.words("same_place")


def find_link(table: Table, remark: Remark) -> ContributionDraft | None:
    """A reference from the point that the speaker is about to make to one that another persona made about the same
    place; None when there is none."""
    for said in reversed(table.contributions[-_BACK:]):
        if said.key == table.speaker.key or any(said.number in turn.refers_to for turn in table.own):
            continue
        theirs = next((made for made in picking.made_in(table, said.text) if _is_near(remark, made)), None)
        if theirs:
            return _word_link(table, said, theirs)
    return None


def _word_link(table: Table, said: Turn, theirs: Remark) -> ContributionDraft:
    known = {part: saying.worded(table, theirs, part) for part in ("label", "clause")}
    heard = (*table.own[-2:], *table.contributions[-3:])
    form = phrasing.fresh_variant(_SAME_PLACE, heard, f"{table.speaker.key}{said.number}")
    return ContributionDraft(form.format(name=said.first_name or "My colleague", **known), (said.number,))


def _is_near(remark: Remark, theirs: Remark) -> bool:
    """Whether two points are about one passage, or about sentences of one section with words in common."""
    shared = len(content_stems(remark.quote.lower()) & content_stems(theirs.quote.lower()))
    return shared > 1 and bool(remark.section) and remark.section == theirs.section
