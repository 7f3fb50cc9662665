"""The lead's start: what the notes say about the topic, in their own words, and one question for everybody."""

from collections.abc import Iterable

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.asking import passages_on
from reviews.kinds.roundtable.offline.lenses import owner_of
from reviews.kinds.roundtable.offline.nearest import CLEARLY_NEAR, nearest_passages
from reviews.kinds.roundtable.offline.people import is_question
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import MOST_READ, Table
from reviews.kinds.roundtable.offline.typed_topic import WORDS, TypedTopic
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Sentence
from reviews.language.reading.passages import Passage, is_statement, passage, title_of
from reviews.language.reading.settled import leans_back
from reviews.language.wording import join_with_and
from reviews.language.wordlists import read_words
from reviews.offline.study import is_english, study_title

_MOST_QUOTES = 2
_FEWEST_WORDS = 8
_LEVEL, _FEWEST_SECTIONS, _MOST_SECTIONS = 2, 3, 6
"""The sections of notes that are named, and how many of them."""
_WORDS_OF = phrases(__file__, "notes", gap=" ")
_LABEL = any_case(r"\W{0,200}[\w -]{2,20}:\s")
_ASIDE = _WORDS_OF.whole("aside")
_OPENS = _WORDS_OF.whole("opens")
_WORDS = read_words(__file__, "framing")
_FIRST, _NEXT, _NEAREST = (_WORDS.text(key) for key in ("first", "next", "nearest"))
_EMPTY, _NOT_ENGLISH = (_WORDS.text(key) for key in ("empty", "not_english"))
_AGAIN, _AGAIN_QUESTION = _WORDS.text("again"), _WORDS.text("again_question")
_OPEN_QUESTION, _NOTHING = _WORDS.text("open_question"), _WORDS.text("nothing")
_SECTIONS = _WORDS.text("sections")


def summary(table: Table) -> str:
    """Two or three sentences of what the notes say about the topic, quoted."""
    name = _notes_name(table)
    if table.typed and table.typed.is_absent:
        return _absent_summary(table, table.typed, name)
    on_step = _step_passages(table)
    passages = _topic_passages(table, on_step)
    if not passages and table.heard_before:
        return _AGAIN.format(name=name)
    if not passages:
        return _EMPTY.format(name=name, topic=table.topic)
    lines = _sections_told(table, name) if on_step else []
    first = _NEAREST if lines else _FIRST
    lines.append(first.format(name=name, quote=passages[0].shown(30), at=table.at(passages[0])))
    if not is_english(table.studies):
        return " ".join([*lines, _NOT_ENGLISH.format(topic=table.topic)])
    lines += [_NEXT.format(quote=place.shown(30), at=table.at(place)) for place in passages[1:]]
    if table.typed and table.typed.telling_gaps:
        lines.append(WORDS.text("partly").format(words=table.typed.gaps_told))
    if not picking.remarks_of(table):
        lines.append(_NOTHING)
    return " ".join(lines + _cut_notice(table))


def _absent_summary(table: Table, typed: TypedTopic, name: str) -> str:
    """That the notes have nothing on what was typed, and what they are about instead."""
    said = WORDS.text("absent").format(name=name, words=typed.words_looked_for)
    main = next(iter(_first_statements(table)), None)
    if main is None:
        return said
    return f"{said} {WORDS.text('instead').format(quote=main.shown(30), at=table.at(main))}"


def _cut_notice(table: Table) -> list[str]:
    read = sum(len(text) for _, text in table.notes)
    return [f"I read the first {MOST_READ // 1000} KB of it."] if read >= MOST_READ else []


def _notes_name(table: Table) -> str:
    """What the notes are called: the title of the only one, else "the notes"."""
    if len(table.studies) != 1:
        return "The first text" if table.studies else "The table"
    return f"“{study_title(table.studies[0])}”"


