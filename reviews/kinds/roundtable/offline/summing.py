"""What came out of a roundtable: insights in the notes' own words, decisions of people, open questions, actions.

Every turn that said something is cited by the point it belongs to; two turns about one passage make one point.
"""

from collections.abc import Iterator

from reviews.kinds.roundtable.offline import deciding, hearing_out, people, picking, saying
from reviews.kinds.roundtable.offline.remark import WORDINGS, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.results import ActionItem, Decision, Insight, OpenQuestion, SynthesisResult
from reviews.kinds.roundtable.state import Turn
from reviews.kinds.roundtable.voices import FEWEST_VOICES
from reviews.language.decision_intent import is_decision
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital, in_words, join_with_and

type _Point = Insight | Decision | OpenQuestion | ActionItem

_LONGEST_SUMMARY = 100
_LEFT_OPEN = "Left open by the discussion: {}"
# Kinds that name something nobody at the table can supply: they are questions for people first.
_OPEN_KINDS = frozenset(kind for kind, wording in WORDINGS.items() if wording.ask and kind != "conflict")


def sum_up(table: Table) -> SynthesisResult:
    """The points of a whole discussion, with the turns they come from."""
    topics = _made_points(table)
    choices = deciding.picked_options(table)
    decisions = [*deciding.decisions(table, choices)]
    closed = {number for decision in decisions for number in decision.events}
    actions = [*deciding.action_items(table, closed), *deciding.wanted_changes(table, choices)]
    used = closed | {number for action in actions for number in action.events}
    insights = [*_insights(table, topics), *hearing_out.told_facts(table, used), *hearing_out.answers(table)]
    insights += hearing_out.topic_passages(table)
    questions = [
        *_open_points(table, topics),
        *hearing_out.unanswered_questions(table),
        *hearing_out.unsettled_disagreements(table, choices),
        *hearing_out.absent_topic(table),
    ]
    result = SynthesisResult(
        insights=insights, decisions=decisions, open_questions=questions, action_items=actions
    )
    return _complete(table, result, topics)


def summary_sentence(table: Table, result: SynthesisResult) -> str:
    """What came out, in one sentence of at most 100 characters."""
    kinds = [remark.kind for remark in _made_points(table) if not _is_settled(table, remark)]
    parts = [_counted_points(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds) if WORDINGS[kind].one]
    decided = len(result.decisions)
    start = f"we made {_number_of(decided, 'decision')} and found" if decided else "we found"
    for count in range(min(len(parts), 4), 0, -1):
        text = f"{start} {join_with_and(parts[:count])}"
        if len(text) < _LONGEST_SUMMARY:
            return f"{text}."
    insights, questions = _number_of(len(result.insights), "insight"), len(result.open_questions)
    return f"we noted {insights} and left {_number_of(questions, 'question')} open."


def _number_of(count: int, noun: str) -> str:
    article = "an" if noun[0] in "aeiou" else "a"
    return f"{article} {noun}" if count == 1 else f"{in_words(count).lower()} {noun}s".replace("none", "no")


def _counted_points(kind: str, count: int) -> str:
    wording = WORDINGS[kind]
    return wording.one if count == 1 or not wording.many else f"{in_words(count).lower()} {wording.many}"


def _made_points(table: Table) -> dict[Remark, list[int]]:
    """The points that were made, in order, each with the numbers of the turns that made it or took it up."""
    found: dict[Remark, list[int]] = {}
    by_turn: dict[int, Remark] = {}
    for said in table.contributions:
        for remark in picking.made_in(table, said.text):
            found.setdefault(remark, []).append(said.number)
            by_turn.setdefault(said.number, remark)
    for said in table.contributions:
        for number in said.refers_to:
            taken = by_turn.get(number)
            if taken and _takes_up(table, said, taken) and said.number not in found[taken]:
                found[taken].append(said.number)
    return found


def _takes_up(table: Table, said: Turn, remark: Remark) -> bool:
    """Whether a turn speaks of a point of another one: it names the passage, or sees it differently."""
    return bool(said.disagreement) or saying.worded(table, remark, "clause") in said.flat


def _insights(table: Table, topics: dict[Remark, list[int]]) -> Iterator[Insight]:
    asked = [remark for remark in topics if remark.kind in _OPEN_KINDS]
    only_asked = len(asked) == len(topics)
    for remark, events in topics.items():
        if remark.kind not in _OPEN_KINDS or (only_asked and remark is asked[0]):
            text = saying.worded(table, remark, "insight", 40)
            yield Insight(text=capital(text), events=events, artifact=table.target(remark.place))


