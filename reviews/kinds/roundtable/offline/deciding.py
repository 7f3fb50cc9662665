"""What people decided and took on in a roundtable, in words that can stand alone; what they picked of two options
that were put to them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reviews.kinds.roundtable.offline import people, picking, saying
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.results import ActionItem, Decision, Side
from reviews.kinds.roundtable.state import Turn
from reviews.kinds.roundtable.synthesis.choices import last_put, taken_side
from reviews.language.decision_intent import decision_sentence, is_decision
from reviews.language.phrases import phrases
from reviews.language.prose import any_case, vocabulary
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital

_WORDS = phrases(__file__, "messages", gap=" ")
_DO = _WORDS.whole("to_do")
_WILL = re.compile(
    r"\b(?P<who>[A-Z][\w'-]{1,60}+)\s++(?:will|is going to|is to|to|shall|takes? (?:care of|over)|should)\s++[a-z]\w+"
)
_BECAUSE = any_case(r"\b(?:because|since|so that|due to|in order to)\b[^.!?]{4,200}")
_I_WILL = re.compile(r"\bI(?:['’]ll| will|['’]m going to| am going to| can take)\s+\w+|\blet me\s+\w+")
_NO_NAMES = vocabulary(
    "We It This That They The There He She You If When What Who Why How And But So Then Yes No"
)


@dataclass(frozen=True)
class PickedOption:
    """What a person picked of two options that were put to them, by the numbers of both turns."""

    option: str
    other: str
    said: Turn
    put: Turn


def picked_options(table: Table) -> list[PickedOption]:
    """What people picked, in order."""
    found = [choice_of(table, said) for said in table.messages]
    return [choice for choice in found if choice]


def choice_of(table: Table, said: Turn) -> PickedOption | None:
    """What `said` picks of the disagreement that was put to people last, None when it picks nothing."""
    put = last_put(table.now, said.number)
    held = next((turn for turn in table.log if put and turn.number == put.data.get("about")), None)
    taken = taken_side(table.now, said)
    if put is None or held is None or taken is None:
        return None
    options = [side_of(held, side).option for side in ("mine", "theirs")]
    return PickedOption(options[taken], options[1 - taken], said, put)


def side_of(held: Turn, name: str) -> Side:
    """One side of a disagreement, "mine" or "theirs", as its turn has it."""
    found = held.disagreement.get(name)
    known = found if isinstance(found, Mapping) else {}
    return Side(option=str(known.get("option") or ""), reason=str(known.get("reason") or ""))


def first_name(table: Table, key: str) -> str:
    """What the persona with this key is called."""
    person = table.setup.seat(key)
    return person.first_name if person else key


def decisions(table: Table, choices: list[PickedOption]) -> Iterator[Decision]:
    """What people chose of two options, and what they decided otherwise."""
    for choice in choices:
        about = [said.number for said in table.contributions if said.disagreement]
        remark = contradiction(table, {choice.option, choice.other})
        text = f"{capital(choice.option)}, rather than {choice.other}"
        if remark:
            text = _settling_verdict(table, remark, choice.option, choice.other)
        events = [*about, choice.put.number, choice.said.number]
        words = Passage(people.words_of(choice.said.text)).shown(40)
        yield Decision(text=text, rationale=f"{table.called(choice.said)} said “{words}”", events=events)
    chosen = {choice.said.number for choice in choices}
    for said in table.messages:
        if said.number not in chosen and (is_decision(said.text) or settled_conflict(table, said)):
            yield _person_decision(table, said)


def contradiction(table: Table, options: set[str]) -> Remark | None:
    """The contradiction of the notes whose figures are these options."""
    return next((r for r in picking.remarks_of(table) if r.other and set(r.terms) == options), None)


def settled_conflict(table: Table, said: Turn) -> Remark | None:
    """The contradiction of the notes that a message settles by saying which figure holds."""
    return next((r for r in picking.remarks_of(table) if r.other and people.settles(said.text, r)), None)


def _person_decision(table: Table, said: Turn) -> Decision:
    """A person's decision, with what it is about when it settles a contradiction."""
    remark, put = settled_conflict(table, said), last_put(table.now, said.number)
    events = [said.number, *answering_turns(table, said)]
    artifact = table.target(remark.place) if remark else ""
    if remark is None or not is_decision(said.text):
        text = people.one_line(decision_sentence(said.text) or said.text)
        events += [put.number] if remark and put else []
        reason = _decision_reason(table, said)
    else:
        text = _settling_verdict(table, remark, *kept_figure(said, remark))
        events += [one.number for one in saying.said_by(remark, table.contributions)]
        reason = f"{table.called(said)} said “{Passage(people.words_of(said.text)).shown(40)}”"
    return Decision(text=text, rationale=reason, events=sorted(set(events)), artifact=artifact)


