"""What came out of a roundtable: insights in the notes' own words, decisions of people, open questions, actions.

Every turn that said something is cited by the point it belongs to; two turns about one passage make one point.
"""

import re
from collections.abc import Iterable, Iterator

from reviews.engine.decisions import decision_sentence, is_decision
from reviews.engine.results import ActionItem, Decision, Insight, OpenQuestion, SynthesisResult
from reviews.llm.offline import lookup, people, picking, saying, table_talk, wording
from reviews.llm.offline.outcomes import COUNTED, OPEN_KINDS
from reviews.llm.offline.passages import Passage, passage
from reviews.llm.offline.remark import Remark
from reviews.llm.offline.responses import Choice, choice_of
from reviews.llm.offline.sentences import blank, spans
from reviews.llm.offline.table import Said, Table

_LONGEST_SUMMARY = 100
_WILL = re.compile(
    r"\b(?P<who>[A-Z][\w'-]+)\s+(?:will|is going to|is to|to|shall|takes? (?:care of|over)|should)\s+[a-z]\w+"
)
_I_WILL = re.compile(r"\bI(?:['’]ll| will|['’]m going to| am going to| can take)\s+\w+|\blet me\s+\w+")
_DO = re.compile(
    r"\b(?:we (?:need|have) to|let['’]s|somebody (?:has|needs) to|we should|(?:please|can you)\s+(?:add|write|check|ask"
    r"|fix|change|update|remove|find|measure|document|clarify))\b",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    [
        "We",
        "It",
        "This",
        "That",
        "They",
        "The",
        "There",
        "He",
        "She",
        "You",
        "If",
        "When",
        "What",
        "Who",
        "Why",
        "How",
        "And",
        "But",
        "So",
        "Then",
        "Yes",
        "No",
    ]
)
_AUTHOR = re.compile(
    r"(?im)^[^\n]{0,60}?\b(?:owner|author|lead|contact)s?\s*:\**\s*(?P<who>[^\n.|<>;]{2,40})"
)


def summed(table: Table) -> SynthesisResult:
    """The points of a whole discussion, with the turns they come from."""
    topics = _topics(table)
    choices = _choices(table)
    decisions = [*_decisions(table, choices)]
    closed = {number for decision in decisions for number in decision.events}
    actions = [*_actions(table, closed), *_changes(table, choices)]
    used = closed | {number for action in actions for number in action.events}
    insights = [*_insights(table, topics), *_facts(table, used), *_answers(table)]
    questions = [*_open(table, topics), *_unanswered(table), *_unsettled(table, choices)]
    result = SynthesisResult(
        insights=insights, decisions=decisions, open_questions=questions, action_items=actions
    )
    return _complete(table, result, topics)


def sentence(table: Table, result: SynthesisResult) -> str:
    """What came out, in one sentence of at most 100 characters."""
    kinds = [remark.kind for remark in _topics(table)]
    parts = [_counted(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds) if kind in COUNTED]
    decided = len(result.decisions)
    start = f"we made {_number_of(decided, 'decision')} and found" if decided else "we found"
    for count in range(min(len(parts), 4), 0, -1):
        text = f"{start} {wording.listed(parts[:count])}"
        if len(text) < _LONGEST_SUMMARY:
            return f"{text}."
    insights, questions = _number_of(len(result.insights), "insight"), len(result.open_questions)
    return f"we noted {insights} and left {_number_of(questions, 'question')} open."


def _number_of(count: int, noun: str) -> str:
    article = "an" if noun[0] in "aeiou" else "a"
    return (
        f"{article} {noun}"
        if count == 1
        else f"{wording.counted(count).lower()} {noun}s".replace("none", "no")
    )


def _counted(kind: str, count: int) -> str:
    one, many = COUNTED[kind]
    return one if count == 1 or one == many else f"{wording.counted(count).lower()} {many}"


def _topics(table: Table) -> dict[Remark, list[int]]:
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


def _takes_up(table: Table, said: Said, remark: Remark) -> bool:
    """Whether a turn speaks of a point of another one: it names the passage, or sees it differently."""
    return bool(said.disagreement) or saying.worded(table, remark, "clause") in said.flat


