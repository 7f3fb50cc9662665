"""What is worth asking next: open topics, hung on a quote, and the strongest findings, in the order of asking."""

from collections import defaultdict
from collections.abc import Iterator

from reviews.kinds.interview.offline import asking, hearing
from reviews.kinds.interview.offline.asking import AskablePoint
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.language.reading import settled as standing
from reviews.language.reading.document_kind import DocumentKind
from reviews.language.reading.passages import Passage, is_open_points, shown, title_of
from reviews.language.reading.signals import is_promise
from reviews.language.repetition import repeats_earlier
from reviews.language.wording import join_with_and
from reviews.offline import places
from reviews.offline.finding import Finding
from reviews.offline.study import Study

BROAD = ("problem", "affected", "why", "inaction")
_TOPIC_ORDER = {
    "problem": 1.0, "affected": 2.0, "why": 3.0, "inaction": 4.0, "ask": 5.0, "why_now": 6.0,
    "tradeoffs": 10.2, "risks": 10.4, "evidence": 10.6, "how": 11.0,
}  # fmt: skip
_KIND_ORDER = {
    "number_conflict": 10.0, "date_conflict": 10.1, "statement_conflict": 10.12, "scope_conflict": 10.14,
    "status_conflict": 10.16, "count_conflict": 10.18, "decision_no_rationale": 10.3, "risk_no_mitigation": 10.5,
    "missing_metric": 11.5, "vague_claim": 11.6, "acronym": 11.8, "dangling_ref": 11.9, "no_evidence": 12.0,
    "open_point": 12.05, "action_no_owner": 12.1, "todo": 12.2, "own_open_points": 12.4, "untestable": 13.0,
    "missing_owner": 13.2, "missing_date": 13.4, "missing_cost": 13.6, "broken_anchor": 14.2,
    "hedge": 15.0,
}  # fmt: skip
_SECOND, _AT_ONCE = 2.5, -20.0
_CLAIMS = frozenset({"vague_claim", "no_evidence", "untestable"})
"""What a text that argues for nothing is not asked about."""
_OF_OUTSIDERS = frozenset({"acronym", "missing_owner"})
"""What a text for those who know the matter is not asked about: minutes, a runbook, what is left of an incident."""
_FOR_DEEPER = frozenset({"hedge"})
_HURTS = ("affected", "why")
"""The topics that a question can start on from the words for the problem."""
_MOST_OF_A_KIND = 2
_OFTEN, _MOST_TERMS = 2, 50
"""Uses of a term that are worth a question, and how many terms are looked at: each is counted in the whole text."""


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
    used: set[str] = set()
    declined = {told.topic for told in hearing.told(facts) if told.declined} if facts.by_person else set()
    beside = {one.topic for one in hearing.latest_beside(facts)}
    for topic in sorted(facts.open_topics, key=lambda t: _TOPIC_ORDER.get(t, 99)):
        times = sum(asking.topic_of(text) == topic for text in facts.known_texts)
        if topic not in _TOPIC_ORDER or times > (1 if facts.by_person and topic not in declined else 0):
            continue
        # What somebody answered beside the question is asked again at once, the rest when nothing else is left.
        order = _TOPIC_ORDER[topic] + (20 if times and topic not in beside else 0)
        if point := _on_topic(facts, topic, order, used, again=bool(times)):
            used.add(point.quote)
            yield point


def _again_points(facts: InterviewFacts) -> Iterator[AskablePoint]:
    """The questions on the text whose last answers do not speak to them, once more and at once; open topics are asked
    again as topics."""
    for one in hearing.latest_beside(facts):
        order = _KIND_ORDER.get(asking.kind_of(one.question), 0.0) + _AT_ONCE
        if one.topic not in facts.open_topics and (point := asking.about_again(one.question, order)):
            yield point


def _on_topic(
    facts: InterviewFacts, topic: str, order: float, used: set[str], again: bool
) -> AskablePoint | None:
    if again:
        return asking.about_topic(topic, None, order, again=True)
    for one in facts.studies:
        if finding := _finding_serving(facts, one, topic):
            return asking.about_finding(finding[0].kind, topic, finding[1], order)
        if denied := standing.find_denial(one.document, topic):
            return asking.about_denial(topic, denied, order)
    problem = facts.settled.get("problem") if topic in _HURTS else None
    anchor = problem if problem and problem.quote not in used and not _was_quoted(facts, problem) else None
    return asking.about_topic(topic, anchor, order, kind=facts.kind)


