"""How a question is put: the words that prompted it, where they stand, and what is asked about them."""

import re
from dataclasses import dataclass, replace

from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital, pick_variant
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "questions")
TOPICS_ASKED, FINDINGS_ASKED = _WORDS.sentences("topics"), _WORDS.sentences("findings")
_OF_KINDS: dict[str, dict[str, str]] = {kind: _WORDS.texts(kind) for kind in ("post_mortem", "runbook")}
_AGAIN, _ONCE_MORE, _ONCE_MORE_BARE = (
    _WORDS.texts("again"),
    _WORDS.text("once_more"),
    _WORDS.text("once_more_bare"),
)
_LEADS, _LEADS_WITHOUT_SECTION = _WORDS.words("leads"), _WORDS.words("leads_without_section")
_LEADS_OF_FINDINGS = _WORDS.sentences("leads_of_findings")
_NEAREST = _WORDS.words("nearest")
_CONFLICT, _DENIED, _ACCEPTED = (_WORDS.text(key) for key in ("conflict", "denied", "accepted"))
LABELS = _WORDS.texts("labels")

# The kinds of findings whose answer settles a topic as well.
SERVES = {
    "decision_no_rationale": "tradeoffs",
    "risk_no_mitigation": "risks",
    "no_evidence": "evidence",
    "vague_claim": "evidence",
    "admitted": "risks",
}
_LONGEST = 32


@dataclass(frozen=True)
class AskablePoint:
    """Something worth asking. `order` says how soon, smaller first; `quote` is verbatim or empty.

    kind is a topic's key or a finding's kind; `topic` the topic that an answer would settle, or "other". `core` is the
    question itself where it may be asked about the quote in other words. `again` is the earlier question that this one
    puts once more, since its answer did not speak to it.
    """

    kind: str
    topic: str
    text: str
    order: float
    quote: str = ""
    section: str = ""
    core: str = ""
    again: str = ""

    @property
    def topic_asked(self) -> bool:
        """Whether it asks about a topic and not about something that the text says."""
        return self.kind in TOPICS_ASKED

    @property
    def about(self) -> str:
        """The words by which a person's wish finds this point."""
        return f"{self.quote} {self.section}".lower()


def about_topic(
    topic: str, anchor: Passage | None, order: float, again: bool = False, kind: str = ""
) -> AskablePoint:
    """A question on an open topic, hung on a quote when there is one; notes of some kinds are asked in words of their
    own. `again` uses other words than before."""
    core = TOPICS_ASKED[topic][1] if again else _OF_KINDS.get(kind, {}).get(topic, TOPICS_ASKED[topic][0])
    template = _NEAREST[list(TOPICS_ASKED).index(topic) % len(_NEAREST)] if anchor else "{Core}"
    return _make_point(topic, topic, template, core, anchor, order)


def about_denial(topic: str, anchor: Passage, order: float) -> AskablePoint:
    """A question to notes that say there is no risk or no drawback."""
    return _make_point(topic, topic, _DENIED, TOPICS_ASKED[topic][0], anchor, order)


def about_finding(kind: str, topic: str, anchor: Passage, order: float, nth: int = 0) -> AskablePoint:
    """A question on a finding; the `nth` of its kind varies the words."""
    cores = FINDINGS_ASKED[kind]
    templates = _LEADS_OF_FINDINGS.get(kind, _LEADS)
    return _make_point(kind, topic, templates[nth % len(templates)], cores[nth % len(cores)], anchor, order)


def about_accepted(point: AskablePoint, by: str) -> AskablePoint:
    """The same question on words that ELM wrote and `by` accepted ("" for somebody): nobody is told that they wrote
    them."""
    if not point.core:
        return point
    template = _ACCEPTED.replace("{by}", by.replace("{", "").replace("}", "") or "somebody")
    return replace(point, text=fill(template, Passage(point.quote, point.section), point.core))


def about_conflict(kind: str, here: Passage, there: Passage, order: float) -> AskablePoint:
    """A question to two passages that contradict each other."""
    template = _CONFLICT.replace("{other}", there.shown(24).replace("{", "").replace("}", ""))
    template = template.replace("{elsewhere}", there.section.replace("{", "").replace("}", "") or "the start")
    return _make_point(kind, "other", template, FINDINGS_ASKED[kind][0], here, order)


def about_again(question: str, order: float) -> AskablePoint | None:
    """A question about a finding once more, in other words; None for one about a topic and for one that was put once
    more already."""
    kind = kind_of(question)
    if kind not in _AGAIN or _AGAIN[kind].lower() in question.lower():
        return None
    quoted = next(iter(find_quoted(question)), "")
    core = _AGAIN[kind]
    text = (_ONCE_MORE if quoted else _ONCE_MORE_BARE).format(quote=quoted, core=core, Core=capital(core))
    return AskablePoint(kind, "other", text, order, again=question)


def kind_of(question: str) -> str:
    """The kind of the finding that a question is about, also when it is put once more, "" for none."""
    lowered = question.lower()
    again = (kind for kind, core in _AGAIN.items() if core.lower() in lowered)
    return next(again, "") or next((kind for kind in FINDINGS_ASKED if has_asked(kind, (question,))), "")


def _make_point(
    kind: str, topic: str, template: str, core: str, anchor: Passage | None, order: float
) -> AskablePoint:
    if anchor is None:
        text = template.format(core=core, Core=capital(core))
        return AskablePoint(kind, topic, text, order)
    can_reword = not kind.endswith("_conflict")
    quoted = (anchor.quote, anchor.section, core if can_reword else "")
    return AskablePoint(kind, topic, fill(template, anchor, core), order, *quoted)


def fill(template: str, anchor: Passage, core: str = "", most: int = _LONGEST) -> str:
    """`template` with an anchor's quote and section, which may be absent, and a core in it."""
    if not anchor.section:
        template = re.sub(r" \(“\{section\}”\)|,? ?\b[Uu]nder “\{section\}”,?", "", template)
        if "{section}" in template:
            template = pick_variant(_LEADS_WITHOUT_SECTION, anchor.quote)
        template = capital(template.strip())
    return template.format(section=anchor.section, quote=anchor.shown(most), core=core, Core=capital(core))


def has_asked(kind: str, texts: tuple[str, ...]) -> int:
    """How many of the earlier questions were about this topic or kind."""
    cores = cores_of(kind) + FINDINGS_ASKED.get(kind, ())
    return sum(any(core.lower() in text.lower() for core in cores) for text in texts)


def cores_of(topic: str) -> tuple[str, ...]:
    """All the words in which a topic is asked about."""
    own = (cores[topic] for cores in _OF_KINDS.values() if topic in cores)
    return (*TOPICS_ASKED.get(topic, ()), *own)


def topic_of(text: str) -> str:
    """The topic that an earlier question was about or would settle, "other" when there is none."""
    lowered = text.lower()
    for topic in TOPICS_ASKED:
        if any(core in lowered for core in cores_of(topic)):
            return topic
    for kind, topic in SERVES.items():
        if has_asked(kind, (text,)):
            return topic
    return "other"
