"""Who has said, word for word, what a claim quotes or says again."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reviews.language.sourcing.compare import NearLine, denies_only, speaks_of
from reviews.language.sourcing.content import count_negations
from reviews.language.sourcing.decisions import leaves_open, times_turned
from reviews.language.sourcing.plain_text import fold_words, keep_words, unmark_text
from reviews.language.sourcing.sources import ClaimSource, SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "quotations")
_BOUNDS, _DENIALS, _OPINIONS = (_WORDS.vocabulary(key) for key in ("bounds", "denials", "opinions"))
_CONTRASTS = _WORDS.vocabulary("contrasts")
_RESTRICTING = _WORDS.vocabulary("restricting")
LIMITING = _BOUNDS | _OPINIONS
"""Words without which a sentence may say something else."""
_TURNING = _BOUNDS - _DENIALS | _OPINIONS
_LEADS = "|".join(map(re.escape, _WORDS.words("leads")))
LEADS = re.compile(r":[ \n]*(?:\([^()]{0,80}\))?[ \n.]*$")
"""What leads to a quotation, with at most a remark in brackets behind it."""
_OPENS = re.compile(rf"(?:^|[,;:(–—])[ \n\"'(]{{0,3}}(?:(?:{_LEADS})[ \n])?$", re.IGNORECASE)
_RESTRICTS = re.compile(
    rf"(\W{{0,4}})(?:{'|'.join(_WORDS.words('restricts'))})(?![^\W_])([^,;:.!?]{{0,200}})", re.IGNORECASE
)
_ENDS = re.compile(r"[ \n]?[.!,;:)–—]|[ \n\"']{0,3}$")
_ENDING = re.compile(r"[.!?;\n]")
BRACKETS = re.compile(r"[ \n]?\([^()]{1,200}\)")
_ONLY_IF = re.compile(rf"(?<![^\W_])(?:{'|'.join(_WORDS.words('only_if'))})(?![^\W_])", re.IGNORECASE)
"""A condition that is quoted with what it is for."""
_WISHES = _OPINIONS | _WORDS.vocabulary("wishes")
_MOST_SENTENCES, _LONGEST_BOUND = 5, 5
_FEWEST = 5
"""Words; fewer stand in many lines by chance."""
MOST_LEFT_OUT = 0.34
"""The share of a line's words that may be left out."""
_SPEAKS_OF_IT = 0.5
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++\s|\n")


def person_who_said(line: str, index: SourceIndex) -> ClaimSource | None:
    """The message that has every sentence of the line as one of its own."""
    said = _flat_sentences(line)
    people = (source for source, _ in index.flat if source.kind == "person")
    return next((source for source in people if said and said <= _flat_sentences(source.text)), None)


def source_of_parts(parts: Sequence[str], index: SourceIndex, *, trusted: bool = False) -> ClaimSource | None:
    """The first source that has all parts of a quotation in order; `trusted`: only notes, people and topics."""
    for source, flat in index.flat:
        place = 0
        for part in parts if source.kind != "turn" or not trusted else ():
            place = flat.find(f" {part} ", place)
            if place < 0:
                break
            place += len(part)
        else:
            if source.kind != "turn" or not trusted:
                return source
    return None


def is_copied_with(statement: Statement, line: SourceLine, index: SourceIndex) -> bool:
    """Whether a sentence has a whole line in it, and its words stand in a row in the source of that line, across the
    ends of sentences."""
    words, within = keep_words(statement.plain), keep_words(line.statement.plain)
    texts = (flat for source, flat in index.flat if source is line.source)
    return f" {within} " in f" {words} " and any(f" {words} " in flat for flat in texts)


@lru_cache(maxsize=512)
def _flat_sentences(text: str) -> frozenset[str]:
    return frozenset(flat for part in _SENTENCE_END.split(text) if (flat := keep_words(part)))


def restated_line(statement: Statement, near: Sequence[NearLine]) -> SourceLine | None:
    """The line of the notes or of a person of which `statement` is a copy with at most some words left out, none of
    them one that bounds what it says ("only", "if", "not"), or of a person's line some whole clauses; None when there
    is none, or when another line denies it or a person speaks of the same thing, of a person's own line: afterwards."""
    for one in near:
        if _is_copy(statement, one) or _is_clause(statement, one.line):
            return None if _others_speak(statement, one, near) else one.line
    return None


def _is_copy(statement: Statement, one: NearLine) -> bool:
    said, told = statement.folded_words, one.line.statement
    if not one.line.trusted or told.asks or len(said) < _FEWEST:
        return False
    left_out = left_out_of(told.folded_words, said)
    return (
        left_out is not None
        and len(left_out) <= MOST_LEFT_OUT * len(told.folded_words)
        and not LIMITING & {told.folded_words[place] for place in left_out}
        and not _is_restricted(one.line.source.text, told.end)
    )


