"""Does a message in an interview mean to wrap it up? Told by rules on top of exit_intent.py. Pure, linear time.

Where a person answers, an answer may be one word: a lone "done" or "that's all" may be the answer as well as the
end, so it is asked back, while "wrap up" can only be the end.
"""

import re
from typing import Literal

from reviews.language.exit_intent import exit_intent
from reviews.language.phrases import folded_phrases
from reviews.language.prose import is_question, sentences, spoken, words_in

type Reply = Literal["end", "answer", "neither", "none"]

LONGEST_BARE = 8
"""Words of a message that may be nothing but "that's all" with politeness around it."""

LONGEST_CLOSE = 14
"""Words of a clause that may ask for the verdict."""

_WORDS = folded_phrases(__file__, "wrap_intent")
_BEFORE, _AFTER = _WORDS.any_of("before"), _WORDS.any_of("after")
_BARE = _WORDS.compile(rf"(?:{_BEFORE} )*{_WORDS.any_of('bare')}(?: {_AFTER})*")
_POLITE = _WORDS.anywhere("polite")
_ENDS = _WORDS.compile(rf"(?:{_BEFORE} )*{_WORDS.any_of('ends')}(?: {_AFTER})*")
_NEITHER = _WORDS.compile(rf"(?:{_BEFORE} )*{_WORDS.any_of('neither')}(?: {_AFTER})*")
_ANSWERS = _WORDS.compile(rf"{_WORDS.any_of('answers')}(?: {_AFTER})*")
_CLOSES = _WORDS.compile(rf"(?:{_BEFORE} )*{_WORDS.any_of('closes')}(?: {_AFTER})*")
_NAMES_INTERVIEW = re.compile(
    "verdict|question|interview|ask|wrap|urteil|frag|gespräch|with (?:what|all|everything)"
)
"""Every wish that can only be about the interview has one of these in it."""
_MAY_ASK = ("can ", "could ", "will ", "would ", "may ")
_CLAUSE = re.compile(r"[.!?…,;:\n]+")


def wants_wrap_up(text: str, *, answering: bool) -> bool:
    """Whether a message ends the interview. answering: whoever wrote it answers the questions, so that words which
    may be an answer, such as "done", do not end it."""
    if _closes_interview(text):
        return True
    intent = exit_intent(text)
    if not answering and intent == "ask" and is_bare_end(text) and "?" not in text:
        return True
    if intent != "exit":
        return False
    return not answering or re.search(r"\bwrap", spoken(text)) is not None


def _closes_interview(text: str) -> bool:
    """Whether nothing but politeness follows a sentence that asks for the verdict or for no more questions."""
    said = spoken(text)
    if not _NAMES_INTERVIEW.search(said):
        return False
    for start, end in reversed(sentences(said)):
        sentence = said[start:end]
        whole, *parts = (" ".join(words_in(clause)) for clause in (sentence, *_CLAUSE.split(sentence)))
        if is_question(sentence) and not whole.startswith(_MAY_ASK):
            return False
        parts = [part for part in parts if part]
        is_end = all(map(_is_end_or_polite, parts))
        if _is_close(whole) or (is_end and any(map(_is_close, parts))):
            return True
        if not is_end:
            return False
    return False


def _is_close(clause: str) -> bool:
    return len(clause.split()) <= LONGEST_CLOSE and _CLOSES.fullmatch(clause) is not None


def is_bare_end(text: str) -> bool:
    """Whether the whole message may mean the end and may be an answer: "done", "that's all", "fertig"."""
    heard = words_in(spoken(text))
    if not 0 < len(heard) <= LONGEST_BARE or "wrap" in heard:
        return False
    return _BARE.fullmatch(" ".join(heard)) is not None or exit_intent(text) == "exit"


def says_only_end(text: str) -> bool:
    """Whether a message says nothing beside that it is over, so that no part of it answers a question."""
    clauses = [" ".join(words_in(clause)) for clause in _CLAUSE.split(spoken(text))]
    return all(_is_end_or_polite(clause) for clause in clauses if clause)


def answer_to_ask_back(text: str) -> Reply:
    """What `text` replies to "Is “done” your answer, or shall I wrap up?"; "none" for an ordinary message."""
    said = " ".join(words_in(spoken(text))[: LONGEST_BARE + 1])
    if _ANSWERS.fullmatch(said):
        return "answer"
    if _NEITHER.fullmatch(said):
        return "neither"
    ends = _ENDS.fullmatch(said) or is_bare_end(text) or wants_wrap_up(text, answering=True)
    return "end" if ends else "none"


def _is_end_or_polite(clause: str) -> bool:
    if _is_close(clause):
        return True
    if len(clause.split()) > LONGEST_BARE:
        return False
    return bool(_POLITE.fullmatch(clause) or _ENDS.fullmatch(clause)) or (
        is_bare_end(clause) or exit_intent(clause) == "exit"
    )
