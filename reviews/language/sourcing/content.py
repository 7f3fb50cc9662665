"""The content words of a sentence, its language, and whether something turns it round."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from reviews.language.sourcing.plain_text import find_words, fold_word
from reviews.language.sourcing.quantities import NUMBER_WORDS, number_words
from reviews.language.wordlists import any_word, read_words

_CONTENT = read_words(__file__, "content")
_STOP = {language: frozenset(words) for language, words in _CONTENT.sentences("stop").items()}
_STOP_ANY = _STOP["en"] | _STOP["de"] | (_STOP["fr"] - _CONTENT.vocabulary("other_in_english"))
_NEGATIONS = _CONTENT.vocabulary("negations")
_SAME = {word: words[0] for words in _CONTENT.sentences("same").values() for word in words}
for _words in read_words(__file__, "concepts").sentences("concepts").values():
    _name = next((_SAME[word] for word in _words if word in _SAME), _words[0])
    _SAME |= {word: _name for word in _words if word not in _SAME}
_CONTRAST = re.compile(
    rf"(?:{'|'.join(map(re.escape, _CONTENT.words('contrasts')))})(?![^\W_])[^,;.:()]{{0,120}}+",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    rf"^\W{{0,200}}(?:{'|'.join(_CONTENT.words('fronts'))})[ \n][^,;.:()]{{1,120}},"
    r"(?=[ \n](?:no|keine?n?|pas de)[ \n])",
    re.IGNORECASE,
)
"""What a sentence begins with that is no part to set a "no" against ("On Sundays, no van runs")."""
_NEUTRAL = re.compile(any_word(_CONTENT.words("no_negations")), re.IGNORECASE)
_BOUNDS = re.compile(
    rf"(?:{any_word(_CONTENT.words('bounding'))}|(?<![^\W_])\w{{2,9}}n['’]t)(?=[ \n](?:[^\W\d_]{{1,20}}[ \n]){{0,5}}"
    rf"{any_word(_CONTENT.words('bounds'))}[ \n](?:[A-Z]{{3}}[ \n]|[€$£][ ]?)?(?:\d|{any_word(NUMBER_WORDS)}))",
    re.IGNORECASE,
)
"""A denial that only makes a figure the most or the least there is ("no staff on more than 2 nights")."""
_ENDINGS = (
    "ungen",
    "ern",
    "ung",
    "ings",
    "ing",
    "ers",
    "ies",
    "ied",
    "ed",
    "es",
    "er",
    "en",
    "em",
    "s",
    "n",
    "e",
    "t",
)
_REASON = re.compile(
    rf"(?:{'|'.join(map(re.escape, _CONTENT.words('reasons')))})(?![^\W_]).*", re.IGNORECASE | re.DOTALL
)
"""A reason at the end of a sentence, which may deny something without turning the sentence round."""
_REPLY = re.compile(
    r"^\W{0,200}(?:not now|not yet|noch nicht|yes|no|ja|nein|oui|non|sí|ok|okay)\b\s*[,:.!–—-]\s*",
    re.IGNORECASE,
)
_TERM = re.compile(r'"[^\s"]{1,40}(?:[ \n][^\s"]{1,40}){0,2}"')
"""A term in quotation marks ("not ready"), which turns nothing round."""
_SAME_LETTERS = str.maketrans("kzy", "cci")
_TWICE = re.compile(r"([^\W\d_])\1(?=[^\W\d_])")
_SHORT_FORM = re.compile(r"n?'(?:s|ll|d|ve|re|m|t)$")
_PREFIXES = _CONTENT.vocabulary("prefixes")
_APART = re.compile(
    rf"[ \n]({'|'.join(map(re.escape, _CONTENT.words('apart')))})(?=[ \n]*(?:[,.;:!?)]|$))", re.IGNORECASE
)
_LONGEST_CLAUSE = 120
_LONGEST_NUMBER = 15
_SHORTEST_COMPOUND, _LONGEST_COMPOUND = 8, 40
_SHORTEST_HEAD, _SHORTEST_TAIL = 3, 4
_LETTERS = {"de": frozenset("äöüß"), "fr": frozenset("éèêàçœ")}
"""Letters that tell a language where its words do not."""
_TRANSLATED = frozenset({"en", "de", "fr"})
_FEWEST_LETTERS = 3
_STEM = 7
_NOT_TURNED = frozenset({"unchanged", "unattended", "undertaken", "unexpected"})
_SHORT = 5
"""Letters up to which a word is compared as a whole only: short stems mean too many things."""


@lru_cache(maxsize=65536)
def stem_word(word: str) -> str:
    """A folded word without its ending and cut to seven letters, the same for words that say the same."""
    if word in _SAME:
        return _cut(_SAME[word])
    stem = _cut(word)
    return _SAME_STEMS.get(stem, stem)


def _cut(word: str) -> str:
    word = _alike(word)
    word = word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            word = word[:-2] if word.endswith("er") and len(word) > _SHORT else word
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:_STEM]


def _alike(word: str) -> str:
    """A word as it is written in neighbouring languages: without accents, "k" and "z" as "c", letters once
    ("Bisektion", "bisection"; "procédure"; "Adresse")."""
    plain = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
    return _TWICE.sub(r"\1", plain.translate(_SAME_LETTERS).replace("ph", "f"))


_SAME_STEMS = {_cut(word): _cut(name) for word, name in _SAME.items() if len(word) > _SHORT}


def guess_language(plain: str) -> str:
    """The language whose commonest words `plain` uses most: "en", "de", "fr", … a script's name such as "cyrillic",
    or "" when that can't be said."""
    words = [fold_word(found[0]) for found in find_words(plain[:4000])]
    letters = [word[0] for word in words if word[0].isalpha() and not word[0].isascii()]
    if letters and len(letters) * 2 > len(words):
        script = unicodedata.name(letters[0], "LATIN").split()[0].lower()
        if script != "latin":
            return script
    hits = {language: sum(map(stop.__contains__, words)) for language, stop in _STOP.items()}
    for language, marks in _LETTERS.items():
        hits[language] += not marks.isdisjoint(plain.casefold())
    first = max(hits, key=hits.__getitem__)
    return first if hits[first] > max(hits[other] for other in hits if other != first) else ""


