"""What came out of a roundtable: points that somebody can act on, decisions of people in their words, what is open and
who does what. Nothing of how the discussion went.

Each point cites the turns that it belongs to; two turns about one passage make one point.
"""

from collections.abc import Iterable

from reviews.kinds.roundtable.offline import deciding, people, picking, saying, telling
from reviews.kinds.roundtable.offline.remark import WORDINGS, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.results import ActionItem, Decision, Insight, OpenQuestion, SynthesisResult
from reviews.kinds.roundtable.state import Turn
from reviews.kinds.roundtable.voices import FEWEST_VOICES
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital, in_words, join_with_and
from reviews.language.wordlists import read_words

type _Point = Insight | Decision | OpenQuestion | ActionItem

_LONGEST_SUMMARY = 100
_NOTHING = read_words(__file__, "synthesis").text("nothing")
# Kinds that name something nobody at the table can supply: they are questions for people.
_OPEN_KINDS = frozenset(kind for kind, wording in WORDINGS.items() if wording.ask and kind != "conflict")


def sum_up(table: Table) -> SynthesisResult:
    """The points of a whole discussion, with the turns they come from."""
    made = {r: events for r, events in _made_points(table).items() if not _is_settled(table, r)}
    choices = deciding.picked_options(table)
    decisions = [*deciding.decisions(table, choices)]
    closed = {number for decision in decisions for number in decision.events}
    actions = [*deciding.action_items(table, choices), *deciding.wanted_changes(table, choices)]
    used = closed | {number for action in actions for number in action.events}
    unsettled = list(telling.unsettled_disagreements(table, choices))
    put = {number for question in unsettled for number in question.events}
    insights = [
        *(_insight(table, *one) for one in _closed_points(table) if not put & {*one[1]}),
        *telling.told_facts(table, used),
    ]
    asked = {remark: events for remark, events in made.items() if remark.kind in _OPEN_KINDS}
    fallbacks = [
        *(_insight(table, *one) for one in asked.items()),
        *(_insight(table, *one) for one in _closed_points(table)),
        *telling.question_points(table),
        *telling.last_resorts(table, [*decisions, *actions]),
    ]
    added = _missing_voices(table, insights, fallbacks)
    as_insights = {tuple(one.events) for one in added}
    questions = [
        *(_open_point(table, *one) for one in asked.items() if tuple(one[1]) not in as_insights),
        *telling.unanswered_questions(table),
        *unsettled,
        *telling.absent_topic(table),
    ]
    result = SynthesisResult(
        insights=[*insights, *added], decisions=decisions, open_questions=questions, action_items=actions
    )
    for said in table.contributions:
        _join_turn(_points(result), said)
    return result


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
    if not _points(result):
        return _NOTHING
    insights, questions = _number_of(len(result.insights), "insight"), len(result.open_questions)
    made = f"we made {_number_of(decided, 'decision')}, noted" if decided else "we noted"
    return f"{made} {insights} and left {_number_of(questions, 'question')} open."


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


def _closed_points(table: Table) -> Iterable[tuple[Remark, list[int]]]:
    """The points that are statements and no questions."""
    return (
        (remark, events) for remark, events in _made_points(table).items() if remark.kind not in _OPEN_KINDS
    )


def _insight(table: Table, remark: Remark, events: list[int]) -> Insight:
    text = capital(saying.worded(table, remark, "insight", 40))
    return Insight(text=text, events=events, artifact=table.target(remark.place))


def _open_point(table: Table, remark: Remark, events: list[int]) -> OpenQuestion:
    """What a point leaves open, with the person who asked for it."""
    why = f"{saying.worded(table, remark, 'why')}; {remark.wording.knows or table.author}"
    asked = {n for said in table.contributions if said.number in events for n in said.refers_to}
    by_people = [said.number for said in table.messages if said.number in asked]
    text = saying.worded(table, remark, "ask", 24)
    return OpenQuestion(
        text=text, why=why, events=sorted({*events, *by_people}), artifact=table.target(remark.place)
    )


def _is_settled(table: Table, remark: Remark) -> bool:
    return any(picking.is_settled(said, remark) for said in table.messages)


def _missing_voices(table: Table, insights: Iterable[Insight], more: Iterable[Insight]) -> list[Insight]:
    """Those of `more` that it takes until the insights are of two personas, as far as two have spoken (SM-001), and
    that there is one at all."""
    voices = _voices_in(table, [number for point in insights for number in point.events])
    heard = {said.key for said in table.contributions}
    added: list[Insight] = []
    for point in more:
        new = _voices_in(table, point.events) - voices
        if new and len(voices) < min(FEWEST_VOICES, len(heard)):
            added.append(point)
            voices |= new
    return added


def _voices_in(table: Table, numbers: list[int]) -> set[str]:
    """Those whose turns these are, and those whose turns refer to them, which the point will cite too."""
    about = {*numbers}
    return {said.key for said in table.contributions if said.number in about or about & {*said.refers_to}}


def _join_turn(points: list[_Point], said: Turn) -> None:
    """Let the point that cites what a turn refers to cite the turn too, when none does."""
    if any(said.number in point.events for point in points):
        return
    about = next((point for point in points if set(said.refers_to) & set(point.events)), None)
    if about and not isinstance(about, ActionItem):
        about.events = sorted({*about.events, said.number})


def _points(result: SynthesisResult) -> list[_Point]:
    return [*result.insights, *result.decisions, *result.open_questions, *result.action_items]


def with_uncited(table: Table, result: SynthesisResult) -> SynthesisResult:
    """The result with a point for each turn that an earlier synthesis left out."""
    left = set(table.uncited) - {number for point in _points(result) for number in point.events}
    more = [_verbatim_insight(table, said) for said in table.log if said.number in left and said.text.strip()]
    return result.model_copy(update={"insights": [*result.insights, *more]})


def _verbatim_insight(table: Table, said: Turn) -> Insight:
    words = Passage(next(iter(people.sentences_of(said.text)), said.text)).shown(40)
    return Insight(text=f"{capital(words)}.", events=[said.number])
