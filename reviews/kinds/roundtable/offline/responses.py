"""Answering a person at a roundtable: by quoting the notes, by what a person said before, or by saying what is
missing. The first to answer looks it up; whoever follows adds what nobody has said yet, or passes."""

from dataclasses import replace

from reviews.kinds.roundtable.offline import deciding, people, phrasing, picking, saying
from reviews.kinds.roundtable.offline.asking import passages_on
from reviews.kinds.roundtable.offline.deciding import PickedOption, choice_of
from reviews.kinds.roundtable.offline.drift import is_named
from reviews.kinds.roundtable.offline.nearest import CLEARLY_NEAR, nearest_passages
from reviews.kinds.roundtable.offline.remark import PASS, ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.decision_intent import decision_sentence, is_decision
from reviews.language.prose import vocabulary
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage

_SAID_WORDS = 22
_CLOSE = 0.6
# Points about the whole text: no passage is about them.
WHOLE = vocabulary("owner question absent")
_LONG_QUOTES = (50, 36)
"""Words of each passage that is shown, where all fit into a turn: what answers may stand at the end of one."""
_FEWEST_SHARED = 2
"""Words that tell what news is about which a passage beside it has too."""


def respond(table: Table) -> ContributionDraft | None:
    """The speaker's answer to the messages of this turn; None when they say nothing that could be answered."""
    said = _main_message(table.asked)
    if said is None:
        return None
    numbers = tuple(one.number for one in table.asked)
    draft = _answer_message(table, said, answers_to(table, said))
    return draft and ContributionDraft(draft.text, (*numbers, *draft.refers_to), draft.passes)


def answers_to(table: Table, said: Turn) -> list[Turn]:
    """What personas have answered to a message."""
    return [one for one in table.contributions if one.number > said.number and said.number in one.refers_to]


def _main_message(asked: tuple[Turn, ...]) -> Turn | None:
    """The message to answer: the last question, else the last one."""
    questions = [said for said in asked if people.is_question(said.text)]
    found = questions or list(asked)
    return found[-1] if found else None


def _answer_message(table: Table, said: Turn, before: list[Turn]) -> ContributionDraft | None:
    draft = _taken_up(table, said)
    if draft and not before and (question := people.question_beside(said.text)):
        return _with_answer(table, draft, replace(said, text=question))
    if draft is None and people.is_question(said.text):
        return answer_question(table, said, before)
    if draft is None and (people.telling_stems(said.text) or people.part_asked(said.text)):
        if people.is_wish(said.text):
            return answer_question(table, said, before)
        draft = _answer_statement(table, said) if people.tells_something(said.text) else None
    if draft and before:
        return PASS if table.optional else _nothing_to_add(table, said, before)
    return draft


def _with_answer(table: Table, draft: ContributionDraft, question: Turn) -> ContributionDraft:
    """What there is to say to a decision, and the answer to what was asked beside it."""
    both = phrasing.beside(draft.text, "")
    answer = answer_question(table, question, [], saying.MOST - saying.count(both))
    if answer is None:
        return draft
    text = phrasing.beside(draft.text, answer.text)
    return ContributionDraft(text, (*draft.refers_to, *answer.refers_to))


def answer_question(
    table: Table, said: Turn, before: list[Turn], most: int = saying.MOST
) -> ContributionDraft | None:
    """The gap of the notes that is asked about, else the passages that come nearest, else that none does. Whoever
    follows has nothing to add. `most`: its words."""
    if before:
        return PASS if table.optional else _nothing_to_add(table, said, before)
    gap = _asked_gap(table, said)
    if gap is None:
        return ContributionDraft(_word_nearest(table, said, most))
    raised = tuple(one.number for one in saying.said_by(gap, table.contributions))[-1:]
    return ContributionDraft(_word_gap(table, said, gap, most), raised)


def _asked_gap(table: Table, said: Turn) -> Remark | None:
    """What the notes leave open and a question is about, if it covers most of the question."""
    pairs = people.everyday_pairs(said.text)
    gaps = [
        one
        for one in picking.remarks_of(table)
        if one.kind in ("todo", "conflict") and one.quote and people.has_pair(one.quote, pairs)
    ]
    near = [(picking.covers(said.text, one), one.weight, one) for one in gaps]
    share, _, best = max(near, key=lambda entry: entry[:2], default=(0.0, 0.0, None))
    return best if share >= _CLOSE and not people.part_asked(said.text) else None


def _word_gap(table: Table, said: Turn, remark: Remark, most: int) -> str:
    def build(words: int) -> str:
        obs = saying.worded(table, remark, "obs", words)
        known = {**saying.remark_fields(table, remark, words), "obs": obs}
        return phrasing.say(table, "known_gap", known, said.text)

    return saying.fit_words(build, most)


def _word_nearest(table: Table, said: Turn, most: int) -> str:
    places = passages_on(table, said.text)
    if not places:
        return phrasing.say(table, "not_found", {}, said.text)

    def build(words: int) -> str:
        told = (f"“{place.shown(words)}” ({table.at(place)})" for place in places)
        return phrasing.say(table, "nearest", {"places": "; ".join(told)}, said.text)

    long = (build(words) for words in _LONG_QUOTES)
    return next((text for text in long if saying.count(text) <= most), "") or saying.fit_words(build, most)


