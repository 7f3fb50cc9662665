"""Which of two sides that were put to people does a message pick (FR-005-03)? Told by rules. Pure, linear time.

Only words of picking pick: "we take the queue", "the queue it is", "option B", or nothing but what a side is called.
What asks, supposes, denies, complains, waits, tells of former times or names both sides picks none, and neither does
what is not understood to its end: then the choice stays open.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reviews.language.exit_intent import exit_intent
from reviews.language.phrases import folded_phrases
from reviews.language.prose import fold_text, sentences, spoken, words_in
from reviews.language.sourcing.content import stem_word
from reviews.language.sourcing.quantities import whole_number

LONGEST = 2_000
"""Characters of a message in which a pick is looked for."""
_LONGEST_LABEL = 40
"""Words of what a side is called in full."""

_WORDS = folded_phrases(__file__, "choice_intent")
_AROUND = re.compile(rf"(?:{_WORDS.any_of('around')}(?: |$))*+")
_GOES_ON, _WHY = (re.compile(rf"{_WORDS.any_of(key)}\b") for key in ("goes_on", "why"))
_RATHER = re.compile(rf",? ({_WORDS.any_of('rather')}) ")
_BLOCKED = _WORDS.whole("blocked")
_PICKS = re.compile(rf"{_WORDS.any_of('picks')} ")
_BEHIND = rf"(?: {_WORDS.any_of('behind')}(?= |$))*+(?: {_WORDS.any_of('why')} .*)?"
_NOTHING_ELSE = re.compile(_BEHIND)
_PICKED, _CONVINCES = (re.compile(rf" {_WORDS.any_of(key)}{_BEHIND}") for key in ("picked", "convinces"))
_MOVES_ON = re.compile(rf"(?:{_WORDS.any_of('moves_on')}(?: |$))*+")
_ASKS_BACK = _WORDS.words.vocabulary("asks_back")
_THE = rf"(?:{_WORDS.any_of('the')} )?"
_PLACE = re.compile(
    rf"{_THE}(?:(?P<first>{_WORDS.any_of('first')})|{_WORDS.any_of('second')})(?: {_WORDS.any_of('things')})?(?= |$)"
)
_LETTER = re.compile(rf"(?:{_THE}{_WORDS.any_of('numbered')} )?(?P<letter>[a-z\d])(?= |$)")
_LETTERED = re.compile(rf"\b{_WORDS.any_of('numbered')} (?P<letter>[a-z\d])\b")
_CLAUSE = re.compile(r"[,;()—–]|\s-{1,3}\s")
_SMALL, _THINGS, _COUNTS = (_WORDS.words.vocabulary(key) for key in ("small", "things", "counts"))
_MARKS = "ꀀꀁ"
"""Letters that nobody here writes, each for a side that is named in full: none of its words counts as the message's
own, such as the "no" of "no letters"."""
_LEAST_PICKED, _LEAST_ALONE = 1 / 3, 1 / 2
"""The share of a side's own words that names it behind words of picking, and in a message that has none."""


@dataclass(frozen=True)
class NamedSide:
    """A side as people may call it: by who favours it, or by one of its labels."""

    name: str
    labels: tuple[str, ...]


def picked_side(text: str, sides: Sequence[NamedSide], *, is_answer: bool = True) -> int | None:
    """The place of the one of two sides that a message picks, None when it picks none or that is not clear. Only where
    it answers the choice, "the first", "with Alex" and the mere name of a side pick; "with Alex's side" always does."""
    if len(text) > LONGEST or "?" in text:
        return None
    said = spoken(_with_marks(text, sides))
    if _BLOCKED.search(_RATHER.sub(", ", said)):
        return None
    known = _known_sides(sides, is_answer)
    parts = [_telling_clauses(said[begin:end], known) for begin, end in sentences(said)]
    heard = [word for clauses in parts for clause in clauses for word in clause.split()]
    picked = set().union(*(_picked_in(clauses, known) for clauses in parts))
    if not picked and is_answer:
        picked = _picked_alone([clause for clauses in parts for clause in clauses], known)
    return picked.pop() if len(picked | known.spoken_of(heard)) == 1 and picked else None


