"""What is worth asking next: open topics, hung on a quote, and the strongest findings, in the order of asking."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from reviews.kinds.interview.offline import asking, hearing
from reviews.kinds.interview.offline.asking import AskablePoint
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.language.reading import settled as standing
from reviews.language.reading.cues import RULES
from reviews.language.reading.passages import Passage
from reviews.language.repetition import repeats_earlier
from reviews.offline import places
from reviews.offline.finding import Finding
from reviews.offline.study import Study

_TOPIC_ORDER = {
    "problem": 1.0, "affected": 2.0, "why": 3.0, "inaction": 4.0, "tradeoffs": 5.2, "risks": 5.4, "how": 5.6,
    "evidence": 6.0, "why_now": 7.0, "ask": 8.0,
}  # fmt: skip
SHARP = {
    "number_conflict": 20.0, "date_conflict": 20.1, "count_conflict": 20.2, "own_open_points": 20.3,
    "admitted": 20.4, "missing_owner": 20.5, "missing_date": 20.6, "todo": 20.7,
}  # fmt: skip
"""What is asked about the text itself, the most telling first; after the first round topics go before it, since no
verdict is positive without them."""
_OTHERS = 20.9
_SECOND, _AT_ONCE, _SPOKEN_OF, _ONCE_MORE = 30.0, -30.0, 8.5, 20.0
_MOST_OF_A_KIND = 2
_OF_BOARDS = frozenset({"why_now", "ask"})
"""What texts leave to the meeting that they are for: only a person is asked."""


def askable_points(facts: InterviewFacts) -> list[AskablePoint]:
    """Everything that may still be asked, best first: nothing twice, nothing that was asked before."""
    found = [*_again_points(facts), *_topic_points(facts), *_finding_points(facts)] if facts.studies else []
    kept: list[AskablePoint] = []
    for point in sorted(found, key=lambda p: p.order):
        seen = [*facts.known_texts, *(other.text for other in kept)]
        taken = bool(point.quote) and any(point.quote == other.quote for other in kept)
        if not taken and not repeats_earlier(point.text, seen):
            by = facts.accepted_by(point.quote)
            kept.append(point if by is None else asking.about_accepted(point, by))
    return kept


def _topic_points(facts: InterviewFacts) -> Iterator[AskablePoint]:
    declined = {told.topic for told in hearing.told(facts) if told.declined} if facts.by_person else set()
    beside = {one.topic for one in hearing.latest_beside(facts)}
    for topic in facts.open_topics:
        times = sum(asking.topic_of(text) == topic for text in facts.known_texts)
        if topic not in _TOPIC_ORDER or times > (1 if facts.by_person and topic not in declined else 0):
            continue
        if not facts.by_person and (topic in _OF_BOARDS or topic in facts.spoken_of):
            continue
        # What somebody answered beside the question is asked again at once, the rest when nothing else is left.
        order = _TOPIC_ORDER[topic] + (_ONCE_MORE if times and topic not in beside else 0)
        yield _on_topic(facts, topic, order, again=bool(times))


def _again_points(facts: InterviewFacts) -> Iterator[AskablePoint]:
    """The questions on the text whose last answers do not speak to them, once more and at once; open topics are asked
    again as topics."""
    for one in hearing.latest_beside(facts):
        order = SHARP.get(asking.kind_of(one.question), _OTHERS) + _AT_ONCE
        if one.topic not in facts.open_topics and (point := asking.about_again(one.question, order)):
            yield point


def _on_topic(facts: InterviewFacts, topic: str, order: float, again: bool) -> AskablePoint:
    """A question on an open topic: with what the notes have that comes nearest, when they have anything."""
    if again:
        return asking.about_topic(topic, None, order, again=True)
    for one in facts.studies:
        if denied := standing.find_denial(one.document, topic):
            return asking.about_denial(topic, denied, order)
    near = facts.spoken_of.get(topic)
    is_told = near and (near == facts.settled.get("problem") or RULES[topic].under.search(near.section))
    anchor = near if is_told else None
    return asking.about_topic(topic, anchor, order + (_SPOKEN_OF if near else 0), kind=facts.kind)


def _was_quoted(facts: InterviewFacts, place: Passage) -> bool:
    words = place.shown(12).rstrip(" …")
    return any(words in text for text in facts.known_texts)


def _finding_points(facts: InterviewFacts) -> Iterator[AskablePoint]:
    for one in facts.studies:
        by_kind: dict[str, list[AskablePoint]] = defaultdict(list)
        for finding, place in one.usable:
            if point := _on_finding(facts, one, finding, place):
                by_kind[finding.kind].append(point)
        for kind, passages in one.own_points.items():
            # What ELM listed as open is not the author's own, and was asked about when it was.
            own = [place for place in passages if facts.accepted_by(place.quote) is None]
            by_kind[kind] += [_on_own_point(facts, kind, nth, place) for nth, place in enumerate(own)]
        for kind, points in by_kind.items():
            fresh = [point for point in points if point.text not in facts.known_texts]
            most = _MOST_OF_A_KIND - asking.has_asked(kind, facts.known_texts)
            for nth, point in enumerate(fresh[: max(0, most)]):
                yield replace(point, order=point.order + _SECOND * nth)


def _on_finding(
    facts: InterviewFacts, one: Study, finding: Finding, place: Passage | None
) -> AskablePoint | None:
    order = SHARP.get(finding.kind, _OTHERS)
    if place is None:
        return AskablePoint(finding.kind, "other", f"{finding.message} {finding.question}", order)
    if _was_quoted(facts, place) or finding.kind not in asking.FINDINGS_ASKED:
        return None
    if finding.kind not in ("number_conflict", "date_conflict"):
        return asking.about_finding(finding.kind, "other", place, order)
    there = places.elsewhere(one.document, finding)
    return asking.about_conflict(finding.kind, place, there, order) if there else None


def _on_own_point(facts: InterviewFacts, kind: str, nth: int, place: Passage) -> AskablePoint:
    topic = asking.SERVES.get(kind, "other")
    return asking.about_finding(
        kind, topic if topic in facts.open_topics else "other", place, SHARP[kind], nth
    )