def _taken_up(table: Table, said: Turn) -> ContributionDraft | None:
    """What there is to say to a choice, a task, a fact that fills a gap or a decision, and to whoever asks for a
    summary."""
    if people.sums_up(said.text):
        return ContributionDraft(phrasing.so_far(table, "so_far"))
    if picked := choice_of(table, said):
        return _confirm_choice(table, picked)
    if taken := deciding.task_owner(table, said):
        return _word_task(table, said, taken)
    if conflict := deciding.settled_conflict(table, said):
        return _confirm_figure(table, said, conflict)
    if settled := _settled_by(table, said):
        return _confirm_settled(table, said, settled)
    if not is_decision(said.text):
        return None
    decided = replace(said, text=decision_sentence(said.text)) if people.question_beside(said.text) else said
    return ContributionDraft(phrasing.say(table, "decided", _who_said(table, decided), said.text))


def _confirm_choice(table: Table, choice: PickedOption) -> ContributionDraft:
    known = {"option": choice.option, "other_option": choice.other, **_who_said(table, choice.said)}
    return ContributionDraft(phrasing.say(table, "chosen", known, choice.said.text), (choice.put.number,))


def _confirm_figure(table: Table, said: Turn, conflict: Remark) -> ContributionDraft:
    """What there is to say to whoever tells which of two figures of the notes holds."""
    holds, goes = deciding.kept_figure(said, conflict)
    known = {"option": holds, "other_option": goes, **_who_said(table, said)}
    raised = tuple(one.number for one in saying.said_by(conflict, table.contributions))[-1:]
    return ContributionDraft(phrasing.say(table, "chosen", known, said.text), raised)


def _word_task(table: Table, said: Turn, owner: str) -> ContributionDraft:
    """What there is to say to a task, with the passage that it is about."""
    words = decision_sentence(said.text) or people.words_of(said.text)
    hit = lookup.best(table.indexes, words, least=_CLOSE)
    who = _who_said(table, said)
    known = {**who, "owner": who["who"] if owner == "User" else owner}

    def build(most: int) -> str:
        near = phrasing.near_task(table, hit.passage if hit else None, most)
        return phrasing.say(table, "taken_on", {**known, "near": near}, words)

    return ContributionDraft(saying.fit_words(build))


def _settled_by(table: Table, said: Turn) -> Remark | None:
    """The point that a message settles: one that was made before, rather than one that nobody has made."""
    settled = [remark for remark in picking.remarks_of(table) if picking.is_settled(said, remark)]
    made = [remark for remark in settled if saying.said_by(remark, table.contributions)]
    quoted = [remark for remark in settled if remark.quote and remark.kind not in WHOLE]
    return picking.foremost_remark(table, made or quoted)


def _confirm_settled(table: Table, said: Turn, remark: Remark) -> ContributionDraft:
    raised = tuple(one.number for one in saying.said_by(remark, table.contributions))[-1:]
    name = "settled" if remark.quote and remark.kind not in WHOLE else "settled_whole"

    def build(words: int) -> str:
        obs = saying.worded(table, remark, "obs", words)
        known = {**saying.remark_fields(table, remark, words), "obs": obs, **_who_said(table, said)}
        return phrasing.say(table, name, known, said.text)

    return ContributionDraft(saying.fit_words(build), raised)


def changed_mind(table: Table) -> str:
    """What people have said since the speaker's last turn that settles the point of its first take."""
    last = table.own[-1].number if table.own else 0
    for remark in picking.made_in(table, table.takes.get(table.speaker.key, "")):
        for said in table.messages:
            if said.number > last and picking.is_settled(said, remark):
                label = saying.worded(table, remark, "label")
                return f"My first take was about {label}. What {table.called(said)} said settles it for me."
    return ""


def _who_said(table: Table, said: Turn) -> dict[str, str]:
    return {"who": table.called(said), "said": Passage(people.words_of(said.text)).shown(_SAID_WORDS)}


def _answer_statement(table: Table, said: Turn) -> ContributionDraft:
    """News, beside the passage of the notes that comes nearest to it."""
    words = people.words_of(said.text)
    about = lookup.terms_of(words)
    places = [] if people.is_view(said.text) else nearest_passages(table.known, words, CLEARLY_NEAR)
    near = [
        one for one in places if len(about & lookup.terms_of(f"{one.section} {one.quote}")) >= _FEWEST_SHARED
    ]
    who = _who_said(table, said)
    if not near:
        return ContributionDraft(phrasing.say(table, "stated_new", who, said.text))

    def build(most: int) -> str:
        known = {"quote": near[0].shown(most), **phrasing.at(table, near[0]), **who}
        return phrasing.say(table, "stated", known, said.text)

    return ContributionDraft(saying.fit_words(build))


def nothing_left(table: Table) -> ContributionDraft:
    """What the speaker says who has made all its points: that it adds nothing, where everybody is asked and somebody
    else has answered; which points these were, to whoever names it; each once, else a pass."""
    said = _main_message(table.asked)
    before = answers_to(table, said) if said and not table.optional else []
    if said and before and not _has_said(table, "agreed"):
        draft = _nothing_to_add(table, said, before)
        return replace(draft, refers_to=(said.number, *draft.refers_to))
    if not table.own or not is_named(table) or _has_said(table, "nothing_left"):
        return PASS
    return ContributionDraft(phrasing.so_far(table, "nothing_left", own_only=True))


def _nothing_to_add(table: Table, said: Turn, before: list[Turn]) -> ContributionDraft:
    known = {"name": before[-1].first_name}
    return ContributionDraft(phrasing.say(table, "agreed", known, said.text), (before[-1].number,))


def _has_said(table: Table, name: str) -> bool:
    return any(phrasing.is_line(said.flat, name) for said in table.own)