def moves_on(text: str) -> bool:
    """Whether a message says nothing, or nothing but that the discussion may go on."""
    return "?" not in text and _MOVES_ON.fullmatch(" ".join(words_in(spoken(text)))) is not None


def asks_back(text: str, names: Iterable[str]) -> bool:
    """Whether a message only asks for more on what was put to people, by itself or of some of these `names`: "Why?",
    "And you, Alex?". It has no word that tells what else it would be about."""
    known = _ASKS_BACK.union(*(words_in(fold_text(name)) for name in names))
    return len(text) <= LONGEST and "?" in text and known.issuperset(words_in(fold_text(text)))


def _with_marks(text: str, sides: Sequence[NamedSide]) -> str:
    """The message with a mark for each side that it names in full, in quotation marks or not."""
    labels = [
        (words_in(label), mark) for side, mark in zip(sides, _MARKS, strict=True) for label in side.labels
    ]
    for words, mark in sorted(labels, key=lambda label: -len(label[0])):
        if words and len(words) <= _LONGEST_LABEL and len("".join(words)) > 1:
            label = r"\b" + r"\W{1,9}".join(map(re.escape, words)) + r"\b"
            text = re.sub(rf"[“„\"']{label}\.?[”“\"']|{label}", mark, text, flags=re.IGNORECASE)
    return text


def _clauses(sentence: str) -> list[str]:
    """The parts of a sentence between commas, as words alone."""
    parts = [" ".join(words_in(part)) for part in _CLAUSE.split(sentence)]
    return [part for part in parts if part]


def _telling_clauses(sentence: str, known: "_KnownSides") -> list[str]:
    """The clauses without those that only end the discussion, and without what a side is picked rather than."""
    clauses = _clauses(sentence)
    told = [clause for clause in clauses if exit_intent(clause) != "exit"]
    return [known.without_other(clause) for clause in told]


def _without_around(clause: str) -> str:
    return clause[found.end() :] if (found := _AROUND.match(clause)) else clause


def _picked_in(clauses: Sequence[str], known: "_KnownSides") -> set[int]:
    """What one sentence picks in words of picking; a clause that is not understood takes that back."""
    picked: set[int] = set()
    is_clear = True
    for clause in clauses:
        said = _without_around(clause.removeprefix("and "))
        if not said or said in known.names:
            continue
        if _WHY.match(clause):
            if picked:
                break
            continue
        place = known.picked_in(said)
        is_clear = place is not None and (is_clear or _GOES_ON.match(clause) is not None)
        picked = {*picked, place} if place is not None and is_clear else set()
    return picked


def _picked_alone(clauses: Sequence[str], known: "_KnownSides") -> set[int]:
    """What a message picks that says what a side is called, perhaps why, and nothing else."""
    said = [(clause, _without_around(clause)) for clause in clauses]
    telling = [(clause, rest) for clause, rest in said if rest and rest not in known.names]
    if not telling or not all(_WHY.match(clause) for clause, _ in telling[1:]):
        return set()
    found = known.read(telling[0][1], _LEAST_ALONE)
    return {place for place, behind in found if _NOTHING_ELSE.fullmatch(behind)}


