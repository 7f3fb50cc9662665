"""Claims of more, better or less that no figure backs.

A claim is vague when it says how good or how much and a reader could not tell whether it came true. Signs
are weighed: words of degree (much, drastically, minimal), qualities (reliable, intuitive), comparatives
(faster), changes (improves, reduces) and the things that they are said of (performance, cost, users). It
takes a degree and what it is a degree of, a change and its object, or several qualities in a row. Leaves
alone sentences that carry a measure, what is only possible ("can be confusing"), and single everyday
adjectives.
"""

import re
from collections.abc import Iterator

from reviews.llm.offline.document import Document, Sentence
from reviews.llm.offline.finding import Finding, about, few_words
from reviews.llm.offline.signals import is_prose, measured

DEGREE = (
    r"(?:much|far|very|highly|extremely|extensively|significantly|substantially|considerably|dramatically"
    r"|drastically|greatly"
    r"|vastly|hugely|massively|radically|noticeably|markedly|nearly|almost|virtually|practically"
    r"|incredibly|remarkably"
    r"|exceptionally|particularly|really|truly|so\s+much|a\s+lot|way|enormously|immensely|tremendously"
    r"|seamlessly|blazing(?:ly)?"
    r"|lightning|super|ultra|quite|fairly|pretty|reasonably|sufficiently|largely|overly|excessively"
    r"|heavily)"
)
QUALITY = (
    r"(?:fast|quick|slow|rapid|instant(?:aneous)?|responsive|snappy|performant|efficient|reliable|robust"
    r"|stable|resilient"
    r"|secure|safe|scalable|flexible|extensible|modular|maintainable|simple|easy|intuitive"
    r"|user[- ]friendly|friendly"
    r"|convenient|useful|helpful|valuable|powerful|modern|seamless|smooth|optimi[sz]ed|lightweight|cheap"
    r"|affordable"
    r"|expensive|costly|complex|complicated|difficult|hard|painful|tedious|cumbersome|accurate|precise"
    r"|consistent"
    r"|available|usable|readable|clean|elegant|innovative|world[- ]class|best[- ]in[- ]class"
    r"|state[- ]of[- ]the[- ]art"
    r"|cutting[- ]edge|high[- ]quality|high[- ]performance|low[- ]latency|cost[- ]effective"
    r"|enterprise[- ]grade|popular"
    r"|promising|satisf(?:ied|ying)|happy|productive|transparent|effective|competitive|attractive"
    r"|beneficial"
    r"|sophisticated|comprehensive|mature|future[- ]proof|good|great|excellent|better|limited|well)"
)
COMPARATIVE = (
    r"(?:fast|quick|slow|simpl|easi|hard|cheap|clean|saf|smooth|strong|light|heavi|smart|clear|bett|nic"
    r"|short|long"
    r"|small|larg|bigg|low|high|great|wid|broad|deep|rich|new|few)er"
)
_SIZE = (
    r"(?:large|huge|big|small|tiny|vast|wide|broad|high|low|great|major|minor|massive|enormous"
    r"|significant|substantial"
    r"|considerable|minimal|negligible|little|modest|heavy|severe|serious|strong|positive|negative|real"
    r"|immense|limited"
    r"|noticeable|increased|reduced|improved|better|worse|good"
    r"|poor|excellent"
    r"|less|more|lower|higher|fewer|greater|many|numerous|wide[- ]\w+"
    r"|far[- ]reaching|a\s+lot\s+of"
    r"|lots\s+of|plenty\s+of|tons\s+of|loads\s+of|too\s+much|too\s+many|so\s+many|some|enough|sufficient"
    r"|very\s+\w+)"
)
EFFECT = (
    r"(?:performance|overheads?|latency|throughput|speed|costs?|savings?|efficiency|productivity|quality"
    r"|reliability|security|stability"
    r"|availability|scalability|usability|adoption|experience|satisfaction|retention|impacts?|effects?"
    r"|benefits?|value"
    r"|improvements?|gains?|speed-?ups?|reductions?|increases?|decreases?|growth|demand|interest|load"
    r"|traffic|complexity"
    r"|effort|work|time|money|burden|pain|friction|risks?|limitations?|drawbacks?|problems|issues|errors?"
    r"|bugs|waste"
    r"|accuracy|coverage|visibility|confidence|trust|flexibility|capacity|resources|memory|revenue|sales"
    r"|turnover|margins?"
    r"|engagement|churn|downtime|outages?|incidents?|delays?|response\s+times?|maintenance|consumption"
    r"|usage|footprint|ease"
    r"|observability|maintainability|readability|simplicity|consistency|compliance|protection|workload)"
)
_COUNTED = (
    r"(?:number|amount|range|variety|set|majority|portion|share|part|percentage|proportion|volume"
    r"|fraction|subset|array"
    r"|quantity|swath|degree)s?"
)
_CHANGE = (
    r"(?:improv|increas|reduc|decreas|lower|rais|boost|enhanc|speed|accelerat|simplif|optimi[sz]"
    r"|minimi[sz]|maximi[sz]|strengthen|streamlin"
    r"|broaden|widen|expand|cut|shrink|lessen|eas|degrad|hurt|harm|worsen|mitigat|alleviat|cement|grow"
    r"|drop|sav|add|bring"
    r"|deliver|offer|provid|drive|unlock|transform|revolutioni[sz]|eliminat)(?:e[sd]?|s|es|ed|ies|ied|y"
    r"|ing|ying|n|ning|ting|ped)?"
)

_SIGNS: dict[str, tuple[re.Pattern[str], float]] = {}


def _sign(name: str, weight: float, pattern: str) -> None:
    _SIGNS[name] = (re.compile(pattern, re.IGNORECASE), weight)


