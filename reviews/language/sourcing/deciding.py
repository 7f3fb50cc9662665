"""Who decided what a claim says to be decided: the lines that decide the same, and those that leave it open later."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from math import fsum

from reviews.language.sourcing.bounds import rhythms_in
from reviews.language.sourcing.commitments.deciders import is_by
from reviews.language.sourcing.compare import SAME_THING, parts_about, parts_of
from reviews.language.sourcing.content import content_words, is_set_aside, main_part, without_reason
from reviews.language.sourcing.contradicting.opposites import excludes, widens
from reviews.language.sourcing.contradicting.other_thing import forbids_only_a_use, tells_other_thing
from reviews.language.sourcing.contradicting.settings import is_set_apart
from reviews.language.sourcing.contradicting.unsettled import settles_nothing
from reviews.language.sourcing.decisions import (
    DecisionSaid,
    direction_of,
    is_retracted,
    leaves_open,
    open_topic,
    read_decision,
    same_decision,
    times_turned,
    waits,
)
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import find_words, unmark_text
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.same_facts import facts_in, is_equal, is_like
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_DECISION_SHARE = 0.5
_FEWEST_PROPOSED, _CLEARLY, _WORDED, _TOLD = 2, 0.2, 0.34, 0.4
"""Words that a proposal has at least, how much more of a claim a persona says, and the shares of it that are enough of
what a person decides or just says for the same in other words."""
_VIEWS = read_words(__file__, "decisions").words("views")
_OWN_VIEW = re.compile(
    rf"[ \n]*([A-ZÀ-Þ][\w'-]{{1,30}}(?:[ \n][A-ZÀ-Þ][\w'-]{{1,30}}){{0,2}})[ \n](?:{'|'.join(_VIEWS)})(?![^\W_])"
)
_STANDS_FOR = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(read_words(__file__, 'content').words('pronouns'))}|les?|la)(?![^\W_])|l'",
    re.IGNORECASE,
)
_OF_NO_OPTION = frozenset().union(
    *map(content_words, read_words(__file__, "decisions").words("of_no_option"))
)
"""What a sentence says of options that were dropped, whichever they are ("each with its reason")."""
_MOST_DROPPED, _LAST_WORDS, _DROPPED_SHARE = 60, (1, 3), 0.7
_TELLING = 0.2
_MOST_READ, _MOST_FIGURES, _LONGEST_READ = 500, 20, 2000


def deciding_lines(
    claimed: DecisionSaid, statement: Statement, index: SourceIndex, can_compare: bool
) -> Iterator[tuple[SourceLine, bool]]:
    """The lines that decide the same and that no person leaves open later, each with whether words could be compared;
    personas' turns are among them."""
    # What the sentence itself sets against the decided ("not in Postgres") is no part of it.
    claimed = replace(claimed, about=claimed.about - statement.contrasted)
    parties = {word for fact in statement.facts if fact.kind == "party" for word in fact.value.split()}
    open_until = last_open(claimed, index)
    most = index.overlaps(claimed.about).most_common(_MOST_READ)
    opposite: bool | None = None
    near = dict.fromkeys([*(number for number, _ in most), *index.by_people[:_MOST_READ]])
    for number in near:
        line = index.lines[number]
        if (number < open_until and line.trusted) or not is_by(claimed.by, line, index.speakers):
            continue
        if not _fits(claimed, number, index) or not _names_all(parties, line):
            continue
        if settles_nothing(statement, line):
            continue
        if claimed.direction > 0 and is_set_apart(line):
            continue
        if index.decision_in(number)[0] is None and opposite is None:
            opposite = any(_turns_down(claimed, each, index) for each in near)
        if says_no_less(statement, line, index) and not (opposite and index.decision_in(number)[0] is None):
            yield line, True
    if can_compare and claimed.about:
        return
    for number, line in enumerate(index.lines[:_MOST_READ]):
        said = index.decision_in(number)[0]
        alike = said and same_decision(claimed, said, line.source.kind == "person")
        alike = alike and not settles_nothing(statement, line)
        if alike and _names_all(parties, line) and is_by(claimed.by, line, index.speakers):
            yield line, False


def _parts_told(line: SourceLine) -> list[tuple[frozenset[str], int]]:
    """The words of each part of a line and which way it goes; one with a pronoun is one with what that stands for
    ("… are beta, let's keep them off")."""
    turned = int(line.affirmed < 0)
    told: list[tuple[frozenset[str], int]] = []
    for part in parts_of(line.statement.plain):
        words, direction = content_words(part), direction_of(part, turned)
        if told and _STANDS_FOR.search(part):
            words, direction = words | told[-1][0], min(direction, told[-1][1])
            told.pop()
        told.append((words, direction))
    return told


