"""The questioning side: ELM by rules. Broad first, then closer, at most ten questions, never one twice.

Pure: the same facts give the same message. Every quote is verbatim from the notes, an answer or a message.
"""

from collections.abc import Iterable
from dataclasses import replace

from reviews.kinds.interview.offline import agenda, asking, hearing, steering, verdict
from reviews.kinds.interview.offline.asking import AskablePoint
from reviews.kinds.interview.offline.hearing import AnsweredQuestion
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import AskedQuestion, QuestionResult, SettleResult, TopicUpdate
from reviews.kinds.interview.settling.sources import Held
from reviews.kinds.interview.settling.topics import judge_quote
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.passages import Passage
from reviews.language.scorecard import TOPICS
from reviews.language.wording import join_with_and, pick_variant
from reviews.language.wordlists import read_words
from reviews.offline.study import is_english, study_title

_WORDS = read_words(__file__, "rounds")
_FIRST, _FIRST_AGAIN = _WORDS.text("first"), _WORDS.text("first_again")
_NOT_ENGLISH = _WORDS.text("not_english")
_BEFORE_FIRST, _BEFORE_NEXT, _BEFORE_LAST = (
    _WORDS.text("before_first"),
    _WORDS.words("before_next"),
    _WORDS.words("before_last"),
)
_THANKS, _STEERED = _WORDS.words("thanks"), _WORDS.words("steered")
_BESIDE_AGAIN, _BESIDE_LEFT, _DETAILS = (
    _WORDS.text("beside_again"),
    _WORDS.text("beside_left"),
    _WORDS.texts("details"),
)
MOST, MOST_WHEN_DEEPER = 10, 15
_FEWEST, _A_ROUND, _LARGEST_ROUND = 2, 3, 4
_SHORT_LABEL = 8
"""Words of a passage by which it is known again."""
_WISHED = -50.0
"""Points that a person wished for, or that are asked again, come before this."""


def question(facts: InterviewFacts) -> tuple[str, QuestionResult]:
    """ELM's message of a round and what stands behind it."""
    updates = topic_updates(facts)
    closed = {update.topic for update in updates}
    still = tuple(topic for topic in facts.open_topics if topic not in {*closed, *facts.not_owed})
    now, steered = ([], []) if _is_stalled(facts) else _this_round(replace(facts, open_topics=still))
    if not now:
        text, result = verdict.close(facts, updates, still)
        return "\n\n".join([*_said_beside(facts, now), text]), result
    text = "\n\n".join([_opening_line(facts, updates, now, steered), _numbered_points(now)])
    asked = [AskedQuestion(text=p.text, topic=_topic_key(p), quote=p.quote) for p in now]
    return text, QuestionResult(stance="asking", questions=asked, topics=updates)


def settle(facts: InterviewFacts) -> tuple[str, SettleResult]:
    """Each open topic once more: a quote that settles it, or it stays open."""
    updates = topic_updates(facts)
    known = {update.topic for update in updates}
    still_open = (t for t in facts.open_topics if t not in {*known, *facts.not_owed})
    updates += [TopicUpdate(topic=t, status="open") for t in still_open]
    lines = [f"- {TOPICS[u.topic]}: {_in_words(u)}" for u in updates]
    text = "On the topics that are still open:\n\n" + "\n".join(lines) if lines else "No topic is open."
    still = tuple(u.topic for u in updates if u.status == "open")
    return text, SettleResult(topics=updates, verdict=verdict.verdict_parts(facts, updates, still))


def _is_stalled(facts: InterviewFacts) -> bool:
    """Whether rules have answered what rules asked, and nobody has said anything since: more would be for people
    too."""
    return not facts.by_person and bool(facts.answers) and not hearing.message_wishes(facts)


def _in_words(update: TopicUpdate) -> str:
    if update.status == "answered":
        return f"answered by “{Passage(update.quote).shown(60)}”."
    return "still open."


def topic_updates(facts: InterviewFacts) -> list[TopicUpdate]:
    """What the author's text, the answers and the messages settle of the open topics that the notes owe."""
    spoken = {told.topic: told.words for told in hearing.told(facts) if told.words} if facts.by_person else {}
    owed = [topic for topic in facts.open_topics if topic not in facts.not_owed]
    if not is_english(facts.studies):
        owed = _without_the_hardest(owed)
    quotes = {topic: _settling_quotes(facts, topic, spoken.get(topic, "")) for topic in owed}
    held = Held(facts.held)
    found: dict[str, str] = {}
    # One passage settles few topics: what has the fewest others goes first.
    for topic in sorted(owed, key=lambda one: len(quotes[one])):
        for quote in quotes[topic]:
            settled = judge_quote(facts.sources, topic, quote, held)
            if not isinstance(settled, str) and settled.standing != "judged":
                held.add(settled)
                found[topic] = quote
                break
    return [
        TopicUpdate(topic=topic, status="answered", quote=found[topic]) for topic in owed if topic in found
    ]


def _without_the_hardest(topics: list[str]) -> list[str]:
    """All but the one that words alone settle least: who can't read the notes never calls them ready."""
    return sorted(topics, key=lambda topic: topic == "evidence")[:-1]


