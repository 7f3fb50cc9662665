"""Claims that lean on somebody's word without naming it.

Looks for appeals to unnamed authority (studies, experts, best practice, "it is well known"), for what
unnamed crowds are said to want or do ("most customers ask for", "users often struggle"), and for tests or
data that "show" something and are not there. Leaves alone claims with a link, a reference, a figure or a
named source, and what the document says about its own reasoning ("the table shows").
"""

import re
from collections.abc import Iterator

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import is_prose, measured, sourced
from reviews.offline.finding import Finding, about, few_words

_SAY = (
    r"(?:show(?:s|n|ed)?|suggest(?:s|ed)?|indicat(?:e[sd]?|ing)|prov(?:e[sdn]?|en)|demonstrat(?:e[sd]?)"
    r"|confirm(?:s|ed)?"
    r"|reveal(?:s|ed)?|found|finds?|says?|said|agree[sd]?|recommend(?:s|ed)?|advise[sd]?|tells?|told"
    r"|report(?:s|ed)?"
    r"|estimate[sd]?|predict(?:s|ed)?|points?\s+(?:to|out)|believe[sd]?|holds?|dictates?|teaches|taught"
    r"|favou?rs?)"
)
_AUTHORITY = (
    r"(?:stud(?:y|ies)|research(?:ers)?|surveys?|experts?|analysts?|scientists?|economists?|evidence"
    r"|statistics|literature"
    r"|the\s+data|data|(?:industry\s+)?experience|best\s+practices?|common\s+sense|conventional\s+wisdom"
    r"|the\s+industry"
    r"|practitioners|specialists|consultants|(?:industry\s+)?(?:leaders|professionals|insiders)"
    r"|benchmarks?|(?:our|the|internal|early|initial"
    r"|recent)\s+(?:\w+\s+)?"
    r"(?:tests?|testing|trials?|experiments?|measurements?|analysis|pilots?|interviews?|feedback"
    r"|experience|numbers"
    r"|figures|metrics|prototypes?|load\s+tests?)|everyone|everybody|history|practice)"
)
_LEANS = any_case(
    rf"\b{_AUTHORITY}(?:\s+(?:has|have|clearly|consistently|also|often|generally|repeatedly|already"
    rf"|widely))*\s+{_SAY}\b(?!\s+in\b)"
    rf"|\b(?:according\s+to|based\s+on)\s+(?:some|several|many|most|various|recent|industry"
    rf"|the\s+literature|stud\w+|experts?|research)\b"
    r"|\b(?:it\s+is|it's|is|are)\s+(?:\w+ly\s+|well[- ])?(?:known|accepted|recogni[sz]ed|acknowledged"
    r"|understood|established"
    r"|agreed|believed|documented|regarded|considered\s+best\s+practice)\s+(?:that|to\s+be|fact)\b"
    r"|\b(?:everyone|everybody|anyone)\s+(?:knows|agrees|wants|uses|expects)\b|\bas\s+(?:everyone"
    r"|we\s+all)\s+knows?\b"
    r"|\b(?:is|are)\s+(?:the\s+)?industry[- ]standards?\b|\bproven\s+(?:track|technology|approach"
    r"|solution)\b"
)
# Only people want, prefer or complain, so any plural noun before such a verb is a crowd of them.
_CROWD = any_case(
    r"\b(?:(?P<many>most|many|several|numerous|countless|a\s+(?:lot|majority|number)\s+of"
    r"|the\s+(?:vast\s+)?majority\s+of"
    r"|almost\s+all|nearly\s+all|plenty\s+of|more\s+and\s+more)\s+(?:of\s+)?(?:the\s+|our\s+|their\s+)?)?"
    r"(?:\w+\s+)?(?:\w{3,}s|people|men|women|children|staff|everyone|everybody|nobody)\s+"
    r"(?P<often>(?:often|usually|typically|frequently|generally|regularly|always|rarely|commonly|already"
    r"|mostly"
    r"|consistently|increasingly|clearly|really|keep|do|don't|not|currently|repeatedly|long|have|has|are"
    r"|been)\s+)*"
    r"(?:want|prefer|ask(?:ed|ing)?(?:\s+for)?|demand(?:ed|ing)?|request(?:ed|ing)?|complain(?:ed|ing)?"
    r"|struggl(?:ed?|ing)"
    r"|expect|like|love|hate|dislike|trust|wait(?:ed|ing)\s+for|believe|feel|abandon(?:ed|ing)?|wish|hope"
    r"|need)\b(?!\s+to\s+be\b)"
)
_SOME_SAY = any_case(
    r"\bit\s+(?:is|has\s+been|was)\s+(?:\w+\s+)?(?:proven|proved|shown|demonstrated|established|observed"
    r"|found|reported)\s+that\b"
    r"|\b(?:broad|general|wide|growing|clear)\s+(?:consensus|agreement)\b|\bcommon\s+(?:knowledge"
    r"|wisdom)\b|\bno\s+secret\s+that\b|\b(?:general|common|prevailing)\s+(?:opinion|feeling|impression"
    r"|view)\s+(?:is|was)\b"
    r"|\b(?:users|customers|clients|people|staff|colleagues|developers|patients|readers)\s+(?:report|say"
    r"|tell\s+us|claim|mention)\b"
    r"|\bgoes\s+without\s+saying\b|\b(?:feedback|reception|response|reaction)\s+(?:so\s+far\s+)?(?:is|was"
    r"|has\s+been)\s+(?:\w+ly\s+|very\s+)*"
    r"(?:positive|good|great|encouraging|enthusiastic|mixed|negative)\b"
    r"|\b(?:our|these|the)\s+\w{3,}s\s+(?:\w+ly\s+)?(?:love|hate|complain|demand|prefer|are\s+(?:asking"
    r"|waiting|desperate)\s+for)\b"
    r"|\b(?:leading|top|major|successful|large|modern|other)\s+(?:companies|firms|teams|organi[sz]ations"
    r"|vendors|players|banks|shops)\s+"
    r"(?:\w+ly\s+|already\s+|also\s+)?(?:rely|use|do|have|offer|follow|adopt|work)\b"
    r"|\bmost\s+(?:of\s+(?:the|our)\s+)?\w+s\s+(?:already|now|today)\s+\w+|\bthe\s+market\s+(?:demands?"
    r"|expects?|wants?|needs?|calls)\b"
)
_ENOUGH = any_case(
    r"\b(?:insufficient|inadequate|not\s+enough|unsuitable|too\s+\w+|sufficient|adequate"
    r"|works?\s+well)\s+for\s+(?:many|most|all|several)\b"
    r"|(?<!should )(?<!must )(?<!will )\bworks?\s+for\s+(?:every|all)\b"
    r"|\bis\s+the\s+(?:main|leading|primary|most\s+common"
    r"|number[- ]one)\s+(?:cause|source|reason)\s+of\b"
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per claim without its source."""
    for sentence in document.sentences:
        if is_prose(sentence, least=4) and (claim := _claim(sentence)) and not _backed(sentence):
            yield _finding(sentence.from_line_of(claim.start()), claim.group())


def _claim(sentence: Sentence) -> re.Match[str] | None:
    """The words that lean on somebody, None when there are none."""
    for pattern in (_LEANS, _SOME_SAY, _ENOUGH):
        if match := pattern.search(sentence.plain):
            return match
    match = _CROWD.search(sentence.plain)
    return match if match and (match["many"] or match["often"]) else None


def _backed(sentence: Sentence) -> bool:
    return sourced(sentence) or measured(sentence.plain)


def _finding(sentence: Sentence, claim: str) -> Finding:
    shown = few_words(claim)
    return about(
        "no_evidence",
        sentence,
        f"“{shown}” names no source.",
        f"You write “{few_words(sentence.text)}”: what shows it, and where can a reader check?",
        0.65,
    )
