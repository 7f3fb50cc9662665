"""How an interview ends: ready with a verdict, or not ready with a list of what people have to supply."""

from reviews.kinds.interview.offline import asking, hearing
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import QuestionResult, TopicUpdate, VerdictParts
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.passages import shown
from reviews.language.wording import capital, join_with_and, pick_variant
from reviews.language.wordlists import read_words
from reviews.offline.study import foreign_languages, study_title

_WORDS = read_words(__file__, "verdict")
_READY, _READY_BUT, _NOT_READY = _WORDS.words("ready"), _WORDS.text("ready_but"), _WORDS.text("not_ready")
_RIGHT, NEEDS, TOPICS_IN_SHORT = _WORDS.texts("right"), _WORDS.texts("needs"), _WORDS.texts("topics")
_READER = _WORDS.text("reader")
_BEST_FIRST = (
    "evidence", "risks", "tradeoffs", "problem", "inaction", "how", "why", "ask", "affected", "why_now",
)  # fmt: skip
_MOST_RIGHT = 3
_MOST_NEEDED = 16


def close(
    facts: InterviewFacts, updates: list[TopicUpdate], still: tuple[str, ...]
) -> tuple[str, QuestionResult]:
    """The last message: nothing is left to ask.

    Notes are not ready as long as a topic is open, two of their passages contradict each other, or they say nothing on
    what a person wants to know; what else nobody could say is a caveat. Questions on the text that a person left
    unanswered reopen the evidence, so that the end is "ready, with caveats" at best.
    """
    needed = open_needs(facts, still)
    result = verdict_parts(facts, updates, still)
    opening = _READY_BUT if needed or _unanswered(facts) else pick_variant(_READY, _key(facts))
    if needed and (still or _is_stuck(facts)):
        text = _not_ready(facts, needed)
        return text, QuestionResult(stance="not_ready", topics=updates, verdict=result)
    if _unanswered(facts):
        updates = [u for u in updates if u.topic != "evidence"] + [
            TopicUpdate(topic="evidence", status="open")
        ]
    text = f"{opening}\n\n[SATISFIED]\n\n{_verdict_bullets(result, _improved(facts))}"
    return text, QuestionResult(stance="satisfied", topics=updates, verdict=result)


def _is_stuck(facts: InterviewFacts) -> bool:
    """Whether something is unknown, and it was asked about a contradiction or about what a person has raised."""
    kinds = (kind for kind in asking.FINDINGS_ASKED if kind == "raised" or kind.endswith("_conflict"))
    return bool(facts.unknowns) and any(asking.has_asked(kind, facts.asked_texts) for kind in kinds)


def open_needs(facts: InterviewFacts, still: tuple[str, ...]) -> list[str]:
    """What people have to supply: the open topics, then what no answer could say; no point twice."""
    found = [NEEDS[topic] for topic in still if topic in NEEDS and not _is_special(facts, topic)]
    closed = {NEEDS[topic] for topic in NEEDS if topic not in still}
    if still and (foreign := foreign_languages(facts.studies)):
        found.insert(0, _READER.format(languages=join_with_and(foreign)))
    found += [unknown for unknown in facts.unknowns if unknown not in found and unknown not in closed]
    if found or still:
        found += [f"An answer: {words}" for words in _unanswered(facts)]
    return list(dict.fromkeys(found))


def _is_special(facts: InterviewFacts, topic: str) -> bool:
    """Whether an open topic was asked about by way of one passage, and that is on the list of unknowns."""
    kinds = [kind for kind, served in asking.SERVES.items() if served == topic]
    asked = [text for text in facts.asked_texts if any(asking.has_asked(kind, (text,)) for kind in kinds)]
    quotes = [
        shown(unknown).split("'")[1][:40] for unknown in facts.unknowns if shown(unknown).count("'") > 1
    ]
    return any(quote in shown(text) for text in asked for quote in quotes)


def _unanswered(facts: InterviewFacts) -> list[str]:
    """What the questions on the text were about to which a person gave no answer; without a question mark,
    which would make a question of a list."""
    told = hearing.told(facts) if facts.by_person else []
    answered = {_question_subject(one.question) for one in told if one.words}
    open_ones = (_question_subject(one.question) for one in told if not one.words and one.is_on_the_text)
    return [subject for subject in dict.fromkeys(open_ones) if subject not in answered]


def _question_subject(question: str) -> str:
    """What a question was about, the same when it is put once more."""
    if quoted := find_quoted(question):
        return f"what I asked about “{quoted[0]}”."
    kind = asking.kind_of(question)
    core = asking.FINDINGS_ASKED[kind][0] if kind else question
    return f"{capital(core.rstrip('?'))}."


def verdict_parts(facts: InterviewFacts, updates: list[TopicUpdate], still: tuple[str, ...]) -> VerdictParts:
    """What the notes got right and what to watch; what was improved is computed from the changes that exist."""
    return VerdictParts(got_right=_right(facts), caveats=_caveats(facts, still))


def _right(facts: InterviewFacts) -> list[str]:
    told = facts.pinned_settled
    said: list[str] = []
    for topic in _BEST_FIRST:
        if topic in told and len(said) < _MOST_RIGHT:
            quote = told[topic].shown(28)
            if not any(quote in line for line in said):
                said.append(_RIGHT[topic].format(quote=quote))
    return said


def _improved(facts: InterviewFacts) -> list[str]:
    lines = []
    spoken = [told for told in hearing.told(facts) if told.words] if facts.by_person else []
    labels = list(dict.fromkeys(TOPICS_IN_SHORT.get(told.topic, "details of the text") for told in spoken))
    if labels:
        lines.append(f"Answered in your own words: {join_with_and(labels)}.")
    if facts.unknowns and not facts.by_person:
        count = len(facts.unknowns)
        lines.append(
            f"{count} open {'point is' if count == 1 else 'points are'} now written down instead of hidden."
        )
    return lines


def _caveats(facts: InterviewFacts, still: tuple[str, ...]) -> list[str]:
    lines = [f"Open: {NEEDS[topic]}" for topic in still if topic in NEEDS]
    lines += [f"Set aside: {TOPICS_IN_SHORT[topic]}." for topic in facts.waived]
    lines += [f"Not answered: {question}" for question in _unanswered(facts)]
    rest = sum(len(one.findings) for one in facts.studies)
    if rest:
        lines.append(
            f"The rules mark {rest} {'place' if rest == 1 else 'places'} in the text; not each was asked about."
        )
    lines.append(
        "Rules read these notes, no model did: they see what is missing, not whether what is there is true."
    )
    return lines


def _not_ready(facts: InterviewFacts, needed: list[str]) -> str:
    blocks = [_NOT_READY]
    shown_needs = needed[:_MOST_NEEDED]
    more = len(needed) - len(shown_needs)
    lines = [f"{number}. {need}" for number, need in enumerate(shown_needs, start=1)]
    blocks.append(
        "What people have to supply:\n\n" + "\n".join(lines + ([f"… and {more} more."] if more else []))
    )
    return "\n\n".join(blocks)


def _verdict_bullets(result: VerdictParts, improved: list[str]) -> str:
    rows = [
        ("What the notes got right", result.got_right or ["They answer every question that I had."]),
        ("What was improved", improved or ["Nothing had to be."]),
        ("What to watch", result.caveats),
    ]
    return "**Verdict:**\n\n" + "\n".join(f"- {name}: {' '.join(lines)}" for name, lines in rows)


def _key(facts: InterviewFacts) -> str:
    return study_title(facts.studies[0]) if facts.studies else ""
