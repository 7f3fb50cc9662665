"""Where a claim stands: what its section is for, what leads into it, and what follows that backs it up."""

from functools import cached_property

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection, Sentence
from reviews.language.reading.outline import ItemList, outline_of
from reviews.offline.signs import is_measured

_WORDS = phrases(offline.__file__, "claims")
_DECIDING, _TELLING, _TECHNICAL = (_WORDS.whole(role) for role in ("deciding", "telling", "technical"))
_WANTS = _WORDS.whole("wants")
_PEOPLE = _WORDS.whole("wants_people")
_EXAMPLE = any_case(rf"(?<!\w){_WORDS.any_of('example')}(?!\w)|:\s+\w+\s+\w")
_OPENS_EXAMPLE = any_case(rf"\W{{0,200}}{_WORDS.any_of('opens_example')}(?!\w)")
_YARDSTICKS = _WORDS.whole("yardsticks")
_REASON = _WORDS.whole("reason")
_GOAL_HEADING = _WORDS.whole("goal_headings")
_GOAL_LEAD = any_case(rf"\b{_WORDS.any_of('goal_leads')}")


class Setting:
    """One document, asked about the places of its sentences."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._roles: dict[int, float] = {}

    @cached_property
    def _leads(self) -> dict[int, ItemList]:
        """The list that each block of a list belongs to."""
        lists = outline_of(self._document).lists
        return {block.index: each for each in lists for item in each.items for block in item.blocks}

    @cached_property
    def _led(self) -> frozenset[int]:
        """The sentences that lead into a list."""
        return frozenset(each.lead.index for each in outline_of(self._document).lists if each.lead)

    def place_weight(self, sentence: Sentence) -> float:
        """What the place and the manner of a sentence add to a claim in it, or take from it when negative."""
        weight = self._role(sentence.section)
        if _WANTS.search(sentence.plain) or _PEOPLE.search(sentence.plain):
            weight += 0.1
        if sentence.block.quoted:
            weight -= 0.2
        if "¤" in sentence.plain:
            weight -= 0.1
        return weight

    def is_goal(self, sentence: Sentence) -> bool:
        """Whether a sentence stands where something is said that has to be reached or kept."""
        if _GOAL_HEADING.search(sentence.section.title):
            return True
        lead = self._leads.get(sentence.block.index)
        return bool(lead and lead.lead and _GOAL_LEAD.search(lead.lead.plain))

    def is_yardstick(self, sentence: Sentence) -> bool:
        """Whether a sentence stands where it is said how success will be measured."""
        return bool(_YARDSTICKS.search(sentence.section.title))

    def backing(self, sentence: Sentence, end: int) -> float:
        """How much of a claim that ends at `end` is backed by what follows: examples, a list, a figure; 0 to 1."""
        if _EXAMPLE.search(sentence.plain, end):
            return 0.5
        if sentence.index in self._led:
            return 0.6
        following = next(iter(self._document.nearby(sentence, after=1)), None)
        if following and following.block is sentence.block:
            if _OPENS_EXAMPLE.match(following.plain):
                return 0.5
            if is_measured(following.plain):
                return 0.3
        return 0.0

    def doubt(self, sentence: Sentence, end: int) -> float:
        """How much of a claim that ends at `end` is backed by a reason in its sentence or by examples; 0 to 1."""
        if _EXAMPLE.search(sentence.plain, end):
            return 0.5
        if sentence.index in self._led:
            return 0.6
        return 0.25 if _REASON.search(sentence.plain) else 0.0

    def _role(self, section: ReadSection) -> float:
        if section.index not in self._roles:
            self._roles[section.index] = self._weigh_titles(section.path)
        return self._roles[section.index]

    def _weigh_titles(self, path: tuple[str, ...]) -> float:
        """The nearest heading that says what it is for decides."""
        for title in reversed(path[1:] or path):
            if _TELLING.search(title):
                return -0.2
            if _TECHNICAL.search(title):
                return -0.25
            if _DECIDING.search(title):
                return 0.15
        return 0.0
