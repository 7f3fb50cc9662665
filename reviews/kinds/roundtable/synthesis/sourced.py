"""Whether the points of a synthesis say only what the notes and the people said. Pure.

What was put down as decided and nobody decided is an open question (C43). What stands in no source keeps a sentence
that says so, and waits for a person; a link to a host that nobody named is shown as text. What stands in one of the
notes alone is added there.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from reviews.documents import insert
from reviews.kinds.notes import Note
from reviews.kinds.roundtable.state import RoundtableSetup, RoundtableState, Turn
from reviews.kinds.roundtable.synthesis.choices import MadeChoice, find_choices, people_turns
from reviews.kinds.support import LONGEST_READ, goes_in_unseen, is_partly_read, stored_support
from reviews.language.quoted_home import clear_home
from reviews.language.sourcing.claims import ReadSources, read_sources, told_hosts
from reviews.language.sourcing.commitments.task_owner import is_told_owner
from reviews.language.sourcing.links import find_hosts, links_as_text
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import Support, with_part
from reviews.providers.base import WITH_MODEL

OF_LOOK = ("was", "doubt", "looked")
"""What a second look tells of a point."""
CONFIRM = "{}; the team confirms or drops it"
NOT_THE_OWNER = "Nobody said that this is for {} to do"
NOT_IN_PART = "Only the beginning of the notes was compared, and there nobody decided this"
_ALSO = {"decisions": "rationale", "action_items": "owner"}
"""What is part of the claim beside its text. Why a question is open is compared by itself: only what it states counts,
not how it says so."""

type Points = dict[str, list[dict[str, Any]]]


def read_said(now: RoundtableState) -> ReadSources:
    """What the notes and people say and what personas argued, read once for all that is compared with it."""
    return _read(now, claim_sources(now))


def _read(now: RoundtableState, sources: Sequence[ClaimSource]) -> ReadSources:
    return read_sources(sources, known_names(now), prepared=now.setup.provider not in WITH_MODEL)


def is_said(now: RoundtableState, read: ReadSources, sentence: str, at: str = "") -> bool:
    """Whether the one sentence that sums up a discussion says only what was said; what rules or a script say is
    prepared. at: as in `with_support`."""
    if now.setup.provider not in WITH_MODEL:
        return True
    return goes_in_unseen(stored_support(read.check(sentence, today=_day_of(at)), now.setup.notes))


def with_support(now: RoundtableState, read: ReadSources, points: Points, at: str) -> Points:
    """The points, each with how far its sources carry it, and in the text that these stand in.

    read: from `read_said`. at: when the synthesis was complete (ISO), "" when that is not known; it completes dates
    without a year. What a second look says of a point (`doubt`, `was`) becomes part of its support.
    """
    sources = claim_sources(now)
    hosts, today, choices = told_hosts(sources), _day_of(at), find_choices(now)
    checked = {kind: [_with_plain_links(point, hosts) for point in found] for kind, found in points.items()}
    people, may_have = _said_by_people(now), {note.artifact for note in extensible_notes(now.setup)}
    of_people = _read_for_people(now, sources, read, people, checked)
    for kind, found in checked.items():
        for point in found:
            looked = {key: point.pop(key, "") for key in OF_LOOK}
            looked["doubt"] = looked["doubt"] or _doubt_about_owner(now, sources, kind, point)
            claim = _claim_of(kind, point)
            said = of_people if _is_of_people(people, point) else read
            support = said.check(claim, today=today, noted=kind == "decisions")
            if _has_told_reason(now, kind, point):
                support = with_part(support, read.check(point["why"], today=today))
            point["artifact"] = _right_artifact(now.setup, may_have, point["artifact"], claim, read)
            point["support"] = _after_look(_stored_support(now, kind, point, support, choices), **looked)
    return checked


def _doubt_about_owner(
    now: RoundtableState, sources: Sequence[ClaimSource], kind: str, point: Mapping[str, Any]
) -> str:
    """That nobody said of whoever is to do a task that he or she does it, "" where somebody did."""
    if kind != "action_items" or now.setup.provider not in WITH_MODEL or is_partly_read(now.setup.notes):
        return ""
    numbers = {str(number) for number in point["events"]}
    cited = [one for one in sources if one.key in numbers]
    notes = [one for one in sources if one.kind == "notes"]
    is_told = is_told_owner(str(point.get("owner") or ""), str(point["text"]), cited, notes)
    return "" if is_told else NOT_THE_OWNER.format(point["owner"])


def extensible_notes(setup: RoundtableSetup) -> list[Note]:
    """The texts that may have additions and can carry them."""
    notes = [note for note in setup.notes if note.artifact in setup.targets]
    return [note for note in notes if insert.can_carry(note.name, note.text)]


def _right_artifact(
    setup: RoundtableSetup, may_have: Collection[str], named: str, claim: str, read: ReadSources
) -> str:
    """The id of the text that a point is added to: the named one, unless all that notes say of it, or else whatever
    they have of its words, stands in another one that may have additions (FR-008-02). Where notes are partly read, only
    quotes tell."""
    if not named or len(may_have) < 2:
        return named
    places = {note.name: place for place, note in enumerate(setup.notes)}
    is_read = not is_partly_read(setup.notes)
    found = read.sources_of(claim) if is_read else []
    told = [[places[one.key] for one in sources if one.kind == "notes"] for _, sources in found]
    home = clear_home(claim, [note.authored for note in setup.notes], told)
    home = places.get(read.only_note(claim)) if home is None and is_read else home
    return named if home is None or setup.notes[home].artifact not in may_have else setup.notes[home].artifact


def _said_by_people(now: RoundtableState) -> frozenset[int]:
    """The numbers of people's messages, where a model says whose a point is; else none."""
    by_model = now.setup.provider in WITH_MODEL
    return frozenset(turn.number for turn in people_turns(now)) if by_model else frozenset()