def _insights(table: Table, topics: dict[Remark, list[int]]) -> Iterator[Insight]:
    asked = [remark for remark in topics if remark.kind in OPEN_KINDS]
    only_asked = len(asked) == len(topics)
    for remark, events in topics.items():
        if remark.kind not in OPEN_KINDS or (only_asked and remark is asked[0]):
            text = saying.worded(table, remark, "insight", 40)
            yield Insight(text=wording.capital(text), events=events, artifact=_artifact(table, remark.place))


def _open(table: Table, topics: dict[Remark, list[int]]) -> Iterator[OpenQuestion]:
    """What a point leaves open, unless a person has settled it."""
    for remark, events in topics.items():
        settled = any(people.settles(said.text, remark) for said in table.messages)
        ask = saying.worded(table, remark, "ask", 24)
        if ask and not settled and not _is_decided(table, remark):
            why = f"{saying.worded(table, remark, 'why')}; {_resolver(table)} can say"
            asked = {n for said in table.contributions if said.number in events for n in said.refers_to}
            by_people = [said.number for said in table.messages if said.number in asked]
            numbers = sorted({*events, *by_people})
            yield OpenQuestion(text=ask, why=why, events=numbers, artifact=_artifact(table, remark.place))


def _is_decided(table: Table, remark: Remark) -> bool:
    if remark.kind != "conflict":
        return False
    return any(set(remark.terms) & {choice.option, choice.other} for choice in _choices(table))


def _resolver(table: Table) -> str:
    """Who could say: whoever the notes name as their author or owner."""
    for _, text in table.notes:
        if match := _AUTHOR.search(text[:4000]):
            who = Passage(match["who"]).shown(6)
            article = "" if who[:1].isupper() or who.startswith("the ") else "the "
            return f"{article}{who}"
    return "whoever wrote the notes"


def _choices(table: Table) -> list[Choice]:
    found = [choice_of(table, said) for said in table.messages]
    return [choice for choice in found if choice]


def _decisions(table: Table, choices: list[Choice]) -> Iterator[Decision]:
    """What people chose of two options, and what they decided otherwise."""
    for choice in choices:
        about = [said.number for said in table.contributions if said.disagreement]
        remark = _contradiction(table, choice)
        text = f"{wording.capital(choice.option)}, rather than {choice.other}"
        if remark:
            text = _verdict(table, remark, choice.option, choice.other)
        events = [*about, choice.put.number, choice.said.number]
        words = Passage(people.words_of(choice.said.text)).shown(40)
        yield Decision(text=text, rationale=f"{table.called(choice.said)} said “{words}”", events=events)
    chosen = {choice.said.number for choice in choices}
    for said in table.messages:
        if said.number not in chosen and is_decision(said.text):
            yield _decided(table, said)


def _contradiction(table: Table, choice: Choice) -> Remark | None:
    """The contradiction whose figures were the options."""
    options = {choice.option, choice.other}
    return next((r for r in picking.everything(table) if r.other and set(r.terms) == options), None)


def _decided(table: Table, said: Said) -> Decision:
    """A person's decision, with what it is about when it settles a contradiction."""
    events = [said.number, *_echoes(table, said)]
    remark = next((r for r in picking.everything(table) if r.other and people.settles(said.text, r)), None)
    if remark is None:
        text = _one_line(decision_sentence(said.text) or said.text)
        return Decision(text=text, rationale=f"said by {table.called(said)}", events=events)
    kept, dropped = _kept(said, remark)
    text = _verdict(table, remark, kept, dropped)
    events += [one.number for one in saying.said_by(remark, table.contributions)]
    rationale = f"{table.called(said)} said “{Passage(people.words_of(said.text)).shown(40)}”"
    artifact = _artifact(table, remark.place)
    return Decision(text=text, rationale=rationale, events=sorted(set(events)), artifact=artifact)


def _verdict(table: Table, remark: Remark, kept: str, dropped: str) -> str:
    """Which of two contradicting sentences holds, in words that can stand alone."""
    places = [remark.place, remark.other or remark.place]
    holds, goes = places if kept == remark.terms[0] else places[::-1]
    return (
        f"{wording.capital(kept)}, not {dropped}: “{holds.shown(24)}” ({table.at(holds)}) holds against"
        f" “{goes.shown(24)}” ({table.at(goes)})"
    )


