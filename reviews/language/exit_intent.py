"""Does a message mean to end the discussion (FR-006, C3, C14)? Told by rules. Pure, linear time.

Only four English keywords count (FR-006-01): `done`, `exit`, `wrap up`, `back`. They must be what the
message is about: "Let's wrap this up" ends, "I'm not done yet" and "the exit code" do not, and where both
readings are open ("done I guess, but what about errors?") the writer is asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reviews.language.phrases import folded_phrases
from reviews.language.prose import fold_text, is_question, masked, open_text, sentences, words_in

Intent = Literal["exit", "ask", "none"]
Reply = Literal["end", "continue", "none"]

LONGEST_UNCLEAR = 30
"""Words of a message that may still be asked back; in a longer one an unclear keyword is incidental."""
LONGEST_BARE = 12
"""Words of a sentence in which a lone "done" between commas may be asked back."""
LONGEST_STOP = 100
"""A message of so many characters or more is not nothing but a wish to stop in words that are no keyword."""
LONGEST_OPEN = 60
"""Words of a message of which every sentence may end the discussion; of a longer one the first or last."""

_WORDS = folded_phrases(__file__, "exit_intent")
_WRAP = _WORDS.any_of("wrap")
_ACTION = rf"(?:{_WRAP}|exit|be (?:all )?done|call it done|{_WORDS.any_of('back')})\b"
_BETWEEN = rf"(?:{_WORDS.any_of('between')} ){{0,2}}"
_WISHED = re.compile(rf"\b{_WORDS.any_of('wish')} {_BETWEEN}(?P<act>{_ACTION})(?P<tail>.*)")
_FINISHED = re.compile(
    rf"\b{_WORDS.any_of('finished')} (?:{_WORDS.any_of('quite')} )*(?P<act>done)\b(?P<tail>.*)"
)
_COMMANDED = re.compile(
    rf"(?P<act>{_WRAP}|exit|all done|done|(?:go |take me |bring me |get me )?back)\b(?P<tail>.*)"
)
_ASKED = re.compile(
    rf"(?:so )?{_WORDS.any_of('asked')} {_BETWEEN}(?P<act>done|all done|{_ACTION})(?P<tail>.*)"
)
_CLOSED = re.compile(
    rf"(?: (?:{_WORDS.any_of('closing')}"
    rf"|{_WORDS.any_of('this')}(?: (?:of|about|on|around|regarding|over|for) .*)?))*"
)
_SUMMED = re.compile(f" {_WORDS.any_of('summed')}")
_MENU = re.compile(f" {_WORDS.any_of('menu')}")
_LATER = re.compile(rf" {_WORDS.any_of('later')}\b")
_DENIES = _WORDS.whole("denies")
_DEPENDS = _WORDS.whole("depends")
_CONDITION = re.compile(rf"(?:^|\b(?:and|so|but) ){_WORDS.any_of('condition')}\b")
_REPORTS = _WORDS.whole("reports")
_MINE = _WORDS.whole("mine")
_GOES_ON = _WORDS.whole("goes_on")
_MORE_FIRST = _WORDS.whole("more_first")
_STOPS = _WORDS.anywhere("stops")
_FILLERS = _WORDS.words.vocabulary("filler")
_PAIRS = _WORDS.words.vocabulary("filler_pair")
_COMMANDS = _WORDS.words.vocabulary("command")
_CLOSERS = _WORDS.anywhere("closers")
_KEYWORD = _WORDS.whole("keyword")
_NAMES_END = re.compile("done|exit|back|wrap")
_NAMES_STOP = re.compile(
    "stop|end|quit|finish|close|conclude|enough|all|that|call it|thing|no more|no further|no else"
)
"""Every keyword and every command has one of the first in it, every other wish to stop one of the second: most messages
have neither and need not be read on."""
_POLITE = rf"(?: {_WORDS.any_of('polite')})*"
_YES, _NO = _WORDS.any_of("yes"), _WORDS.any_of("no")
_ENDS = re.compile(
    rf"(?:{_YES}(?: {_YES})*|(?:(?:{_YES}|{_NO}) )*{_WORDS.any_of('end')}|{_WORDS.any_of('i_do')}){_POLITE}"
)
_CONTINUES = re.compile(
    rf"(?:{_NO}|(?:(?:{_YES}|{_NO}) )*{_WORDS.any_of('go_on')}|{_WORDS.any_of('i_do_not')}){_POLITE}"
)
_CLAUSE = re.compile(r"[,;()—–]|\s-+\s|\b(?=but\b)|\b(?=however\b)")


@dataclass(frozen=True)
class _Said:
    """What a clause with a keyword means, and where in its sentence it stands."""

    intent: Literal["exit", "bare", "ask", "denied", "none"]
    clause: int


def exit_intent(text: str) -> Intent:
    """Whether `text` ends the discussion ("exit"), may mean to ("ask": ask back), or says something else.

    The mandatory examples of C14 decide; quoted text and code never end anything, except a message that is
    nothing but the quoted keyword.
    """
    opened = open_text(text)
    folded = fold_text(opened)
    names_end = _NAMES_END.search(folded) is not None
    if not names_end and not _NAMES_STOP.search(folded):
        return "none"
    if names_end and _is_command(words_in(folded)) and "well done" not in fold_text(text):
        return "ask" if "?" in text else "exit"
    unquoted = masked(opened)
    said = folded if unquoted == opened else fold_text(unquoted)
    if not (names_end and _KEYWORD.search(said)):
        stops = len(said) < LONGEST_STOP and _STOPS.fullmatch(" ".join(_trimmed(words_in(said))))
        return "ask" if stops else "none"
    total = len(words_in(said))
    places = sentences(said)
    found = [_judge_sentence(said[start:end], total) for start, end in places]
    if total > LONGEST_OPEN:
        found[1:-1] = ["none"] * len(found[1:-1])
    return _join_verdicts(said, places, found, total)


def answer_to_clarify(text: str) -> Reply:
    """What `text` answers to "Did you want to end the discussion, or continue exploring this?".

    "none" means that it is an ordinary message. English only, like the keywords.
    """
    heard = words_in(fold_text(masked(text)))[:12]
    said = " ".join(heard)
    ends, goes_on = _ENDS.fullmatch(said), _CONTINUES.fullmatch(said)
    if ends or goes_on:
        return "end" if ends else "continue"
    return "end" if exit_intent(text) == "exit" else "none"


def _join_verdicts(said: str, places: Sequence[tuple[int, int]], found: Sequence[str], total: int) -> Intent:
    """The sentences' verdicts as one: what goes on talking is asked back before the discussion ends."""
    if "exit" not in found:
        return "ask" if "ask" in found and "denied" not in found and total <= LONGEST_UNCLEAR else "none"
    at = found.index("exit")
    others = [said[start:end] for place, (start, end) in enumerate(places) if place != at]
    after = said[places[at][1] :]
    open_question = any(other.rstrip(" *_)\"'").endswith("?") for other in others)
    if open_question or "denied" in found or _GOES_ON.search(after):
        return "ask"
    return "exit"