def _finding_serving(facts: InterviewFacts, one: Study, topic: str) -> tuple[Finding, Passage] | None:
    """The best finding whose answer would settle the topic too."""
    for kind in (kind for kind, served in asking.SERVES.items() if served == topic):
        for finding, place in one.usable:
            askable = finding.kind == kind and _is_askable(facts, finding, place)
            if askable and place and not _was_quoted(facts, place):
                return finding, place
    return None


def _was_quoted(facts: InterviewFacts, place: Passage) -> bool:
    words = place.shown(12).rstrip(" …")
    return any(words in text for text in facts.known_texts)


def _finding_points(facts: InterviewFacts) -> Iterator[AskablePoint]:
    for one in facts.studies:
        by_kind: dict[str, list[tuple[Finding, Passage | None]]] = defaultdict(list)
        for finding, place in one.usable:
            if _is_askable(facts, finding, place):
                by_kind[finding.kind].append((finding, place))
        for kind, found in by_kind.items():
            yield from (
                _conflicts(facts, one, found) if kind.endswith("_conflict") else _of_kind(facts, kind, found)
            )
        yield from _own_open_points(facts, one)


def _of_kind(
    facts: InterviewFacts, kind: str, found: list[tuple[Finding, Passage | None]]
) -> Iterator[AskablePoint]:
    times = asking.has_asked(kind, facts.known_texts)
    if kind.startswith("missing_"):
        if not times:
            yield asking.about_finding(kind, "other", None, _KIND_ORDER[kind])
        return
    if kind == "acronym":
        if not times and (point := _unexplained_terms(facts, found)):
            yield point
        return
    most = _MOST_OF_A_KIND + (1 if facts.deeper else 0)
    fresh = [place for _, place in found if place and not _was_quoted(facts, place)]
    for nth, place in enumerate(fresh[: max(0, most - times)], start=times):
        yield asking.about_finding(kind, "other", place, _KIND_ORDER[kind] + _SECOND * nth, nth)


def _is_askable(facts: InterviewFacts, finding: Finding, place: Passage | None) -> bool:
    if finding.kind in _FOR_DEEPER and not facts.deeper:
        return False
    if asking.SERVES.get(finding.kind) in facts.not_owed:
        return False
    if finding.kind == "action_no_owner" and facts.kind not in (
        DocumentKind.POST_MORTEM,
        DocumentKind.MINUTES,
    ):
        return False
    if finding.kind in _CLAIMS | _OF_OUTSIDERS and "why" in facts.not_owed:
        return False
    if finding.kind == "vague_claim" and not facts.deeper:
        return place is not None and is_promise(place.quote)
    return finding.kind in _KIND_ORDER


def _conflicts(
    facts: InterviewFacts, one: Study, found: list[tuple[Finding, Passage | None]]
) -> Iterator[AskablePoint]:
    """One question per contradiction, with both passages in it."""
    for nth, (finding, here) in enumerate(found[:_MOST_OF_A_KIND]):
        there = places.elsewhere(one.document, finding)
        if here and there and not _was_quoted(facts, here):
            yield asking.about_conflict(finding.kind, here, there, _KIND_ORDER[finding.kind] + nth / 4)


def _unexplained_terms(
    facts: InterviewFacts, found: list[tuple[Finding, Passage | None]]
) -> AskablePoint | None:
    """One question for up to four terms that the notes use again, hung on the first sentence that uses one."""
    in_order = sorted(found, key=lambda pair: pair[0].line)
    quoted = [(places.terms(finding), place) for finding, place in in_order if place]
    if not quoted:
        return None
    told = " ".join(one.document.text for one in facts.studies)
    first = list(dict.fromkeys(term for group, _ in quoted for term in group))[:_MOST_TERMS]
    terms = [term for term in first if told.count(term) >= _OFTEN][:4]
    if not terms:
        return None
    place = next(place for _, place in quoted if terms[0] in place.quote)
    names = join_with_and([f"“{term}”" for term in terms])
    return asking.about_terms("acronym", names, len(terms), place, _KIND_ORDER["acronym"])


def _own_open_points(facts: InterviewFacts, one: Study) -> Iterator[AskablePoint]:
    """The questions that the notes themselves leave open, but for those that ELM put there, now or earlier."""
    if asking.has_asked("own_open_points", facts.known_texts):
        return
    known = {shown(unknown).rstrip(".") for unknown in facts.unknowns}
    listed = (s for s in one.document.sentences if is_open_points(s.section) and s.kind != "heading")
    for sentence in listed:
        is_elms = facts.accepted_by(sentence.text) is not None or shown(sentence.text).rstrip(".") in known
        if len(sentence.words) >= 4 and not is_elms:
            place = Passage(sentence.text, title_of(sentence.section), one.document.name)
            yield asking.about_finding("own_open_points", "other", place, _KIND_ORDER["own_open_points"])
            return
