"""Blind first takes: what strikes a lens first, before anybody has spoken."""

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.lenses import family
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.language.wording import capital
from reviews.language.wordlists import read_words

LEAST, MOST = 30, 60
_WORDS = read_words(__file__, "first_takes")
_FIRST, _SECOND, _NOTHING = (_WORDS.texts(table) for table in ("first", "second", "nothing"))


def take(table: Table) -> str:
    """The one or two strongest points of the speaker's lens, in 30 to 60 words where the notes give that much."""
    kind, best = family(table.speaker), picking.own(table)[:2]
    lens = saying.with_article(table.speaker.lens or table.speaker.role)
    if not best:
        return _NOTHING[kind].format(lens=lens)

    def build(words: int) -> str:
        point, need = _point(table, best[0], words), best[0].wording.need
        return _FIRST[kind].format(point=point, need=need, lens=lens)

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