def _topic_passages(table: Table, on_step: list[Passage]) -> list[Passage]:
    """What the notes say on a typed topic, else how they begin; none twice, and none that an earlier roundtable has
    quoted."""
    ordered = _typed_passages(table) or on_step or _first_statements(table)
    telling = [place for place in ordered if len(place.quote.split()) >= _FEWEST_WORDS] or ordered
    return _unquoted(table, {place.quote: place for place in telling}.values())[:_MOST_QUOTES]


def _typed_passages(table: Table) -> list[Passage]:
    """What comes nearest to a typed topic, then what is most about it, else what is open of it."""
    typed = table.typed
    if typed is None:
        return []
    found = [*passages_on(table, typed.text), *typed.passages]
    return found or [one.place for one in picking.remarks_of(table) if one.quote]


def _step_passages(table: Table) -> list[Passage]:
    """What of the notes comes nearest to a step by its name."""
    return [] if table.typed else nearest_passages(table.known, table.topic, CLEARLY_NEAR)


def _sections_told(table: Table, name: str) -> list[str]:
    """What the sections of the only text are called, on a step, which says little of these notes."""
    if len(table.studies) != 1:
        return []
    titles = [title_of(one) for one in table.studies[0].document.sections if one.level == _LEVEL]
    named = [f"“{title}”" for title in dict.fromkeys(titles) if title][:_MOST_SECTIONS]
    return (
        [_SECTIONS.format(name=name, titles=join_with_and(named))] if len(named) >= _FEWEST_SECTIONS else []
    )


def _unquoted(table: Table, places: Iterable[Passage]) -> list[Passage]:
    before = table.heard_before
    return [place for place in places if not any(saying.quotes_passage(text, place) for text in before)]


def _first_statements(table: Table) -> list[Passage]:
    """How the first of the notes that says anything begins: with a paragraph below its title, else with a section that
    says what it is about, else with whatever it has."""
    for one in table.studies:
        said = [s for s in one.document.sentences[:200] if s.kind != "heading" and len(s.words) >= 2]
        whole = [
            s
            for s in said
            if is_statement(s, least=4) and not (_is_aside(s) or is_question(s.plain) or leans_back(s.plain))
        ]
        prose = [s for s in whole if s.kind == "paragraph"]
        opens = [s for s in prose if any(map(_OPENS.search, s.section.path[-1:]))]
        lead = [s for s in prose[:1] if s.section.level <= 1]
        if best := lead or opens or whole or said:
            return [passage(one.document, best[0])]
    return []


def _is_aside(sentence: Sentence) -> bool:
    return bool(_LABEL.match(sentence.plain)) or any(map(_ASIDE.search, sentence.section.path[-1:]))


def focus_question(table: Table) -> str:
    """One open question for everybody, from the gravest gap outside the lead's own lens."""
    remark = focus_remark(table)
    if table.typed and not table.typed.is_absent and table.topic.endswith("?"):
        is_told = table.typed.asks and _typed_passages(table)
        return WORDS.text("told_question").format(subject=table.typed.subject) if is_told else table.topic
    if table.typed and (remark is None or table.typed.is_absent):
        key = "absent_question" if table.typed.is_absent else "present_question"
        return WORDS.text(key).format(subject=table.typed.subject)
    if remark is None:
        return _AGAIN_QUESTION if table.heard_before else _OPEN_QUESTION.format(topic=table.topic)
    return picking.QUESTIONS[remark.kind].format(**saying.remark_fields(table, remark, 16))


def focus_remark(table: Table) -> Remark | None:
    """The point that the focus question is about: the best one of who answers first, if it comes near the best of all,
    and one of the lead's own only when nobody else has any."""
    every = [r for r in picking.remarks_of(table) if r.kind in picking.QUESTIONS and picking.is_new(table, r)]
    fits = [r for r in every if owner_of(r, table) != table.setup.lead.key] or every
    if not fits:
        return None
    first = table.setup.cast[1].key if len(table.setup.cast) > 1 else ""
    best = picking.foremost_remark(table, fits)
    own = picking.foremost_remark(table, [remark for remark in fits if owner_of(remark, table) == first])
    near = own and best and picking.remark_score(table, own) > picking.remark_score(table, best) - 2
    return own if near else best
