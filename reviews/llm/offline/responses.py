"""Answering a person at a roundtable: by quoting the notes, by what a person said before, or by saying what is
missing. The first to answer looks it up; whoever follows adds what nobody has said yet, or passes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.llm.offline import lookup, people, picking, saying, table_talk, wording
from reviews.llm.offline.lenses import family
from reviews.llm.offline.passages import Passage
from reviews.llm.offline.points import WORDINGS
from reviews.llm.offline.remark import Remark
from reviews.llm.offline.signals import vocabulary
from reviews.llm.offline.table import Said, Table
from reviews.llm.offline.table_talk import Lines

_SAID_WORDS = 22
_RELATED = 0.34
_CLOSE = 0.6
_SURE = 0.6
# Points about the whole text: their passage is only the nearest one.
_WHOLE = vocabulary("why impact metric problem how inaction owner date alternatives risks question answered")
_CHOOSES = re.compile(
    r"\b(?:go(?:ing)? (?:with|for)|take|choose|prefer|pick|keep|settle|decid\w+|agree with|with (?:the )?\w+|is right"
    r"|matters more|the (?:first|second|former|latter))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Draft:
    """A contribution in the making. `passes`: nothing distinct to say."""

    text: str = ""
    refers_to: tuple[int, ...] = ()
    passes: bool = False
    changed_mind: str = ""


@dataclass(frozen=True)
class Choice:
    """What a person picked of two options that were put to them, by the numbers of both turns."""

    option: str
    other: str
    said: Said
    put: Said
    sides: Mapping[str, Any] = field(default_factory=dict)


PASS = Draft(passes=True)
_TAKES_UP = re.compile(
    r"\W*(?:we|it|this|that|they|then|in that case|after that|otherwise|so)\b", re.IGNORECASE
)
_WIDEST = 46


def respond(table: Table) -> Draft | None:
    """The speaker's answer to the messages of this turn; None when they say nothing that could be answered."""
    said = _main(table.asked)
    if said is None:
        return None
    numbers = tuple(one.number for one in table.asked)
    draft = _answer(table, said, _before(table, said))
    return draft and Draft(draft.text, (*numbers, *draft.refers_to), draft.passes, draft.changed_mind)


def _main(asked: tuple[Said, ...]) -> Said | None:
    """The message to answer: the last question, else the last one."""
    questions = [said for said in asked if people.is_question(said.text)]
    return (questions or list(asked) or [None])[-1]


def _before(table: Table, said: Said) -> list[Said]:
    """What other personas have answered to the message already."""
    return [one for one in table.contributions if one.number > said.number and said.number in one.refers_to]


def _answer(table: Table, said: Said, before: list[Said]) -> Draft | None:
    if people.sums_up(said.text):
        return PASS if before and table.optional else Draft(_so_far(table, table_talk.SO_FAR))
    if picked := choice_of(table, said):
        return PASS if before and table.optional else _chosen(table, picked)
    if settled := _settled_by(table, said):
        return PASS if before and table.optional else _settles(table, said, settled)
    if not people.telling(said.text):
        return None
    if people.is_question(said.text) or people.is_wish(said.text):
        return _looked_up(table, said, before)
    if people.tells(said.text):
        return PASS if before and table.optional else _stated(table, said)
    return None


def choice_of(table: Table, said: Said) -> Choice | None:
    """What `said` picks of the disagreement that was put to people last, None when it picks nothing."""
    put = next((t for t in reversed(table.log) if t.what == "disagreement" and t.number < said.number), None)
    held = next((t for t in reversed(table.log) if t.disagreement and put and t.number < put.number), None)
    if put is None or held is None or people.is_question(said.text):
        return None
    mine, theirs = _side(held, "mine"), _side(held, "theirs")
    names = (held.first_name, _first_name(table, str(held.disagreement.get("other") or "")))
    marks = [_marks(said.text, side, name) for side, name in zip((mine, theirs), names, strict=True)]
    if marks[0] == marks[1]:
        return None
    first = marks[0] > marks[1]
    return Choice(*((mine, theirs) if first else (theirs, mine)), said, put)


def _side(held: Said, name: str) -> str:
    side = held.disagreement.get(name)
    return str((side or {}).get("option") or "") if isinstance(side, Mapping) else ""


def _first_name(table: Table, key: str) -> str:
    person = table.person(key)
    return person.first_name if person else key