def only_proposed(claimed: DecisionSaid, statement: Statement, index: SourceIndex) -> bool:
    """Whether a persona says clearly more of what is claimed to be decided than any person or the notes do."""
    about, facts = claimed.about - statement.contrasted, claimed_parts(claimed, statement)[1]
    size = len(about) + len(facts)
    if size < _FEWEST_PROPOSED:
        return False
    by_turn = by_others = 0.0
    for number, _ in index.overlaps(about).most_common(_MOST_READ):
        line = index.lines[number]
        told = facts_in(facts, line)
        if not line.trusted:
            by_turn = max(by_turn, (len(about & line.around) + told) / size)
        elif not is_retracted(line.statement.plain):
            by_others = max(by_others, (len(about & line.exchange) + told) / size)
    return by_turn >= SAME_THING and by_turn > by_others + _CLEARLY


def is_turned_down(claimed: DecisionSaid, statement: Statement, index: SourceIndex) -> bool:
    """Whether a person sets aside, against something else, what is claimed to be done ("our machines, not RDS")."""
    about, _ = claimed_parts(claimed, statement)
    if claimed.direction < 0:
        return False
    for number in index.by_people[:_MOST_READ]:
        line = index.lines[number]
        aside = line.statement.contrasted & about - (line.statement.words - line.statement.contrasted)
        telling = [word for word in aside if index.weight_of(word) >= _TELLING]
        if telling and not is_retracted(line.statement.plain) and not line.statement.asks:
            return True
    return False


def dropped_in_notes(claimed: DecisionSaid, statement: Statement, index: SourceIndex) -> bool:
    """Whether each thing of which a sentence says that it was dropped is an item of the notes that says so, or that
    stands in a list which does ("Considered and rejected")."""
    if claimed.kinds != {"drop"} or claimed.direction > 0:
        return False
    about = claimed.about - _OF_NO_OPTION
    dropped: set[str] = set()
    for number, _ in index.overlaps(about).most_common(_MOST_DROPPED):
        line = index.lines[number]
        if line.source.kind == "notes" and line.statement.is_item and _is_dropped(line.statement):
            dropped |= line.statement.words
    parts = [content_words(part, statement.language) & about for part in parts_of(statement.plain)]
    return (
        bool(dropped) and all(words & dropped for words in parts if words) and _most(about & dropped, about)
    )


def _is_dropped(statement: Statement) -> bool:
    heading = statement.context.split()
    texts = [" ".join(heading[-count:]) for count in _LAST_WORDS] + [statement.plain]
    said = (read_decision(plain, 0, statement.language) for plain in texts)
    return any(one is not None and one.kinds == {"drop"} and one.direction < 0 for one in said)


def _most(some: Collection[str], whole: Collection[str]) -> bool:
    return len(some) >= _DROPPED_SHARE * len(whole)


def worded_otherwise(claimed: DecisionSaid, statement: Statement, index: SourceIndex) -> bool:
    """Whether a person says in other words what is claimed to be decided: a part of its words or facts, in the same
    direction; of what is no decision by itself it has to be more."""
    about, facts = claimed_parts(claimed, statement)
    if "approve" in claimed.kinds or not (about or facts):
        return False
    open_until = last_open(claimed, index)
    weights = {word: index.weight_of(word) for word in about}
    only_in_turns = sum(map(index.is_only_in_turns, about))
    size = fsum(weights.values()) + len(facts)
    for number in index.by_people[:_MOST_READ]:
        line = index.lines[number]
        if not is_by(claimed.by, line, index.speakers) or settles_nothing(statement, line):
            continue
        mine, told = about & line.statement.words, facts_in(facts, line)
        close = line.around | line.asked_words | words_before(number, index)
        near = about & (close | line.exchange)
        decides = index.decision_in(number)[0] is not None or bool(line.affirmed)
        whole = decides and len(mine) >= len(index.decision_in(number)[1])
        fewest = 1 if whole or len(about) + len(facts) <= _FEWEST_PROPOSED else _FEWEST_PROPOSED
        enough = len(near) + told >= fewest and len(near) >= only_in_turns
        share = (fsum(weights[word] for word in near) + told) / size
        if not (mine or told) or not enough or share < (_WORDED if decides else _TOLD):
            continue
        if near and max(near, key=lambda word: (weights[word], word in close)) not in close:
            continue  # What tells the most stands in another sentence of the message.
        if number >= open_until and _is_word(line) and says_no_less(statement, line, index):
            same_way = _goes_same_way(statement, about, line)
            if same_way and not leaves_figure_out(statement, line, index):
                return True
    return False


