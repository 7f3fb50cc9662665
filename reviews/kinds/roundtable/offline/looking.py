"""A person's question at a roundtable: the passage that answers it, the gap it is about, or that there is none."""

import re
from collections.abc import Mapping

from reviews.kinds.roundtable.offline import people, phrasing, picking, saying
from reviews.kinds.roundtable.offline.lenses import lens_family
from reviews.kinds.roundtable.offline.remark import PASS, ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.phrases import phrases
from reviews.language.prose import any_case, vocabulary
from reviews.language.reading import lookup
from reviews.language.reading.lookup import Hit
from reviews.language.reading.passages import Passage

_WORDS = phrases(__file__, "messages", gap=" ")
_TOPICS, _PARTS = _WORDS.table("topics", whole=True), _WORDS.table("parts", whole=True)
_RELATED = 0.34
_CLOSE = 0.6
_SURE = 0.6
# Points about the whole text: their passage is only the nearest one.
WHOLE = vocabulary(
    "why impact metric problem how inaction owner date alternatives risks question answered absent"
)
_NO_GAPS = vocabulary("people matters choice answered_risk measured answered contract")
_TAKES_UP = any_case(r"\W*(?:we|it|this|that|they|then|in that case|after that|otherwise|so)\b")
_WIDEST = 46
_SHORT = 5


def looked_up(table: Table, said: Turn, before: list[Turn]) -> ContributionDraft:
    """The passage that answers; else a point that is about the same; else that the notes don't say."""
    quoted = [one.flat for one in before]
    known = _quoted_passages(table, quoted)
    hit = lookup.best(table.indexes, people.words_of(said.text), but_not=known) or _on_topic(
        table, said, known
    )
    related, gap = _related_remark(table, said), None if before else _asked_gap(table, said)
    if hit and not (gap and gap[0] > hit.covered) and not (before and table.optional and hit.covered < _SURE):
        return ContributionDraft(
            word_found_answer(table, hit.passage, related, said), _last_reference(before)
        )
    if not before and (whole := _missing_part(table, said)):
        if saying.said_by(whole, table.contributions):
            return _known_gap(table, said, whole)
        return ContributionDraft(saying.paragraph(table, whole))
    if gap:
        return _known_gap(table, said, gap[1])
    if related:
        return _on_point(table, related, before)
    if before and table.optional:
        return PASS
    return ContributionDraft(_not_found(table, said, before), _last_reference(before))


def _on_topic(table: Table, said: Turn, known: tuple[str, ...]) -> Hit | None:
    """The passage that settles what a question asks of any notes, such as who is affected."""
    topic = _asked_for(_TOPICS, said.text)
    place = table.settled.get(topic) if topic else None
    return Hit(place, 1.0, _SURE) if place and place.quote not in known else None


def _asked_for(patterns: Mapping[str, re.Pattern[str]], question: str) -> str:
    return next((name for name, pattern in patterns.items() if pattern.search(question)), "")


def _missing_part(table: Table, said: Turn) -> Remark | None:
    """The part that the whole text lacks and that a question asks for."""
    kind = _asked_for(_PARTS, said.text)
    return next((remark for remark in picking.remarks_of(table) if remark.kind == kind), None)


def _asked_gap(table: Table, said: Turn) -> tuple[float, Remark] | None:
    """The gap of the notes that a question is about, whoever's lens it falls under, and how much it covers."""
    gaps = [remark for remark in picking.remarks_of(table) if remark.quote and _is_gap(remark)]
    found = [(picking.covers(said.text, r), r.weight, r) for r in gaps if r.kind not in WHOLE]
    best = max(found, key=lambda entry: entry[:2], default=None)
    return (best[0], best[2]) if best and best[0] >= _CLOSE else None


def _known_gap(table: Table, said: Turn, remark: Remark) -> ContributionDraft:
    raised = tuple(one.number for one in saying.said_by(remark, table.contributions))[-1:]

    def build(words: int) -> str:
        obs = saying.worded(table, remark, "obs", words)
        known = {**saying.remark_fields(table, remark, words), "obs": obs, "need": remark.wording.need}
        return phrasing.say(table, phrasing.KNOWN_GAP, known, said.text)

    return ContributionDraft(saying.fit_words(build), raised)


