"""Links and references that lead nowhere.

Looks for links to anchors that no heading or id provides, reference links without a target, links with an
empty address, and mentions of a figure, table, section, step or appendix of this document that is not there.
Leaves alone other documents' sections ("section 4 of RFC 7540"), links to files and the web, which cannot
be checked from the text, and code.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.offline.finding import Finding, few_words, finding_about, make_finding

_WORDS = phrases(offline.__file__, "references")
_FAMILIES = _WORDS.words.texts("families")
_INLINE = re.compile(
    r"\[(?P<label>[^\[\]]{0,300})\]\((?P<target>[^()\s]{0,500})\s{0,3}(?:\"[^\"]{0,200}\")?\)"
)
# "[resource][domain][profile]" says how names are built, work["payload"]["class"] is code, and a site's own generator
# knows what "![Team][]" and "[lang][]" are.
_BY_NAME = re.compile(r"(?<![\w\]!])\[(?P<label>[^\[\]]{1,300})\]\[(?P<name>[^\[\]]{1,200})\](?!\[)")
_NOTE = re.compile(r"\[\^(?P<name>[^\[\]\s]{1,100})\](?!:)")
_DEFINED_NOTE = re.compile(r"^\s{0,3}\[\^([^\[\]\s]{1,100})\]:", re.MULTILINE)

_MENTION = any_case(
    rf"\b(?P<what>{_WORDS.any_of('part')})"
    r"\s+(?P<which>\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?|[A-Z](?:\.\d{1,2})?)(?![\w.]?\w)"
)
_FOREIGN = any_case(
    r"^\s*+(?:,\s*+)?(?:\(|of|in|from)\s+(?:the\s+|its\s+|their\s+|our\s+|this\s+)?(?!this|document|proposal"
    r"|page)[\w\[¤]|^\s*\]\("
)
_FOREIGN_BEFORE = any_case(rf"(?:\b{_WORDS.any_of('elsewhere')}\b[^.]{{0,25}}|[\])>¤]\W{{0,3}})$")

_NUMBERED_ITEM = re.compile(r"^\s{0,8}(\d{1,3})[.)]\s", re.MULTILINE)
_FEWEST_STEPS, _MOST_STEPS = 3, 200
_MARKS = " *_#>|!([<"
_HEADING_NUMBER = re.compile(r"(?:[A-Za-z]+\s++)?(\d[\d.]*+|[A-Z])(?:[\s.:)–—-]|$)")
_AFTER_CAPTION = re.compile(r"\s*(?:[:.–—-]|\)|$)")
_IMAGE = re.compile(r"!\[([^\[\]]{0,200})\]")


def find(document: Document) -> Iterator[Finding]:
    """Broken links in every block, then dangling mentions in sentences."""
    notes = frozenset(name.lower() for name in _DEFINED_NOTE.findall(document.text))
    for block in document.blocks:
        if block.kind in ("code", "comment", "html", "front_matter"):
            continue
        for match in _find_links(block.text):
            if block.plain[match.start()] != "¤" and (why := _why_broken(document, match, notes)):
                yield _link_finding(document, block.start + match.start(), match, why)
    targets = _mention_targets(document)
    for sentence in document.sentences:
        if sentence.kind != "heading":
            yield from _dangling_mentions(document, sentence, targets)


def _find_links(text: str) -> Iterator[re.Match[str]]:
    for pattern in (_INLINE, _BY_NAME, _NOTE):
        yield from pattern.finditer(text)


def _why_broken(document: Document, match: re.Match[str], notes: frozenset[str]) -> str:
    """Why a link leads nowhere, "" when it may well lead somewhere."""
    parts = match.groupdict()
    if "target" in parts:
        target = parts["target"].strip("<>")
        if not target:
            return "has no address"
        if target.startswith("#") and len(target) > 1 and not _is_anchor(document, target[1:]):
            return f"points at “{target}”, which is not in this document"
        return ""
    if "label" not in parts:
        return "" if parts["name"].lower() in notes else "points at a footnote that is not there"
    name = " ".join((parts["name"] or parts["label"]).lower().split())
    # Two indexes in a row, as in code, look the same but have no words in them.
    if (
        name in document.references
        or not re.search(r"[a-z]{3}|^\d+$", name)
        or not re.search(r"\w\w", parts["label"])
        or name[0] in "\"'"
    ):
        return ""
    return f"points at “[{name}]”, which is defined nowhere"


def _is_anchor(document: Document, name: str) -> bool:
    name = name.lower().replace("\\", "")
    if ":" in name:
        return True  # A label of MyST, which any page of the site may have.
    return name in document.anchors or re.sub(r"%[0-9a-f]{2}", "", name) in document.anchors or name == "top"


def _link_finding(document: Document, start: int, match: re.Match[str], why: str) -> Finding:
    label = few_words(match.groupdict().get("label") or match.group())
    return make_finding(
        "broken_anchor",
        match.group(),
        document.index.place(start),
        0.9,
        label=label,
        why=why,
    )


def _mention_targets(document: Document) -> frozenset[tuple[str, str]]:
    """The (kind, number) of every figure, table, section and appendix that the document has."""
    found: set[tuple[str, str]] = set()
    for block in document.blocks:
        if block.kind == "heading" and (number := _HEADING_NUMBER.match(block.text.lstrip(_MARKS))):
            found.add(("section", number.group(1).rstrip(".")))
        caption = _MENTION.match(block.plain.lstrip(_MARKS))
        if caption and (block.kind == "heading" or _AFTER_CAPTION.match(caption.string[caption.end() :])):
            found.add((_mention_family(caption), caption["which"].lower()))
        for image in _IMAGE.finditer(block.text):
            found.update((_mention_family(m), m["which"].lower()) for m in _MENTION.finditer(image.group(1)))
    numbers = [int(number) for number in _NUMBERED_ITEM.findall(document.text)]
    if len(numbers) >= _FEWEST_STEPS:
        # Markdown counts for itself where each item has the same number.
        last = min(max(*numbers, len(numbers)), _MOST_STEPS)
        found.update(("step", str(number)) for number in range(1, last + 1))
    return frozenset(found)


def _mention_family(mention: re.Match[str]) -> str:
    word = mention["what"].lower().rstrip("s.")
    return _FAMILIES.get(word, word)


def _dangling_mentions(
    document: Document, sentence: Sentence, targets: frozenset[tuple[str, str]]
) -> Iterator[Finding]:
    for match in _MENTION.finditer(sentence.plain):
        family, which = _mention_family(match), match["which"].lower()
        before, after = sentence.plain[: match.start()], sentence.text[match.end() :]
        if (family, which) in targets or (family == "appendix" and ("section", which.upper()) in targets):
            continue
        if family == "step" and (("step", "1") not in targets or not which.isdigit()):
            continue  # Nothing here is numbered so, and the steps are somebody else's.
        is_caption = not before.strip(" *_>|![(") and re.match(r"[*_]*\s*[:.–—-]", after)
        if (
            is_caption
            or _FOREIGN.match(after)
            or _FOREIGN_BEFORE.search(before)
            or _is_linked(sentence, match)
        ):
            continue
        part = " ".join(match.group().split())
        whole = few_words(sentence.text)
        yield finding_about("dangling_ref", sentence.from_line_of(match.start()), 0.8, part=part, whole=whole)
        return


def _is_linked(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the mention stands inside the brackets of a link."""
    before = sentence.text[: match.start()]
    return before.rfind("[") > before.rfind("]") and bool(
        re.match(r"[^\[\]]{0,100}\][(\[]", sentence.text[match.end() :])
    )
