"""The lead's start: what the notes say about the topic, in their own words, and one question for everybody."""

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.lenses import owner
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import MOST_READ, Table
from reviews.language.prose import any_case, vocabulary
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage, is_statement, passage, title_of
from reviews.language.wording import pick
from reviews.offline.study import is_english

_MOST_QUOTES = 3
_LEAST = 0.34
_MAIN = ("problem", "how", "evidence", "affected", "why", "risks")
_NOT_OFTEN = vocabulary("inaction owner date people matters measured choice answered_risk answered")
# What the reviewer's topics have to say on the titles of steps.
_BY_TOPIC = [
    (any_case(words), topics.split())
    for words, topics in (
        (r"\brisk|blast|quality", "risks evidence"),
        (r"\buser|journey|stakeholder|story|need", "affected problem"),
        (r"business|context|success", "why problem evidence"),
        (r"option|trade-?off|alternativ|decision", "tradeoffs how"),
        (r"interface|integration|module|flow|error|architecture|technology|feature", "how risks"),
        (r"scope|priorit|summary|review", "how evidence"),
    )
]
_FIRST = ("{name} says “{quote}” ({at}).", "{name} starts from this: “{quote}” ({at}).")
_NEXT = ("It goes on with “{quote}” ({at}).", "Then it says “{quote}” ({at}).")
_ON_TOPIC = "On {topic} it has this: “{quote}” ({at})."
_EMPTY = (
    "{name} holds no sentence that I could quote yet, so we start from what {topic} asks, and from what each of us"
    " would need to see on paper."
)
_NOT_ENGLISH = "My rules read English only, so I quote these lines as they stand and go by what {topic} asks."
_QUESTIONS: dict[str, str] = {
    "conflict": "Which of the two holds, “{other}” or “{quote}”, and what does each of them mean for {topic}?",
    "risk": "What do we do when this happens, “{quote}”, who notices it first, and what does it mean for {topic}?",
    "decision": "What speaks for and what against “{quote}”, and what would that change for {topic}?",
    "alternatives": "Which other ways of doing this would {topic} have to weigh, and what would each of them cost"
    " or risk?",
    "risks": "What could go wrong with this, which of it would hurt {topic} most, and what would we do then?",
    "untestable": "What would have to be true for “{quote}” to pass a test, and what does that mean for {topic}?",
    "todo": "What has to be settled before “{quote}” can be closed, and what in {topic} depends on it?",
    "terms": "What exactly is meant by {terms}, and what goes wrong in {topic} if two of us read them"
    " differently?",
    "source": "What would show that “{quote}” is true, and what would {topic} look like without it?",
    "load": "Which figure stands behind “{quote}”, and what follows for {topic} if it turns out lower?",
    "dangling": "What was meant to stand where “{quote}” points, and what does {topic} lose without it?",
    "error_path": "What should happen when this fails, “{quote}”, and who in {topic} would notice it?",
    "hedge": "Under which condition does “{quote}” hold, and what does {topic} do when it doesn't?",
    "passive": "Who or what does this, “{quote}”, and what does {topic} expect of them?",
    "contract": "What happens when this rule is broken, “{quote}”, and who in {topic} has to deal with it?",
    "how": "How would this work from its first event to its last, and where in {topic} could it break?",
    "why": "Why is this worth doing, for whom, and how would {topic} show it?",
    "impact": "Who is affected by this, in which way, and what does {topic} owe them?",
    "metric": "Which figure would show that this worked, and how would {topic} have to change to move it?",
    "vague": "How much is meant by “{quote}”, compared with what, and what does {topic} have to do for it?",
    "jargon": "What is meant by {terms} in everyday words, and who in {topic} has to understand them?",
    "exclusion": "What speaks for taking {what} in after all, what against it, and what does that mean for"
    " {topic}?",
    "problem": "Which trouble of today is this the answer to, and how would {topic} look if it were another one?",
    "question": "{text}",
}
_OPEN_QUESTION = (
    "What would each of us need to see about {topic} before anybody builds on these notes, and why?"
)