def _open_points(table: Table, topics: dict[Remark, list[int]]) -> Iterator[OpenQuestion]:
    """What a point leaves open, unless a person has settled it."""
    for remark, events in topics.items():
        settled = _is_settled(table, remark)
        ask = saying.worded(table, remark, "ask", 24)
        if ask and not settled and not _is_decided(table, remark):
            who = remark.wording.knows or table.author
            why = f"{saying.worded(table, remark, 'why')}; {who}"
            asked = {n for said in table.contributions if said.number in events for n in said.refers_to}
            by_people = [said.number for said in table.messages if said.number in asked]
            numbers = sorted({*events, *by_people})
            yield OpenQuestion(text=ask, why=why, events=numbers, artifact=table.target(remark.place))


def _is_settled(table: Table, remark: Remark) -> bool:
    return any(picking.is_settled(table, said, remark) for said in table.messages)


def _is_decided(table: Table, remark: Remark) -> bool:
    """Whether a contradiction was put to people as a choice: then it is a decision, or open in other words."""
    if not remark.other:
        return False
    options = {
        deciding.side_of(said, name).option for said in table.contributions for name in ("mine", "theirs")
    }
    return set(remark.terms) <= options


def _complete(table: Table, result: SynthesisResult, topics: dict[Remark, list[int]]) -> SynthesisResult:
    """With a point for every turn that no other point cites, and at least one insight."""
    points = _points(result)
    for said in table.contributions:
        _join_turn(points, said)
    cited = {number for point in points for number in point.events}
    left = [s for s in (*table.contributions, *table.messages) if s.number not in cited and _counts(table, s)]
    insights = [*result.insights, *(_verbatim_insight(table, said) for said in left)]
    if not insights and points:
        first = points[0]
        insights = [Insight(text=_LEFT_OPEN.format(first.text), events=first.events)]
    insights += _missing_voices(table, insights, result.open_questions)
    return result.model_copy(update={"insights": [i for i in insights if i.text]})


def _missing_voices(table: Table, insights: list[Insight], questions: list[OpenQuestion]) -> list[Insight]:
    """What other personas left open or said, until the insights are of two of them (SM-001)."""
    voices = _voices_in(table, [number for point in insights for number in point.events])
    left = [Insight(text=_LEFT_OPEN.format(q.text), events=q.events) for q in questions]
    added: list[Insight] = []
    for point in (*left, *(_verbatim_insight(table, said) for said in table.contributions)):
        new = _voices_in(table, point.events) - voices
        if len(voices) < FEWEST_VOICES and new and point.text:
            added.append(point)
            voices |= new
    return added


def _voices_in(table: Table, numbers: list[int]) -> set[str]:
    return {said.key for said in table.contributions if said.number in numbers}


def _join_turn(points: list[_Point], said: Turn) -> None:
    """Let the point that cites what a turn refers to cite the turn too, when none does."""
    if any(said.number in point.events for point in points):
        return
    about = next((point for point in points if set(said.refers_to) & set(point.events)), None)
    if about and not isinstance(about, ActionItem):
        about.events = sorted({*about.events, said.number})


def _counts(table: Table, said: Turn) -> bool:
    """Whether a turn must be cited: it is asked for, it decides, or no rule knows what it is about."""
    if said.number in table.uncited or (said.is_person and is_decision(said.text)):
        return True
    return not said.is_person and not picking.made_in(table, said.text) and not said.refers_to


def _verbatim_insight(table: Table, said: Turn) -> Insight:
    words = Passage(next(iter(people.sentences_of(said.text)), said.text)).shown(40)
    place = next(iter(hearing_out.quoted_in(table, said)), Passage(""))
    return Insight(text=f"{capital(words)}.", events=[said.number], artifact=table.target(place))


def _points(result: SynthesisResult) -> list[_Point]:
    return [*result.insights, *result.decisions, *result.open_questions, *result.action_items]


def with_uncited(table: Table, result: SynthesisResult) -> SynthesisResult:
    """The result with a point for each turn that an earlier synthesis left out."""
    left = set(table.uncited) - {number for point in _points(result) for number in point.events}
    more = [_verbatim_insight(table, said) for said in table.log if said.number in left and said.text.strip()]
    return result.model_copy(update={"insights": [*result.insights, *more]})
