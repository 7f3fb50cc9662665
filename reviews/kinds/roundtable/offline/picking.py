"""Which point a persona makes next: its own lens's, near the topic, what nobody has said and no person has settled."""

from collections.abc import Iterable
from functools import lru_cache

from reviews.kinds.roundtable.offline import people, typed_topic
from reviews.kinds.roundtable.offline.gathering import gather_remarks
from reviews.kinds.roundtable.offline.lenses import OWN, lens_family, owner_of, sought_words
from reviews.kinds.roundtable.offline.remark import NOWHERE, WEIGHTS, Remark
from reviews.kinds.roundtable.offline.saying import asked, is_said, quotes_passage, said_by
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Seat, Turn
from reviews.language.reading import lookup
from reviews.language.reading.passages import passage
from reviews.language.wordlists import read_words
from reviews.offline.study import study_text

QUESTIONS = read_words(__file__, "framing").texts("questions")
_PER_WORD, _MOST_FOR_WORDS = 0.8, 2.4
_IN_FOCUS, _RAISED, _WORN = 6.0, 2.0, 3.5
_CLOSE = 0.4
_MOST_MENTIONS = 3
_FEW_SENTENCES, _ANSWERS = 12, 0.55


def remarks_of(table: Table) -> tuple[Remark, ...]:
    """Every point about the notes and the step, whoever's it is."""
    lenses = tuple(one for one in table.setup.cast if lens_family(one) == OWN and sought_words(one))
    found = (
        *gather_remarks(table.notes),
        *_question_remarks(table.setup.questions, table.notes),
        *(remark for one in lenses for remark in _sought_remarks(one, table.notes)),
    )
    return typed_topic.remarks_on(table.typed, found) if table.typed else found


@lru_cache(maxsize=64)
def _sought_remarks(person: Seat, notes: tuple[tuple[str, str], ...]) -> list[Remark]:
    """What a persona with a lens of its own looks for: the passages with its keywords, and those that are nowhere."""
    indexes = [study_text(text, name).index for name, text in notes]
    words = {word: frozenset(lookup.stems(word)) for word in sought_words(person)}
    met: list[tuple[int, int, Remark]] = []
    found: set[str] = set()
    for one in indexes:
        for entry in one.entries:
            here = tuple(word for word, stems in words.items() if stems and stems <= entry.counts.keys())
            found |= set(here)
            if here:
                place = passage(one.document, entry.sentence)
                remark = Remark("mention", place, WEIGHTS["mention"], terms=here[:2], owner=person.key)
                met.append((-len(here), entry.sentence.index, remark))
    best = [remark for _, _, remark in sorted(met, key=lambda entry: entry[:2])[:_MOST_MENTIONS]]
    lacking = tuple(word for word in person.keywords if word not in found)[:_MOST_MENTIONS]
    nowhere = (
        [Remark("absent", NOWHERE, WEIGHTS["absent"], terms=lacking, owner=person.key)] if lacking else []
    )
    return [*best, *nowhere] if any(one.entries for one in indexes) else []


@lru_cache(maxsize=64)
def _question_remarks(questions: tuple[str, ...], notes: tuple[tuple[str, str], ...]) -> list[Remark]:
    """What the step asks and notes of a few sentences don't answer, with the nearest passage; of longer ones nobody can
    say from words alone."""
    indexes = tuple(study_text(text, name).index for name, text in notes)
    found = []
    if sum(len(one.entries) for one in indexes) > _FEW_SENTENCES:
        return []
    for question in [one for one in questions if one.strip()][:8]:
        text = asked(question)
        if lookup.best(indexes, text, least=_ANSWERS) is None:
            near = lookup.best(indexes, text, least=0.3)
            found.append(
                Remark("question", near.passage if near else NOWHERE, WEIGHTS["question"], text=text)
            )
    return found


def own_remarks(table: Table) -> list[Remark]:
    """The points of the speaker's lens that are still to be made, best first."""
    fresh = [r for r in remarks_of(table) if owner_of(r, table) == table.speaker.key and is_fresh(table, r)]
    if not table.lines_beyond(_FEW_SENTENCES) and any(
        not r.quote for r in remarks_of(table) if said_by(r, table.own)
    ):
        fresh = [remark for remark in fresh if remark.quote]
    if times_made(table, "question"):
        fresh = [remark for remark in fresh if remark.kind != "question"]
    return sorted(fresh, key=lambda remark: -remark_score(table, remark))


def is_fresh(table: Table, remark: Remark) -> bool:
    """Whether nobody has made or quoted this point, here or in an earlier session, and no person has settled it."""
    if not is_new(table, remark) or _is_heard(remark, [said.flat for said in table.contributions]):
        return False
    return not any(is_settled(message, remark) for message in table.messages)


def is_new(table: Table, remark: Remark) -> bool:
    """Whether no earlier session has made or quoted this point, and nobody has settled it there."""
    told = any(people.settles(text, remark) for text in table.setup.told_before)
    return not told and not _is_heard(remark, table.heard_before)


def _is_heard(remark: Remark, texts: Iterable[str]) -> bool:
    return any(quotes_passage(text, remark.place) or is_said(remark, text) for text in texts)


def is_settled(message: Turn, remark: Remark) -> bool:
    """Whether a person's message fills the gap of a point."""
    return people.settles(message.text, remark)


def remark_score(table: Table, remark: Remark) -> float:
    """How much a point deserves the next turn."""
    words = set(lookup.stems(f"{remark.quote} {remark.section} {remark.wording.topics}"))
    topic = _terms_of(table.topic) | _terms_of(" ".join(table.setup.questions))
    near = min(_MOST_FOR_WORDS, _PER_WORD * len(topic & words))
    focus = _IN_FOCUS if remark.quote and quotes_passage(table.now.focus, remark.place) else 0.0
    raised = (
        _RAISED if any(covers(message.text, remark) >= _CLOSE for message in table.messages[-2:]) else 0.0
    )
    worn = _WORN * times_made(table, remark.kind)
    return remark.weight + near + focus + raised - worn


@lru_cache(maxsize=64)
def _terms_of(text: str) -> frozenset[str]:
    return lookup.terms_of(text)


def times_made(table: Table, kind: str) -> int:
    """How often the speaker has made a point of this kind."""
    made = [remark for remark in remarks_of(table) if remark.kind == kind]
    return sum(bool(said_by(remark, table.own)) for remark in made)


def covers(text: str, remark: Remark) -> float:
    """The share of what a text is about that a point is about too."""
    return share_covered(text, f"{remark.quote} {remark.section} {remark.text} {' '.join(remark.terms)}")


def share_covered(text: str, words: str) -> float:
    """The share of what a text is about that some words are about too."""
    return people.covered_weight(people.telling_stems(text), frozenset(lookup.stems(words)))


def made_in(table: Table, text: str) -> list[Remark]:
    """The points that a text makes."""
    flat = " ".join(text.split())
    return [remark for remark in remarks_of(table) if is_said(remark, flat)]


def foremost_remark(table: Table, remarks: Iterable[Remark]) -> Remark | None:
    """The point that deserves it most."""
    return max(remarks, key=lambda remark: remark_score(table, remark), default=None)
