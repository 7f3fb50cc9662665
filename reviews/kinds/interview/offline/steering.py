"""What a person asked to hear about: the terms of their wish, and the points that are about them."""

import re
from dataclasses import replace

from wordfreq import zipf_frequency

from reviews.kinds.interview.offline import asking, hearing
from reviews.kinds.interview.offline.asking import AskablePoint
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.language.phrases import phrases
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage, passage

_WORD = re.compile(r"[^\W\d_][\w'’-]{2,}|\b[A-Z]{2,}\b")
_WORDS = phrases(__file__, "cues", gap=" ")
_REQUEST = _WORDS.compile(rf"^{_WORDS.any_of('no_subject')}$")
_COMMON = 5.6
_MOST = 4
_SHORTEST = 4
_FIRST = -100.0


def wished_terms(facts: InterviewFacts) -> list[str]:
    """The words of the latest wishes, and of what the interview is to be about, that name a subject, as the person
    wrote them."""
    found: dict[str, str] = {}
    for message in (*hearing.message_wishes(facts), facts.topic):
        for word in _WORD.findall(message):
            if not _REQUEST.match(word) and (word.isupper() or zipf_frequency(word, "en") < _COMMON):
                found.setdefault(word.lower(), word)
    return list(found.values())[:_MOST]


def prefer_wished(facts: InterviewFacts, points: list[AskablePoint]) -> tuple[list[AskablePoint], list[str]]:
    """The points with those a person asked about first, and the terms that this has moved."""
    wanted = wished_terms(facts)
    if not wanted:
        return points, []
    moved = [
        replace(p, order=p.order + _FIRST) if any(_is_about(t, p.about) for t in wanted) else p
        for p in points
    ]
    hit = [term for term in wanted if any(_is_about(term, p.about) for p in points)]
    raised = [point for term in wanted if term not in hit and (point := _raised_point(facts, term))]
    moved += {point.quote or point.text: point for point in reversed(raised)}.values()
    return sorted(moved, key=lambda p: p.order), hit


def _is_about(term: str, words: str) -> bool:
    stems = set(lookup.stems(words))
    return bool(stems & set(lookup.stems(term))) or (len(term) > 4 and term.lower() in words)


def _raised_point(facts: InterviewFacts, term: str) -> AskablePoint | None:
    """A question about something that a person brought up and no other question touches."""
    named = f"“{term}”"
    if any(named in text and asking.has_asked("raised", (text,)) for text in facts.known_texts):
        return None
    core = asking.FINDINGS_ASKED["raised"][0]
    place = _first_mention(facts, term)
    if place is None:
        text = f"You raised {named}, and the notes never mention it: {core}"
        return AskablePoint("raised", "other", text, _FIRST + 50)
    lead = f"You raised {named}. The notes have “{{quote}}” (“{{section}}”): is that all, and {{core}}"
    text = asking.fill(lead, place, core)
    return AskablePoint("raised", "other", text, _FIRST + 50, place.quote, place.section)


def _first_mention(facts: InterviewFacts, term: str) -> Passage | None:
    """The first sentence with a term in it or in the title above it."""
    for one in facts.studies:
        for sentence in one.document.sentences:
            words = f"{sentence.section.title} {sentence.text}".lower()
            if sentence.kind != "heading" and len(sentence.words) >= _SHORTEST and _is_about(term, words):
                return passage(one.document, sentence)
    return None
