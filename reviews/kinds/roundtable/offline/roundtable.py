"""The roundtable by rules: blind first takes, the lead's framing, contributions, the synthesis.

Pure: the same facts give the same words. Personas point at the notes, quote them and ask; they hold no opinion that
the notes do not support.
"""

from reviews.kinds.roundtable.offline import (
    crosstalk,
    drift,
    framing,
    people,
    picking,
    responses,
    saying,
    summing,
)
from reviews.kinds.roundtable.offline.asking import passages_on
from reviews.kinds.roundtable.offline.lenses import lens_family
from reviews.kinds.roundtable.offline.remark import PASS, ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.offline.tension import Tension, find_tension
from reviews.kinds.roundtable.offline.typed_topic import WORDS
from reviews.kinds.roundtable.results import ContributionResult, Disagreement, FramingResult, SynthesisResult
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.passages import Passage
from reviews.language.reading.topics import content_stems
from reviews.language.wording import capital
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "first_takes")
_FIRST, _SECOND, _NOTHING = (_WORDS.texts(table) for table in ("first", "second", "nothing"))
_SEEN_DIFFERENTLY = read_words(__file__, "dissent").texts("says")
_LEAST, _MOST = 30, 60
_TURNS_NEEDED = 2
_BACK = 4
_SHARED = 2
_LEAST_QUOTED = 18


def first_take(table: Table) -> tuple[str, None]:
    """What strikes the speaker's lens first, before anybody has spoken: its one or two strongest points, in 30 to 60
    words where the notes give that much. Nobody else sees it."""
    kind, best = lens_family(table.speaker), picking.own_remarks(table)[:2]
    lens = table.lens
    if not best and table.typed:
        return WORDS.text("first_take").format(subject=table.typed.subject, lens=lens), None
    if not best:
        return _NOTHING[kind].format(lens=lens), None

    def build(words: int) -> str:
        point, need = _point_clause(table, best[0], words), best[0].wording.need
        return _FIRST[kind].format(point=point, need=need, lens=lens)

    text = saying.fit_words(build, _MOST)
    if len(best) > 1 and best[1].quote and saying.count(text) < _LEAST + 8:
        longer = text + _SECOND[kind].format(point=_point_clause(table, best[1], 12))
        text = longer if saying.count(longer) <= _MOST else text
    return text, None


def _point_clause(table: Table, remark: Remark, words: int) -> str:
    """A quote and what is the matter with it, as one clause."""
    obs = saying.worded(table, remark, "obs", min(words, 12))
    if not remark.quote:
        return capital(obs)
    return f"“{remark.place.shown(words)}” ({table.at(remark.place)}): {obs}"


def frame(table: Table) -> tuple[str, FramingResult]:
    """The lead's summary of what the notes say on the topic, and the question for everybody."""
    return framing.summary(table), FramingResult(focus_question=framing.focus_question(table))


def contribution(table: Table) -> tuple[str, ContributionResult]:
    """The speaker's turn: the way back to the topic, an answer, another view of a point, or the next point."""
    if found := drift.find_drift(table):
        return "", ContributionResult(drift=found)
    if drift.message_drift(table) and not drift.is_named(table):
        return "", ContributionResult(passes=True)
    if differently := _dissenting_turn(table):
        return differently
    draft = responses.respond(table) or _topic_answer(table) or _next_point(table)
    if draft.passes or not draft.text:
        return "", ContributionResult(passes=True)
    references = sorted(dict.fromkeys(draft.refers_to))
    return draft.text, ContributionResult(refers_to=references, changed_mind=responses.changed_mind(table))


def synthesis(table: Table) -> tuple[str, SynthesisResult]:
    """What came out, with the turns that each point comes from."""
    result = summing.with_uncited(table, summing.sum_up(table))
    return summing.summary_sentence(table, result), result


def _dissenting_turn(table: Table) -> tuple[str, ContributionResult] | None:
    """Seeing it differently: the other side of a tension that the notes have and that a persona has taken a side in.

    None when nobody has taken a side, when people wait for an answer, when it was put to people before, or when too
    few turns are left for their choice.
    """
    is_late = table.now.turn_count + _TURNS_NEEDED >= table.setup.max_turns
    if table.asked or is_late or any(said.disagreement or said.what == "disagreement" for said in table.log):
        return None
    for said in reversed(table.contributions[-_BACK:]):
        if said.key != table.speaker.key and (found := _other_side(table, said)):
            theirs, mine = found.first, found.second
            seen = Disagreement(other=said.first_name, mine=mine, theirs=theirs)
            words = {
                "name": said.first_name,
                "theirs": theirs.option,
                "mine": mine.option,
                "reason": mine.reason,
            }
            text = _SEEN_DIFFERENTLY[found.against].format(**words)
            return text, ContributionResult(refers_to=[said.number], disagreement=seen)
    return None


def _other_side(table: Table, said: Turn) -> Tension | None:
    for remark in picking.made_in(table, said.text):
        found = find_tension(remark, table)
        if found and found.line in said.flat and found.against == lens_family(table.speaker):
            return found
    return None


def _topic_answer(table: Table) -> ContributionDraft | None:
    """That the notes don't answer a typed question, from whoever has no point on it and has not spoken yet; what does
    answer it the framing has quoted."""
    typed, framing = table.typed, table.now.framing
    if typed is None or framing is None or table.own or picking.own_remarks(table):
        return None
    if not typed.asks or table.optional or typed.passages or passages_on(table, typed.text):
        return PASS
    return responses.answer_question(table, typed.as_question(framing.number), list(table.contributions))


def _next_point(table: Table) -> ContributionDraft:
    """The best point of the speaker's lens that nobody has made, tied to what was said before."""
    points = picking.own_remarks(table)
    if not points:
        return responses.nothing_left(table)
    remark = points[0]
    nth = picking.times_made(table, remark.kind)
    if start := _bearing_fact(table, remark) or crosstalk.find_link(table, remark):
        most = saying.MOST - saying.count(start.text)
        text = f"{start.text} {saying.paragraph(table, remark, nth, most, least=_LEAST_QUOTED)}"
        if saying.count(text) <= saying.MOST:
            return ContributionDraft(text, start.refers_to)
    return ContributionDraft(saying.paragraph(table, remark, nth))


def _bearing_fact(table: Table, remark: Remark) -> ContributionDraft | None:
    """What a person said that bears on a point, if the speaker has not taken it up before."""
    taken = {number for said in table.own for number in said.refers_to}
    about = content_stems(f"{remark.quote} {remark.section}".lower())
    for said in reversed(table.messages):
        words = people.words_of(said.text)
        shared = content_stems(words.lower()) & about
        if said.number not in taken and people.tells_something(said.text) and len(shared) >= _SHARED:
            text = f"{table.called(said)} said “{Passage(words).shown(18)}”, and that bears on this."
            return ContributionDraft(text, (said.number,))
    return None
