"""Whom a message speaks to (FR-003, VR-ELAB-005, C8 to C13), told by rules. Pure, English, linear time.

A first name addresses where people put a name to call somebody: at the start ("Alex, …", "Alex: …", "Alex
what about …"), before a comma or a question mark, at the end after a comma, or behind an "@". Talk about
somebody ("Jordan's point", "Jordan mentioned …", "Maya, Alex and Jordan disagree") does not address.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

from reviews.language.phrases import phrases
from reviews.language.prose import fold_text, spoken, words_in

Mode = Literal["direct", "group", "default"]


class NamedSeat(Protocol):
    """A persona at the table, as far as these rules need it."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def keywords(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class Addressed:
    """Who is spoken to: the `keys` of the personas in the order in which they should answer."""

    mode: Mode
    keys: tuple[str, ...]


@dataclass(frozen=True)
class _Mention:
    key: str
    start: int
    end: int
    called: bool
    """Whether an "@" stands before it."""


_WORDS = phrases(__file__, "addressing")
_GROUP = re.compile(rf"(?<![\w-]){_WORDS.any_of('group')}(?![\w-])")
_JOINT = re.compile(r"\s*(?:,\s*(?:(?:and|or|plus|then)\s|&)?|/|&|(?<=\s)(?:and|or|plus|then)(?=\s))\s*@?")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|(?<!_)_++(?!\w)")
_CLAUSE_START = frozenset(",;:.!?—–(\n")
_HAILS = (["you"], ["hi"], ["hello"], ["hey"], ["thanks"])
_OPENERS = _WORDS.words.vocabulary("openers")
_GREETING = _WORDS.words.vocabulary("greeting")
_ABOUT = _WORDS.words.vocabulary("about")
_NOT_PAST = _WORDS.words.vocabulary("not_past")
_AUXILIARY = _WORDS.words.vocabulary("auxiliary")
_ASKED = _WORDS.words.vocabulary("asked")
_BETWEEN = _WORDS.words.vocabulary("between")
_INVITES = _WORDS.words.vocabulary("invites")
_CONJUNCTIONS = _WORDS.words.vocabulary("conjunctions")
_PLURAL = _WORDS.words.vocabulary("plural")
_TOGETHER = _WORDS.words.vocabulary("together")


def find_addressed(text: str, cast: Sequence[NamedSeat]) -> Addressed:
    """Whom `text` speaks to. `cast` is in rotation: the lead first (C8).

    A direct address beats a group word (C13); several names answer in order of mention (C11); without either
    the lead answers.
    """
    said = _EMPHASIS.sub("", spoken(text)).strip()
    keys = dict.fromkeys(key for group in _mention_groups(said, cast) for key in _called_seats(said, group))
    if keys:
        return Addressed("direct", tuple(keys))
    if _GROUP.search(said):
        return Addressed("group", tuple(seat.key for seat in cast))
    return Addressed("default", tuple(seat.key for seat in cast[:1]))


def relevant_keys(text: str, cast: Sequence[NamedSeat], speaker_key: str) -> tuple[str, ...]:
    """Who of the others might follow: those whose keywords `text` has, most hits first, then in rotation.

    Keywords match as whole words without regard to case; a simple plural is the same word.
    """
    heard = _single_words(text)
    wanted = _keywords_by_first_word(tuple((seat.key, tuple(seat.keywords)) for seat in cast))
    hits = Counter(
        key
        for place, word in enumerate(heard)
        for key, keyword in wanted.get(word, ())
        if key != speaker_key and heard[place : place + len(keyword)] == keyword
    )
    present = dict.fromkeys(seat.key for seat in cast if seat.key in hits)
    return tuple(sorted(present, key=lambda key: -hits[key]))


@lru_cache(maxsize=64)
def _keywords_by_first_word(
    cast: tuple[tuple[str, tuple[str, ...]], ...],
) -> Mapping[str, Sequence[tuple[str, tuple[str, ...]]]]:
    """The words of each keyword with the key of its persona, by the first of them. Kept, because they stay the same for
    each message of a session. cast: the key and the keywords of each persona."""
    wanted: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for key, keywords in cast:
        for words in filter(None, dict.fromkeys(map(_single_words, keywords))):
            wanted.setdefault(words[0], []).append((key, words))
    return wanted


def _single_words(text: str) -> tuple[str, ...]:
    return tuple(map(_singular, words_in(fold_text(text))))


def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word.removesuffix("s")


def _mention_groups(said: str, cast: Sequence[NamedSeat]) -> Iterator[list[_Mention]]:
    """The mentions in order, those together that only a comma or an "and" separates."""
    group: list[_Mention] = []
    for mention in sorted(_find_mentions(said, cast), key=lambda mention: mention.start):
        if group and not _belong_together(said, group[-1], mention):
            yield group
            group = []
        group.append(mention)
    if group:
        yield group


def _belong_together(said: str, one: _Mention, next_one: _Mention) -> bool:
    """Whether two mentions belong together: two personas of one name, or two in a row."""
    same = one.start == next_one.start
    return same or _JOINT.fullmatch(said, one.end, next_one.start) is not None