def left_out_of(told: Sequence[str], said: Sequence[str]) -> list[int] | None:
    """The places of the words of `told` that `said` leaves out; None when it has others, or in another order."""
    at, left_out = 0, []
    for place, word in enumerate(told):
        if at < len(said) and word == said[at]:
            at += 1
        else:
            left_out.append(place)
    return left_out if at == len(said) else None


def _is_clause(statement: Statement, line: SourceLine) -> bool:
    """Whether a sentence, without what it explains in brackets, is one or more whole clauses of what a person says."""
    said, plain = BRACKETS.sub("", statement.plain).strip(" \n.!"), line.statement.plain
    if line.source.kind != "person" or line.statement.asks or len(statement.folded_words) < _FEWEST:
        return False
    place = plain.casefold().find(said.casefold())
    if place < 0 or _is_restricted(line.source.text, line.statement.end):
        return False
    return _stands_alone(plain[:place], said, plain[place + len(said) :])


def is_plain_word(quote: str, source: ClaimSource) -> bool:
    """Whether `quote` is whole clauses of a person's message in which he or she says how it is to be: no question, no
    wish and no guess, and nothing bounds it that the quotation leaves out."""
    parts = [part for part in _SENTENCE_END.split(unmark_text(quote))[:_MOST_SENTENCES] if part.strip(" .!?")]
    return source.kind == "person" and any(_is_plain(part, source) for part in parts)


def _is_plain(sentence: str, source: ClaimSource) -> bool:
    found = re.search(words_in_a_row(keep_words(sentence)), source.text, re.IGNORECASE)
    if found is None or fold_words(_ONLY_IF.sub(" ", sentence)) & _WISHES:
        return False
    text = unmark_text(source.text)
    begin = max((each.end() for each in _SENTENCE_END.finditer(text, 0, found.start())), default=0)
    end = next((each.start() for each in _ENDING.finditer(text, found.end())), len(text))
    if text[found.end() : end + 1].rstrip().endswith("?") or _is_restricted(text, end + 1):
        return False
    return _stands_alone(text[begin : found.start()], found[0], text[found.end() : end])


def words_in_a_row(words: str) -> str:
    """The pattern of these words with anything but words between them."""
    return r"[\W_]+".join(map(re.escape, words.split()))


def _stands_alone(before: str, said: str, after: str) -> bool:
    """Whether a part of a sentence is whole clauses, and the rest neither bounds them nor says that somebody thinks or
    proposes so; a reason behind a colon may deny something else."""
    if not (opens := _OPENS.search(before)) or not _ENDS.match(after):
        return False
    before = before[: opens.start() + 1]
    words = fold_words(f"{before} {after}")
    return not (words & _TURNING or count_negations(_beside_colon(before, said, after)))


def _is_restricted(text: str, end: int) -> bool:
    """Whether what follows in a text takes something back: in the same sentence, or in one of its own that names a
    condition ("But only if …") or another thing that is "not" so. "If it rains, …" is about something else."""
    found = _RESTRICTS.match(text, end)
    if found is None or not _SENTENCE_END.search(text[max(0, end - 2) : found.end(1)]):
        return found is not None
    is_whole = text[found.end() : found.end() + 1] == "," or len(fold_words(found[2])) > _LONGEST_BOUND
    if is_whole and _CONTRASTS.isdisjoint(fold_words(text[found.end(1) : found.start(2)])):
        return False
    rest = found[2] if is_whole else found[0]
    return not _RESTRICTING.isdisjoint(fold_words(rest))


def _beside_colon(before: str, said: str, after: str) -> str:
    """What stands around a clause, without its reason behind a colon, or without what it is itself the reason of."""
    if after.startswith(":"):
        return before
    return after if before.rstrip().endswith(":") and count_negations(said) % 2 else f"{before} {after}"


def _others_speak(statement: Statement, mine: NearLine, near: Sequence[NearLine]) -> bool:
    """Whether a line that stands by itself denies what one of them says, or a person may say otherwise."""
    others = [one for one in near if one.number != mine.number and one.line.trusted]
    if mine.line.source.kind == "person":
        later = [one for one in others if one.number > mine.number and one.line.source.kind == "person"]
        return any(denies_only(one.line.statement) or _may_change(statement, one) for one in later)
    return any(
        denies_only(one.line.statement) or (one.line.source.kind == "person" and one.share >= _SPEAKS_OF_IT)
        for one in others
    )


def _may_change(statement: Statement, one: NearLine) -> bool:
    """Whether a later line does not say the same, but speaks of it, or denies or leaves open something of it."""
    plain = one.line.statement.plain
    if _is_clause(statement, one.line) or one.line.statement.folded_words == statement.folded_words:
        return False
    turns = one.share >= _SPEAKS_OF_IT and (times_turned(plain) % 2 == 1 or leaves_open(plain))
    return turns or speaks_of(one.shared, len(statement.words))
