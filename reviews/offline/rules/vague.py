"""Claims of more, better or less that no figure backs.

A claim is vague when it says how good or how much and a reader could not tell whether it came true. Signs
are weighed: words of degree (much, drastically, minimal), qualities (reliable, intuitive), comparatives
(faster), changes (improves, reduces) and the things that they are said of (performance, cost, users). It
takes a degree and what it is a degree of, a change and its object, or several qualities in a row. Leaves
alone sentences that carry a measure, what is only possible ("can be confusing"), comparisons with a given
thing, and single everyday adjectives.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from reviews.language.prose import any_case
from reviews.language.reading.document import Document
from reviews.language.reading.signals import any_of, is_prose, measured
from reviews.offline.finding import Finding, about, few_words

_DEGREE = any_of(r"""
    much far very highly extremely extensively significantly substantially considerably dramatically drastically greatly
    vastly hugely massively radically noticeably markedly nearly almost virtually practically incredibly remarkably
    exceptionally particularly really truly a_lot way enormously immensely tremendously seamlessly blazing(?:ly)?
    lightning super ultra quite fairly pretty reasonably sufficiently largely overly excessively heavily
""")
_QUALITY = any_of(r"""
    fast quick slow rapid instant(?:aneous)? responsive snappy performant efficient reliable robust stable resilient
    secure safe scalable flexible extensible modular maintainable simple easy intuitive user[-_]friendly friendly
    convenient useful helpful valuable powerful modern seamless smooth optimi[sz]ed lightweight cheap affordable
    expensive costly complex complicated difficult hard painful tedious cumbersome accurate precise consistent
    available usable readable clean elegant innovative world[-_]class best[-_]in[-_]class state[-_]of[-_]the[-_]art
    cutting[-_]edge high[-_]quality high[-_]performance low[-_]latency cost[-_]effective enterprise[-_]grade popular
    promising satisf(?:ied|ying) productive transparent effective competitive attractive beneficial
    sophisticated comprehensive mature future[-_]proof well-\w+ed good great excellent better limited
""")
_COMPARATIVE = (
    r"(?:fast|quick|slow|simpl|easi|hard|cheap|clean|saf|smooth|strong|light|heavi|smart|clear|bett|nic"
    r"|short|long"
    r"|small|larg|bigg|low|high|great|wid|broad|deep|rich|new|few|soon)er"
)
_SIZE = any_of(r"""
    large huge big small tiny vast wide broad high low great major minor massive enormous significant substantial
    considerable minimal negligible little modest heavy severe serious strong positive negative real immense limited
    noticeable increased reduced improved better worse good poor excellent less more lower higher fewer greater many
    numerous wide[-_]\w+ far[-_]reaching a_lot_of lots_of plenty_of tons_of loads_of too_much too_many so_many very_\w+
""")
_AMPLE = any_of(r"""
    large huge vast massive enormous significant substantial considerable minimal minor negligible severe serious many
    numerous a_lot_of lots_of plenty_of tons_of too_much too_many so_many very_\w+
""")
_EFFECT = any_of(r"""
    performance overheads? latency throughput speed costs? savings? efficiency productivity quality reliability
    security stability availability scalability usability adoption experience satisfaction retention impacts? effects?
    benefits? value improvements? gains? speed-?ups? reductions? increases? decreases? growth demand interest load
    traffic complexity burden pain friction accuracy coverage visibility confidence trust flexibility capacity memory
    revenue sales turnover margins? engagement churn downtime response_times? maintenance consumption usage footprint
    ease observability maintainability readability simplicity consistency compliance protection workload
""")
_TROUBLE = any_of("""
    effort work time money risks? limitations? drawbacks? problems issues errors? bugs waste outages? incidents? delays?
    resources expertise disadvantages? barriers? obstacles? inconsistenc(?:y|ies) difficult(?:y|ies) challenges?
    changes? rewrites? refactors? refactoring investments? progress
""")
_GRADE = any_of("""
    excellent good great strong weak poor low high fast slow small large big bad solid healthy limited minimal
    negligible impressive outstanding acceptable satisfactory stable better worse positive encouraging
""")
_COUNTED = any_of(r"""
    numbers? amounts? range variety set majority portion share part percentage proportion volumes? fraction array
    quantit(?:y|ies)
