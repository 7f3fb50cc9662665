"""Seeing it differently: the other side of a tension that the notes have and that a persona has taken a side in."""

from dataclasses import dataclass

from reviews.kinds.roundtable.offline import picking
from reviews.kinds.roundtable.offline.lenses import family
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.offline.tension import Tension, tension
from reviews.kinds.roundtable.state import Turn
from reviews.language.wordlists import read_words

_TURNS_NEEDED = 2
_BACK = 4
_SAYS = read_words(__file__, "dissent").texts("says")


@dataclass(frozen=True)
class Dissent:
    """The other side of a point that a persona has made, and the turn in which it did."""

    said: Turn
    remark: Remark
    tension: Tension

    def text(self) -> str:
        """The speaker's side in its own voice."""
        return _SAYS[self.tension.against].format(
            name=self.said.first_name,
            theirs=self.tension.first.option,
            mine=self.tension.second.option,
            reason=self.tension.second.reason,
        )


def dissent(table: Table) -> Dissent | None:
    """What the speaker sees differently; None when nobody has taken a side, when people wait for an answer, when it
    was put to people before, or when too few turns are left for their choice."""
    is_late = table.now.turn_count + _TURNS_NEEDED >= table.setup.max_turns
    if table.asked or is_late or any(said.disagreement or said.what == "disagreement" for said in table.log):
        return None
    for said in reversed(table.contributions[-_BACK:]):
        if said.key != table.speaker.key and (found := _other_side(table, said)):
            return found
    return None


def _other_side(table: Table, said: Turn) -> Dissent | None:
    for remark in picking.made_in(table, said.text):
        found = tension(remark, table)
        if found and found.line in said.flat and found.against == family(table.speaker):
            return Dissent(said, remark, found)
    return None