def leaves_figure_out(statement: Statement, line: SourceLine, index: SourceIndex) -> bool:
    """Whether a line has none of the figures of a claim that people speak of in others."""
    facts = [fact for fact in statement.facts[:_MOST_FIGURES] if isinstance(fact.meaning, Quantity)]
    facts = [fact for fact in facts if not is_set_aside(statement.plain, fact.start - statement.start)]
    if not facts or facts_in(facts, line) or line.source.kind != "person":
        return False
    return any(facts_in(facts, index.lines[number]) for number in index.by_people[:_MOST_READ])


def words_before(number: int, index: SourceIndex) -> frozenset[str]:
    """The words of the sentence before a line in the same message."""
    before = index.lines[number - 1] if number else None
    return before.statement.words if before and before.source is index.lines[number].source else frozenset()


def claimed_parts(claimed: DecisionSaid, statement: Statement) -> tuple[frozenset[str], list[Fact]]:
    """The words and the facts of what is claimed to be decided, without what it sets aside itself."""
    facts = [
        fact
        for fact in statement.facts[:_MOST_FIGURES]
        if fact.kind not in ("party", "quote", "name")
        and not is_set_aside(statement.plain, fact.start - statement.start)
    ]
    about = claimed.about - statement.contrasted
    return about & content_words(without_reason(statement.plain), statement.language) or about, facts


def _is_word(line: SourceLine) -> bool:
    """Whether a line of a person says how it is to be: no question, nothing left open or taken back."""
    plain = line.statement.plain
    asks = line.statement.asks and not line.affirmed
    return (
        not asks
        and not is_retracted(plain)
        and (bool(line.affirmed) or not (leaves_open(plain) or waits(plain)))
    )


def _goes_same_way(statement: Statement, about: frozenset[str], line: SourceLine) -> bool:
    """Whether the parts of a sentence and of a line that speak of the same go the same way."""
    turned, told = int(line.affirmed < 0), _parts_told(line)
    if not turned and _says_all_of_it(statement, about, line.statement):
        return True
    # A part that only names what is spoken of ("The app, we drop it") says nothing of it.
    theirs = [
        (words, direction)
        for words, direction in told
        if len(told) == 1 or direction < 0 or not words <= about
    ]
    ways = {
        direction_of(part) == direction
        for part in parts_of(statement.plain)
        for words, direction in theirs
        if words & content_words(part, statement.language) & about
    }
    return (
        ways <= {True}
        if ways
        else direction_of(statement.plain) == direction_of(line.statement.plain, turned)
    )


def _says_all_of_it(statement: Statement, about: frozenset[str], other: Statement) -> bool:
    """Whether a part of a line says by itself all that a sentence is about, and goes its way."""
    way = direction_of(statement.plain)
    return len(about) > 1 and any(
        about <= content_words(part, other.language) and direction_of(part) == way
        for part in parts_of(other.plain)
    )


def tells_own_view(statement: Statement, index: SourceIndex) -> bool:
    """Whether a sentence says what a persona, who said so in a turn, thinks of it ("Maya gave up the log")."""
    found = _OWN_VIEW.match(statement.plain)
    name = {name_word(one[0]) for one in find_words(found[1])} if found else set()
    if not name:
        return False
    about = statement.words - content_words(found[1] if found else "")
    for number, _ in index.overlaps(about).most_common(_MOST_READ):
        line = index.lines[number]
        is_own = line.source.kind == "turn" and line.speaker_words >= name
        if is_own and len(about & line.around) >= _DECISION_SHARE * len(about):
            return True
    return False


def _turns_down(claimed: DecisionSaid, number: int, index: SourceIndex) -> bool:
    """Whether a person decides the opposite in so many words."""
    said, words = index.decision_in(number)
    statement = index.lines[number].statement
    if said is None or index.lines[number].source.kind != "person" or said.direction == claimed.direction:
        return False
    own = len(claimed.about & (statement.words | statement.context_words))
    if words and own < SAME_THING * len(claimed.about):
        return False
    opposite = DecisionSaid(claimed.kinds, said.direction, claimed.about)
    return _fits(opposite, number, index)