def _settling_quotes(facts: InterviewFacts, topic: str, spoken: str) -> list[str]:
    """The words that may settle a topic, the best first: what a person answered, the notes, a message, and what stands
    below a heading that names it."""
    noted = facts.pinned_settled[topic].quote if topic in facts.pinned_settled else ""
    others = facts.other_quotes(topic) if noted else ()
    quotes = [spoken, noted, hearing.settled_by_messages(facts, topic), *others]
    quotes += facts.titled_quotes(topic)
    return [quote for quote in dict.fromkeys(quotes) if quote]


def _this_round(facts: InterviewFacts) -> tuple[list[AskablePoint], list[str]]:
    """The questions of this round, in order, and the terms of a wish that they follow."""
    left = (MOST_WHEN_DEEPER if facts.deeper else MOST) - len(facts.asked_texts)
    points = agenda.askable_points(facts)
    if not is_english(facts.studies):
        points = [point for point in points if point.topic != "other"]
    points, hit = steering.prefer_wished(facts, points)
    if left <= 0:
        points = [point for point in points if point.again][:_LARGEST_ROUND]
        left = len(points)
    if not points:
        return [], []
    chosen = _first_points(points) if not facts.asked_texts and points[0].order > _WISHED else []
    is_full = len(chosen) >= _FEWEST
    size = len(chosen) if is_full else _round_size(min(left, len(points)))
    now = (chosen + [p for p in points if p not in chosen])[: min(size, left)]
    return now, [term for term in hit if any(term.lower() in p.about for p in now)]


def _round_size(available: int) -> int:
    """Three a round, four when that leaves no single question for a round of its own."""
    return _LARGEST_ROUND if available in (_LARGEST_ROUND, _LARGEST_ROUND * 2 - 1, 10) else _A_ROUND


def _first_points(points: list[AskablePoint]) -> list[AskablePoint]:
    """What the first round asks: what the notes say themselves first, then the large questions that they leave out."""
    sharp = [point for point in points if not point.topic_asked]
    large = [point for point in points if point.topic_asked and not point.quote]
    return [*sharp[: max(_FEWEST, _LARGEST_ROUND - len(large))], *large][:_LARGEST_ROUND]


def _topic_key(point: AskablePoint) -> str:
    return point.topic if point.topic in TOPICS else "other"


def _numbered_points(points: Iterable[AskablePoint]) -> str:
    return "\n".join(f"{number}. {point.text}" for number, point in enumerate(points, start=1))


def _opening_line(
    facts: InterviewFacts, updates: list[TopicUpdate], now: list[AskablePoint], steered: list[str]
) -> str:
    line = _next_opening(facts, updates, now) if facts.asked_texts else _first_opening(facts)
    if steered:
        terms = join_with_and([f"“{term}”" for term in steered])
        return f"{line}\n\n{pick_variant(_STEERED, terms).format(terms=terms)}"
    if facts.asked_texts or facts.before or not is_english(facts.studies):
        return line
    return f"{line}\n\n{_BEFORE_FIRST}"


def _first_opening(facts: InterviewFacts) -> str:
    name = study_title(facts.studies[0]) if facts.studies else "the notes"
    if facts.before:
        return _FIRST_AGAIN.format(title=name)
    opening = _FIRST.format(title=name)
    if not is_english(facts.studies):
        return f"{opening} {_NOT_ENGLISH}"
    return opening


def _next_opening(facts: InterviewFacts, updates: list[TopicUpdate], now: list[AskablePoint]) -> str:
    """How a later round starts: what the last one brought, then the way on."""
    spoken = [verdict.TOPICS_IN_SHORT[u.topic] for u in updates if u.status == "answered"]
    parts = _said_beside(facts, now)
    if facts.by_person and spoken:
        parts.append(pick_variant(_THANKS, spoken[0]).format(labels=join_with_and(spoken)))
    left = MOST_WHEN_DEEPER if facts.deeper else MOST
    is_last = len(facts.asked_texts) + len(now) >= left
    variants = _BEFORE_LAST if is_last else _BEFORE_NEXT
    parts.append(pick_variant(variants, f"{len(facts.asked)} {now[0].text}"))
    return " ".join(parts)


def _said_beside(facts: InterviewFacts, now: list[AskablePoint]) -> list[str]:
    """What to say of the last answers that do not speak to their questions: those in `now` are asked once more, the
    others are left open."""
    beside = hearing.latest_beside(facts)
    topics, texts = {point.topic for point in now} & TOPICS.keys(), {point.again for point in now}
    again = {_beside_label(one): one.topic in topics or one.question in texts for one in beside}
    asked = [label for label, is_asked in again.items() if is_asked]
    left = [label for label, is_asked in again.items() if not is_asked]
    lines = [(_BESIDE_AGAIN, asked), (_BESIDE_LEFT, left)]
    return [text.format(labels=join_with_and(found)) for text, found in lines if found]


def _beside_label(one: AnsweredQuestion) -> str:
    """What a question was about, in a few words."""
    if one.topic in verdict.TOPICS_IN_SHORT and not one.is_on_the_text:
        return verdict.TOPICS_IN_SHORT[one.topic]
    if quoted := find_quoted(one.question):
        return f"“{Passage(quoted[0]).shown(_SHORT_LABEL)}”"
    return _DETAILS.get(asking.kind_of(one.question), _DETAILS["other"])