def is_common_word(word: str) -> bool:
    """Whether a folded word is one of a language's commonest words or a word of work, and so hardly a name."""
    return word in _STOP_ANY or word in _SAME


def is_translated(language: str) -> bool:
    """Whether words of a language are compared with those of other languages."""
    return language in _TRANSLATED


def content_words(plain: str, language: str = "") -> frozenset[str]:
    """The stems of the words that carry something: no stop words, no figures and units, no negations."""
    stop = _STOP.get(language, _STOP_ANY) | _NEGATIONS | number_words(plain)
    words = [part for found in find_words(plain) for part in _parts(fold_word(found[0]))]
    joined = _joined_verbs(plain) if language in ("", "de") else {}
    return frozenset(
        stem
        for part in words
        for stem in _stems_of(joined.get(part, part))
        if part not in stop and len(part) >= _FEWEST_LETTERS and not part.isdigit()
    )


def _joined_verbs(plain: str) -> dict[str, str]:
    """The verbs of German clauses whose first part stands at the end ("tragen … nach"), each with the whole one."""
    joined = {}
    for found in _APART.finditer(plain):
        clause = plain[max(0, found.start() - _LONGEST_CLAUSE) : found.start()]
        begin = max(clause.rfind(mark) for mark in ",;:.") + 1
        for word in (fold_word(each[0]) for each in find_words(clause[begin:])):
            whole = fold_word(found[1]) + word
            if len(word) >= _SHORTEST_TAIL and (whole in _SAME or _cut(whole) in _SAME_STEMS):
                joined[word] = whole
    return joined