def summary(table: Table) -> str:
    """Two or three sentences of what the notes say about the topic, quoted."""
    passages = _passages(table)
    name = _name(table)
    if not passages:
        return _EMPTY.format(name=name, topic=table.topic)
    lines = [_line(table, _FIRST, passages[0], name)]
    if len(passages) > 1:
        lines.append(_second(table, passages[1]))
    if not is_english(table.studies):
        return " ".join([*lines, _NOT_ENGLISH.format(topic=table.topic)])
    lines += [_line(table, _NEXT, place, name) for place in passages[2:_MOST_QUOTES]]
    return " ".join(lines[:_MOST_QUOTES] + _cut(table))


def _second(table: Table, place: Passage) -> str:
    if any(place.quote == found.quote for found in _on_topic(table)):
        return _ON_TOPIC.format(topic=table.topic, quote=place.shown(30), at=table.at(place))
    return _line(table, _NEXT, place, "it")


def _line(table: Table, variants: tuple[str, ...], place: Passage, name: str) -> str:
    return pick(variants, place.quote).format(name=name, quote=place.shown(30), at=table.at(place))


def _cut(table: Table) -> list[str]:
    read = sum(len(text) for _, text in table.notes)
    return [f"I read the first {MOST_READ // 1000} KB of it."] if read >= MOST_READ else []


def _name(table: Table) -> str:
    """What the notes are called: the title of the only one, else "the notes"."""
    if len(table.studies) != 1:
        return "The first text" if table.studies else "The table"
    titles = [title_of(s) for s in table.studies[0].document.sections if s.level == 1]
    return f"“{titles[0]}”" if len(titles) == 1 and titles[0] else table.notes[0][0] or "The text"


def _passages(table: Table) -> list[Passage]:
    """What the notes are about, then what they say on the topic, then what they plan; none twice."""
    main = [table.settled[topic] for topic in _MAIN if topic in table.settled]
    on_topic = _on_topic(table)
    ordered = [*main[:1], *on_topic, *main[1:], *_first_statements(table)]
    return list({place.quote: place for place in ordered}.values())[:_MOST_QUOTES]


def _on_topic(table: Table) -> list[Passage]:
    """The passage that is most about the topic, or about what its step asks."""
    for pattern, topics in _BY_TOPIC:
        if pattern.search(table.topic):
            return [table.settled[topic] for topic in topics if topic in table.settled][:1] + _found_on(table)
    return _found_on(table)


def _found_on(table: Table) -> list[Passage]:
    hits = [lookup.best(table.indexes, text, least=_LEAST) for text in (table.topic, *table.setup.questions)]
    best = max((hit for hit in hits if hit), key=lambda hit: hit.covered, default=None)
    return [best.passage] if best else []


def _first_statements(table: Table) -> list[Passage]:
    found = []
    for one in table.studies:
        said = [s for s in one.document.sentences[:200] if s.kind != "heading" and len(s.words) >= 2]
        said = [s for s in said if is_statement(s, least=4)] or said
        found += [passage(one.document, sentence) for sentence in said[:_MOST_QUOTES]]
    return found


def focus(table: Table) -> str:
    """One open question for everybody, from the gravest gap outside the lead's own lens."""
    remark = subject(table)
    if remark is None:
        return _OPEN_QUESTION.format(topic=table.topic)
    known = saying.fields(table, remark, 16) | {"topic": table.topic}
    return _QUESTIONS[remark.kind].format(**known)


def subject(table: Table) -> Remark | None:
    """The point that the focus question is about: best one of who answers first, if it comes near the best of all."""
    outside = [
        r
        for r in picking.everything(table)
        if r.kind in _QUESTIONS and owner(r, table) != table.setup.lead.key
    ]
    fits = [
        r for r in outside if r.kind not in _NOT_OFTEN and (r.quote or r.kind in ("risks", "how", "question"))
    ]
    if not fits:
        return None
    first = table.setup.cast[1].key if len(table.setup.cast) > 1 else ""
    best = picking.foremost(table, fits)
    own = picking.foremost(table, [remark for remark in fits if owner(remark, table) == first])
    near = own and best and picking.score(table, own) > picking.score(table, best) - 2
    return own if near else best