def _kept(said: Said, remark: Remark) -> tuple[str, str]:
    """The figure of a contradiction that a message keeps, and the other one."""
    here, there = remark.terms
    return (here, there) if people.has(said.text, here) else (there, here)


def _echoes(table: Table, said: Said) -> list[int]:
    """The turns that answered a message."""
    return [one.number for one in table.contributions if said.number in one.refers_to]


def _actions(table: Table, closed: set[int]) -> Iterator[ActionItem]:
    """What somebody said they or others will do."""
    for said in table.messages:
        for words in _sentences(said.text):
            if owner := _owner(table, said, words):
                text, name = _one_line(words), "" if owner == "-" else owner
                yield ActionItem(text=text, owner=name, events=[said.number])


def _owner(table: Table, said: Said, words: str) -> str:
    """Who is to do it: a first name, "User" for the speaker, "-" for nobody in particular, "" when it is no action."""
    if people.is_question(words):
        return ""
    if _I_WILL.search(words):
        return "User"
    match = _WILL.search(words)
    if match and match["who"] not in _NO_NAMES and (match["who"] + " ") in words:
        return match["who"]
    return "-" if _DO.search(words) and not is_decision(words) else ""


def _changes(table: Table, choices: list[Choice]) -> Iterator[ActionItem]:
    """What a choice asks to be changed in the notes."""
    conflicts = [remark for remark in picking.everything(table) if remark.other and len(remark.terms) > 1]
    kept = [
        (remark, c.option, c.other, c.said)
        for c in choices
        for remark in conflicts
        if c.other in remark.terms
    ]
    by_number = {said.number for _, _, _, said in kept}
    for said in table.messages:
        settled = [r for r in conflicts if said.number not in by_number and people.settles(said.text, r)]
        kept += [(remark, *_kept(said, remark), said) for remark in settled]
    for remark, option, other, said in kept:
        loser = remark.place if other == remark.terms[0] else remark.other or remark.place
        text = f"Change “{loser.shown(24)}” ({table.at(loser)}) to say {option}"
        yield ActionItem(text=text, events=[said.number], artifact=_artifact(table, loser))


def _facts(table: Table, used: set[int]) -> Iterator[Insight]:
    """What people told that is neither a decision nor an action."""
    for said in table.messages:
        if said.number not in used and people.tells(said.text):
            words = Passage(people.words_of(said.text)).shown(50)
            settled = next((r for r in picking.everything(table) if people.settles(said.text, r)), None)
            text = f"From the discussion: “{words}”."
            if settled and settled.quote:
                text += f" That fills the gap at “{settled.place.shown(20)}” ({table.at(settled.place)})."
            place = settled.place if settled else Passage("")
            events = [said.number, *_echoes(table, said)]
            yield Insight(text=text, events=events, artifact=_artifact(table, place))


def _answers(table: Table) -> Iterator[Insight]:
    """What the notes answer to a question: quoted, so that it need not be looked up again."""
    for said in table.messages:
        replies = _replies(table, said, table_talk.FOUND)
        places = {place.quote: place for reply in replies for place in _quoted(table, reply)}
        if replies and places and people.is_question(said.text):
            shown = [f"“{place.shown(30)}” ({table.at(place)})" for place in list(places.values())[:2]]
            question = saying.asked(Passage(people.words_of(said.text)).shown(30))
            text = f"To the question “{question}” the notes answer: {wording.listed(shown)}."
            events = [said.number, *(reply.number for reply in replies)]
            yield Insight(text=text, events=events, artifact=_artifact(table, next(iter(places.values()))))


def _unanswered(table: Table) -> Iterator[OpenQuestion]:
    """The questions of people to which the notes have no answer."""
    for said in table.messages:
        replies = _replies(table, said, table_talk.NOT_FOUND)
        if replies and not _replies(table, said, table_talk.FOUND):
            text = saying.asked(Passage(people.words_of(said.text)).shown(40))
            events = [said.number, *(reply.number for reply in replies)]
            yield OpenQuestion(
                text=text, why=f"the notes don't say; {_resolver(table)} can say", events=events
            )