@lru_cache(maxsize=65536)
def _stems_of(word: str) -> tuple[str, ...]:
    """The stem of a word, or those of the two words of work that it is made of ("Supportvertrag")."""
    if word not in _SAME and _SHORTEST_COMPOUND <= len(word) <= _LONGEST_COMPOUND:
        for cut in range(len(word) - _SHORTEST_TAIL, _SHORTEST_HEAD - 1, -1):
            head, tail = word[:cut], word[cut:]
            head = next(
                (each for each in (head, head.removesuffix("s"), head + "e", head + "en") if each in _SAME),
                head,
            )
            if tail in _SAME and head in _SAME:
                return stem_word(head), stem_word(tail)
        for cut in range(2, len(word) - _SHORT + 1):
            if word[cut:] in _SAME and word[:cut] not in _PREFIXES:
                return stem_word(word), stem_word(word[cut:])
    return (stem_word(word),)


def _parts(word: str) -> list[str]:
    """The parts of a word with hyphens, without the genitive; "unlimited" counts as "limited"."""
    parts = [_SHORT_FORM.sub("", part) for part in word.split("-")]
    return [part[2:] if _is_turned(part) else part for part in parts]


def _is_turned(word: str) -> bool:
    return (
        word.startswith("un")
        and len(word) > 7
        and word.endswith(("ed", "able", "ible"))
        and word not in _NOT_TURNED
    )


def contrasted_words(plain: str, language: str = "") -> frozenset[str]:
    """The content words that a sentence sets against the rest: those behind "rather than" and ", not"."""
    clear = _FRONTED.sub(_without_comma, _NEUTRAL.sub(_as_spaces, plain))
    return frozenset().union(*(content_words(found[0], language) for found in _CONTRAST.finditer(clear)))


def main_part(plain: str) -> str:
    """A sentence with blanks for what it sets against the rest."""
    return _CONTRAST.sub(_as_spaces, _NEUTRAL.sub(_as_spaces, plain))


def without_reason(plain: str) -> str:
    """A sentence without the reason at its end."""
    return _REASON.sub("", plain)


def is_set_aside(plain: str, place: int) -> bool:
    """Whether what stands at `place` of a sentence is set against the rest ("four instead of six")."""
    return any(
        found.start() <= place < found.end() for found in _CONTRAST.finditer(_NEUTRAL.sub(_as_spaces, plain))
    )


def first_content_word(plain: str, start: int, language: str) -> str:
    """The stem of the first content word within a few words behind `start` of a sentence, or ""."""
    for found in islice(find_words(plain[start : start + 60]), 4):
        if words := content_words(found[0], language):
            return min(words)
    return ""


def _as_spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _without_comma(found: re.Match[str]) -> str:
    return found[0][:-1] + " "


def count_negations(plain: str) -> int:
    """How often a sentence is turned round, without what it sets against the rest and without an answer's "no"."""
    return _count(plain, (_REPLY, _TERM, _NEUTRAL, _BOUNDS, _CONTRAST, _REASON))


def count_all_negations(plain: str) -> int:
    """How often a sentence is turned round, in the reason at its end too."""
    return _count(plain, (_REPLY, _TERM, _NEUTRAL, _BOUNDS, _CONTRAST))


def denial_of_bound(plain: str, start: int) -> int:
    """Where the denial stands that turns a bound in front of the figure at `start` round ("no staff on more than 2"),
    -1 without one."""
    near = _BOUNDS.finditer(plain, max(0, start - _LONGEST_CLAUSE), start + _LONGEST_NUMBER)
    return max((found.start() for found in near), default=-1)


def _count(plain: str, left_out: Iterable[re.Pattern[str]]) -> int:
    main = _FRONTED.sub(_without_comma, plain)
    for pattern in left_out:
        main = pattern.sub(_as_spaces, main)
    words = [fold_word(found[0]) for found in find_words(main)]
    return sum(
        word.replace("'", "") in _NEGATIONS or word.endswith("n't") or _is_turned(word) for word in words
    )