def _names_all(parties: Collection[str], line: SourceLine) -> bool:
    return not parties or line.statement.name_words.issuperset(parties)


def says_no_less(statement: Statement, line: SourceLine, index: SourceIndex) -> bool:
    """Whether a line neither excludes what a claim says nor says it of fewer or of another thing."""
    whole = line.source.text[:_LONGEST_READ]
    return (
        not _other_figure(statement, line.statement)
        and not _other_rhythm(statement.plain, line.statement.plain)
        and not any(
            excludes(statement.plain, part)
            for part in parts_about(statement, line.statement) or [line.statement.plain]
        )
        and not widens(statement.plain, whole)
        and not (tells_other_thing(statement, line, index) or forbids_only_a_use(statement, line))
    )


def _other_rhythm(some: str, other: str) -> bool:
    """Whether one sentence says "monthly" and the other one does not."""
    mine = rhythms_in(main_part(some))
    return bool(mine) and not mine & rhythms_in(main_part(other))


def _other_figure(statement: Statement, other: Statement) -> bool:
    """Whether a line has figures like one of the claim's, and none of them is that one."""
    theirs = [fact for fact in other.facts if not is_set_aside(other.plain, fact.start - other.start)]
    for fact in statement.facts[:_MOST_FIGURES]:
        if isinstance(fact.meaning, Quantity) and not is_set_aside(
            statement.plain, fact.start - statement.start
        ):
            like = [each for each in theirs if is_like(each, fact)]
            if like and not any(is_equal(each, fact) for each in like):
                return True
    return False


def _fits(claimed: DecisionSaid, number: int, index: SourceIndex) -> bool:
    """Whether a line decides as claimed about the same: by saying so, by standing under "Decisions", or as a person's
    plain word."""
    line = index.lines[number]
    said, words = index.decision_in(number)
    own = len(claimed.about & (line.statement.words | line.statement.context_words))
    by_person = line.source.kind == "person"
    needed = SAME_THING if "approve" in claimed.kinds else _DECISION_SHARE
    enough = own >= max(1, needed * len(claimed.about))
    if by_person and not enough and "approve" not in claimed.kinds:
        pool = len(claimed.about & line.exchange)
        enough = pool >= max(2, _DECISION_SHARE * len(claimed.about)) and (own > 0 or not words)
    if not enough:
        return False
    if line.statement.contrasted & claimed.about or is_retracted(line.statement.plain):
        return claimed.direction < 0 and by_person
    if said is None:
        said = _plain_word(claimed, line, own, words)
    return said is not None and same_decision(claimed, said, by_person)


def _plain_word(
    claimed: DecisionSaid, line: SourceLine, own: int, words: Collection[str]
) -> DecisionSaid | None:
    """What a person or a persona says to be so, most of which the claim repeats."""
    statement = line.statement
    if (
        line.source.kind not in ("person", "turn")
        or "approve" in claimed.kinds
        or leaves_open(statement.plain)
    ):
        return None
    if own < SAME_THING * max(1, len(words)):
        return None
    direction = -1 if times_turned(statement.plain) % 2 else 1
    return DecisionSaid(frozenset({"decide"}), direction, statement.words)


def last_open(claimed: DecisionSaid, index: SourceIndex) -> int:
    """The number of the last line in which a person leaves open what is claimed, -1 without one."""
    for number in reversed(index.by_people[-_MOST_READ:]):
        line = index.lines[number]
        if line.affirmed or line.statement.asks or not leaves_open(line.statement.plain):
            continue
        topic = open_topic(line.statement.plain, line.statement.language)
        if len(topic) == 1 and _STANDS_FOR.search(line.statement.plain):
            topic |= _spoken_of(number, index)  # "But that is for the partners" is not about partners.
        whole = 0.0 if topic else _DECISION_SHARE * len(claimed.about)
        topic = topic or _spoken_of(number, index)
        if topic and len(topic & claimed.about) >= max(whole, SAME_THING * len(topic)):
            return number
    return -1


def _spoken_of(number: int, index: SourceIndex) -> frozenset[str]:
    """What "that" is in a line of a message: what the sentence before is about, or the question that it replies to."""
    line = index.lines[number]
    before = index.lines[number - 1] if number else line
    if before.source is line.source and (words := open_topic(before.statement.plain, "")):
        return words
    questions = [
        part for part in re.split(r"(?<=[.!?])\s", line.source.asked[-_LONGEST_READ:]) if part.endswith("?")
    ]
    return content_words(unmark_text(questions[-1])) if questions else frozenset()