def _marks(text: str, option: str, name: str) -> float:
    """How clearly a message speaks for an option: by its words, or by the name of whoever favours it."""
    flat = text.casefold()
    terms = lookup.terms_of(option) | set(re.findall(r"\d+", option))
    said = set(lookup.stems(text)) | set(re.findall(r"\d+", text))
    named = bool(name) and bool(re.search(rf"\b{re.escape(name.casefold())}\b", flat))
    by_name = (
        1.0
        if named and _CHOOSES.search(text) and not re.match(rf"\W*{re.escape(name)}\b\W", text, re.I)
        else 0.0
    )
    return len(terms & said) / max(1, len(terms)) + by_name


def _chosen(table: Table, choice: Choice) -> Draft:
    own = _own_take(table, choice.said)
    known = {"option": choice.option, "other_option": choice.other, **_who(table, choice.said)}
    return Draft(_say(table, table_talk.CHOSEN, known, choice.said.text), (choice.put.number,), False, own)


def _settled_by(table: Table, said: Said) -> Remark | None:
    """The point that a message settles: one that was made before, rather than one that nobody has made."""
    settled = [remark for remark in picking.everything(table) if people.settles(said.text, remark)]
    made = [remark for remark in settled if saying.said_by(remark, table.contributions)]
    return picking.foremost(table, made or settled)


def _settles(table: Table, said: Said, remark: Remark) -> Draft:
    raised = tuple(one.number for one in saying.said_by(remark, table.contributions))[-1:]

    def build(words: int) -> str:
        obs = saying.worded(table, remark, "obs", words)
        known = {**saying.fields(table, remark, words), "obs": obs, **_who(table, said)}
        return _say(table, table_talk.SETTLED, known, said.text)

    return Draft(saying.fitting(build), raised, False, _changed(table, said, remark))


def _changed(table: Table, said: Said, remark: Remark) -> str:
    """What a message changes in the speaker's first take: nothing unless that was about the same point."""
    if remark not in picking.made_in(table, table.takes.get(table.speaker.key, "")):
        return ""
    label = saying.worded(table, remark, "label")
    return f"My first take was about {label}. What {table.called(said)} said settles it for me."


def _own_take(table: Table, said: Said) -> str:
    taken = picking.made_in(table, table.takes.get(table.speaker.key, ""))
    settled = [remark for remark in taken if remark.kind == "conflict"]
    return _changed(table, said, settled[0]) if settled else ""


def _who(table: Table, said: Said) -> dict[str, str]:
    return {"who": table.called(said), "said": Passage(people.words_of(said.text)).shown(_SAID_WORDS)}


def _looked_up(table: Table, said: Said, before: list[Said]) -> Draft:
    """The passage that answers; else a point that is about the same; else that the notes don't say."""
    quoted = [one.flat for one in before]
    hit = lookup.best(table.indexes, people.words_of(said.text), but_not=_quoted(table, quoted))
    related, gap = _related(table, said), None if before else _gap(table, said)
    if hit and not (gap and gap[0] > hit.covered) and not (before and table.optional and hit.covered < _SURE):
        return Draft(_found(table, hit.passage, related, said), _references(before))
    if gap:
        return _known_gap(table, said, gap[1])
    if related:
        return _on_point(table, related, before)
    if before and table.optional:
        return PASS
    return Draft(_not_found(table, said, before), _references(before))


def _gap(table: Table, said: Said) -> tuple[float, Remark] | None:
    """The gap of the notes that a question is about, whoever's lens it falls under, and how much it covers."""
    gaps = [remark for remark in picking.everything(table) if remark.quote and _is_gap(remark)]
    found = [(picking.covers(said.text, r), r.weight, r) for r in gaps if r.kind not in _WHOLE]
    best = max(found, key=lambda entry: entry[:2], default=None)
    return (best[0], best[2]) if best and best[0] >= _CLOSE else None


def _known_gap(table: Table, said: Said, remark: Remark) -> Draft:
    raised = tuple(one.number for one in saying.said_by(remark, table.contributions))[-1:]

    def build(words: int) -> str:
        obs = saying.worded(table, remark, "obs", words)
        need = WORDINGS[remark.kind].need
        known = {**saying.fields(table, remark, words), "obs": obs, "need": need}
        return _say(table, table_talk.KNOWN_GAP, known, said.text)

    return Draft(saying.fitting(build), raised)


def _quoted(table: Table, texts: list[str]) -> tuple[str, ...]:
    """The passages that others have quoted in answer to a message."""
    hits = [one for one in table.indexes for one in one.entries] if texts else []
    places = [Passage(entry.sentence.text) for entry in hits]
    return tuple(p.quote for p in places if any(saying.quotes(text, p) for text in texts))


def _references(before: list[Said]) -> tuple[int, ...]:
    return (before[-1].number,) if before else ()


def _related(table: Table, said: Said) -> Remark | None:
    """A point of the speaker's lens that is about the words of a message, still to be made."""
    text = people.words_of(said.text)
    near = [(picking.covers(text, remark), remark) for remark in picking.own(table)]
    best = max(near, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] >= _RELATED else None