@dataclass(frozen=True)
class _KnownSides:
    """What two sides are told apart by. `labels`: the stems of each label that the other side does not have; `shared`:
    the stems of all labels; `letters`: the letter or figure of each that is called "option B" itself."""

    names: tuple[str, ...]
    labels: tuple[tuple[frozenset[str], ...], ...]
    shared: frozenset[str]
    letters: tuple[str, ...]
    is_answer: bool

    def spoken_of(self, words: Sequence[str]) -> set[int]:
        """The places of the sides of which a message has a word of their own."""
        stems = set(map(_stem, words))
        own = [frozenset().union(*labels, mark) for labels, mark in zip(self.labels, _MARKS, strict=True)]
        return {place for place, words_of_side in enumerate(own) if words_of_side & stems}

    def without_other(self, clause: str) -> str:
        """A clause without the side that another one is preferred to at its end ("Redis rather than Postgres")."""
        before, rather, behind = (
            _RATHER.split(clause, maxsplit=1) if _RATHER.search(clause) else (clause, "", "")
        )
        other = behind.split()
        is_side = all(_stem(word) in self.shared or word in _SMALL | _THINGS for word in other)
        return before if rather and is_side and len(self.spoken_of(other)) == 1 else clause

    def picked_in(self, clause: str) -> int | None:
        """The side that a clause picks in words of picking."""
        if lead := _PICKS.match(clause):
            rest = clause[lead.end() :]
            found = [*self.read(rest, _LEAST_PICKED), *self._read_name(rest)]
            fits = {place for place, behind in found if _NOTHING_ELSE.fullmatch(behind)}
        else:
            fits = {place for place, behind in self.read(clause, _LEAST_PICKED) if _PICKED.fullmatch(behind)}
            fits |= {place for place, behind in self._read_name(clause) if _CONVINCES.fullmatch(behind)}
        return fits.pop() if len(fits) == 1 else None

    def read(self, said: str, least: float) -> Iterator[tuple[int, str]]:
        """The sides with which some words may begin, each with what stands behind it."""
        if self.is_answer and (place := _PLACE.match(said)):
            yield (0 if place["first"] else 1), said[place.end() :]
        if (letter := _LETTER.match(said)) and letter["letter"] in self.letters:
            yield self.letters.index(letter["letter"]) % 2, said[letter.end() :]
        yield from self._read_words(said.split(), least)

    def _read_words(self, words: Sequence[str], least: float) -> Iterator[tuple[int, str]]:
        stems = [_stem(word) for word in words]
        end = told = 0
        while end < len(stems) and (stems[end] in self.shared or words[end] in _SMALL | _THINGS):
            end += 1
            told = end if words[end - 1] not in _SMALL else told
        begun = set(stems[:told])
        places = self.spoken_of(words[:told])
        for place in places if len(places) == 1 else ():
            shares = [len(own & begun) / len(own) for own in self.labels[place] if own]
            if _MARKS[place] in begun or max(shares, default=0) >= least:
                yield place, "".join(f" {word}" for word in words[told:])

    def _read_name(self, said: str) -> Iterator[tuple[int, str]]:
        """Who favours a side, or "Alex's option"; later only by a word for what was put to people, since his idea may
        be another one then."""
        whose = rf"(?:'s {_WORDS.any_of('things')})?" if self.is_answer else rf"'s {_WORDS.any_of('put')}"
        for place, name in enumerate(self.names):
            if name and (found := re.match(rf"{re.escape(name)}{whose}(?= |$)", said)):
                yield place, said[found.end() :]


def _known_sides(sides: Sequence[NamedSide], is_answer: bool) -> _KnownSides:
    stems = [[_label_stems(label) for label in side.labels] for side in sides]
    every = [frozenset().union(*labels) for labels in stems]
    own = [tuple(label - other for label in labels) for labels, other in zip(stems, every[::-1], strict=True)]
    return _KnownSides(
        names=tuple(fold_text(side.name) for side in sides),
        labels=tuple(own),
        shared=frozenset().union(*every, _MARKS),
        letters=_letters_of(sides, is_answer, has_figures=any(map(str.isdigit, every[0] | every[1]))),
        is_answer=is_answer,
    )


def _letters_of(sides: Sequence[NamedSide], is_answer: bool, *, has_figures: bool) -> tuple[str, ...]:
    """By which letters or figures the sides go: their own, else in an answer by place."""
    found = [_LETTERED.search(fold_text(" ".join(side.labels))) for side in sides]
    if any(found):
        return tuple(one["letter"] if one else "" for one in found)
    by_place = ("a", "b") if has_figures else ("a", "b", "1", "2")
    return by_place if is_answer else ()


def _label_stems(label: str) -> frozenset[str]:
    words = [word for word in words_in(fold_text(label)) if word not in _SMALL | _THINGS]
    return frozenset(map(_stem, words))


def _stem(word: str) -> str:
    """A word in the form in which it is compared; figures in words are figures, and attempts are times."""
    number = whole_number(word)
    return str(number) if number is not None else "times" if word in _COUNTS else stem_word(word)
