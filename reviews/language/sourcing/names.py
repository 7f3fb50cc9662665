"""Proper names in a sentence: capitals where nothing else asks for them, and words with figures in them."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from itertools import dropwhile

from reviews.language.sourcing.content import is_common_word
from reviews.language.sourcing.plain_text import find_words, fold_word
from reviews.language.wordlists import read_words

_NAMES = read_words(__file__, "names")
_GENERIC, _TITLES, _OPENERS = (_NAMES.vocabulary(key) for key in ("generic", "titles", "openers"))
LABELS = _NAMES.vocabulary("labels")
_PARTIES = _NAMES.vocabulary("parties")
_ALIASES = {fold_word(word): name for name, words in _NAMES.sentences("aliases").items() for word in words}
_CODE = re.compile(r"(?=[^\W_]*\d)(?=[^\W_]*[^\W\d_])[^\W_]{2,30}")
_LISTED = re.compile(r"(?:,|,? (?:and|or|et|ou|y)) (?:[A-Z][\w-]{1,30}, )*(?:(?:and|or|et|ou|y) )?[A-Z]")
"""Behind the first of several names ("Java, Ruby and …")."""
_BEGINS = re.compile(r"[.!?:|\"(]\s*$|^\s*$")
"""What stands between two words when the second one begins something."""
_ADJECTIVE = ("e", "en", "es", "em")
"""How an adjective in front of a noun ends, large at the beginning of a German sentence."""
_LONGEST = 6
"""Words of one name."""
_GAP = 3
"""Blanks between two words that marks alone can leave."""


@dataclass(frozen=True)
class NameWords:
    """The words of a name as they are compared."""

    words: tuple[str, ...]

    @property
    def value(self) -> str:
        """The normalised form: "anna berg"."""
        return " ".join(self.words)


@dataclass(frozen=True)
class _Word:
    start: int
    end: int
    text: str
    starts: bool
    """Whether it begins a sentence, a cell or what follows a colon."""

    @property
    def folded(self) -> str:
        return fold_word(self.text)


def name_word(word: str) -> str:
    """One word of a name for comparisons: without capitals and genitive, the same in several languages."""
    folded = fold_word(word).removesuffix("'s").rstrip("'-")
    return _ALIASES.get(folded) or "".join(
        char for char in unicodedata.normalize("NFD", folded) if not unicodedata.combining(char)
    )


def is_opener(word: str) -> bool:
    """Whether a folded word often begins a sentence, so that its capital says nothing."""
    return begins_sentences(word) or is_common_word(word)


def begins_sentences(word: str) -> bool:
    """Whether a folded word is one of those that stand in front of names and belong to none ("Since Anna …")."""
    return word in _OPENERS


def is_party(word: str) -> bool:
    """Whether a folded word names a body that can decide something ("management")."""
    return word in _PARTIES


def only_names(plain: str, names: Collection[str]) -> bool:
    """Whether an unmarked text has no words but these, as `name_word` gives them ("Ana Berg:")."""
    return all(name_word(found[0]) in names for found in find_words(plain))


def find_names(plain: str, language: str, known: Collection[str] = ()) -> list[tuple[int, int, NameWords]]:
    """The names in an unmarked sentence as (start, end, words). `language` "de" takes single capitals for nouns.
    `known`: folded words of names that are no facts (the roster, the team, the document)."""
    found: list[tuple[int, int, NameWords]] = []
    group: list[_Word] = []
    for word in _words_of(plain):
        if group and not _goes_on(plain, group, word):
            found += _close_group(plain, group, language, known)
            group = []
        if _is_capital(word.text):
            group.append(word)
        elif _CODE.fullmatch(word.text):
            found.append((word.start, word.end, NameWords((word.folded,))))
    return [*found, *_close_group(plain, group, language, known)] if group else found


def _words_of(plain: str) -> list[_Word]:
    words: list[_Word] = []
    last = 0
    for match in find_words(plain):
        between = plain[last : match.start()]
        starts = not words or (between != " " and _BEGINS.search(between[-4:].strip(" ") or "x") is not None)
        # A quotation that stands word for word in a source is blanked, with the full stop in it.
        is_behind_gap = len(between) > _GAP and between[-_GAP - 1 :].isspace()
        starts = starts or (is_behind_gap and is_opener(fold_word(match[0])))
        words.append(_Word(match.start(), match.end(), match[0], starts))
        last = match.end()
    return words


def _is_capital(word: str) -> bool:
    return word[0].isupper()


def _goes_on(plain: str, group: list[_Word], word: _Word) -> bool:
    between = plain[group[-1].end : word.start]
    return _is_capital(word.text) and between in (" ", "\n", "-", " & ") and len(group) < _LONGEST


def _close_group(
    plain: str, group: list[_Word], language: str, known: Collection[str]
) -> list[tuple[int, int, NameWords]]:
    titled = any(word.folded in _TITLES for word in group)
    words = group
    if group[0].starts and not _after_label(plain, group[0].start):
        listed = (
            language != "de" and _LISTED.match(plain, group[-1].end) and not is_common_word(group[0].folded)
        )
        whole = (len(group) > 1 and not is_opener(group[0].folded)) or listed
        words = group if whole else group[1:]
        if language == "de" and len(words) == 2 and words[0].folded.endswith(_ADJECTIVE):
            return []
    elif language == "de" and len(group) == 1 and not _stands_out(group[0].text) and not titled:
        words = [] if not _after_label(plain, group[0].start) else group
    words = [word for word in words if word.folded not in _TITLES]
    words = [word for word in words if not _is_no_name(word, language, known)]
    if words == group[:1] and len(group) > 1 and group[0].starts and not _after_label(plain, group[0].start):
        return []  # "Phase 2" is no name, and then "Does" is none either
    if language == "de" and len(group) > 1 and not titled and not _after_label(plain, group[0].start):
        words = list(dropwhile(lambda word: is_common_word(word.folded), words))
    if (
        language == "de"
        and len(words) == 1
        and not titled
        and len(group) > 1
        and not _stands_out(words[0].text)
    ):
        return []
    if not words:
        return []
    return [(words[0].start, words[-1].end, NameWords(tuple(name_word(word.text) for word in words)))]


def _is_no_name(word: _Word, language: str, known: Collection[str]) -> bool:
    folded = name_word(word.text)
    if folded in known or folded in _GENERIC or word.folded in _GENERIC or len(word.text) < 2:
        return True
    return all(part in _GENERIC for part in folded.split("-")) or word.folded.split("'")[0] == "i"


def _stands_out(word: str) -> bool:
    """Whether a word is written like a name even among capitalised nouns: "SAP", "iPhone", "S3"."""
    return len(word) > 1 and (word[1:].upper() == word[1:] or any(char.isdigit() for char in word))


def _after_label(plain: str, start: int) -> bool:
    """Whether a label such as "Owner:" or such a cell stands right in front."""
    before = plain[max(0, start - 40) : start].rstrip()
    if not before.endswith((":", "|")):
        return False
    label = re.split(r"[.|;:\n>]|- ", before[:-1])[-1]
    return fold_word(label.strip()) in LABELS


def find_parties(plain: str) -> list[tuple[int, int, NameWords]]:
    """The bodies that can decide something ("the board", "Legal") as (start, end, words)."""
    found = []
    words = list(find_words(plain))
    for number, match in enumerate(words):
        pair = " ".join(fold_word(one[0]) for one in words[number : number + 2])
        word = fold_word(match[0]).removesuffix("'s")
        if is_party(pair) or is_party(word):
            start = match.start()
            article = words[number - 1] if number else None
            if article and fold_word(article[0]) in ("the", "our", "der", "die", "das", "le", "la", "el"):
                start = article.start()
            found.append((start, match.end(), NameWords((word,))))
    return found


def same_name_words(name: str, words: Collection[str]) -> bool:
    """Whether one word of a name stands among `words` (name words), an inflected one too."""
    if name in words:
        return True
    stem = name.removesuffix("s")
    return len(stem) > 2 and (stem in words or stem + "s" in words)