def _judge_sentence(sentence: str, total: int) -> str:
    """exit, ask, denied or none for one sentence."""
    clauses = [words_in(part) for part in _CLAUSE.split(sentence)]
    clauses = [clause for clause in clauses if clause]
    asks = is_question(sentence)
    if asks and clauses and (asked := _ASKED.fullmatch(_last_choice(clauses[-1]))):
        return "ask" if _judge_tail(asked["act"], asked["tail"]) != "none" else "none"
    read = [_Said(_judge_clause(clause), place) for place, clause in enumerate(clauses)]
    for intent in ("exit", "bare", "ask", "denied"):
        for said in read:
            if said.intent == intent:
                return _in_sentence(said, clauses, asks, total)
    return "none"


def _last_choice(heard: list[str]) -> str:
    """The clause from its last "or" on: "Is there more or can we wrap up"."""
    return " ".join(_without_fillers(" ".join(heard).rpartition(" or ")[2].split()))


def _in_sentence(said: _Said, clauses: list[list[str]], asks: bool, total: int) -> str:
    """What the clause means among the other clauses of its sentence."""
    if said.intent in ("ask", "denied"):
        return "none" if asks and said.intent == "ask" else said.intent
    before = [" ".join(clause) for clause in clauses[: said.clause]]
    after = [" ".join(clause) for clause in clauses[said.clause + 1 :]]
    conditional = any(_CONDITION.search(clause) or _MORE_FIRST.search(clause) for clause in before)
    if asks or conditional or any(_GOES_ON.search(clause) for clause in after):
        return "ask"
    others = [clause for clause in before + after if _trimmed(clause.split())]
    wraps = "wrap" in clauses[said.clause]
    if said.intent == "bare" and not wraps and not all(map(_is_closing, others)):
        return "ask" if sum(map(len, clauses)) <= LONGEST_BARE else "none"
    return "exit"


