"""Answering a person at a roundtable: by quoting the notes, by what a person said before, or by saying what is
missing. The first to answer looks it up; whoever follows adds what nobody has said yet, or passes."""

from reviews.kinds.roundtable.offline import deciding, looking, people, phrasing, picking, saying
from reviews.kinds.roundtable.offline.deciding import PickedOption, choice_of
from reviews.kinds.roundtable.offline.lenses import lens_family
from reviews.kinds.roundtable.offline.remark import PASS, ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage

_SAID_WORDS = 22


def respond(table: Table) -> ContributionDraft | None:
    """The speaker's answer to the messages of this turn; None when they say nothing that could be answered."""
    said = _main_message(table.asked)
    if said is None:
        return None
    numbers = tuple(one.number for one in table.asked)
    draft = _answer_message(table, said, _answers_before(table, said))
    return draft and ContributionDraft(draft.text, (*numbers, *draft.refers_to), draft.passes)


def _main_message(asked: tuple[Turn, ...]) -> Turn | None:
    """The message to answer: the last question, else the last one."""
    questions = [said for said in asked if people.is_question(said.text)]
    found = questions or list(asked)
    return found[-1] if found else None


def _answers_before(table: Table, said: Turn) -> list[Turn]:
    """What other personas have answered to the message already."""
    return [one for one in table.contributions if one.number > said.number and said.number in one.refers_to]


def _answer_message(table: Table, said: Turn, before: list[Turn]) -> ContributionDraft | None:
    draft = _taken_up(table, said)
    if draft is None and people.telling_stems(said.text):
        if people.is_question(said.text) or people.is_wish(said.text):
            return looking.looked_up(table, said, before)
        draft = _answer_statement(table, said) if people.tells_something(said.text) else None
    return PASS if draft and before and table.optional else draft


def _taken_up(table: Table, said: Turn) -> ContributionDraft | None:
    """What there is to say to a choice, a task or a fact that fills a gap, and to whoever asks for a summary."""
    if people.sums_up(said.text):
        return ContributionDraft(phrasing.so_far(table, phrasing.SO_FAR))
    if picked := choice_of(table, said):
        return _confirm_choice(table, picked)
    if taken := deciding.task_owner(table, said):
        return _taken_on(table, said, taken)
    settled = _settled_by(table, said)
    return _confirm_settled(table, said, settled) if settled else None


def _confirm_choice(table: Table, choice: PickedOption) -> ContributionDraft:
    known = {"option": choice.option, "other_option": choice.other, **_who_said(table, choice.said)}
    return ContributionDraft(
        phrasing.say(table, phrasing.CHOSEN, known, choice.said.text), (choice.put.number,)
    )


def _settled_by(table: Table, said: Turn) -> Remark | None:
    """The point that a message settles: one that was made before, rather than one that nobody has made."""
    points = [remark for remark in picking.remarks_of(table) if remark.kind not in looking.WHOLE]
    settled = [remark for remark in points if picking.is_settled(table, said, remark)]
    made = [remark for remark in settled if saying.said_by(remark, table.contributions)]
    return picking.foremost_remark(table, made or settled)


def _confirm_settled(table: Table, said: Turn, remark: Remark) -> ContributionDraft:
    raised = tuple(one.number for one in saying.said_by(remark, table.contributions))[-1:]

    def build(words: int) -> str:
        obs = saying.worded(table, remark, "obs", words)
        known = {**saying.remark_fields(table, remark, words), "obs": obs, **_who_said(table, said)}
        if remark.other and len(remark.terms) > 1:
            loser = remark.place if deciding.kept_figure(said, remark)[1] == remark.terms[0] else remark.other
            known |= {"quote": loser.shown(words), **phrasing.at(table, loser), "obs": "that's no longer so"}
        return phrasing.say(table, phrasing.SETTLED, known, said.text)

    return ContributionDraft(saying.fit_words(build), raised)


def changed_mind(table: Table) -> str:
    """What people have said since the speaker's last turn that settles the point of its first take."""
    last = table.own[-1].number if table.own else 0
    for remark in picking.made_in(table, table.takes.get(table.speaker.key, "")):
        for said in table.messages:
            if said.number > last and picking.is_settled(table, said, remark):
                label = saying.worded(table, remark, "label")
                return f"My first take was about {label}. What {table.called(said)} said settles it for me."
    return ""


def _who_said(table: Table, said: Turn) -> dict[str, str]:
    return {"who": table.called(said), "said": Passage(people.words_of(said.text)).shown(_SAID_WORDS)}


def _answer_statement(table: Table, said: Turn) -> ContributionDraft:
    hit = lookup.best(table.indexes, people.words_of(said.text), least=0.4)
    who = _who_said(table, said)
    if hit is None:
        return ContributionDraft(phrasing.say(table, phrasing.STATED_NEW, who, said.text))

    def build(words: int) -> str:
        known = {"quote": hit.passage.shown(words), **phrasing.at(table, hit.passage), **who}
        return phrasing.say(table, phrasing.STATED, known, said.text)

    return ContributionDraft(saying.fit_words(build))


def _taken_on(table: Table, said: Turn, owner: str) -> ContributionDraft:
    """That somebody does something about a passage."""
    hit = lookup.best(table.indexes, people.words_of(said.text), least=0.4)
    near = f"It's about “{hit.passage.shown(20)}” ({table.at(hit.passage)}). " if hit else ""
    who = table.called(said) if owner == "User" else owner
    known = {**_who_said(table, said), "owner": who, "near": near}
    return ContributionDraft(phrasing.say(table, phrasing.TAKEN_ON, known, said.text))


def nothing_left(table: Table) -> ContributionDraft:
    """That the speaker has made all its points, named; a pass when it has none to name or has said so before."""
    lines = phrasing.NOTHING_LEFT[lens_family(table.speaker)]
    known = saying.fixed_words(lines[0])
    if table.optional or not table.own or any(known in said.flat for said in table.own):
        return PASS
    return ContributionDraft(phrasing.so_far(table, phrasing.NOTHING_LEFT, own_only=True))