def _is_of_people(people: frozenset[int], point: Mapping[str, Any]) -> bool:
    """Whether a model gives a point to people alone."""
    return bool(point["events"]) and people.issuperset(point["events"])


def _read_for_people(
    now: RoundtableState,
    sources: Sequence[ClaimSource],
    read: ReadSources,
    people: frozenset[int],
    points: Points,
) -> ReadSources:
    """What points of people alone are compared with: the notes, the messages that these cite, behind what each replied
    to, and what the same people said later. What personas said besides is not theirs."""
    own = [point for found in points.values() for point in found if _is_of_people(people, point)]
    cited = {str(number) for point in own for number in point["events"]}
    speakers = {one.speaker for one in sources if one.kind == "person" and one.key in cited}
    first = min(map(int, cited), default=0)
    kept = [
        one
        for one in sources
        if one.kind in ("notes", "topic")
        or one.key in cited
        or (one.kind == "person" and one.speaker in speakers and int(one.key) > first)
    ]
    return _read(now, kept) if own else read


def _after_look(support: dict[str, Any], *, was: str, doubt: str, looked: str | bool) -> dict[str, Any]:
    """The support of a point that was `looked` at: `was` are its words before, `doubt` says what is against it."""
    before = {"was": was} if was else {}
    against = {"status": "unsupported", "sentence": support["sentence"] or doubt} if doubt else {}
    found = {"looked": True} if looked and not doubt else {}
    return {**support, **before, **found, **against}


def open_undecided(points: Points) -> Points:
    """The points with every decision that nobody made, under whatever heading, as an open question (C43)."""
    kept: Points = {kind: [] for kind in points}
    asked = []
    for kind, found in points.items():
        for point in found:
            reason = "" if kind == "open_questions" else _undecided_reason(kind, point["support"])
            if reason:
                asked.append(as_open_question(point, CONFIRM.format(reason)))
            else:
                kept[kind].append(point)
    return {**kept, "open_questions": [*kept["open_questions"], *asked]}


def _undecided_reason(kind: str, support: Mapping[str, Any]) -> str:
    """Why a point is no decision that somebody made, "" for what is one or says of nothing that it is decided."""
    is_meant = kind == "decisions" or support.get("only_personas")
    return (
        str(support["sentence"]) if is_meant and support["status"] in ("unsupported", "not_checked") else ""
    )