def _on_point(table: Table, remark: Remark, before: list[Said]) -> Draft:
    opening = (
        f"To add to what {before[-1].first_name} said, there's a gap on the same matter. " if before else ""
    )
    text = saying.paragraph(
        table, remark, picking.times(table, remark.kind), saying.MOST - saying.count(opening)
    )
    return Draft(opening + text, _references(before))


def _found(table: Table, found: Passage, related: Remark | None, said: Said) -> str:
    place = _widened(table, found)

    def build(words: int) -> str:
        known = {
            "quote": place.shown(words + 16),
            **_at(table, place),
            "extra": _extra(table, place, related, words),
        }
        return _say(table, table_talk.FOUND, known, said.text)

    return saying.fitting(build)


def _widened(table: Table, place: Passage) -> Passage:
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


def _extra(table: Table, place: Passage, related: Remark | None, words: int) -> str:
    """What the lens adds to a passage: the gap in it, or what the lens asks of any answer."""
    own = family(table.speaker)
    here = next((r for r in picking.everything(table) if r.quote == place.quote and _is_gap(r)), None)
    if here:
        obs = saying.worded(table, here, "obs", words)
        return table_talk.STOPS[own].format(obs=obs, need=WORDINGS[here.kind].need)
    if related and related.quote:
        return saying.paragraph(table, related, picking.times(table, related.kind), 70)
    return _fresh(table, table_talk.EXTRA[own], place.quote)


def _is_gap(remark: Remark) -> bool:
    return remark.kind not in (
        "people",
        "matters",
        "choice",
        "answered_risk",
        "measured",
        "answered",
        "contract",
    )


def _not_found(table: Table, said: Said, before: list[Said]) -> str:
    subject = people.subject(said.text)
    names = f"“{subject}”" if subject else "that"
    if before:
        known = {"terms": names, "name": before[-1].first_name}
        return _say(table, table_talk.WOULD_TAKE, known, said.text)
    hit = lookup.best(table.indexes, people.words_of(said.text), least=0.3)
    near = ""
    if hit:
        near = f"The nearest is “{hit.passage.shown(20)}” ({table.at(hit.passage)}), which is about something else. "
    return _say(table, table_talk.NOT_FOUND, {"terms": names, "near": near}, said.text)


def _stated(table: Table, said: Said) -> Draft:
    hit = lookup.best(table.indexes, people.words_of(said.text), least=0.4)
    who = _who(table, said)
    if hit is None:
        return Draft(_say(table, table_talk.STATED_NEW, who, said.text))

    def build(words: int) -> str:
        known = {"quote": hit.passage.shown(words), **_at(table, hit.passage), **who}
        return _say(table, table_talk.STATED, known, said.text)

    return Draft(saying.fitting(build))


def nothing_left(table: Table) -> Draft:
    """That the speaker has made all its points, named; a pass when it has none to name or has said so before."""
    lines = table_talk.NOTHING_LEFT[family(table.speaker)]
    known = max(re.split(r"\{\w+\}", lines[0]), key=len).strip()
    if table.optional or not table.own or any(known in said.flat for said in table.own):
        return PASS
    return Draft(_so_far(table, table_talk.NOTHING_LEFT, own_only=True))


def _so_far(table: Table, lines: Lines, own_only: bool = False) -> str:
    """The points that were made, each with its name."""
    said = table.own if own_only else table.contributions
    made = [(one.first_name, remark) for one in said for remark in picking.made_in(table, one.text)[:1]]
    labels = [(name, saying.worded(table, remark, "label")) for name, remark in dict.fromkeys(made)][-3:]
    parts = [label if own_only else f"{name} raised {label}" for name, label in labels]
    return _say(table, lines, {"made": wording.listed(parts) or "what the notes leave open"}, table.topic)


def _at(table: Table, place: Passage) -> dict[str, str]:
    return {"at": table.at(place), "At": wording.capital(table.at(place))}


def _say(table: Table, lines: Lines, known: Mapping[str, str], about: str) -> str:
    own = family(table.speaker)
    lens = saying.with_article(table.speaker.lens or table.speaker.role)
    return _fresh(table, lines[own], about).format(**{"lens": lens, **known})


def _fresh(table: Table, variants: tuple[str, ...], about: str) -> str:
    """One of the variants, rather one that has not been heard."""

    def heard(variant: str) -> bool:
        known = max(re.split(r"\{\w+\}", variant), key=len).strip()
        return any(known in said.flat for said in table.contributions)

    fresh = [variant for variant in variants if not heard(variant)]
    return wording.pick(fresh or variants, about + table.speaker.key)