def _is_closing(clause: str) -> bool:
    """Whether a clause is what people say when they are through: "that's all", "thanks"."""
    return bool(_CLOSERS.fullmatch(clause) or _CLOSERS.fullmatch(" ".join(_without_fillers(clause.split()))))


def _judge_clause(heard: list[str]) -> Literal["exit", "bare", "ask", "denied", "none"]:
    """What one clause with or without a keyword means."""
    clause = " ".join(heard)
    if not _KEYWORD.search(clause) or "well done" in clause:
        return "none"
    if _is_command(heard):
        return "bare"
    if explicit := _WISHED.search(clause) or _FINISHED.search(clause):
        return _judge_wish(clause[: explicit.start()], explicit["act"], explicit["tail"])
    if commanded := _COMMANDED.fullmatch(" ".join(_without_fillers(heard))):
        return _judge_command(commanded["act"], commanded["tail"])
    if re.match(r"(?:i'm|i am|we're|we are|we aren't|i) (?:not|never|nowhere|far|almost|nearly)\b", clause):
        return "denied"
    started = re.match(rf"(?:just )?to {_WRAP}\b|(?:that's|that is|this is|it's|it is) done$", clause)
    return "ask" if started else "none"


def _is_command(heard: list[str]) -> bool:
    """Whether the words are a keyword, said once or more, with nothing but politeness around it."""
    return " ".join(dict.fromkeys(_trimmed(heard))) in _COMMANDS


def _judge_wish(before: str, act: str, tail: str) -> Literal["exit", "ask", "denied", "none"]:
    """A clause in which the writer wishes to end or says to be through, by what stands around it."""
    nearest = re.split(r"\b(?:so|and|then)\b", _MINE.sub("", before))[-1]
    if _DENIES.search(nearest):
        return "denied"
    if _DEPENDS.search(nearest):
        return "none"
    meant = _judge_tail(act, tail)
    return "ask" if meant == "exit" and _REPORTS.search(nearest) else meant


def _judge_command(act: str, tail: str) -> Literal["exit", "ask", "none"]:
    """A clause that starts with the keyword."""
    meant = _judge_tail(act, tail)
    if meant == "exit" or act.startswith("wrap"):
        return meant
    length = len(tail.split())
    if act.endswith("done"):
        return "ask" if tail.startswith((" with ", " talking", " discussing")) else "none"
    return (
        "ask" if act == "exit" and length <= 3 and tail.startswith((" the ", " this ", " that ")) else "none"
    )


def _judge_tail(act: str, tail: str) -> Literal["exit", "ask", "none"]:
    """What the words after the keyword leave of its meaning."""
    closed = " ".join(tail.split())
    rest = f" {closed}" if closed else ""
    if act.endswith("back"):
        if _MENU.fullmatch(rest):
            return "exit"
        return "ask" if not _trimmed(rest.split()) else "none"
    if (
        _CLOSED.fullmatch(rest)
        or _CLOSED.fullmatch(_join_words(_trimmed(rest.split())))
        or _SUMMED.fullmatch(rest)
    ):
        return "exit"
    later = _LATER.match(rest) is not None
    if (act.endswith("done") and later) or (act == "exit" and not later):
        return "none"
    return "ask"


def _join_words(heard: list[str]) -> str:
    return f" {' '.join(heard)}" if heard else ""


def _without_fillers(heard: list[str]) -> list[str]:
    """The words without the fillers in front."""
    start = 0
    while start < len(heard):
        pair = " ".join(heard[start : start + 2])
        if pair in _PAIRS:
            start += 2
        elif heard[start] in _FILLERS:
            start += 1
        else:
            break
    return heard[start:]


def _trimmed(heard: list[str]) -> list[str]:
    """The words without fillers and politeness around them; a name may follow the thanks."""
    rest = _without_fillers(heard)
    end = len(rest)
    while end:
        if " ".join(rest[max(end - 2, 0) : end]) in _PAIRS or rest[max(end - 2, 0) : end][:1] == ["thanks"]:
            end = max(end - 2, 0)
        elif rest[end - 1] in _FILLERS:
            end -= 1
        elif rest[max(end - 3, 0) : end - 1] == ["thank", "you"]:
            end -= 3
        else:
            break
    return rest[:end]
