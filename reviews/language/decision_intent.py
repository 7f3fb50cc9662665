"""Does a turn say that something was decided (C43, NFR-003)? Told by rules. Pure, English, linear time.

Decided is what "we" or "I" settle on ("let's go with A", "we will keep the queue", "the decision is …"), but no
question, no condition ("if we decide"), nothing that somebody else would choose, and no advice ("I would").
"""

import re

from reviews.language.prose import fold, is_question, masked, open_text, sentences

LONGEST = 200
"""Characters of a decision's sentence."""

_SELF = r"(?:we|i|we all|we both|the team|all of us|both of us|everyone|i think we|i'd say we)"
_DONE = (
    r"(?:have |has |had |'ve |just |already |all |both |now |finally |therefore |also )*(?:decided"
    r"|agreed (?:on|that|to(?! (?:dis|differ))|upon)"
    r"|settled (?:on|for|that)|chosen|chose|picked|opted|went (?:with|for)|committed to|concluded"
    r"|resolved (?:to|that)"
    r"|ruled out|voted)"
)
_GO = r"go (?:with|for|ahead with)|stick (?:with|to)|settle (?:on|for)|commit to|opt for|default to"
_ACT = (
    rf"{_GO}|use|keep|adopt|choose|pick|select|drop|defer|postpone|skip|leave|cap|limit|set|treat|ship"
    rf"|support|require|"
    r"allow|add|remove|replace|accept|reject|avoid|restrict|exclude|include|store|build|split|merge"
    r"|standardi[sz]e on|"
    r"rule out|start with|make (?:it|that|this|the)|do (?:that|it|this|both|option|the)|put|move"
    r"|introduce|enforce|"
    r"cut|retire|deprecate|retain|implement|target|exclude|document|record|log|queue|version|validate"
)
_NOT_ACT = re.compile(
    r"(?:"
    r"keep (?:in mind|going|discussing|talking|exploring|looking|moving|this going|an eye|an open mind"
    r"|you|that in mind"
    r"|this in mind|it in mind|our focus|the focus|focus\w*|the discussion|the conversation|it short"
    r"|this short|asking"
    r"|coming|thinking|our eyes)"
    r"|leave (?:that|this|it) (?:aside|there|here|open|for a moment|for now)|leave (?:the|that) question"
    r"|set (?:that |this |it )?aside|start with (?:a|the|your|that|this|what|who|why|one|alex|maya"
    r"|jordan) ?"
    r"(?:question|user|users|basics|problem|focus|topic|beginning|why|what|who"
    r"|simple question)?\b(?! version)"
    r"|make (?:it|that|this|the\b.{0,30}) (?:more )?(?:concrete|clear|clearer|explicit|precise|specific"
    r"|simple|tangible)"
    r"|use (?:an|the|this|that|a|one|my|your|some|our)?(?: \w+)? ?(?:example|scenario|case|analogy|time"
    r"|minutes|moment)\b"
    r"|stick (?:to|with) (?:the|our|this) (?:topic|focus|question|point|subject|scope of)"
    r"|add (?:to (?:what|that|this|the)|that|one (?:more )?(?:thing|point|concern)|a (?:question|point"
    r"|concern|remark))\b"
    r"|put (?:ourselves|it this|it another|it differently|that|this)|move (?:on|to the next|forward"
    r"|back|along)"
    r"|pick (?:up|your|one)|leave it|include (?:you|everyone)|go with the flow|use up|skip (?:ahead|to)"
    r"|cut to"
    r"|(?:record|document|log|note) (?:that as|this as) (?:an )?open|split (?:hairs)|build on\b"
    r"|do (?:it|that) later"
    r"|keep (?:it|this|things) (?:open|brief|on topic|focused)|set the (?:stage|scene)|support (?:you"
    r"|that view)"
    r"|accept (?:that (?:argument|point))|limit (?:ourselves to one question)"
    r")"
)
_I_ACT = rf"{_GO}|use|choose|pick|select|take (?:option|the)|accept|drop|keep|approve|defer|rule out"
_WE_WILL = r"(?:we(?:'ll| will| shall|(?:'re| are| aren't)(?: not)? going to| won't| will not)|the team will)"
_WE_ARE = r"(?:we're|we are|i'm|i am)"
_OURS = r"(?:the|our|my|final|team's|that's the|that is the|so the)"
_AFTER_DECISION = (
    r"(?:yours|theirs|up to|open|pending|hard|whether|not|still|between|important|to be|about|what|how"
    r"|which|who|"
    r"difficult|unclear|easy|one|theirs|made by|critical|based|irreversible|reversible|key|due|"
    r"an? (?:architectural|hard|big|tough|difficult|key|important))\b"
)
_ADVERBS = (
    r"(?:then |therefore |just |simply |now |all |definitely |also |instead |not |always |only |still )*"
)