def _replies(table: Table, said: Said, lines: table_talk.Lines) -> list[Said]:
    """The turns that answered a message in one of these forms."""
    parts = [re.split(r"\{\w+\}", line) for variants in lines.values() for line in variants]
    known = [max(part, key=len).strip() for part in parts]
    answers = [one for one in table.contributions if said.number in one.refers_to]
    return [one for one in answers if any(fragment in one.flat for fragment in known)]


def _quoted(table: Table, reply: Said) -> list[Passage]:
    """The first passage that a reply quotes."""
    for one in table.indexes:
        for entry in one.entries:
            place = passage(one.document, entry.sentence)
            if saying.quotes(reply.flat, place):
                return [place]
    return []


def _unsettled(table: Table, choices: list[Choice]) -> Iterator[OpenQuestion]:
    """A disagreement that was put to people and that nobody has settled."""
    for said in table.contributions:
        if said.disagreement and not choices:
            mine, theirs = said.disagreement.get("mine") or {}, said.disagreement.get("theirs") or {}
            other = table.person(str(said.disagreement.get("other") or ""))
            name = other.first_name if other else str(said.disagreement.get("other") or "the other side")
            text = f"{wording.capital(str(theirs.get('option')))} or {mine.get('option')}?"
            why = f"{name} favours the first because {theirs.get('reason')}; {said.first_name} the second because "
            put = [
                turn.number for turn in table.log if turn.what == "disagreement" and turn.number > said.number
            ]
            events = [*said.refers_to[:1], said.number, *put[:1]]
            yield OpenQuestion(
                text=text, why=why + f"{mine.get('reason')}; people have to choose", events=events
            )


def _complete(table: Table, result: SynthesisResult, topics: dict[Remark, list[int]]) -> SynthesisResult:
    """With a point for every turn that no other point cites, and at least one insight."""
    points = [*result.insights, *result.decisions, *result.open_questions, *result.action_items]
    cited = {number for point in points for number in point.events}
    left = [s for s in (*table.contributions, *table.messages) if s.number not in cited and _counts(table, s)]
    insights = [*result.insights, *(_verbatim(table, said) for said in left)]
    if not insights and points:
        first = points[0]
        insights = [Insight(text=f"Left open by the discussion: {first.text}", events=first.events)]
    return result.model_copy(update={"insights": [i for i in insights if i.text]})


def _counts(table: Table, said: Said) -> bool:
    """Whether a turn must be cited: it is asked for, it decides, or no rule knows what it is about."""
    if said.number in table.uncited or (said.user and is_decision(said.text)):
        return True
    return not said.user and not picking.made_in(table, said.text) and not said.refers_to


def _verbatim(table: Table, said: Said) -> Insight:
    words = Passage(next(iter(_sentences(said.text)), said.text)).shown(40)
    place = next(iter(_quoted(table, said)), Passage(""))
    return Insight(text=f"{wording.capital(words)}.", events=[said.number], artifact=_artifact(table, place))


def _artifact(table: Table, place: Passage) -> str:
    """Which target a point belongs to: the one that holds its passage, else the one whose name it speaks of."""
    if place.artifact in table.targets:
        return place.artifact
    words = set(lookup.stems(place.quote))
    named = [t for t in table.targets if set(lookup.stems(t.replace("-", " ").rsplit(".", 1)[0])) & words]
    return (named or list(table.targets) or [""])[0]


def _sentences(text: str) -> Iterator[str]:
    plain = blank(text)
    return (text[start:end] for start, end in spans(plain, text))


def _one_line(text: str) -> str:
    return " ".join(people.words_of(text).split())


def cited(result: SynthesisResult) -> Iterable[int]:
    """The numbers of all turns that are cited."""
    points = (*result.insights, *result.decisions, *result.open_questions, *result.action_items)
    return {number for point in points for number in point.events}


def with_uncited(table: Table, result: SynthesisResult) -> SynthesisResult:
    """The result with a point for each turn that an earlier synthesis left out."""
    left = set(table.uncited) - set(cited(result))
    more = [_verbatim(table, said) for said in table.log if said.number in left and said.text.strip()]
    return replace_insights(result, [*result.insights, *more])


def replace_insights(result: SynthesisResult, insights: list[Insight]) -> SynthesisResult:
    """The result with other insights."""
    return result.model_copy(update={"insights": insights})