""")
_CHANGE = (
    r"(?:improv|increas|reduc|decreas|lower|rais|boost|enhanc|speed|accelerat|simplif|optimi[sz]"
    r"|minimi[sz]|maximi[sz]"
    r"|strengthen|streamlin|broaden|widen|expand|cut|shrink|lessen|eas|degrad|hurt|harm|worsen|mitigat"
    r"|alleviat|cement"
    r"|grow|drop|sav|add|bring|deliver|offer|provid|drive|unlock|transform|revolutioni[sz]|eliminat)"
    r"(?:e[sd]?|s|es|ed|ies|ied|y|ing|ying|n|ning|ting|ped)?"
)
_STRONGLY = any_of(
    "significantly substantially dramatically drastically greatly considerably noticeably massively a_lot"
)
_ROW = rf"{_QUALITY}\s*(?:,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+)"


class Sign(NamedTuple):
    weight: float
    pattern: re.Pattern[str]


def _sign(weight: float, *alternatives: str) -> Sign:
    return Sign(weight, any_case(rf"\b(?:{'|'.join(alternatives)})\b"))


_SIGNS = (
    # A degree of a quality: "much easier", "very reliable", "nearly instantaneous".
    _sign(
        1.0,
        rf"{_DEGREE}\s+(?:more\s+|less\s+|too\s+)?(?:{_QUALITY}(?:ly)?|{_COMPARATIVE}(?!\s+than\s+[¤\d]))",
    ),
    _sign(
        0.6, rf"(?<!the )(?:more|less|most|least)\s+(?:{_QUALITY}(?:ly)?|\w+(?:ive|able|ible|ful|ous|ant))"
    ),
    _sign(
        0.5,
        rf"{_COMPARATIVE}(?!\s+(?:than\s+[¤\d]|levels?|bound|order|case|layer|end|half|version|left"
        rf"|right))",
    ),
    _sign(
        0.4,
        rf"mak(?:e[sd]?|ing)\s+(?:\S+\s+){{0,8}}?(?:{_COMPARATIVE}|more\s+\w+|less\s+\w+|{_DEGREE}\s+\w+)",
    ),
    # A size of an effect: "minimal overhead", "wide-ranging impacts", "a lot of time", "many limitations".
    _sign(1.0, rf"{_SIZE}\s+(?:\w+\s+){{0,2}}?{_EFFECT}", rf"{_AMPLE}\s+(?:\w+\s+)?{_TROUBLE}"),
    _sign(
        1.0,
        rf"(?:large|huge|wide|broad|great|vast|small|significant|substantial|considerable|growing"
        rf"|high)\s+{_COUNTED}\s+of",
    ),
    # How an effect stands: "throughput is excellent", "adoption has been strong".
    _sign(
        1.0,
        rf"(?:{_EFFECT}|rates?|figures|numbers|results|times)\s+(?:is|are|was|were|has\s+been|have\s+been"
        rf"|remains?|stays?|looks?)"
        rf"\s+(?:\w+ly\s+|very\s+|quite\s+|still\s+|now\s+)*{_GRADE}",
    ),
    # Next to nothing: "hardly any memory", "almost immediately".
    _sign(
        1.0,
        r"(?:hardly|barely|scarcely)\s+any|(?:next\s+to|almost|virtually|practically"
        r"|little\s+to)\s+no(?:thing)?",
        r"(?:almost|nearly|practically|virtually)\s+(?:immediately|instantly|at\s+once|always|never"
        r"|for\s+free)",
        r"(?:in\s+)?a\s+fraction\s+of\s+the\s+\w+|(?:go|goes|went|gone|going)\s+(?:up|down)\s+(?:a\s+lot"
        r"|sharply|\w+ly)",
    ),
    # More or less of anything by a degree, and sizes that stand alone: "considerably less time", "is huge".
    _sign(
        0.9,
        rf"{_DEGREE}\s+(?:less|more|fewer)\s+\w+",
        r"(?:is|are|was|were)\s+(?:huge|tiny|enormous|massive|vast|gigantic)",
    ),
    _sign(
        0.4, r"(?:many|most|numerous|countless|all)\s+(?:\w+\s+)?\w+s\s+(?:will\s+)?(?:benefit|profit|gain)"
    ),
    # A change as a noun: "improvements in start-up time".
    _sign(
        0.9,
        rf"(?:improvements?|gains?|reductions?|increases?|decreases?|savings)\s+(?:in|of)\s+(?:\w+\s+){{0,2}}?(?:{_EFFECT}|times?)",
    ),
    # The best there is.
    _sign(
        0.8,
        rf"the\s+(?:best|fastest|easiest|simplest|cheapest|safest|smoothest"
        rf"|most\s+{_QUALITY})\s+(?:\w+\s+)?(?:solution|product|tool"
        r"|platform|service|experience|system|in\s+class|on\s+the\s+market|available|possible)",
    ),
    # Any crowd of things: "a lot of inconsistencies", "plenty of examples".
    _sign(
        0.8,
        r"(?:a\s+(?:whole\s+)?lot|lots|plenty|tons|loads|a\s+great\s+deal|a\s+(?:large|small|growing"
        r"|high)\s+number)\s+of\s+\w+",
    ),
    # Serving somebody best: "best meets the needs".
    _sign(
        0.8,
        r"(?:best|better|optimally|ideally)\s+(?:address|meet|serv|support|fit|suit|match|handl|align"
        r"|reflect|us)\w*",
    ),
    # A change of an effect: "improves performance", "reduces the operating cost"; how strongly.
    _sign(0.7, rf"{_CHANGE}\s+(?:up\s+)?(?:\S+\s+){{0,4}}?(?:{_EFFECT}|effort)"),
    _sign(1.0, rf"(?:{_DEGREE}|further)\s+{_CHANGE}", rf"{_CHANGE}\s+(?:\S+\s+){{0,5}}?{_STRONGLY}"),
    # Several qualities in a row: "simple and fast", more so "reliable, secure and optimised".
    _sign(0.8, _ROW + _QUALITY),
    _sign(0.4, _ROW + _ROW + _QUALITY),
    # Growth and speed in words: "scales well", "handled gracefully", "in no time".
    _sign(
        1.0,
        r"(?:scal|perform|work|cop|handl|behav)(?:e[sd]?|s|ed|ing)\s+(?:\S+\s+){0,3}?"
        r"(?:(?<!as )well(?!\s+\w+ed)|better|nicely|gracefully|smoothly|effortlessly|easily)"
        r"(?!\s+(?:known|together))(?!(?<=works well)\s+with)",
        rf"{_DEGREE}\s+(?:quickly|slowly|often|rarely|soon|little|few|large|small)|in\s+no\s+time"
        rf"|very\s+long\s+time"
        r"|(?:a|very)\s+short\s+(?:time|while|period)|near-?\s?(?:zero|instant\w*|real-?time)",
    ),
    _sign(
        0.8,
        r"insufficient|inadequate|unsuitable|suboptimal|inefficient|unacceptabl[ey]|lacking|sub-par"
        r"|too\s+(?:slow|expensive|complex|hard|difficult|costly)",
    ),
    # For whom: "for many use cases".
    _sign(
        0.5,
        r"(?:many|most|all|every|any|various|several)\s+(?:\w+\s+)?(?:use\s+cases|users|cases|customers"
        r"|scenarios"
        r"|situations|workloads|teams|applications|companies|people)",
    ),
    _sign(
        0.6,
        rf"without\s+(?:compromis|sacrific|affect|impact|hurt|degrad|los"
        rf"|increas)\w*\s+(?:\S+\s+){{0,3}}?{_EFFECT}",
    ),
    _sign(
        0.8,
        r"game[- ]chang\w+|industry[- ](?:leading|standard)|best\s+possible|next[- ]generation|promising"
        r"|superior"
        r"|unparalleled|seamless(?:ly)?|effortless(?:ly)?|painless(?:ly)?|frictionless|peace\s+of\s+mind"
        r"|delightful",
    ),
    _sign(0.5, rf"(?:is|are|be|remains?|becomes?|stays?|it's)\s+(?:also\s+|still\s+|not\s+)?{_QUALITY}"),
)
_POSSIBLE = any_case(r"\b(?:can|could|may|might|if|whether|unless|should|must|shall|when|without)\b")
_ENOUGH = 0.8
_NEAR = 100


def find(document: Document) -> Iterator[Finding]:
    """One finding per vague claim."""
    for sentence in document.sentences:
        if is_prose(sentence, least=4):
            weight, at, shown = weigh(sentence.plain)
            if weight >= _ENOUGH:
                yield about(
                    "vague_claim",
                    sentence.from_line_of(at),
                    f"“{few_words(shown)}” gives no figure.",
                    f"How much is “{few_words(shown)}”, measured how, and compared with what?",
                    min(0.9, 0.3 + weight / 4),
                )


def weigh(plain: str) -> tuple[float, int, str]:
    """The summed weight of the signs in a sentence, with the place and the words of the heaviest one.

    The weight is 0 when there are no signs or a measure stands near.
    """
    found = [(sign.weight, match) for sign in _SIGNS if (match := sign.pattern.search(plain))]
    if not found:
        return 0.0, 0, ""
    _, heaviest = max(found, key=lambda pair: pair[0])
    if measured(plain[max(0, heaviest.start() - _NEAR) : heaviest.end() + _NEAR]):
        return 0.0, 0, ""
    possible = _POSSIBLE.search(plain[max(0, heaviest.start() - _NEAR // 2) : heaviest.start()])
    total = sum(weight for weight, _ in found) - (0.3 if possible else 0.0)
    return total, heaviest.start(), " ".join(heaviest.group().split())
