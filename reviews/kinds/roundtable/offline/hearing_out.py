"""What people told and asked at a roundtable, with what the notes answered, and what nobody has settled."""

from collections.abc import Iterator

from reviews.kinds.roundtable.offline import deciding, looking, people, phrasing, picking, saying
from reviews.kinds.roundtable.offline.deciding import PickedOption
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.offline.typed_topic import WORDS as TYPED
from reviews.kinds.roundtable.results import Insight, OpenQuestion
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.passages import Passage, passage
from reviews.language.wording import capital, join_with_and


def told_facts(table: Table, used: set[int]) -> Iterator[Insight]:
    """What people told that is neither a decision nor an action."""
    for said in table.messages:
        if said.number not in used and people.tells_something(said.text):
            words = Passage(people.words_of(said.text)).shown(50)
            settled = next((r for r in picking.remarks_of(table) if picking.is_settled(table, said, r)), None)
            text = f"From the discussion: “{words}”."
            if settled and settled.quote and settled.kind not in looking.WHOLE:
                text += f" That fills the gap at “{settled.place.shown(20)}” ({table.at(settled.place)})."
            place = settled.place if settled else Passage("")
            events = [said.number, *deciding.answering_turns(table, said)]
            yield Insight(text=text, events=events, artifact=table.target(place))


def answers(table: Table) -> Iterator[Insight]:
    """What the notes answer to a question: quoted, so that it need not be looked up again."""
    for said in table.messages:
        replies = _answering_turns(table, said, phrasing.FOUND)
        places = {p.quote: looking.widened(table, p) for reply in replies for p in quoted_in(table, reply)}
        if replies and places and people.is_question(said.text):
            shown = [f"“{place.shown(46)}” ({table.at(place)})" for place in list(places.values())[:2]]
            question = capital(saying.asked(Passage(people.words_of(said.text)).shown(30)))
            text = f"To the question “{question}” the notes answer: {join_with_and(shown)}."
            events = [said.number, *(reply.number for reply in replies)]
            place = next(iter(places.values()))
            yield Insight(text=text, events=events, artifact=table.target(place))


def unanswered_questions(table: Table) -> Iterator[OpenQuestion]:
    """The questions of people to which the notes have no answer."""
    for said in table.messages:
        replies = _answering_turns(table, said, phrasing.NOT_FOUND)
        if replies and not _answering_turns(table, said, phrasing.FOUND):
            text = capital(saying.asked(Passage(people.words_of(said.text)).shown(40)))
            events = [said.number, *(reply.number for reply in replies)]
            why = f"the notes don't say; {table.author}"
            yield OpenQuestion(text=text, why=why, events=events)


def topic_passages(table: Table) -> Iterator[Insight]:
    """What the notes say on a typed topic, from the turns that quoted it and made no other point."""
    quoting: dict[Passage, list[int]] = {}
    for said in _unasked_turns(table) if table.typed else ():
        found = [place for place in quoted_in(table, said) if not picking.made_in(table, said.text)]
        for place in found:
            quoting.setdefault(place, []).append(said.number)
    for place, events in quoting.items():
        subject = table.typed.subject if table.typed else ""
        text = TYPED.text("on_topic").format(subject=subject, quote=place.shown(46), at=table.at(place))
        yield Insight(text=text, events=events, artifact=table.target(place))


def absent_topic(table: Table) -> Iterator[OpenQuestion]:
    """A typed topic on which the notes have nothing, with the turns that said so; or the telling words of it that they
    lack, which the framing named."""
    typed, framing = table.typed, table.now.framing
    if typed is None or framing is None:
        return
    why = TYPED.text("why_open").format(who=table.author)
    said = [one.number for one in _unasked_turns(table)]
    if typed.is_absent and said:
        yield OpenQuestion(text=TYPED.text("open_point").format(subject=typed.subject), why=why, events=said)
    elif typed.telling_gaps:
        lacking = join_with_and(list(typed.telling_gaps))
        text = TYPED.text("open_point").format(subject=lacking)
        yield OpenQuestion(text=text, why=why, events=[framing.number])


def _unasked_turns(table: Table) -> list[Turn]:
    """The contributions that answer nobody's message."""
    people_said = {message.number for message in table.messages}
    return [one for one in table.contributions if not people_said & set(one.refers_to)]


def _answering_turns(table: Table, said: Turn, lines: phrasing.Lines) -> list[Turn]:
    """The turns that answered a message in one of these forms."""
    known = [saying.fixed_words(line) for variants in lines.values() for line in variants]
    answers = [one for one in table.contributions if said.number in one.refers_to]
    return [one for one in answers if any(fragment in one.flat for fragment in known)]


def quoted_in(table: Table, reply: Turn) -> list[Passage]:
    """The first passage that a reply quotes."""
    for one in table.indexes:
        for entry in one.entries:
            place = passage(one.document, entry.sentence)
            if saying.quotes_passage(reply.flat, place):
                return [place]
    return []


def unsettled_disagreements(table: Table, choices: list[PickedOption]) -> Iterator[OpenQuestion]:
    """A disagreement that was put to people and that nobody has settled."""
    for said in table.contributions:
        if said.disagreement and not choices:
            mine, theirs = deciding.side_of(said, "mine"), deciding.side_of(said, "theirs")
            other = deciding.first_name(table, str(said.disagreement.get("other") or ""))
            put = [
                turn.number for turn in table.log if turn.what == "disagreement" and turn.number > said.number
            ]
            why = (
                f"{other} favours {theirs.option} because {theirs.reason}; {said.first_name} favours {mine.option}"
                f" because {mine.reason}; people have to choose"
            )
            events = [*said.refers_to[:1], said.number, *put[:1]]
            remark = deciding.contradiction(table, {mine.option, theirs.option})
            text = (
                saying.worded(table, remark, "ask")
                if remark
                else f"{capital(theirs.option)} or {mine.option}?"
            )
            place = remark.place if remark else Passage("")
            yield OpenQuestion(text=text, why=why, events=events, artifact=table.target(place))
