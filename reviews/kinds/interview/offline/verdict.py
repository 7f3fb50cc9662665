"""How an interview ends: ready with a verdict, or not ready with a list of what people have to supply."""

from reviews.kinds.interview.offline import asking, hearing
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import QuestionResult, TopicUpdate, VerdictParts
from reviews.language.quotation_marks import find_quoted
from reviews.language.wording import capital, join_with_and
from reviews.language.wordlists import read_words
from reviews.offline.study import foreign_languages

_WORDS = read_words(__file__, "verdict")
_READY, _READY_BUT, _NOT_READY = (_WORDS.text(key) for key in ("ready", "ready_but", "not_ready"))
NEEDS, TOPICS_IN_SHORT = _WORDS.texts("needs"), _WORDS.texts("topics")
_READER = _WORDS.text("reader")


def close(
    facts: InterviewFacts, updates: list[TopicUpdate], still: tuple[str, ...]
) -> tuple[str, QuestionResult]:
    """The last message: nothing is left to ask.

    Notes are not ready as long as a topic is open, two of their passages contradict each other, or they say nothing on
    what a person wants to know; what else nobody could say is a caveat. Questions on the text that a person left
    unanswered, and more marks of rules than the text can bear, reopen the evidence, so that the end is "ready, with
    caveats" at best.
    """
    result = verdict_parts(facts, updates, still)
    unanswered = _unanswered(facts)
    is_open = bool(still) or _is_stuck(facts)
    is_doubted = facts.is_doubted
    if (is_doubted or unanswered) and not is_open:
        reopened = TopicUpdate(topic="evidence", status="open")
        updates = [*(one for one in updates if one.topic != "evidence"), reopened]
    if is_open:
        text = "\n\n".join([_NOT_READY, *_not_in_the_verdict(facts, still)])
        return text, QuestionResult(stance="not_ready", topics=updates, verdict=result)
    opening = _READY_BUT if facts.unknowns or is_doubted or unanswered else _READY
    return f"{opening}\n\n[SATISFIED]", QuestionResult(stance="satisfied", topics=updates, verdict=result)


def _is_stuck(facts: InterviewFacts) -> bool:
    """Whether something is unknown, and it was asked about a contradiction or about what a person has raised."""
    kinds = (kind for kind in asking.FINDINGS_ASKED if kind == "raised" or kind.endswith("_conflict"))
    return bool(facts.unknowns) and any(asking.has_asked(kind, facts.asked_texts) for kind in kinds)


def _not_in_the_verdict(facts: InterviewFacts, still: tuple[str, ...]) -> list[str]:
    """What people have to supply beside the open topics and the unknowns, which the verdict lists."""
    foreign = foreign_languages(facts.studies) if still else []
    found = [_READER.format(languages=join_with_and(foreign))] if foreign else []
    found += [f"An answer: {words}" for words in _unanswered(facts)]
    return ["\n".join(f"- {line}" for line in found)] if found else []


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
    cores = (core for core in asking.FINDINGS_ASKED.get(kind, ()) if core in question.lower())
    core = next(cores, question)
    return f"{capital(core.rstrip('?'))}."


def verdict_parts(facts: InterviewFacts, updates: list[TopicUpdate], still: tuple[str, ...]) -> VerdictParts:
    """What to watch; what the notes got right and what was improved is computed from the record."""
    return VerdictParts(caveats=_caveats(facts, still))


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
