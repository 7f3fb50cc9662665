"""The roundtable by rules: blind first takes, the lead's framing, contributions, the synthesis.

Pure: the same facts give the same words. Personas point at the notes, quote them and ask; they hold no opinion that
the notes do not support.
"""

from reviews.kinds.roundtable.offline import (
    crosstalk,
    drift,
    framing,
    opening,
    people,
    picking,
    responses,
    saying,
    summing,
)
from reviews.kinds.roundtable.offline import tension as tensions
from reviews.kinds.roundtable.offline.dissent import Dissent, dissent
from reviews.kinds.roundtable.offline.remark import ContributionDraft, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.results import (
    ContributionResult,
    Disagreement,
    FramingResult,
    Side,
    SynthesisResult,
)
from reviews.language.reading.passages import Passage
from reviews.language.reading.topics import content

_SHARED = 2
_LEAST_QUOTED = 18


def first_take(table: Table) -> tuple[str, None]:
    """What strikes the speaker's lens first; nobody else sees it."""
    return opening.take(table), None


def frame(table: Table) -> tuple[str, FramingResult]:
    """The lead's summary of what the notes say on the topic, and the question for everybody."""
    return framing.summary(table), FramingResult(focus_question=framing.focus(table))


def contribution(table: Table) -> tuple[str, ContributionResult]:
    """The speaker's turn: the way back to the topic, an answer, another view of a point, or the next point."""
    if found := drift.drift(table):
        return "", ContributionResult(drift=found)
    if drift.strayed(table) and not drift.is_named(table):
        return "", ContributionResult(passes=True)
    if found_other := dissent(table):
        return _differently(found_other)
    draft = responses.respond(table) or _next_point(table)
    if draft.passes or not draft.text:
        return "", ContributionResult(passes=True)
    references = sorted(dict.fromkeys(draft.refers_to))
    return draft.text, ContributionResult(refers_to=references, changed_mind=responses.changed_mind(table))


def synthesis(table: Table) -> tuple[str, SynthesisResult]:
    """What came out, with the turns that each point comes from."""
    result = summing.with_uncited(table, summing.summed(table))
    return summing.sentence(table, result), result


def _differently(found: Dissent) -> tuple[str, ContributionResult]:
    seen = Disagreement(
        other=found.said.first_name, mine=_side(found.tension.second), theirs=_side(found.tension.first)
    )
    return found.text(), ContributionResult(refers_to=[found.said.number], disagreement=seen)


def _side(side: tensions.FavouredSide) -> Side:
    return Side(option=side.option, reason=side.reason, brief=side.brief)


def _next_point(table: Table) -> ContributionDraft:
    """The best point of the speaker's lens that nobody has made, tied to what was said before."""
    points = picking.own(table)
    if not points:
        return responses.nothing_left(table)
    remark = points[0]
    nth = picking.times(table, remark.kind)
    fact = _fact(table, remark)
    link = None if fact else crosstalk.link(table, remark)
    opening_line, numbers = fact or ((link.text, (link.number,)) if link else ("", ()))
    if link is None and fact is None:
        return ContributionDraft(saying.paragraph(table, remark, nth))
    text = saying.paragraph(table, remark, nth, saying.MOST - saying.count(opening_line), least=_LEAST_QUOTED)
    if saying.count(f"{opening_line} {text}") > saying.MOST:
        return ContributionDraft(saying.paragraph(table, remark, nth))
    return ContributionDraft(f"{opening_line} {text}", numbers)


def _fact(table: Table, remark: Remark) -> tuple[str, tuple[int, ...]] | None:
    """What a person said that bears on a point, if the speaker has not taken it up before."""
    taken = {number for said in table.own for number in said.refers_to}
    about = content(f"{remark.quote} {remark.section}".lower())
    for said in reversed(table.messages):
        words = people.words_of(said.text)
        if (
            said.number not in taken
            and people.tells(said.text)
            and len(content(words.lower()) & about) >= _SHARED
        ):
            return f"{table.called(said)} said “{Passage(words).shown(18)}”, and that bears on this.", (
                said.number,
            )
    return None
