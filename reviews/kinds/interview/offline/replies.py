"""The words of the answering side. Every one of them says where it has its knowledge from, or that it has none."""

import re

from reviews.language.reading.document import Document
from reviews.language.reading.passages import Passage, is_open_points, shown, title_of
from reviews.language.wording import listed, pick
from reviews.offline.finding import Finding

HINTS: dict[str, str] = {
    "problem": "problem trouble fails",
    "affected": "customers users teams people",
    "why": "cost money trust important",
    "why_now": "deadline urgent quarter",
    "how": "works steps",
    "tradeoffs": "alternative drawback reject",
    "risks": "risk fail break",
    "inaction": "nothing without otherwise",
    "evidence": "measurement figures survey",
    "ask": "approve decision request",
}
MISSING: dict[str, tuple[str, str]] = {
    "missing_metric": (
        "The notes set no figure by which this could be judged, neither today's nor a target.",
        "The figure that shows success: what it is today and what it should be.",
    ),
    "missing_owner": (
        "No person is named in the notes as answering for this.",
        "Who answers for this, by name.",
    ),
    "missing_date": (
        "The notes give no date at all.",
        "By when this should be done, and the first visible step.",
    ),
    "raised": (
        "The notes don't go further into that, and I won't make something up.",
        "What the notes should say on {term}.",
    ),
}
UNKNOWN: dict[str, str] = {
    "decision_no_rationale": "Why this was decided, and against what: “{quote}”.",
    "risk_no_mitigation": "What is done about the risk, and by whom: “{quote}”.",
    "vague_claim": "How much, compared with what: “{quote}”.",
    "no_evidence": "The source of: “{quote}”.",
    "untestable": "How to test: “{quote}”.",
}
OPEN_POINTS = "The notes list it as open and go no further: no name, no date."
STILL_OPEN = "That place is as unfinished as it looks; nothing else in the notes fills it."
LEFT_OPEN = "The notes leave it at that; nothing else in them settles it."
BOTH_STAND = "Both stand in the notes, and nothing tells which one was meant."

_QUOTING = (
    "In “{section}” the notes say: “{quote}”.",
    "The notes answer this in “{section}”: “{quote}”.",
    "“{quote}”, says “{section}”.",
)
_QUOTING_WITHOUT_SECTION = ("The notes say: “{quote}”.",)
_NOT_SAID: dict[str, tuple[str, ...]] = {
    "problem": ("The notes do not say what goes wrong today.",),
    "affected": ("The notes do not say who feels this, or how many they are.",),
    "why": ("The notes do not say what it is worth.",),
    "why_now": (
        "The notes do not say why this can't wait.",
        "I find nothing in the notes that makes it urgent.",
    ),
    "how": ("The notes do not explain it in everyday words.",),
    "tradeoffs": ("The notes do not say what was turned down, or what this choice costs.",),
    "risks": ("The notes do not say what could go wrong.",),
    "inaction": (
        "The notes do not say what happens if nothing is done.",
        "About doing nothing the notes are silent.",
    ),
    "evidence": ("The notes do not bring a measurement for it.",),
    "ask": (
        "The notes do not say what they want from the reader.",
        "The notes end without asking for anything.",
    ),
}
_CLOSEST = (
    "The closest I find is, in “{section}”, “{quote}”, and that does not settle it.",
    "Nearest to it comes “{quote}” (“{section}”), which is not an answer yet.",
)
_NO_SUCH = ("The notes do not give {what}.", "I looked for {what} in the notes and found none.")


def quoting(place: Passage, about: str = "") -> str:
    """An answer that is a quote."""
    variants = _QUOTING if place.section else _QUOTING_WITHOUT_SECTION
    template = pick(variants, place.quote + about)
    return template.format(section=place.section, quote=place.shown(60))


def closest(place: Passage) -> str:
    """A quote that comes near without being an answer."""
    if not place.section:
        return f"The closest I find is “{place.shown(36)}”, and that does not settle it."
    return pick(_CLOSEST, place.quote).format(section=place.section, quote=place.shown(36))


def not_said(topic: str, about: str) -> str:
    """That the notes leave a topic open."""
    return pick(_NOT_SAID[topic], about)


def no_such(what: str, about: str) -> str:
    """That the notes lack something on a sentence that was quoted."""
    return pick(_NO_SUCH, what + about).format(what=what)


def goes_on(place: Passage) -> str:
    """What the notes say instead of an answer."""
    return f"They go straight on to “{place.shown(28)}”."


def nothing(question: str) -> str:
    """That no passage answers a question of no known kind."""
    return pick(("The notes do not say.", "I find no passage that answers this."), question)


def raised(question: str) -> str:
    """The unknown that a person's own point leaves."""
    match = re.search(r"“([^”]{1,60})”", question)
    return MISSING["raised"][1].format(term=match.group(1) if match else "the point that was raised")


def unanswered(question: str) -> str:
    """The unknown that a question of no known kind leaves."""
    words = shown(question).rstrip("?").split()
    return "An answer to this: " + " ".join(words[:24]) + (" …" if len(words) > 24 else "")


def you_said(words: str) -> str:
    """An answer from what a person said in this session."""
    return f"You said: “{Passage(words).shown(60)}”."


def both(here: Passage, there: Passage) -> str:
    """That two passages contradict each other and nothing tells which one is right."""
    pair = f"“{there.shown(24)}” and “{here.shown(24)}”"
    return f"Both stand in the notes, {pair}. Nothing in them tells which one was meant."


def which_holds(message: str) -> str:
    """The unknown that a contradiction leaves, from the finding's message."""
    match = re.match(r"(.{1,40}?) here, but (.{1,40}?) in line", message)
    return (
        f"Which holds: {match.group(2)} or {match.group(1)}." if match else "Which of the two figures holds."
    )


def uses_of(document: Document, term: str) -> tuple[int, str]:
    """How often a term is used in sentences, and the section of the first use."""
    found = re.compile(rf"(?<!\w){re.escape(term)}s?(?!\w)")
    hits = [s for s in document.sentences if found.search(s.text) and not is_open_points(s.section)]
    return sum(len(found.findall(s.text)) for s in hits), title_of(hits[0].section) if hits else ""


def never_explained(uses: list[tuple[str, tuple[int, str]]]) -> str:
    """That terms are used and never explained, with how often and where first."""
    if not uses:
        return "The notes use these words and never explain them."
    told = [
        f"“{term}” {_times(count)}{f' (first in “{where}”)' if where else ''}"
        for term, (count, where) in uses
        if count
    ]
    verdict = {1: "never explain it", 2: "explain neither of them"}.get(len(uses), "explain none of them")
    return f"The notes use {listed(told)}, and {verdict}."


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def meaning_of(terms: list[str], kind: str) -> str:
    """The unknown that unexplained terms leave."""
    verb = "stands" if len(terms) == 1 else "stand"
    names = listed(terms) or "the terms"
    return f"What {names} {verb} for." if kind == "acronym" else f"What {names} means, in everyday words."


def not_here(finding: Finding, document: Document) -> str:
    """That a reference leads nowhere, with what the notes have instead."""
    titles = [f"“{title_of(s)}”" for s in document.sections if s.level == 2][:8]
    has = f" Their sections are {listed(titles)}." if len(titles) > 1 else ""
    return f"{finding.message}{has}"


def where_is(finding: Finding) -> str:
    """The unknown that a dangling reference leaves."""
    match = re.search(r"“([^”]{1,60})”", finding.message)
    return (
        f"Where to find {match.group(1)}, which the notes point at." if match else "Where a reference leads."
    )