def _stored_support(
    now: RoundtableState, kind: str, point: Mapping[str, Any], found: Support, choices: Sequence[MadeChoice]
) -> dict[str, Any]:
    """What is stored of a point's support."""
    support = stored_support(found, now.setup.notes)
    if is_partly_read(now.setup.notes):
        told = {"sentence": NOT_IN_PART} if kind == "decisions" and found.undecided else {}
        return {**support, **told}
    if kind == "decisions" and _was_chosen(now.setup, point, found, choices):
        return {**support, "status": "supported", "sentence": ""}
    return support


def _day_of(at: str) -> date | None:
    return datetime.fromisoformat(at).date() if at else None


def _has_told_reason(now: RoundtableState, kind: str, point: Mapping[str, Any]) -> bool:
    """Whether a model says why a question is open."""
    by_model = now.setup.provider in WITH_MODEL and not point.get("why_by_app")
    return kind == "open_questions" and by_model and bool(point.get("why"))


def _was_chosen(
    setup: RoundtableSetup, point: Mapping[str, Any], found: Support, choices: Sequence[MadeChoice]
) -> bool:
    """Whether a decision is a choice that a person made: in the words of code or rules, or in those of a model where
    all that they lack is that somebody made it."""
    cited = [one for one in choices if one.said.number in point["events"]]
    if any(point["text"] == one.text for one in cited):
        return True
    lacks_maker = bool(found.undecided) and not found.missing and not found.only_personas
    if setup.provider in WITH_MODEL and not lacks_maker:
        return False
    options = [str(one.side.get("option") or "") for one in cited]
    return any(option and option.casefold() in point["text"].casefold() for option in options)


def claim_sources(now: RoundtableState) -> list[ClaimSource]:
    """The pinned notes, what people said (behind what they replied to), the topic, and what personas argued."""
    before = ["", *(turn.text for turn in now.turns)]
    turns = [_turn_source(turn, asked) for turn, asked in zip(now.turns, before, strict=False)]
    late = [
        ClaimSource("person", str(message.number), message.text, "", message.speaker.name, message.said_on)
        for message in now.late
    ]
    notes = [ClaimSource("notes", note.name, note.visible[:LONGEST_READ]) for note in now.setup.notes]
    titles = [now.setup.topic, now.setup.item, *now.setup.questions]
    return [*notes, *turns, *late, *(ClaimSource("topic", "", title) for title in titles if title)]


def known_names(now: RoundtableState) -> frozenset[str]:
    """Names that need no source: of the roster, the people, the team, the item and its texts."""
    said = (turn.name for turn in now.turns if turn.is_person)
    people = [*now.setup.people, *said, *(message.speaker.name for message in now.late)]
    texts = [note.name for note in now.setup.notes] + [output.file for output in now.setup.outputs]
    seats = [part for seat in now.setup.cast for part in (seat.name, seat.role, seat.short) if part]
    titles = (now.setup.item, now.setup.topic, now.setup.phase_title)
    return frozenset([*people, *texts, *seats, *now.setup.names, *titles])


def _turn_source(turn: Turn, asked: str) -> ClaimSource:
    if turn.is_person:
        return ClaimSource("person", str(turn.number), turn.text, asked, turn.name, turn.said_on)
    said = f"{turn.text}\n\n{turn.changed_mind}" if turn.changed_mind else turn.text
    return ClaimSource("turn", str(turn.number), said, speaker=turn.name)


def _claim_of(kind: str, point: Mapping[str, Any]) -> str:
    text, also = str(point["text"]), str(point.get(_ALSO.get(kind, "")) or "")
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{text}{stop}\n{also}" if also else text


def _with_plain_links(point: Mapping[str, Any], hosts: frozenset[str]) -> dict[str, Any]:
    """The point with links to other hosts than these shown as text."""
    words = {key: value for key, value in point.items() if key in ("text", "rationale", "why", "owner")}
    shown = {key: links_as_text(text, find_hosts(text) - hosts) for key, text in words.items()}
    return {**point, **shown}


def as_open_question(point: Mapping[str, Any], why: str) -> dict[str, Any]:
    """A decision that is none, as the question whether it is one; `why` that is so."""
    kept = ("text", "attribution", "events", "artifact", "support")
    return {name: point[name] for name in kept if name in point} | {"why": why, "why_by_app": True}