def _find_mentions(said: str, cast: Sequence[NamedSeat]) -> Iterator[_Mention]:
    for seat in cast:
        first, name = fold_text(seat.first_name).strip(), fold_text(seat.name).strip()
        rest = name[len(first) :] if name.startswith(f"{first} ") else ""
        start = said.find(first) if first else -1
        while start >= 0:
            end = start + len(first)
            if rest and said.startswith(rest, end) and _word_ends(said, end + len(rest)):
                end += len(rest)
            if _word_begins(said, start) and _word_ends(said, end):
                yield _Mention(seat.key, start, end, said[start - 1 : start] == "@")
            start = said.find(first, start + 1)


def _word_begins(said: str, start: int) -> bool:
    before, further = said[max(start - 1, 0) : start], said[max(start - 2, 0) : max(start - 1, 0)]
    if before in ("@", "'", "-"):
        return not further.isalnum()
    return not before.isalnum() and before != "_"


def _word_ends(said: str, end: int) -> bool:
    """Whether a word ends here that is neither a possessive nor part of a longer one."""
    after, further = said[end : end + 1], said[end + 1 : end + 2]
    if after in ("-", ".", "@"):
        return not further.isalnum()
    joined = after.isalnum() or after in ("_", "'")
    return not after or not (joined or unicodedata.category(after).startswith("M"))


def _called_seats(said: str, group: list[_Mention]) -> list[str]:
    """Whose names in the group call somebody."""
    if group[-1].start == group[0].start:
        return [mention.key for mention in group] if _one_called(said, group[0]) else []
    called = [mention.key for mention in group if mention.called]
    if called or _all_called(said, group):
        return called or [mention.key for mention in group]
    return [mention.key for mention in group[:-1]] if _but_the_last(said, group) else []


def _one_called(said: str, mention: _Mention) -> bool:
    """The rules for a name that stands alone."""
    closer = _mark_after(said, mention.end)
    if mention.called or closer in (",", "?"):
        return True
    before = (
        said[: mention.start].rstrip(" \t")
        if mention.start < 40
        else said[mention.start - 40 : mention.start]
    )
    if not before or _is_greeting(said, mention.start):
        return closer != " " or not _talked_about(said, mention.end)
    if closer == ":":
        return before.endswith("\n") or words_in(before)[-1:] in (["for"], ["to"])
    hailed = before.rstrip().endswith(",") or words_in(before)[-1:] in _HAILS
    return closer in (".", "!", "\n", "") and hailed


def _all_called(said: str, group: list[_Mention]) -> bool:
    """The rules for several names in a row: are they called, or is a list of names talked about?"""
    closer, last = _mark_after(said, group[-1].end), group[-1].end
    before = said[max(group[0].start - 40, 0) : group[0].start].rstrip(" \t")
    previous = (words_in(before) or [""])[-1]
    opens = not before or before[-1] in _CLAUSE_START or previous in _OPENERS
    if not opens:
        return closer == "?" and previous not in _TOGETHER
    return closer in (",", ":", "?", "!", "") or (closer == " " and _invites_reply(said, last))


def _but_the_last(said: str, group: list[_Mention]) -> bool:
    """Whether all are called but the last, who is talked about ("Maya, Alex said this is slow")."""
    between = said[group[0].end : group[-1].start]
    following = _words_after(said, group[-1].end)[:1]
    listed = set(words_in(between)) & _CONJUNCTIONS or not following or following[0] in _PLURAL
    return not said[: group[0].start].strip(" \t\n@") and "/" not in between and not listed


def _mark_after(said: str, end: int) -> str:
    """What follows a name: one of `, : ? ! .`, a line break, a blank when a word follows, or nothing."""
    rest = said[end : end + 8]
    near = rest.lstrip(" \t")
    if not near:
        return "" if end + len(rest) >= len(said) else " "
    if near[0] in ",，、":
        return ","
    if near[0] in "?？":
        return "?"
    if rest[0] in ":：":
        return ":"
    return {"…": ".", ";": ".", "—": "!", "–": "!"}.get(near[0], near[0] if near[0] in ".!\n" else " ")


def _is_greeting(said: str, start: int) -> bool:
    before = said[:start] if start <= 20 else ""
    return bool(before) and set(words_in(before)) <= _GREETING and "," not in before


def _words_after(said: str, end: int) -> list[str]:
    return words_in(said[end : end + 120])


def _talked_about(said: str, end: int) -> bool:
    """Whether the name is the subject of what follows ("Jordan mentioned …", "Alex is right")."""
    following = _words_after(said, end)
    while following and (following[0] in _BETWEEN or following[0].endswith("ly")):
        following = following[1:]
    if not following:
        return False
    verb = following[0]
    if verb in _AUXILIARY:
        return not _asks_them(said, end, following)
    return verb in _ABOUT or (len(verb) > 4 and verb.endswith("ed") and verb not in _NOT_PAST)


def _invites_reply(said: str, end: int) -> bool:
    """Whether what follows asks the ones named before to say something."""
    following = _words_after(said, end)
    if following[:1] and following[0] in _AUXILIARY:
        return _asks_them(said, end, following)
    return following[:1] != [] and following[0] in _INVITES


def _asks_them(said: str, end: int, following: list[str]) -> bool:
    """Whether "can you …" or "is the …?" follows, rather than "is right"."""
    inverted = following[1] if len(following) > 1 else ""
    return inverted == "you" or (inverted in _ASKED and _is_question(said, end))


def _is_question(said: str, end: int) -> bool:
    found = re.search(r"[.!?\n]", said[end : end + 400])
    return found is not None and found[0] == "?"