_DECIDES = re.compile(
    "|".join(
        rf"(?:{pattern})"
        for pattern in (
            rf"\b{_SELF} ?{_DONE}\b",
            rf"\b(?:let's|lets|let us) {_ADVERBS}(?P<a>{_ACT})\b",
            rf"\b{_WE_WILL} {_ADVERBS}(?P<b>{_ACT})\b",
            rf"\bi(?:'ll| will|'m going to| am going to) {_ADVERBS}(?P<c>{_I_ACT})\b",
            rf"\b{_WE_ARE} {_ADVERBS}(?:going (?:with|for)|sticking (?:with|to)|keeping|dropping"
            rf"|choosing|adopting|picking"
            r"|deferring|committed to|agreed|decided|settled|ruling out|using \S+(?: \S+){0,3} instead"
            r"|not doing)\b",
            rf"\b(?:i|we) {_ADVERBS}(?:choose(?! to (?:believe|think|see|read))|pick|select|opt for"
            rf"|go with|go for|settle on|commit to"
            rf"|approve|vote for|"
            r"rule out|hereby \w+|agree (?:on|to)(?! disagree)|all agree (?:on|that|to)"
            r"|both agree (?:on|that|to))\b",
            r"\bwe agree that\b",
            r"\b(?:i'm|i am|we're|we are) (?:fine|ok|okay|happy|good) with (?:option|alternative|variant)\b",
            r"(?:^\W*+|, )(?:please|just) (?:use|take|choose|pick|keep|do|go with) (?:option"
            r"|alternative|variant|both)\b",
            r"[,;:–—] (?:so |then )?go(?:ing)? (?:with|for) \w",
            rf"\b(?:i'd like|i would like|i want|we want|i prefer|we'd like) (?:us )?to (?:{_GO})\b",
            rf"\b{_OURS} (?:final )?(?:decision|choice|resolution|verdict|conclusion|vote"
            rf"|pick)(?:,? then,?)?"
            rf" (?:is|was|goes to|stands)\b(?! {_AFTER_DECISION})",
            r"(?:^|\W)(?:decision|decided|resolved|resolution|final decision|final answer"
            r"|verdict)\W{0,3}:\W{0,4}\w",
            r"^\W*+decided (?:to|on|that|for|against)\b",
            r"^\W*+agreed\W{0,3}(?:[:–—]|- )\W*\w",
            r"^\W*+agreed,? (?:that|on|to)\b",
            r"\b(?:it's|it is|that's|that is|this is|has been|have been|was|were|is|are"
            r"|consider it) (?:now |then |all )?"
            r"(?:decided|settled|agreed(?: (?:on|upon))?)\b(?! (?:by|at runtime|per|based|when|whether"
            r"|later|elsewhere|in the)\b)",
            r"^\W*+(?:ok(?:ay)?|yes|alright|right|fine|so|then|good|great|and|now)?\W*(?:go"
            r"|going) (?:for|with) \w",
            r"^\W*+(?:ok(?:ay)?|yes|alright|right|fine|so|then)?\W*+(?:option|alternative|variant) \w{1,12}"
            r"(?:,? (?:please|then|it is|for me|for us|wins|for now))*\W*+$",
            r"^\W*+(?:so |ok(?:ay)?,? |right,? |then )?(?!that\b|this\b|what|as |how|where|which|there"
            r"|here)(?:\S+ ){1,6}"
            r"it is(?:,? then)?\W*+$",
            r"\b(?:we have|there is|there's|we've reached|we reached) (?:a )?(?:consensus"
            r"|agreement) (?:on|that|to|about)\b",
            r"\bthe consensus is\b",
        )
    )
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if|unless|suppose|supposing|assuming|imagine|wish|provided|whether|were we to|in case|should we"
    r"|had we|option \w{1,12}(?=:)"
    r"|(?:in|under|with) (?:option|alternative|variant|approach|that case)|one option|another option"
    r"|alternatively)\b"
)
_UNLESS_OBJECTED = re.compile(
    r"\b(?:if (?:nobody|no one|none|there are no|there's no|there is no|everyone|everybody|you all"
    r"|we all|that's ok|"
    r"that is ok)|even if|unless (?:anyone|anybody|someone|somebody|there))\b"
)
_WHEN = re.compile(
    r"\b(?:when|once|until|till|before|after|as soon as|how|why|what|who|which|because|since)\b[^,;:—–]*$"
)
_OTHERS = re.compile(
    r"\b(?:says?|said|thinks?|thought|claims?|claimed|suggests?|suggested|proposes?|proposed|wants?"
    r"|wanted|argues?|"
    r"argued|believes?|believed|favou?rs?|prefers?|mentioned|asks?|asked|wonders?|wondered|reads?"
    r"|states?)\b[^,;:—–]*$"
)
_MINE = re.compile(
    r"\b(?:i|we)(?: also| do| still)? (?:think|believe|say|thought|suggest|propose|want|prefer)\b"
    r"|\bi'd say\b"
)
_MODAL = re.compile(r"\b(?:would|could|might|say)\b")
_CLAUSE = re.compile(r"[,;:—–]|\b(?:so|therefore|and)\b")
_DENIED = re.compile(r"\b(?:nothing|never|not|no|nobody|\w+n't|without|neither)(?: \w+){0,3} ?$")


