"""The sections of a step's body, and what is listed in them. Pure; Markdown is read by markdown-it."""

from collections.abc import Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from personas.choices import Depth

MODES: dict[str, str] = {
    Depth.BRIEF: "Brief Mode",
    Depth.STANDARD: "Standard Mode",
    Depth.DEEP: "Deep Mode",
}
REQUIRED = (*MODES.values(), "Validation", "Artifacts")
_MARKDOWN = MarkdownIt("commonmark")


def body_sections(body: str) -> dict[str, str]:
    """The text under each heading of the second level, by its title. Of two with one title the first counts."""
    lines = body.split("\n")
    headings = list(_margin_headings(_MARKDOWN.parse(body)))
    ends = [start for _, start, _ in headings[1:]] + [len(lines)]
    found: dict[str, str] = {}
    for (title, _, begins), ends_at in zip(headings, ends, strict=False):
        found.setdefault(title, "\n".join(lines[begins:ends_at]).strip())
    return found


def _margin_headings(tokens: list[Token]) -> Iterator[tuple[str, int, int]]:
    """(title, its line, the line behind it) of each heading of the second level that stands at the margin."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2" and token.level == 0 and token.map:
            yield inline.content.strip(), token.map[0], token.map[1]


def list_entries(text: str) -> list[str]:
    """The entries of the lists in `text`, or its paragraphs if there is no list, each as one line."""
    tokens = _MARKDOWN.parse(text)
    listed = [token for token in tokens if token.type == "inline" and token.level > 2]
    plain = [
        inline
        for opened, inline in pairwise(tokens)
        if opened.type == "paragraph_open" and inline.type == "inline"
    ]
    return [" ".join(token.content.split()) for token in listed or plain if token.content.strip()]