# A degree of a quality: "much easier", "very reliable", "nearly instantaneous", "far more stable".
_sign(
    "degree",
    1.0,
    rf"\b{DEGREE}\s+(?:more\s+|less\s+|too\s+)?(?:{QUALITY}"
    rf"|{COMPARATIVE})(?:ly)?\b(?!\s+to\s+(?:do\s+)?what)",
)
# "more reliable", "less complex" said of something that makes, is, becomes.
_sign("more", 0.6, rf"\b(?:more|less|most|least|as)\s+{QUALITY}(?:ly)?\b")
_sign(
    "comparative",
    0.5,
    rf"\b{COMPARATIVE}\b(?!\s+(?:than\s+\d|levels?|bound|order|case|layer|end|half|version|left|right))",
)
_sign(
    "makes",
    0.5,
    rf"\bmak(?:e[sd]?|ing)\s+(?:\S+\s+){{0,8}}?(?:{COMPARATIVE}|more\s+\w+|less\s+\w+|{DEGREE}\s+\w+)\b",
)
# A size of an effect: "minimal overhead", "a large number", "wide-ranging impacts", "a lot of time".
_sign("size", 1.0, rf"\b{_SIZE}\s+(?:\w+\s+){{0,2}}?{EFFECT}\b")
_sign(
    "amount",
    1.0,
    rf"\b(?:large|huge|wide|broad|great|vast|small|significant|substantial|considerable|growing"
    rf"|increasing|high)\s+{_COUNTED}\s+of\b",
)
# A change of an effect: "improves performance", "reduces the operating cost".
_sign("change", 0.7, rf"\b{_CHANGE}\s+(?:up\s+)?(?:\S+\s+){{0,4}}?{EFFECT}\b")
_sign(
    "degree_of_change",
    1.0,
    rf"\b(?:{DEGREE}|further)\s+{_CHANGE}\b|\b{_CHANGE}\s+(?:\S+\s+){{0,5}}?(?:significantly"
    rf"|substantially|dramatically|drastically|greatly|considerably|noticeably|a\s+lot|massively)\b",
)
# Several qualities in a row: "reliable, secure and optimised".
_sign("qualities", 1.0, rf"\b{QUALITY}\s*(?:,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+){QUALITY}\b")
# Growth and speed in words: "scales well", "performs well", "handles any load", "in no time".
_sign(
    "performs",
    1.0,
    r"\b(?:scal|perform|work|cop|handl|behav)(?:e[sd]?|s|ed|ing)\s+(?:\S+\s+){0,6}?(?:well|better|nicely"
    r"|gracefully|smoothly|effortlessly|easily|very\s+\w+\s+\w+)\b",
)
_sign(
    "quickly",
    1.0,
    rf"\b(?:{DEGREE}\s+(?:quickly|slowly|often|rarely|soon|fast|little|few|small|large|big|high|low)"
    rf"|in\s+no\s+time|(?:a|very)\s+(?:short|long)\s+(?:time|while|period)|for\s+a\s+(?:long"
    rf"|short)\s+(?:time|while)|near-?\s?(?:zero|instant\w*|real-?time))\b",
)
_sign(
    "insufficient",
    0.8,
    r"\b(?:insufficient|inadequate|unsuitable|suboptimal|inefficient|unacceptabl[ey]|lacking|sub-par"
    r"|too\s+(?:slow|expensive|complex|hard|difficult|costly|much|many))\b",
)
_sign(
    "for_many",
    0.5,
    r"\b(?:many|most|all|every|any|various|several)\s+(?:\w+\s+)?(?:use\s+cases|users|cases|customers"
    r"|scenarios|situations|workloads|teams|applications|companies|people)\b",
)
_sign(
    "without",
    0.6,
    rf"\bwithout\s+(?:compromis|sacrific|affect|impact|hurt|degrad|los"
    rf"|increas)\w*\s+(?:\S+\s+){{0,3}}?{EFFECT}\b",
)
_sign(
    "promise",
    0.8,
    r"\b(?:game[- ]chang\w+|industry[- ]leading|industry\s+standard|best\s+possible|next[- ]generation"
    r"|promising|superior|unparalleled|seamless(?:ly)?|effortless(?:ly)?|painless(?:ly)?|frictionless"
    r"|out\s+of\s+the\s+box\s+experience|peace\s+of\s+mind|delightful)\b",
)
_sign(
    "has_quality",
    0.5,
    rf"\b(?:is|are|be|remains?|becomes?|stays?|it's)\s+(?:also\s+|still\s+|not\s+)?{QUALITY}\b",
)

_POSSIBLE = re.compile(r"\b(?:can|could|may|might|if|whether|unless|should|must|shall)\b", re.IGNORECASE)
_ENOUGH = 1.0


def find(document: Document) -> Iterator[Finding]:
    """One finding per vague claim."""
    for sentence in document.sentences:
        if is_prose(sentence, least=4) and not measured(sentence.plain):
            weight, shown = _weigh(sentence.plain)
            if weight >= _ENOUGH:
                yield _finding(sentence, shown, weight)


def _weigh(plain: str) -> tuple[float, str]:
    """The summed weight of the signs in a sentence, and the words of the heaviest."""
    total, best, shown = 0.0, 0.0, ""
    for pattern, weight in _SIGNS.values():
        if match := pattern.search(plain):
            total += weight
            if weight > best:
                best, shown = weight, " ".join(match.group().split())
    if _POSSIBLE.search(plain):
        total -= 0.4
    return total, shown


def _finding(sentence: Sentence, shown: str, weight: float) -> Finding:
    return about(
        "vague_claim",
        sentence,
        f"“{few_words(shown)}” gives no figure.",
        f"How much is “{few_words(shown)}”, measured how, and compared with what?",
        min(0.9, 0.3 + weight / 4),
    )