def is_decision(text: str) -> bool:
    """Whether `text` says that something was decided (C43). Quoted text, code and questions do not."""
    return decision_sentence(text) != ""


def decision_sentence(text: str) -> str:
    """The first sentence of `text` that decides, at most 200 characters of it, or "" when none does."""
    shown = open_text(text)
    heard = masked(shown)
    for start, end in sentences(heard):
        if _decides(fold(heard[start:end]).strip()):
            return shortened(shown[start:end])
    return ""


def shortened(sentence: str, longest: int = LONGEST) -> str:
    """The sentence on one line and without a list marker, cut at a word when it is longer than `longest`."""
    line = re.sub(r"^(?:[-+*•>]\s+|\d{1,3}[.)]\s+)+", "", " ".join(sentence.split()))
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[longest // 2 :] else cut}…"


def _decides(sentence: str) -> bool:
    """Whether one folded sentence decides: a deciding phrase that nothing before it takes back."""
    if is_question(sentence):
        return False
    return any(
        not _is_idiom(sentence, found) and not _taken_back(sentence[: found.start()])
        for found in _DECIDES.finditer(sentence)
    )


def _is_idiom(sentence: str, found: re.Match[str]) -> bool:
    """Whether the verb is one of "keep in mind", "move on", … that decide nothing."""
    place = max(found.start(group) for group in "abc")
    return place >= 0 and _NOT_ACT.match(sentence, place) is not None


def _taken_back(before: str) -> bool:
    """Whether what stands before the phrase makes it a condition, a report or a denial."""
    near = before[-400:]
    if _DENIED.search(near) or _WHEN.search(near):
        return True
    if _HYPOTHETICAL.search(near) and not _UNLESS_OBJECTED.search(near):
        return True
    if _MODAL.search(_CLAUSE.split(near)[-1]):
        return True
    return _OTHERS.search(_MINE.sub("", near)) is not None
