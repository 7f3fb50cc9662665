"""The text that an artifact has with any choice of its changes in it: additions and rewrites, of every session. Pure.

Changes that were made for one text are composed there, so the order of decisions never matters. When somebody has
changed the text otherwise, the places are found by section and by quote.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from reviews.documents import rebase as moved
from reviews.documents.ancestry import KeyedAddition, Root, find_roots
from reviews.documents.hunks import Hunk, apply_changes, rebase
from reviews.documents.insert import Put, compose_text, prove_additions
from reviews.documents.marked_runs import repeated_markers
from reviews.errors import DoesNotFit

TAKEN = (
    "Another change that was accepted is about the same words, so this one has no certain place. Nothing was changed. "
    "Undo the other one first, or make the change by hand in the newest revision."
)
BUILT_ON = (
    "A change that was accepted later is about what this one put in, so it can’t be taken out alone. Nothing was "
    "changed. Undo the later one first, or make the change by hand in the newest revision."
)

MOST_REPLAYED, MOST_READ_AGAIN = 40, 4_000_000
"""Steps of a history that are gone through again to take something out of it, and characters of all their texts."""


class HasText(Protocol):
    @property
    def text(self) -> str: ...


class StoredChange[Key](KeyedAddition[Key], Protocol):
    """A change as it is stored: an addition has a marker, a rewrite none. `base` is the text that it is for."""

    @property
    def base_id(self) -> int: ...
    @property
    def base(self) -> HasText: ...
    @property
    def session_id(self) -> object: ...
    @property
    def section(self) -> str: ...


@dataclass(frozen=True)
class Layers[Key]:
    """A text, and all that may be put into it at places that are known exactly. `joins`: whether sections of the same
    heading become one; texts that were composed before that rule keep two. `repeating`: the markers that stand before
    each point; texts that were composed before a marker stood once keep them."""

    text: str
    root: Root[Key] | None
    rewrites: Sequence[StoredChange[Key]]
    joins: bool = True
    repeating: frozenset[str] = frozenset()

    def composed(self, keys: Collection[Key]) -> str:
        """The text with the changes of these keys. Raises DoesNotFit when two of them are about the same words."""
        return compose_text(self.text, self._chosen(keys), joins=self.joins, repeating=self.repeating)

    def _chosen(self, keys: Collection[Key]) -> list[Put]:
        additions = self.root.chosen(keys) if self.root else []
        return [*additions, *(row for row in self.rewrites if row.pk in keys)]

    def laid_out_as(self, current: str, keys: Collection[Key]) -> "Layers[Key]":
        """These, with the markers repeated that are so in `current`, which has the changes of these keys. Raises
        DoesNotFit."""
        return self._repeating_as(current, self.composed(keys), keys)

    def _repeating_as(self, current: str, once: str, keys: Collection[Key]) -> "Layers[Key]":
        repeated = repeated_markers(current, once, self._chosen(keys))
        return replace(self, repeating=self.repeating | repeated)

    def fitting(self, current: str, keys: Collection[Key]) -> "Layers[Key] | None":
        """These by the rules by which `current` is the text with just the changes of these keys; None when it is not
        by any."""
        for layers in (self, replace(self, joins=False)):
            try:
                if (once := layers.composed(keys)) == current:
                    return layers
                found = layers._repeating_as(current, once, keys)
                if found.repeating != layers.repeating and found.composed(keys) == current:
                    return found
            except DoesNotFit:  # two sessions have rewritten the same words, one on top of the other
                continue
        return None

    def proved(self, keys: Collection[Key]) -> str:
        """As `composed`, with the proof that additions leave every other line as it was."""
        try:
            new, chosen = self.composed(keys), self._chosen(keys)
        except DoesNotFit as error:
            raise DoesNotFit(TAKEN) from error
        if all(row.marker for row in chosen):
            prove_additions(self.text, new, chosen, self.repeating)
        return new


@dataclass(frozen=True)
class History[Key]:
    """How a text came about: `start` gives the newest text that no decision made, `before` are the keys of what was
    accepted until then, and each of `steps` those of what went in together since, the oldest first."""

    start: Callable[[], str]
    before: Collection[Key]
    steps: Sequence[Collection[Key]]

    def has(self, keys: Collection[Key]) -> bool:
        """Whether all of `keys` went in by its steps."""
        return {*keys} <= {key for step in self.steps for key in step}

    def text_without(
        self,
        keys: Collection[Key],
        rows: Sequence[StoredChange[Key]],
        repeating: frozenset[str] = frozenset(),
    ) -> str:
        """The text that the steps come to when nothing of `keys` is put in, with the markers `repeating` before each
        point. Raises DoesNotFit."""
        text, applied = self.start(), set(self.before)
        for step in self.steps:
            changes = [row for row in rows if row.pk in step and row.pk not in keys]
            applied.update(row.pk for row in changes)
            if changes:
                text = compose_changes(text, changes, rows, applied, back=False, repeating=repeating)
        return text


def compose_changes[Key](
    current: str,
    changes: Sequence[StoredChange[Key]],
    rows: Sequence[StoredChange[Key]],
    applied: Collection[Key],
    *,
    back: bool,
    history: History[Key] | None = None,
    repeating: frozenset[str] = frozenset(),
) -> str:
    """The text `current` with `changes` put in (or taken out: `back`), next to all that were accepted before.

    changes: of one session and one base; rows: every change of the artifact, oldest base first; applied: the keys
    of those that are to be in the text; history: how `current` came about, with which what went in where a quote was
    found comes out exactly; repeating: markers that stand before each point even if `current` does not say so. Raises
    DoesNotFit when there is no certain place.
    """
    keys = {change.pk for change in changes}
    before = {*applied, *keys} if back else {*applied} - keys
    layers = replace(layers_of(changes, rows), repeating=repeating).fitting(current, before)
    if layers:
        return layers.proved(applied)
    if back and history and (text := _replayed(current, keys, rows, history)) is not None:
        return text
    base = changes[0].base.text
    if changes[0].marker and not back:
        return moved.put(current, base, changes, repeating)
    if changes[0].marker:
        others = [row for row in rows if row.marker and row.pk in before and row.pk not in keys]
        return moved.take(current, base, changes, others)
    return _place_rewrites(current, changes, _sibling_rewrites(changes, rows, applied), back=back)


def _replayed[Key](
    current: str, keys: Collection[Key], rows: Sequence[StoredChange[Key]], history: History[Key]
) -> str | None:
    """`current` as it would be had `keys` never been accepted; None when its history is long or does not lead to it.
    Raises DoesNotFit when what was accepted later has no certain place without `keys`."""
    count = len(history.steps)
    if count > MOST_REPLAYED or count * len(current) > MOST_READ_AGAIN or not history.has(keys):
        return None
    try:
        whole = history.text_without((), rows)
        repeating = repeated_markers(current, whole, rows)
        whole = history.text_without((), rows, repeating) if repeating else whole
    except DoesNotFit:
        return None
    if whole != current:
        return None
    try:
        return history.text_without(keys, rows, repeating)
    except DoesNotFit as error:
        raise DoesNotFit(BUILT_ON) from error


def compose_session[Key](base: str, changes: Sequence[StoredChange[Key]], current: str = "") -> str:
    """`base` with the changes that one session made for it, in their order; additions under several headings of one
    place stand as they do once they are accepted, with their marker before each point if that is so in `current`.
    Raises DoesNotFit."""
    roots = find_roots([(base, [change for change in changes if change.marker])])
    additions = roots[0].chosen([change.pk for change in changes])
    chosen: list[Put] = [*additions, *(change for change in changes if not change.marker)]
    return compose_as_in(current, base, chosen)


def compose_as_in(current: str, base: str, changes: Sequence[Put]) -> str:
    """`base` with the changes, those markers before each point that stand so in `current`. Raises DoesNotFit."""
    once = compose_text(base, changes)
    repeating = repeated_markers(current, once, changes)
    return compose_text(base, changes, repeating=repeating) if repeating else once


def layers_of[Key](changes: Sequence[StoredChange[Key]], rows: Iterable[StoredChange[Key]]) -> Layers[Key]:
    """The text that `changes` come back to, with all that comes back to it."""
    every = list(rows)
    by_base = groupby((row for row in every if row.marker), key=lambda row: row.base_id)
    found = find_roots((group[0].base.text, group) for group in (list(members) for _, members in by_base))
    keys, text = {change.pk for change in changes}, changes[0].base.text
    is_addition = bool(changes[0].marker)
    homes = (
        root
        for root in found
        if (any(one.pk in keys for one in root.additions) if is_addition else root.text == text)
    )
    home = next(homes, None)
    text = home.text if home else text
    return Layers(text, home, list(_rewrites_of(text, every)))


def _rewrites_of[Key](text: str, rows: Iterable[StoredChange[Key]]) -> Iterator[StoredChange[Key]]:
    same: dict[int, bool] = {}
    for row in rows:
        if not row.marker and same.setdefault(row.base_id, row.base.text == text):
            yield row


def _sibling_rewrites[Key](
    changes: Sequence[StoredChange[Key]], rows: Iterable[StoredChange[Key]], applied: Collection[Key]
) -> list[StoredChange[Key]]:
    """The accepted rewrites that the same session made for the same text, without `changes`."""
    first, keys = changes[0], {change.pk for change in changes}
    return [
        row
        for row in rows
        if row.pk in applied
        and row.pk not in keys
        and not row.marker
        and (row.base_id, row.session_id) == (first.base_id, first.session_id)
    ]


def _place_rewrites[Key](
    current: str, changes: Sequence[StoredChange[Key]], others: Sequence[StoredChange[Key]], *, back: bool
) -> str:
    """Rewrites put in (or taken out) where their words stand, in a text that somebody has changed."""
    before = [*others, *changes] if back else others
    expected = compose_text(changes[0].base.text, before)
    steps = [change_hunk(change, before, back=back) for change in changes]
    return apply_changes(current, [_hunk_in_current(hunk, expected, current) for hunk in steps])


def change_hunk[Key](change: StoredChange[Key], before: Iterable[Put], *, back: bool) -> Hunk:
    """What putting `change` in (or taking it out) does to the base with the changes `before` in it."""
    first = change.base.text[: change.position]
    earlier = [other for other in before if other.position + len(other.removed) <= change.position]
    earlier = [other for other in earlier if other.position < change.position]
    shift = len(compose_text(first, earlier)) - len(first)
    old, new = (change.text, change.removed) if back else (change.removed, change.text)
    return Hunk(change.position + shift, old, new, change.section)


def _hunk_in_current(hunk: Hunk, expected: str, current: str) -> Hunk:
    """The hunk at its place in a text that somebody else has moved on. Raises DoesNotFit."""
    position = rebase(hunk, expected, current)
    if position is None:
        where = f" in “{hunk.section}”" if hunk.section else ""
        raise DoesNotFit(
            f"The text{where} was changed meanwhile, so this change has no certain place any more. "
            "Nothing was changed. Open the newest revision and make the change there by hand."
        )
    return Hunk(position, hunk.removed, hunk.inserted, hunk.section)
