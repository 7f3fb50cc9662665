"""The work that a document leaves to somebody: who does what by when, from lists and tables of actions, from promises
("we will look into it"), duties ("needs to be exported") and calls on nobody in particular."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.document_kind import FOLLOWS_UP, document_kind
from reviews.language.reading.outline import ItemList, Outline
from reviews.language.reading.parts import has_date, is_nothing
from reviews.language.reading.signals import has_doer, is_aside, is_prose

Form = Literal["item", "plan", "row", "table", "promise", "duty", "call", "assigned", "progress"]

_WORDS = phrases(language.__file__, "actions")
_TASKS, _PLANS, _RELATIVE = (
    any_case(rf"\W{{0,200}}+(?:\d[\d.]{{0,20}}+\W{{1,200}}+)?{_WORDS.any_of(name)}\W{{0,200}}(?:\(.*)?")
    for name in ("tasks", "plans", "relative")
)
_OWNER_COLUMN, _DUE_COLUMN, _TASK_COLUMN = (
    any_case(rf"\W{{0,200}}+{_WORDS.any_of(name)}\W{{0,200}}+")
    for name in ("owner_column", "due_column", "task_column")
)
_ADVERBS = rf"(?:\s+{_WORDS.any_of('adverb')})*"
_SPEAKER = r"(?:\(?@?[A-Za-z][\w.-]{0,20}\)?\s*:\s+)?"
_PROMISE = any_case(
    rf"\b(?P<who>{_WORDS.any_of('nobody')}){_ADVERBS}\s*{_WORDS.any_of('future')}{_ADVERBS}\s+{_WORDS.any_of('work')}"
)
_WITHOUT_SUBJECT = any_case(
    rf"^\W{{0,200}}{_SPEAKER}(?:will|to be|agreed (?:that |to )|please(?!.{{0,60}}\byoursel))\b{_ADVERBS}\s+\w+"
)
_UNNAMED = any_case(rf"\b{_WORDS.any_of('unnamed')}{_ADVERBS}\s+{_WORDS.any_of('future')}\s+\w+")
_DUTY = any_case(rf"\b{_WORDS.any_of('duty')}{_ADVERBS}\s+be{_ADVERBS}\s+{_WORDS.any_of('people')}\b")
_OWED = any_case(
    rf"\b(?:{_WORDS.any_of('still_owed')}{_ADVERBS}\s+be|(?:is|are){_ADVERBS}\s+being){_ADVERBS}"
    rf"\s+{_WORDS.any_of('people', 'either')}\b"
)
_ANY_DUTY = any_case(
    rf"\b{_WORDS.any_of('must')}{_ADVERBS}\s+(?:be{_ADVERBS}\s+(?:\w+ed|{_WORDS.any_of('done_to')})|hear)\b"
)
"""What has to be done, in a text that tells what follows from a meeting or an incident."""
_TOLD = any_case(rf"\b(?:is|are){_ADVERBS}\s+{_WORDS.any_of('told')}\b.*\b{_WORDS.any_of('beforehand')}\b")
_PROGRESS = _WORDS.whole("progress")
_CONDITION = any_case(rf"\W{{0,200}}{_WORDS.any_of('condition')}\b")
_MAYBE = any_case(rf"\b{_WORDS.any_of('maybe')}\W{{0,200}}$")
_MAIN = any_case(r"(?:^|[,;:.)(–—-]|\b(?:and|but|so|then|agreed|therefore|so far|here|also))[\s*_]*$")
_GROUNDS = any_case(rf"\W{{0,200}}(?:\d[\d.]{{0,20}}\W{{1,200}})?{_WORDS.any_of('grounds')}\W{{0,200}}")
_AFTER_LABEL = re.compile(r"^\W{0,200}[^:]{1,30}:\W{0,200}")
_WANTED = any_case(rf"^\W{{0,200}}{_SPEAKER}{_WORDS.any_of('wanted')}\b")
_PRESENT = any_case(rf"\W{{0,200}}{_WORDS.any_of('present')}\W{{0,200}}")
_CALL = _WORDS.whole("calls")
_TELL = any_case(rf"\W{{0,200}}{_WORDS.any_of('tell')}\b")
_ORDER = any_case(rf"\W{{0,200}}{_WORDS.any_of('orders')}\b")
_ANONYMOUS = any_case(
    rf"\b{_WORDS.any_of('meets')}\s+(?P<who>{_WORDS.any_of('anonymous')})\b(?!\s+(?:of|for|in)\b)"
)
_ROLE = any_case(
    rf"\b(?:{_WORDS.any_of('role')}\s+{_WORDS.any_of('acts')}|{_WORDS.any_of('answers')}(?<=[:\s])\s*\w|{_WORDS.any_of('answers')}\s+\w)"
)
_ANSWERS = _WORDS.whole("answers")
_OWNER_FIELD = any_case(rf"\W{{0,200}}(?:{_WORDS.any_of('owner_column')}|.*responsible)\W{{0,200}}")
_WHEN = _WORDS.whole("when")
_DONE = any_case(rf"\W{{0,200}}(?:\[x\]|{_WORDS.any_of('done')}\b)")
_VACANT = any_case(rf"\W{{0,200}}{_WORDS.any_of('vacant')}\W{{0,200}}")
_NO_PERSON = any_case(rf"(?:{_WORDS.any_of('no_person')}s?|{_WORDS.any_of('orders')})\W{{0,200}}$")
_DONE_NOTE = any_case(r"\W{0,200}done\b.{0,20}")
# "Ana: …", "Ben will …", "DPC to …", "(Cleo)" at the end: a name by its place, whatever the name is.
_NAME = rf"(?!(?i:{_WORDS.any_of('no_name')})\b)[A-Z][\w'’-]*"
_NAMED_FIRST = re.compile(
    rf"\W{{0,200}}(?P<name>{_NAME}(?:(?:,| and| &| ) *{_NAME}){{0,3}}) (?:will|to|is|are|can|should|has|agreed)\b"
)
_NAMED_LABEL = re.compile(rf"[\s\[\]xX(*_-]*@?{_NAME}(?:(?:,| and| &| ) ?{_NAME}){{0,2}}\)?\s*[*_]*:")
_NAMED_LAST = re.compile(
    rf"(?:(?:[(\[]|\s[–—-])\s*{_NAME}(?:(?:,| and| &|/| ) ?{_NAME}){{0,3}}"
    rf"|[,;:.]\s+{_NAME} {_NAME})\s*[)\]]?\W{{0,200}}$"
)
_NAMED_OVER = re.compile(rf"@[A-Za-z]|\({_NAME}(?: {_NAME})?\)|[–—:] {_NAME}(?: {_NAME})?\W{{0,200}}$")
_NAMED_INSIDE = re.compile(
    rf"\b{_NAME} will [a-z]|\bby {_NAME}\b|@[A-Za-z]|[,;:.(]\s+{_NAME} {_NAME}(?:,| [a-z]+s\b)"
)
_ASSIGNED = any_case(
    r"(?P<who>\b\w[\w'’-]{0,60}\b)(?P<act>\s+(?:will|to|is going to|are going to|is happy to|can|agreed to)\s+\w+)"
)

_MOST_LABELS = 20
"""Fields over a list that are asked whether they name somebody."""
_PERSON = re.compile(
    r"@[A-Za-z][\w-]+|[\w.+-]{1,64}+@[\w-]{1,64}\.\w{2,}|(?<![.!?:] )\b[A-Z][a-z]+(?:[ -][A-Z][\w'’-]+)+"
)
"""A handle, an address, or a first and a last name."""


@dataclass(frozen=True)
class Action:
    """Work for somebody. sentence: what says it; named: whether it says who; dated: whether it says when;
    column: the title of the empty cell, for a row; count: the items of a plan or the rows of a table."""

    sentence: Sentence
    form: Form
    named: bool
    dated: bool
    column: str = ""
    count: int = 1


@lru_cache(maxsize=16)
def read_actions(outline: Outline) -> tuple[Action, ...]:
    """The actions of a document in the order of the text, each sentence at most once, done ones left out."""
    found: dict[int, Action] = {}
    for action in (*_table_actions(outline), *_listed_actions(outline), *_said_actions(outline)):
        found.setdefault(action.sentence.index, action)
    return tuple(found[index] for index in sorted(found))


def find_anonymous(document: Document) -> Iterator[tuple[Sentence, str]]:
    """The sentences that turn to somebody who is meant and not named, with these words: "the relevant team"."""
    for sentence in document.sentences:
        match = _ANONYMOUS.search(sentence.plain)
        if match and is_prose(sentence) and not names_somebody(sentence.text):
            yield sentence.from_line_of(match.start()), match["who"]


def relative_headings(document: Document) -> Iterator[Sentence]:
    """The headings that count from a day: "Next 3 months"."""
    return (
        one
        for one in document.sentences
        if one.kind == "heading" and _RELATIVE.fullmatch(one.plain.strip(" #"))
    )


def names_somebody(text: str) -> bool:
    """Whether these words name a person, a role or a team that does something."""
    return bool(_ROLE.search(text) or _NAMED_INSIDE.search(text) or _NAMED_LAST.search(text))


def says_when(text: str) -> bool:
    """Whether these words give a day, a span of time or how often."""
    return has_date(text) or bool(_WHEN.search(text))


def names_owner(outline: Outline) -> bool:
    """Whether somebody answers for all of the document: a field says who, or a sentence "leads the work"."""
    fields = (
        field for field in outline.fields if field.form != "table" and _OWNER_FIELD.fullmatch(field.name)
    )
    if any(not is_nothing(field.value) for field in fields):
        return True
    return any(_ANSWERS.search(one.plain) and _PERSON.search(one.text) for one in outline.document.sentences)


def _table_actions(outline: Outline) -> Iterator[Action]:
    cells: dict[int, Sentence] = {}
    for sentence in outline.document.sentences:
        if sentence.kind == "table_cell" and sentence.words:
            cells.setdefault(sentence.line, sentence)
    for table in outline.tables:
        rows = [row for row in table.rows if row.line in cells]
        owners, dues, tasks = (
            [number for number, head in enumerate(table.heads) if column.fullmatch(head)]
            for column in (_OWNER_COLUMN, _DUE_COLUMN, _TASK_COLUMN)
        )
        if tasks and not owners and rows and not any(names_somebody(row.text) for row in rows):
            yield Action(cells[rows[0].line], "table", False, bool(dues), count=len(rows))
        for row in rows if owners else ():
            empty = [
                number
                for number in (*owners, *dues)
                if number < len(row.cells) and _is_vacant(row.cells[number])
            ]
            if empty:
                named = not set(owners) & set(empty)
                yield Action(cells[row.line], "row", named, not set(dues) & set(empty), table.heads[empty[0]])


def _is_vacant(cell: str) -> bool:
    return is_nothing(cell) or bool(_VACANT.fullmatch(cell))


def _listed_actions(outline: Outline) -> Iterator[Action]:
    for items in outline.lists:
        if not (tasks := _lists_tasks(items)) and not _PLANS.fullmatch(items.section.title):
            continue
        lead, over = items.lead.text if items.lead else "", " ".join(items.section.path[1:])
        labels = _labels_over(outline, items)
        named = (
            names_somebody(lead) or bool(_NAMED_OVER.search(over)) or any(map(_OWNER_FIELD.fullmatch, labels))
        )
        dated = says_when(f"{lead} {over}") or any(map(_DUE_COLUMN.fullmatch, labels))
        yield from _task_items(items, named, dated) if tasks else _plan_items(items, named, dated)


def _labels_over(outline: Outline, items: ItemList) -> list[str]:
    """The names of the fields between the heading over a list and the list that have a value, the nearest ones."""
    start = items.items[0].blocks[0].line
    end = bisect_left(outline.fields, start, key=lambda field: field.line)
    near = outline.fields[max(0, end - _MOST_LABELS) : end]
    return [field.name for field in near if field.value and field.line >= items.section.line]


def _lists_tasks(items: ItemList) -> bool:
    lead = items.lead.plain.strip(" :") if items.lead else ""
    return any(map(_TASKS.fullmatch, (*items.section.path, lead)))


def _task_items(items: ItemList, named: bool, dated: bool) -> Iterator[Action]:
    for item in items.items:
        if not item.sentences:
            continue
        first = {sentence.block.index: sentence for sentence in reversed(item.sentences)}
        own, *below = [first[index] for index in sorted(first)]
        text = " ".join(sentence.text for sentence in item.sentences)
        if any(_DONE_NOTE.match(sentence.plain) for sentence in below):
            continue
        # "Alerts:" with tasks below it is a heading of its own.
        group = bool(below) and (own.plain.rstrip().endswith(":") or len(own.words) == 1)
        for task in below if group else (own,):
            words = f"{own.text} {task.text}" if group else text
            if _is_work(task):
                yield Action(task, "item", named or _names_doer(task, words), dated or says_when(words))


def _plan_items(items: ItemList, named: bool, dated: bool) -> Iterator[Action]:
    """A plan is one action at its first item: what lacks a name there lacks it everywhere."""
    texts = {
        item.sentences[0]: " ".join(one.text for one in item.sentences)
        for item in items.items
        if item.sentences
    }
    work = [one for one in texts if _ORDER.match(_AFTER_LABEL.sub("", one.plain))]
    if len(work) < 2 or len(work) * 2 <= len(items.items) or not _is_work(work[0]):
        return
    named = named or any(_names_doer(first, text) for first, text in texts.items())
    dated = dated or any(map(says_when, texts.values()))
    yield Action(work[0], "plan", named, dated, count=len(items.items))


def _is_work(sentence: Sentence, least: int = 2) -> bool:
    """Whether it is more than a link or `least` words, is still to be done and asks nothing."""
    text = sentence.text.lstrip(" *_-+")
    return (
        is_prose(sentence, least=least) and not _DONE.match(text) and not text.startswith(("~~", "✅", "☑"))
    )


def _names_doer(first: Sentence, text: str) -> bool:
    label = _NAMED_LABEL.match(first.text)
    labelled = label and not _ORDER.match(label.group()) and not _NO_PERSON.search(label.group())
    return bool(labelled or _NAMED_FIRST.match(first.plain)) or names_somebody(text)


def _said_actions(outline: Outline) -> Iterator[Action]:
    people, kind = _people_present(outline), document_kind(outline)
    follows_up = kind in FOLLOWS_UP
    told, led = _listed_sentences(outline)
    for sentence in outline.document.sentences:
        if sentence.index in told:
            continue
        if _is_work(sentence, least=3) and (found := _said_action(sentence, people, follows_up=follows_up)):
            form, match = found
            named = form in ("progress", "assigned")
            if form == "promise":
                named = names_somebody(sentence.text) or _speaker_does(sentence, match)
            if form == "duty":
                named = has_doer(sentence.plain[match.end() :]) or "@" in sentence.text
            elif form == "call":
                named = bool(_NAMED_INSIDE.search(sentence.text)) or _speaker_does(sentence, match)
            yield Action(sentence, form, named or sentence.index in led, says_when(sentence.text))


def _listed_sentences(outline: Outline) -> tuple[frozenset[int], frozenset[int]]:
    """The sentences of lists of tasks, told of item by item, and those below an item that names somebody."""
    tasks, led = set(), set()
    for items in outline.lists:
        for item in items.items:
            numbers = [sentence.index for sentence in item.sentences]
            if _lists_tasks(items):
                tasks.update(numbers)
            elif numbers and (_NAMED_LAST.search(item.sentences[0].text) or "@" in item.sentences[0].text):
                led.update(numbers[1:])
    return frozenset(tasks), frozenset(led)


def _said_action(
    sentence: Sentence, people: frozenset[str], *, follows_up: bool
) -> tuple[Form, re.Match[str]] | None:
    plain = sentence.plain
    if people and (match := _find_assigned(plain, people)):
        return "assigned", match
    if match := _UNNAMED.search(plain) or _PROMISE.search(plain):
        form: Form = "promise"
    elif match := _find_call(sentence, people):
        form = "call"
    elif match := (
        _DUTY.search(plain)
        or _OWED.search(plain)
        or _TOLD.search(plain)
        or (_ANY_DUTY.search(plain) if follows_up else None)
    ):
        form = "duty"
    elif match := _PROGRESS.search(plain):
        form = "progress"
    else:
        return None
    before = plain[: match.start()]
    if (
        "?" in plain
        or _CONDITION.match(plain)
        or is_aside(plain, match.start())
        or (form in ("promise", "duty") and _MAYBE.search(before))
    ):
        return None
    if form == "promise" and not _MAIN.search(before):
        return None
    if form in ("promise", "duty") and any(map(_GROUNDS.fullmatch, sentence.section.path)):
        return None
    return form, match


def _find_call(sentence: Sentence, people: frozenset[str]) -> re.Match[str] | None:
    """What an item of a list calls for without a subject, and what minutes say is wanted."""
    plain = sentence.plain
    match = None
    if sentence.kind == "list_item":
        match = _WITHOUT_SUBJECT.search(plain) or _CALL.search(plain) or _TELL.match(plain)
        if people and match and "please" in match.group().lower():
            return None  # what each meeting asks of everybody
    return match or (_WANTED.search(plain) if people else None)


def _find_assigned(plain: str, people: frozenset[str]) -> re.Match[str] | None:
    return next((match for match in _ASSIGNED.finditer(plain) if match["who"].casefold() in people), None)


def _speaker_does(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether "JL: will take this" says who: a speaker who takes something on."""
    return bool(_NAMED_LABEL.match(sentence.plain)) and "will" in match.group().lower().split()


def _people_present(outline: Outline) -> frozenset[str]:
    """The names and initials of those who were at a meeting, in small letters; none for any other text."""
    names: set[str] = set()
    for sentence in outline.document.sentences:
        if sentence.kind in ("list_item", "table_cell") and any(
            map(_PRESENT.fullmatch, sentence.section.path)
        ):
            names.update(word.casefold() for word in sentence.words if word[0].isupper() and len(word) > 1)
    return frozenset(names)