def _decision_reason(table: Table, said: Turn) -> str:
    """Why something was decided, in the words of whoever did, or who it was."""
    match = _BECAUSE.search(people.one_line(said.text))
    name = table.called(said)
    return f"{match.group().rstrip('.!')} ({name})" if match else f"said by {name}"


def _settling_verdict(table: Table, remark: Remark, kept: str, dropped: str) -> str:
    """Which of two contradicting sentences holds, in words that can stand alone."""
    places = [remark.place, remark.other or remark.place]
    holds, goes = places if kept == remark.terms[0] else places[::-1]
    return (
        f"{capital(kept)}, not {dropped}: “{holds.shown(24)}” ({table.at(holds)}) holds against"
        f" “{goes.shown(24)}” ({table.at(goes)})"
    )


def kept_figure(said: Turn, remark: Remark) -> tuple[str, str]:
    """The figure of a contradiction that a message keeps, and the other one."""
    here, there = remark.terms
    if stated := people.stated_figure(said.text, remark):
        return (here, there) if stated == here else (there, here)
    return (here, there) if people.has_figure(said.text, here) else (there, here)


def answering_turns(table: Table, said: Turn) -> list[int]:
    return [one.number for one in table.contributions if said.number in one.refers_to]


def action_items(table: Table, choices: list[PickedOption]) -> Iterator[ActionItem]:
    """What somebody said they or others will do; that an option is taken is a decision, and no task for anybody."""
    picks = {choice.said.number for choice in choices}
    for said in table.messages:
        for words in people.sentences_of(said.text):
            owner = _action_owner(table, said, words)
            if owner and not (owner == "-" and said.number in picks):
                text, name = people.one_line(words), "" if owner == "-" else owner
                yield ActionItem(text=text, owner=name, events=[said.number])


def task_owner(table: Table, said: Turn) -> str:
    """Who takes something on in a message: a name, "User" for whoever speaks, "" when nobody does."""
    owners = [_action_owner(table, said, words) for words in people.sentences_of(said.text)]
    return next((owner for owner in owners if owner and owner != "-"), "")


def _action_owner(table: Table, said: Turn, words: str) -> str:
    """Who is to do it: a first name, "User" for the speaker, "-" for nobody in particular, "" when it is no action."""
    if people.is_question(words):
        return ""
    if _I_WILL.search(words):
        return "User"
    match = _WILL.search(words)
    if match and match["who"] not in _NO_NAMES and (match["who"] + " ") in words:
        return match["who"]
    return "-" if _DO.search(words) and not is_decision(words) else ""


def wanted_changes(table: Table, choices: list[PickedOption]) -> Iterator[ActionItem]:
    """What a choice asks to be changed in the notes."""
    conflicts = [remark for remark in picking.remarks_of(table) if remark.other and len(remark.terms) > 1]
    pairs = [
        (remark, c.option, c.other, c.said)
        for c in choices
        for remark in conflicts
        if c.other in remark.terms
    ]
    by_number = {said.number for _, _, _, said in pairs}
    for said in table.messages:
        settled = [r for r in conflicts if said.number not in by_number and people.settles(said.text, r)]
        pairs += [(remark, *kept_figure(said, remark), said) for remark in settled]
    for remark, option, other, said in pairs:
        loser = remark.place if other == remark.terms[0] else remark.other or remark.place
        text = f"Change “{loser.shown(24)}” ({table.at(loser)}) to say {option}"
        yield ActionItem(text=text, events=[said.number], artifact=table.target(loser))
