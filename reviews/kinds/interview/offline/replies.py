"""The words of the answering side. Every one of them says where it has its knowledge from, or that it has none."""

import re

from reviews.language.reading.document import Document
from reviews.language.reading.passages import Passage, is_open_points, shown, title_of
from reviews.language.wording import listed, pick
from reviews.language.wordlists import read_words
from reviews.offline.finding import Finding

_WORDS = read_words(__file__, "replies")
_QUOTING, _QUOTING_WITHOUT_SECTION = _WORDS.words("quoting"), _WORDS.words("quoting_without_section")
_CLOSEST, _NO_SUCH, _NOTHING = (_WORDS.words(key) for key in ("closest", "no_such", "nothing"))
OPEN_POINTS, STILL_OPEN = _WORDS.text("open_points"), _WORDS.text("still_open")
LEFT_OPEN, BOTH_STAND = _WORDS.text("left_open"), _WORDS.text("both_stand")
_NOT_SAID, UNKNOWN, HINTS = _WORDS.sentences("not_said"), _WORDS.texts("unknown"), _WORDS.texts("hints")
MISSING, MISSING_UNKNOWN = _WORDS.texts("missing"), _WORDS.texts("missing_unknown")


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
    return pick(_NOTHING, question)


def raised(question: str) -> str:
    """The unknown that a person's own point leaves."""
    match = re.search(r"“([^”]{1,60})”", question)
    return MISSING_UNKNOWN["raised"].format(term=match.group(1) if match else "the point that was raised")


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
