"""Referring to what another persona really said: one of the fixed forms, a first name, and that turn's own point."""

from collections.abc import Sequence

from reviews.kinds.roundtable.offline import phrasing, picking, saying
from reviews.kinds.roundtable.offline.lenses import FAMILIES, lens_family
from reviews.kinds.roundtable.offline.remark import ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.topics import content_stems
from reviews.language.wordlists import read_words

_BACK = 5
_GRAVER = 1.5


_WORDS = read_words(__file__, "crosstalk")
_SAME_PLACE, _ELSEWHERE = _WORDS.words("same_place"), _WORDS.words("elsewhere")
_GRAVER_POINT = _WORDS.text("graver_point")
MEANS = {name: _WORDS.texts(name) for name in FAMILIES}


def find_link(table: Table, remark: Remark) -> ContributionDraft | None:
    """A reference from the point that the speaker is about to make to one that another persona made; None when there
    is none, or every other time, so that not each turn starts with somebody's name."""
    for said in reversed(table.contributions[-_BACK:]):
        if said.key == table.speaker.key or any(said.number in turn.refers_to for turn in table.own):
            continue
        made = picking.made_in(table, said.text)
        if made and _is_due(table, said):
            return _word_link(table, remark, said, made[0])
    return None


def _is_due(table: Table, said: Turn) -> bool:
    """Every other turn refers to somebody; an answer to the turn right before it always may."""
    before = table.contributions[-1]
    return not before.refers_to or (before.number + len(table.own)) % 2 == 0


def _word_link(table: Table, remark: Remark, said: Turn, theirs: Remark) -> ContributionDraft:
    name = said.first_name or "My colleague"
    means = MEANS[lens_family(table.speaker)][theirs.wording.means]
    known = {
        "name": name, "label": saying.worded(table, theirs, "label"), "clause": saying.worded(table, theirs, "clause"),
        "lens": table.lens, "means": means,
    }  # fmt: skip
    heard = (*table.own[-2:], *table.contributions[-3:])
    form = phrasing.fresh_variant(_link_forms(remark, theirs), heard, f"{table.speaker.key}{said.number}")
    return ContributionDraft(form.format(**known), (said.number,))


def _link_forms(remark: Remark, theirs: Remark) -> Sequence[str]:
    near = remark.section == theirs.section and bool(remark.section)
    if near or len(content_stems(remark.quote.lower()) & content_stems(theirs.quote.lower())) > 1:
        return _SAME_PLACE
    if remark.weight > theirs.weight + _GRAVER:
        return (*_ELSEWHERE, _GRAVER_POINT)
    return _ELSEWHERE
