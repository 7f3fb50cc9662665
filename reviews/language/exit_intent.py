"""Does a message mean to end the discussion (FR-006, C3, C14)? Told by rules. Pure, linear time.

Only four English keywords count (FR-006-01): `done`, `exit`, `wrap up`, `back`. They must be what the
message is about: "Let's wrap this up" ends, "I'm not done yet" and "the exit code" do not, and where both
readings are open ("done I guess, but what about errors?") the writer is asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reviews.language.prose import fold, is_question, masked, open_text, sentences, spoken, vocabulary, words

Intent = Literal["exit", "ask", "none"]
Reply = Literal["end", "continue", "none"]

LONGEST_UNCLEAR = 30
"""Words of a message that may still be asked back; in a longer one an unclear keyword is incidental."""
LONGEST_BARE = 12
"""Words of a sentence in which a lone "done" between commas may be asked back."""
LONGEST_OPEN = 60
"""Words of a message of which every sentence may end the discussion; of a longer one the first or last."""

_TALK = (
    "(?:discussion|conversation|debate|talk|chat|session|meeting|roundtable|round table|topic"
    "|elaboration(?: mode)?)"
)
_THIS = f"(?:(?:this|that|the|our|your|today's)(?: whole)? {_TALK}|elaboration(?: mode)?|roundtable)"
_WRAP = rf"wrap(?: (?:it|this|that|things|everything|{_THIS}))?(?: all)? up"
_BACK = r"(?:(?:go|head|get|move|be|come|(?:take|bring) (?:me|us)) )?back"
_ACTION = rf"(?:{_WRAP}|exit|be (?:all )?done|call it done|{_BACK})\b"
_WISH = (
    r"(?:let's|lets|let us|we (?:can|could|should|may|might|must|need to|have to|want to)|time (?:for us )?to"
    r"|i(?:'d| would) (?:like|love|prefer) (?:us )?to|i (?:want|need|have|wish) (?:us )?to|i'd|i would|i can"
    r"|(?:i'm|i am|we're|we are) (?:going|ready|happy|fine|about|good) to|ready to|please"
    r"|(?:can|could|would) you|you (?:can|may)|feel free to|happy to|i(?:'ll| will)|we(?:'ll| will))"
)
_BETWEEN = r"(?:(?:now|just|please|all|maybe|quickly|probably|simply|then|go ahead and|try to) ){0,2}"
_WISHED = re.compile(rf"\b{_WISH} {_BETWEEN}(?P<act>{_ACTION})(?P<tail>.*)")
_FINISHED = re.compile(
    r"\b(?:we're|we are|i'm|i am|im) (?:all |pretty much |basically |now |officially |just )*"
    r"(?P<act>done)\b(?P<tail>.*)"
)
_COMMANDED = re.compile(
    rf"(?P<act>{_WRAP}|exit|all done|done|(?:go |take me |bring me |get me )?back)\b(?P<tail>.*)"
)
_ASKED = re.compile(
    r"(?:so )?(?:are we|am i|(?:shall|should|can|could|may|might) (?:we|i)|do we want to|do you want to"
    r"|is it time to"
    r"|would you like to|(?:can|could|would|will) you|ready to|why (?:don't|not)(?: we)?|how about we"
    r"|how (?:do|can|could) (?:i|we)) "
    rf"{_BETWEEN}(?P<act>done|all done|{_ACTION})(?P<tail>.*)"
)
_CLOSING_WORDS = (
    "here|now|then|for now|for today|for the day|for good|today|please|already|too|as well|so|this|it|that|"
    "everything|all of this|all of it|things|all|everyone|from my side|on my side|on my end|for my part"
    "|i think|"
    "i guess|i believe|i suppose|i'd say|right|ok|okay|again|later|completely|at this point|with"
)
_CLOSED = re.compile(rf"(?: (?:{_CLOSING_WORDS}|{_THIS}(?: (?:of|about|on|around|regarding|over|for) .*)?))*")
_SUMMED = re.compile(
    r" and (?:move on|continue|go(?: on)?|proceed|return) to the (?:next step|next phase|menu)(?: now"
    r"| please)?|"
    r" (?:and|to|so we can) (?:finally )?(?:synthesi[sz]e|summari[sz]e|get|see|read|write|do|produce)\b.*"
    r"(?:summary|synthesis|synthesi[sz]e|summari[sz]e|key points|results?)?"
)
_MENU = re.compile(
    r" to (?:the |my |our )?(?:main |step |phase )?(?:menu|overview|steps|item)(?: please| now)?"
)
_LATER = re.compile(r" (?:when|once|if|after|before|until|till|unless|as soon as|by|in|soon)\b")
_DENIES = re.compile(
    r"\b(?:not|never|cannot|\w+n't|dont|without|hardly|neither|nor|far from|yet to|almost|nearly|no"
    r"|half|nowhere)\b"
)
_DEPENDS = re.compile(
    r"\b(?:when|whenever|once|if|after|before|until|till|unless|while|whether|how|what|why|where|who"
    r"|which|now that|"
    r"as soon as|until we|by the time)\b"
)
_CONDITION = re.compile(r"(?:^|\b(?:and|so|but) )(?:when|once|if|after|unless|before|until|as soon as)\b")
_REPORTS = re.compile(
    r"\b(?:says?|said|tells?|told|shows?|thinks?|thought|suggests?|suggested|wants?|claims?|asked|asks"
    r"|mentioned|"
    r"means|meant|feels?|user|users|customer|customers|persona)\b"
)
_MINE = re.compile(
    r"\b(?:i|we)(?:'d| would| do)? (?:also )?(?:say|think|guess|suppose|believe|feel|suggest|want"
    r"|mean)(?: that)?\b"
)
_GOES_ON = re.compile(
    r"\b(?:but|however|except|although|though|first|next|one more|one last|another|wait|hold on"
    r"|actually|moving on|"
    r"move on to|also|and then|before (?:that|we|you)|still|then (?:let's|we|i)|"
    r"let's (?:now |then )?(?:discuss|talk|look|see|move|go|continue|explore|hear|consider|focus|turn))\b"
)
_MORE_FIRST = re.compile(r"\b(?:one more|one last|another|last question|first|quick question|before)\b")
_STOPS = re.compile(
    rf"(?:(?:let's|lets|let us|please|can we|could we|we can|we should|i want to|i'd like to) )?"
    rf"(?:stop|end|quit|finish|close|conclude)(?: (?:here|it|this|that|now|talking|there|{_THIS}))*"
    rf"|enough|finished|"
    rf"(?:we're|we are|i'm|i am) finished(?: here)?|that's enough|enough for (?:now|today)"
)
_FILLERS = vocabulary(
    "please thanks thank cheers ok okay k yes yep yeah yup alright right great cool good perfect nice "
    "lovely excellent awesome super fine sure so well now then and here today everyone everybody"
    " guys folks team "
    "just oh hm hmm ah sorry kindly finally really anyway sir ma'am lol"
)
_TWO_WORDS = (
    "thank you|i think|i guess|i suppose|i believe|i'd say|for now|for today|that's it|that's all|sounds good"
    "|looks good|very much|so much|you all|all good|got it|no more|of you|all of|with this|at all|my side|all right"
)
_WHOLE = (
    "done|all done|exit|wrap up|wrap-up|wrapup|wrap it up|wrap this up|wrap things up|back|go back"
    "|back to menu|back to the menu|exit now|done now|take me back"
)
_PAIRS, _COMMANDS = frozenset(_TWO_WORDS.split("|")), frozenset(_WHOLE.split("|"))
_CLOSERS = re.compile(
    r"(?:that's|that is|that was) (?:all|it|everything|great|helpful|very helpful|perfect"
    r"|enough)(?: .{0,40})?|"
    r"(?:nothing|no) (?:else|more|further|questions?)(?: .{0,40})?|"
    r"(?:no|nope|nah)|(?:i|we) (?:have|need) to (?:go|leave|run|stop)(?: .{0,30})?|"
    r"(?:i'm|i am|we're|we are) (?:all )?(?:good|set|ready|through|happy)(?: .{0,20})?|i(?:'m"
    r"| am) (?:happy|good|satisfied|fine)(?: .{0,30})?|"
    r"i(?:'ve| have) (?:got )?(?:no more|nothing|everything|what|all)\b.{0,40}|(?:great|good|nice"
    r"|super) .{0,30}|"
    r"(?:sounds|looks) (?:good|great|fine).{0,20}|(?:thanks|thank you).{0,40}"
    r"|we have .{0,20}everything.{0,20}"
)
_KEYWORD = re.compile(r"\b(?:done|exit|back|wrap-up|wrapup|wrap (?:\S+ ){0,5}up)\b")
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
    if _is_command(words(fold(open_text(text)))) and "well done" not in fold(text):
        return "ask" if "?" in text else "exit"
    said = spoken(text)
    if not _KEYWORD.search(said):
        return "ask" if len(said) < 100 and _STOPS.fullmatch(" ".join(_trimmed(words(said)))) else "none"
    total = len(words(said))
    places = sentences(said)
    found = [_sentence(said[start:end], total) for start, end in places]
    if total > LONGEST_OPEN:
        found[1:-1] = ["none"] * len(found[1:-1])
    return _together(said, places, found, total)


def answer_to_clarify(text: str) -> Reply:
    """What `text` answers to "Did you want to end the discussion, or continue exploring this?".

    "none" means that it is an ordinary message. English only, like the keywords.
    """
    heard = words(fold(masked(text)))[:12]
    said = " ".join(heard)
    ends, goes_on = _ENDS.fullmatch(said), _CONTINUES.fullmatch(said)
    if ends or goes_on:
        return "end" if ends else "continue"
    return "end" if exit_intent(text) == "exit" else "none"


def _together(said: str, places: Sequence[tuple[int, int]], found: Sequence[str], total: int) -> Intent:
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


def _sentence(sentence: str, total: int) -> str:
    """exit, ask, denied or none for one sentence."""
    clauses = [words(part) for part in _CLAUSE.split(sentence)]
    clauses = [clause for clause in clauses if clause]
    asks = is_question(sentence)
    if asks and clauses and (asked := _ASKED.fullmatch(_last_choice(clauses[-1]))):
        return "ask" if _tail(asked["act"], asked["tail"]) != "none" else "none"
    read = [_Said(_clause(clause), place) for place, clause in enumerate(clauses)]
    for intent in ("exit", "bare", "ask", "denied"):
        for said in read:
            if said.intent == intent:
                return _in_sentence(said, clauses, asks, total)
    return "none"


def _last_choice(heard: list[str]) -> str:
    """The clause from its last "or" on: "Is there more or can we wrap up"."""
    return " ".join(_led(" ".join(heard).rpartition(" or ")[2].split()))


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
    if said.intent == "bare" and not wraps and not all(map(_closes, others)):
        return "ask" if sum(map(len, clauses)) <= LONGEST_BARE else "none"
    return "exit"


def _closes(clause: str) -> bool:
    """Whether a clause is what people say when they are through: "that's all", "thanks"."""
    return bool(_CLOSERS.fullmatch(clause) or _CLOSERS.fullmatch(" ".join(_led(clause.split()))))


def _clause(heard: list[str]) -> Literal["exit", "bare", "ask", "denied", "none"]:
    """What one clause with or without a keyword means."""
    clause = " ".join(heard)
    if not _KEYWORD.search(clause) or "well done" in clause:
        return "none"
    if _is_command(heard):
        return "bare"
    if explicit := _WISHED.search(clause) or _FINISHED.search(clause):
        return _explicit(clause[: explicit.start()], explicit["act"], explicit["tail"])
    if commanded := _COMMANDED.fullmatch(" ".join(_led(heard))):
        return _command(commanded["act"], commanded["tail"])
    if re.match(r"(?:i'm|i am|we're|we are|we aren't|i) (?:not|never|nowhere|far|almost|nearly)\b", clause):
        return "denied"
    started = re.match(rf"(?:just )?to {_WRAP}\b|(?:that's|that is|this is|it's|it is) done$", clause)
    return "ask" if started else "none"


def _is_command(heard: list[str]) -> bool:
    """Whether the words are a keyword, said once or more, with nothing but politeness around it."""
    return " ".join(dict.fromkeys(_trimmed(heard))) in _COMMANDS


def _explicit(before: str, act: str, tail: str) -> Literal["exit", "ask", "denied", "none"]:
    """A clause in which the writer wishes to end or says to be through, by what stands around it."""
    nearest = re.split(r"\b(?:so|and|then)\b", _MINE.sub("", before))[-1]
    if _DENIES.search(nearest):
        return "denied"
    if _DEPENDS.search(nearest):
        return "none"
    meant = _tail(act, tail)
    return "ask" if meant == "exit" and _REPORTS.search(nearest) else meant


def _command(act: str, tail: str) -> Literal["exit", "ask", "none"]:
    """A clause that starts with the keyword."""
    meant = _tail(act, tail)
    if meant == "exit" or act.startswith("wrap"):
        return meant
    length = len(tail.split())
    if act.endswith("done"):
        return "ask" if tail.startswith((" with ", " talking", " discussing")) else "none"
    return (
        "ask" if act == "exit" and length <= 3 and tail.startswith((" the ", " this ", " that ")) else "none"
    )


def _tail(act: str, tail: str) -> Literal["exit", "ask", "none"]:
    """What the words after the keyword leave of its meaning."""
    closed = " ".join(tail.split())
    rest = f" {closed}" if closed else ""
    if act.endswith("back"):
        if _MENU.fullmatch(rest):
            return "exit"
        return "ask" if not _trimmed(rest.split()) else "none"
    if (
        _CLOSED.fullmatch(rest)
        or _CLOSED.fullmatch(_joined(_trimmed(rest.split())))
        or _SUMMED.fullmatch(rest)
    ):
        return "exit"
    later = _LATER.match(rest) is not None
    if (act.endswith("done") and later) or (act == "exit" and not later):
        return "none"
    return "ask"


def _joined(heard: list[str]) -> str:
    return f" {' '.join(heard)}" if heard else ""


def _led(heard: list[str]) -> list[str]:
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
    rest = _led(heard)
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


_POLITE = r"(?: (?:please|thanks|thank you|now|then|here|do|i do|i did|that|it is|for now))*"
_YES = r"(?:yes|yeah|yep|yup|sure|ok|okay|right|correct|exactly|absolutely|definitely|please|y)"
_NO = r"(?:no|nope|nah|not yet|not really|not quite|n|oh no|sorry no)"
_END = (
    r"(?:(?:let's |let us |please |you can |we can |i want to |i'd like to |i wanted to |do |go ahead and )?"
    rf"(?:end|stop|finish|close|quit|exit|wrap up|conclude)(?: (?:it|this|here|now|the discussion|{_THIS}))*"
    r"|the former|the first|end of discussion|(?:i'm|we're|all )?\s?done|wrap (?:it|this|things) up"
    r"|(?:don't|do not) (?:continue|go on|keep going))"
)
_GO_ON = (
    r"(?:(?:let's |let us |please |we can |we should |i want to |i'd like to |i'd rather "
    r"|i would like to |do )?"
    r"(?:continue|keep going|keep exploring|go on|carry on|proceed|keep at it|explore|keep discussing"
    r"|keep talking)"
    r"(?: (?:exploring|discussing|talking|it|this|that|a bit|a little|longer|more|further"
    r"|the discussion|with this))*"
    r"|the latter|the second|more|(?:don't|do not) (?:end|stop|finish|exit|wrap up)(?: (?:it|yet|now"
    r"|the discussion))*"
    r"|(?:i'm|we're|i am|we are) not (?:done|finished)(?: yet)?|not done yet|misunderstood|stay)"
)
_ENDS = re.compile(
    rf"(?:{_YES}(?: {_YES})*|(?:(?:{_YES}|{_NO}) )*{_END}|i do|i did|do it|please do){_POLITE}"
)
_CONTINUES = re.compile(
    rf"(?:{_NO}|(?:(?:{_YES}|{_NO}) )*{_GO_ON}|i don't|i didn't|please don't|don't){_POLITE}"
)