def _quoted_passages(table: Table, texts: list[str]) -> tuple[str, ...]:
    """The passages that others have quoted in answer to a message."""
    entries = [entry for one in table.indexes for entry in one.entries] if texts else []
    places = [Passage(entry.sentence.text) for entry in entries]
    return tuple(place.quote for place in places if any(saying.quotes_passage(text, place) for text in texts))


def _last_reference(before: list[Turn]) -> tuple[int, ...]:
    return (before[-1].number,) if before else ()


def _related_remark(table: Table, said: Turn) -> Remark | None:
    """A point of the speaker's lens that is about the words of a message, still to be made."""
    text = people.words_of(said.text)
    points = [remark for remark in picking.own_remarks(table) if remark.kind not in ("question", "answered")]
    near = [(picking.covers(text, remark), remark) for remark in points]
    best = max(near, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] >= _RELATED else None


def _on_point(table: Table, remark: Remark, before: list[Turn]) -> ContributionDraft:
    opening = (
        f"To add to what {before[-1].first_name} said, there's a gap on the same matter. " if before else ""
    )
    text = saying.paragraph(
        table, remark, picking.times_made(table, remark.kind), saying.MOST - saying.count(opening)
    )
    return ContributionDraft(opening + text, _last_reference(before))


def word_found_answer(table: Table, found: Passage, related: Remark | None, said: Turn) -> str:
    """The passage that answers, with what the speaker's lens adds to it."""
    place = widened(table, found)

    def build(words: int) -> str:
        known = {
            "quote": place.shown(words + 16),
            **phrasing.at(table, place),
            "extra": _lens_addition(table, place, related, words),
        }
        return phrasing.say(table, phrasing.FOUND, known, said.text)

    return saying.fit_words(build)


def widened(table: Table, place: Passage) -> Passage:
    """A passage with the next sentence of its paragraph, when that takes it up and both are short."""
    for one in table.studies:
        document = one.document
        here = next((s for s in document.sentences if s.text == place.quote), None)
        follows = document.nearby(here, after=1) if here else ()
        for after in follows:
            fits = here and after.block is here.block and len(here.words) + len(after.words) <= _WIDEST
            if here and fits and _TAKES_UP.match(after.plain):
                return Passage(document.text[here.start : after.end], place.section, place.artifact)
    return place


def _lens_addition(table: Table, place: Passage, related: Remark | None, words: int) -> str:
    """What the lens adds to a passage: the gap in it, or what the lens asks of any answer."""
    own = lens_family(table.speaker)
    gaps = [r for r in picking.remarks_of(table) if r.quote and r.kind not in WHOLE and _is_gap(r)]
    here = next((remark for remark in gaps if remark.quote in place.quote), None)
    if here:
        obs = saying.worded(table, here, "obs", words)
        return phrasing.STOPS[own].format(obs=obs, need=here.wording.need)
    if related and related.quote:
        return saying.paragraph(table, related, picking.times_made(table, related.kind), 70)
    return phrasing.fresh_variant(phrasing.EXTRA[own], table.contributions, place.quote + table.speaker.key)


def _is_gap(remark: Remark) -> bool:
    return remark.kind not in _NO_GAPS


def _not_found(table: Table, said: Turn, before: list[Turn]) -> str:
    subject = people.message_subject(said.text)
    if subject and " " not in subject:
        whole = people.words_of(said.text).strip(" ?.!")
        subject = whole[:1].lower() + whole[1:] if len(whole.split()) <= _SHORT else subject
    names = f"“{subject}”" if subject else "that"
    if before:
        known = {"terms": names, "name": before[-1].first_name}
        return phrasing.say(table, phrasing.WOULD_TAKE, known, said.text)
    hit = lookup.best(table.indexes, people.words_of(said.text), least=0.3)
    near = ""
    if hit:
        near = f"The nearest is “{hit.passage.shown(20)}” ({table.at(hit.passage)}), which is about something else. "
    return phrasing.say(table, phrasing.NOT_FOUND, {"terms": names, "near": near}, said.text)
