"""A point in a persona's words: which template, filled with what, how long; and whether a text has said it already."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from reviews.kinds.roundtable.offline.lenses import FAMILIES, OWN, lens_family, touched_keywords
from reviews.kinds.roundtable.offline.remark import WORDINGS, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.offline.tension import find_tension
from reviews.kinds.roundtable.state import Seat, Turn
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital, join_with_and
from reviews.language.wordlists import read_words

MOST = 110
_WORDS = read_words(__file__, "voices")
_VOICES = {name: _WORDS.sentences(name) for name in FAMILIES}
_COMPOSED, _BARE = _WORDS.texts("composed"), _WORDS.texts("bare")
_HAS_QUOTE = re.compile(r"\{(?:quote|at)\}")
_FIELD = re.compile(r"\{\w+\}")
_QUOTE_WORDS = (26, 18, 12, 8)
_SEEN_WORDS = 6


def count(text: str) -> int:
    """How many words a text has, as people count them."""
    return len(text.split())


def fit_words(build: Callable[[int], str], most: int = MOST, least: int = 0) -> str:
    """The text that `build` makes with the longest quotes (in words, `least` or more) that leave it at `most` words."""
    sizes = [words for words in _QUOTE_WORDS if words >= least]
    for words in sizes[:-1]:
        text = build(words)
        if count(text) <= most:
            return text
    return build(sizes[-1])


def remark_fields(table: Table, remark: Remark, words: int = 26) -> dict[str, str]:
    """What the texts of voices.toml and points.toml need for a point. Quotes have at most `words` words."""
    other = remark.other or Passage("")
    found = {
        "quote": remark.place.shown(words), "at": table.at(remark.place), "At": capital(table.at(remark.place)),
        "other": other.shown(words), "there": table.at(other), "short": remark.place.shown(8),
        "short_other": other.shown(8), "text": asked(remark.text), "short_text": Passage(asked(remark.text)).shown(12),
        "lens": table.lens,
    }  # fmt: skip
    if len(remark.terms) > 1 and remark.other:
        found |= {"short": remark.terms[0], "short_other": remark.terms[1]}
    return found | _of_terms(remark) | {"lean": "", "near": _nearest_quote(table, remark, words)}


def _of_terms(remark: Remark) -> dict[str, str]:
    names = join_with_and([f"“{term}”" for term in remark.terms])
    several = len(remark.terms) > 1
    what, pro = (*remark.terms, "", "")[:2]
    return {
        "terms": names or "the word", "Terms": capital(names or "the word"),
        "mean": "mean" if several else "means",
        "are": "are" if several else "is", "term": (remark.terms or ("",))[0], "what": what, "pro": pro,
    }  # fmt: skip


def asked(text: str) -> str:
    """A question on one line with its mark."""
    line = " ".join(text.split()).rstrip(" .?:")
    return f"{line}?" if line else ""


def _nearest_quote(table: Table, remark: Remark, words: int) -> str:
    if remark.kind != "question" or not remark.quote:
        return ""
    return f"The nearest that I find is “{remark.place.shown(min(words, 18))}” ({table.at(remark.place)}). "


def paragraph(table: Table, remark: Remark, nth: int = 0, most: int = MOST, least: int = 0) -> str:
    """A point in the speaker's voice, in at most `most` words as far as shorter quotes allow. `nth`: how many of this
    kind the speaker has said before."""
    return fit_words(lambda words: _fill_wording(table, remark, nth, words), most, least)


def _fill_wording(table: Table, remark: Remark, nth: int, words: int) -> str:
    kind, own = remark.kind, lens_family(table.speaker)
    known = remark_fields(table, remark, words)
    known["obs"] = remark.wording.obs.format(**known)
    known["Obs"], known["need"] = capital(known["obs"]), remark.wording.need
    known["lean"] = _lean_line(table, remark)
    known["touch"] = _touched_line(table.speaker, remark)
    fitting = [v for v in _VOICES[own].get(kind, ()) if remark.quote or not _HAS_QUOTE.search(v)]
    variants = fitting or [(_COMPOSED if remark.quote else _BARE)[own]]
    return variants[nth % len(variants)].format(**known)


def _lean_line(table: Table, remark: Remark) -> str:
    found = find_tension(remark, table)
    return f"{found.line} " if found else ""


def _touched_line(person: Seat, remark: Remark) -> str:
    met = touched_keywords(person, [remark.quote, remark.section]) if lens_family(person) == OWN else []
    return f"It touches {join_with_and([f'“{word}”' for word in met[:2]])}. " if met else ""


def worded(table: Table, remark: Remark, part: str, words: int = 26) -> str:
    """One of the short wordings of a point: its "label", "clause", "obs", "insight", "ask" or "why"."""
    return str(getattr(remark.wording, part)).format(**remark_fields(table, remark, words))


def is_said(remark: Remark, text: str) -> bool:
    """Whether a text has made this point: its words, and the quote that shows which passage it is about."""
    if remark.quote and not quotes_passage(text, remark.place):
        return False
    if remark.kind == "question" and asked(remark.text) not in text:
        return False
    if remark.kind == "absent" and not all(f"“{term}”" in text for term in remark.terms):
        return False
    return any(fragment in text for fragment in _known_fragments(remark.kind))


def quotes_passage(text: str, place: Passage) -> bool:
    """Whether a text quotes a passage, by its first words."""
    words = place.shown(_SEEN_WORDS).rstrip(" …")
    return bool(words) and f"“{words}" in text


def fixed_words(template: str) -> str:
    """The longest words of a template between its fields, by which it is known in a text."""
    return max(_FIELD.split(template), key=len).strip()


def said_by(remark: Remark, said: Iterable[Turn]) -> list[Turn]:
    """Those who have made this point, in order."""
    return [one for one in said if is_said(remark, one.flat)]


@lru_cache(maxsize=64)
def _known_fragments(kind: str) -> tuple[str, ...]:
    """The words by which a point of this kind is known, whoever says it."""
    texts = [WORDINGS[kind].obs, *(t for known in _VOICES.values() for t in known.get(kind, ()))]
    longest = map(fixed_words, texts)
    first = capital(next(iter(_FIELD.split(WORDINGS[kind].obs))).strip())
    return tuple(part for part in (*longest, first) if len(part) > 12)
