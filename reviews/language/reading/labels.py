"""The labels with which paragraphs and points open ("**What it costs.** …", "7. Other ways. …"): in letters and memos
they do what headings do elsewhere."""

import re
from collections.abc import Mapping
from functools import lru_cache

from reviews.language.reading.document import Block, Document

_BOLD = re.compile(r"\W{0,12}?(?:\d{1,2}[.)]\s{1,3})?(?:\*\*|__)(?P<label>[^*_\n|]{2,80})(?:\*\*|__)")
_POINT = re.compile(
    r"\s{0,3}(?:[-*+]\s{1,3}|\d{1,2}[.)]\s{1,3})?(?P<label>[^\W\d_][^.:?\n|]{1,40})[.:?]\s+\S"
)
_MOST_WORDS = {"bold": 8, "point": 4}


@lru_cache(maxsize=16)
def labels_of(document: Document) -> Mapping[int, str]:
    """The label that each block stands under, by its index: its own, or that of the paragraph that a list or a table
    follows."""
    found: dict[int, str] = {}
    label, section = "", None
    for block in document.blocks:
        if block.section is not section:
            label, section = "", block.section
        own = _label_in(block) if block.kind in ("paragraph", "list_item") else ""
        if block.kind == "paragraph":
            label = own
        if own or label:
            found[block.index] = own or label
    return found


def _label_in(block: Block) -> str:
    """The words with which a block opens, in bold or as a point's first ones, "" when these are a sentence."""
    forms = (("bold", _BOLD), ("point", _POINT)) if block.kind == "list_item" else (("bold", _BOLD),)
    for form, pattern in forms:
        match = pattern.match(block.text)
        if match and len(match["label"].split()) <= _MOST_WORDS[form]:
            return match["label"].strip(" .:?!")
    return ""
