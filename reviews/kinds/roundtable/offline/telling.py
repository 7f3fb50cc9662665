"""What people told, asked and left unsettled at a roundtable, as points of its synthesis."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reviews.kinds.roundtable.offline import deciding, people, phrasing, picking, saying
from reviews.kinds.roundtable.offline.deciding import PickedOption
from reviews.kinds.roundtable.offline.responses import WHOLE, answers_to
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.offline.typed_topic import WORDS as TYPED
from reviews.kinds.roundtable.results import ActionItem, Decision, Insight, OpenQuestion
from reviews.kinds.roundtable.state import Turn
from reviews.kinds.roundtable.synthesis.choices import asks_for_more, first_answers
from reviews.language.reading.passages import Passage
from reviews.language.sourcing.decisions import direction_of
from reviews.language.wording import capital
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "synthesis")
_LONGEST = 40


def told_facts(table: Table, used: set[int]) -> Iterator[Insight]:
    """What people told that is neither a decision nor an action, in their words."""
    for said in table.messages:
        text = people.words_of(said.text)
        if said.number in used or people.is_about_the_talk(text) or not people.tells_something(said.text):
            continue
        settled = next((r for r in picking.remarks_of(table) if picking.is_settled(said, r)), None)
        point = _WORDS.text("told").format(words=capital(Passage(text).shown(50)))
        if settled and settled.quote and settled.kind not in WHOLE:
            place = settled.place
            point += " " + _WORDS.text("fills").strip().format(quote=place.shown(20), at=table.at(place))
        events = [said.number, *(one.number for one in answers_to(table, said))]
        yield Insight(text=point, events=events, artifact=table.target(settled.place) if settled else "")


def unanswered_questions(table: Table) -> Iterator[OpenQuestion]:
    """The questions of people that rules can't tell to be answered, each with who can say; what only asks back for more
    on what was said ("Maya, why?"), and what the lead has led back from, is none for the notes."""
    led_back = {turn.data.get("about") for turn in table.now.redirects}
    for said in table.messages:
        if said.number in led_back or asks_for_more(table.now, said):
            continue
        replies = answers_to(table, said)
        if any(phrasing.is_line(one.flat, name) for one in replies for name in ("not_found", "nearest")):
            question = replace(said, text=people.question_beside(said.text) or said.text)
            yield OpenQuestion(
                text=_question_asked(question),
                why=_WORDS.text("why_open").format(who=table.author),
                events=[said.number, *(one.number for one in replies)],
            )


def question_points(table: Table) -> Iterator[Insight]:
    """What a question of a person that rules can't tell to be answered asks of the notes."""
    for question in unanswered_questions(table):
        text = _WORDS.text("unanswered").format(question=question.text)
        yield Insight(text=text, events=question.events, artifact=question.artifact)


def last_resorts(table: Table, decided: Iterable[Decision | ActionItem]) -> Iterator[Insight]:
    """What there is to do about a topic that the notes lack and about what people decided or took on; said only when
    nothing else came out."""
    said = [one.number for one in _unasked_turns(table)]
    if table.typed and said and (subject := table.typed.lacking):
        yield Insight(text=_WORDS.text("silent").format(subject=subject), events=said)
    for point in decided:
        replies = [one.number for one in table.contributions if set(point.events) & {*one.refers_to}]
        name = "left_out" if direction_of(point.text) < 0 else "follow_up"
        text = _WORDS.text(name).format(words=Passage(point.text).shown(_LONGEST))
        yield Insight(text=text, events=sorted({*point.events, *replies}))


def _question_asked(said: Turn) -> str:
    return capital(saying.asked(Passage(people.words_of(said.text)).shown(_LONGEST)))


def absent_topic(table: Table) -> Iterator[OpenQuestion]:
    """A typed topic on which the notes have nothing, with the turns that said so; or the telling words of it that they
    lack, which the framing named."""
    typed, framing = table.typed, table.now.framing
    if typed is None or framing is None:
        return
    why = TYPED.text("why_open").format(who=table.author)
    said = [one.number for one in _unasked_turns(table)]
    if typed.asks and any(phrasing.is_line(one.flat, "not_found") for one in _unasked_turns(table)):
        yield OpenQuestion(text=typed.text.strip(), why=why, events=said)
    elif typed.lacking:
        text = TYPED.text("open_point").format(subject=typed.lacking)
        yield OpenQuestion(text=text, why=why, events=said or [framing.number])


def _unasked_turns(table: Table) -> list[Turn]:
    """The contributions that answer nobody's message."""
    people_said = {message.number for message in table.messages}
    return [one for one in table.contributions if not people_said & set(one.refers_to)]


def unsettled_disagreements(table: Table, choices: list[PickedOption]) -> Iterator[OpenQuestion]:
    """A disagreement that was put to people and that nobody has settled."""
    for said in table.contributions:
        if not said.disagreement or choices:
            continue
        mine, theirs = deciding.side_of(said, "mine"), deciding.side_of(said, "theirs")
        remark = deciding.contradiction(table, {mine.option, theirs.option})
        if remark and any(picking.is_settled(told, remark) for told in table.messages):
            continue
        later = [turn for turn in table.log if turn.number > said.number]
        put = [turn.number for turn in later if turn.what == "disagreement"]
        # Whatever a person says right after it was put to them counts as said about it.
        heard = sorted(first_answers(table.now) & {turn.number for turn in later})
        why = _WORDS.text("why_choice").format(
            other=deciding.first_name(table, str(said.disagreement.get("other") or "")),
            theirs=theirs.option, their_reason=theirs.reason,
            name=said.first_name, mine=mine.option, my_reason=mine.reason,
        )  # fmt: skip
        text = f"{capital(theirs.option)} or {mine.option}?"
        text = saying.worded(table, remark, "ask") if remark else text
        artifact = table.target(remark.place) if remark else ""
        events = [*said.refers_to[:1], said.number, *put[:1], *heard[:1]]
        yield OpenQuestion(text=text, why=why, events=events, artifact=artifact)
