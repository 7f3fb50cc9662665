"""What a reader who has to decide would look for and does not find.

Looks for the parts that a proposal needs: why, impact, risks, alternatives, a measure of success, an
owner, a date. A part is there when a heading names it, when the front matter or the lines at the top
carry it, or when the text says it in so many words. Leaves alone short notes (less than 120 words), and
asks reports and minutes only for what applies to them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reviews.llm.offline.document import Document
from reviews.llm.offline.finding import Finding, make

SHORTEST = 120


@dataclass(frozen=True)
class Part:
    """A part that a document should have, and how to see that it has it."""

    kind: str
    heading: re.Pattern[str]
    said: re.Pattern[str] | None
    message: str
    question: str


def _part(kind: str, heading: str, said: str, message: str, question: str) -> Part:
    text = re.compile(said, re.IGNORECASE) if said else None
    return Part(kind, re.compile(heading, re.IGNORECASE), text, message, question)


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)

PARTS = (
    _part(
        "missing_why",
        r"\b(?:why|motivation|background|context|problem|purpose|rationale|need|challenges?|pain"
        r"|opportunity|justification|introduction|overview\s+of\s+the\s+problem|business\s+case|pitfalls)",
        r"\bthe\s+(?:main\s+|core\s+|underlying\s+)?(?:problem|motivation|reason\s+for\s+this)\s+(?:is|we"
        r"|that|of\s+this)\b|\bwe\s+(?:need|do)\s+this\s+because\b",
        "Nothing says why this is needed.",
        "Why do this at all, and why now?",
    ),
    _part(
        "missing_impact",
        r"\b(?:impact|consequences?|benefits?|effects?|user\s+stor(?:y|ies)|use\s+cases?|outcomes?|value"
        r"|who\s+is\s+affected|implications?|stakeholders?|affected|compatibility|positive)",
        r"\b(?:the\s+(?:expected\s+)?(?:impact|benefit|effect|consequence)s?\s+(?:of|is|are|on|for)"
        r"|will\s+(?:affect|benefit)|this\s+affects)\b",
        "Nothing says whom this affects and what changes for them.",
        "Who will notice this, and what will be different for them?",
    ),
    _part(
        "missing_risks",
        r"\b(?:risks?|drawbacks?|caveats?|threats?|negative|disadvantages?|downsides?|concerns?"
        r"|limitations?|failure|security|cons|pitfalls|what\s+could\s+go\s+wrong|mitigations?)\b",
        r"\b(?:the\s+(?:main|biggest|key|major|only)\s+(?:risk|drawback|downside|disadvantage)"
        r"|risks?\s+(?:is|are|include)\b|one\s+(?:risk|drawback|downside))",
        "Nothing says what could go wrong.",
        "What could go wrong, how bad would it be, and what would you do then?",
    ),
    _part(
        "missing_alternatives",
        r"\b(?:alternatives?|options?|other\s+approach\w*|comparison|considered|rejected|trade-?offs?"
        r"|prior\s+art|competing|approaches)",
        r"\b(?:alternatives?\s+(?:is|are|we|would|considered)|we\s+(?:also\s+)?considered"
        r"|an?\s+alternative\b|instead\s+of\s+this,)",
        "Nothing says what else was considered.",
        "What else did you consider, doing nothing included, and why did it lose?",
    ),
    _part(
        "missing_metric",
        r"\b(?:metrics?|success|graduation|criteria|test\s+plan|testing|tests?|verification|monitoring"
        r"|measur\w+|kpis?|acceptance|validation|evaluation|benchmarks?|slos?|targets?"
        r"|definition\s+of\s+done|key\s+results)\b",
        r"\b(?:success\s+(?:means|is|will\s+be)|we\s+will\s+(?:measure|know)|measured\s+by"
        r"|success\s+criteri\w+|acceptance\s+criteri\w+)",
        "Nothing says how success will be measured.",
        "Which figure will show that this worked, and when will you look at it?",
    ),
    _part(
        "missing_owner",
        r"\b(?:owners?|authors?|staffing|team|leads?|responsib\w+|sponsor\w*|maintainers?|contacts?|roles"
        r"|who|leadership|chairs?|participants|approvers?|people)\b",
        r"(?:^|\n)[\s>*_|-]*(?:[\w -]{0,20}\b(?:owners?|authors?|editors?|contacts?|sponsors?|leads?"
        r"|responsible|assignees?|approvers?|reviewers?|prepared\s+by|written\s+by|champion|shepherd"
        r"|maintainers?)\b[^\n:|]{0,20}[:|]|by\s+[A-Z])|\(@[\w-]+\)|^\W*@[\w-]+|\bowned\s+by\b"
        r"|\bis\s+(?:responsible|accountable)\s+for\b|[\w.+-]+@[\w-]+\.\w{2,}",
        "Nobody is named as the owner.",
        "Who answers for this, by name?",
    ),
    _part(
        "missing_date",
        r"\b(?:timeline|schedule|milestones?|roadmap|implementation\s+history|change\s?log|history"
        r"|deadline|dates?|when|(?:19|20)\d\d)\b",
        rf"\b(?:19|20)\d\d[-/.]\d\d?\b|\b\d{{1,2}}(?:st|nd|rd|th)?[\s-]+{_MONTH}\b"
        rf"|\b{_MONTH}\.?\s+(?:\d{{1,2}}\b|(?:19|20)\d\d)|\bQ[1-4]\b"
        rf"|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b|\b(?:by|in|until|since|early|late|mid)[- ](?:19"
        rf"|20)\d\d\b|\b(?:19|20)\d\d-Q?\d",
        "No date is given, neither of the text nor of what it plans.",
        "When was this written, and by when should it be done?",
    ),
)

_REPORT = re.compile(
    r"\b(?:report|minutes|meeting|retrospective|post-?mortem|newsletter|charter|changelog|guide|how-?to"
    r"|handbook|faq|readme)\b",
    re.I,
)
_REPORT_NEEDS = frozenset({"missing_owner", "missing_date"})


def find(document: Document) -> Iterator[Finding]:
    """One finding per part that is nowhere."""
    if document.prose_words < SHORTEST:
        return
    title = " ".join(s.title for s in document.sections[:2])
    for part in PARTS:
        if _REPORT.search(title) and part.kind not in _REPORT_NEEDS:
            continue
        if not _has(document, part):
            yield make(part.kind, "", (0, 0), part.message, part.question, 0.7)


def _has(document: Document, part: Part) -> bool:
    if any(part.heading.search(section.title) for section in document.sections if section.title):
        return True
    return part.said is not None and bool(part.said.search(document.text))
