"""Markdown to HTML that is safe to show: a library renders, another one sanitises.

A document is other people's text: scripts, styles, frames and forms are dropped, and pictures become links,
so that reading a document tells nobody that it was read.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

import nh3
from django.core.cache import cache
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.linkify import linkify
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from reviews.documents.html_markers import ATTRIBUTE, EXTENTS, TAG, hide_and_wrap
from reviews.documents.plain_html import plain_html
from reviews.errors import WorkEnded
from reviews.workers.lanes import RENDERING

HEADING_PREFIX = "doc-"
FLAVOUR = "3"  # part of the cache key: add 1 when the HTML of a text changes
HOUR, WEEK = 3_600, 7 * 86_400
ABOUT_THE_TEXT = frozenset({"too_long", "too_large"})
"""Why a text is shown as it was written, when that will be so the next time too."""
HEADINGS = {f"h{level}" for level in range(1, 7)}
TAGS = HEADINGS.union(
    ("a", "blockquote", "br", "code", "em", "hr", "input", "li", "ol", "p", "pre", "s", "strong"),
    ("table", "tbody", "td", "th", "thead", "tr", "ul", TAG),
)
ATTRIBUTES = {
    "a": {"href", "title"},
    "code": {"class"},
    "input": {"type", "checked", "disabled"},
    "ol": {"start"},
    TAG: {ATTRIBUTE},
} | {heading: {"id"} for heading in HEADINGS}


def name_headings(state: StateCore) -> None:
    """Give each heading an id made from its words, prefixed so that it can't be one of the page's own."""
    seen: dict[str, int] = {}
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            stem = HEADING_PREFIX + (slugify(inline.content)[:80] or "section")
            seen[stem] = seen.get(stem, 0) + 1
            opening.attrSet("id", stem if seen[stem] == 1 else f"{stem}-{seen[stem]}")


def pictures_to_links(state: StateCore) -> None:
    """Replace each picture by a link to it."""
    for block in state.tokens:
        if block.children:
            block.children = [part for token in block.children for part in without_picture(token)]


def without_picture(token: Token) -> list[Token]:
    """`token`, or for a picture the three tokens of a link."""
    if token.type != "image":
        return [token]
    opening = Token("link_open", "a", 1, attrs={"href": token.attrGet("src") or ""})
    words = Token("text", "", 0, content=f"Picture: {token.content or token.attrGet('src')}")
    return [opening, words, Token("link_close", "a", -1)]


def point_within(state: StateCore) -> None:
    """Make a link to a heading of the same document point to the id that `name_headings` gives."""
    for block in state.tokens:
        for token in block.children or ():
            target = str(token.attrGet("href") or "")
            if token.type == "link_open" and target.startswith("#"):
                token.attrSet("href", "#" + HEADING_PREFIX + target[1:])


def boxes_of_tasks(state: StateCore) -> None:
    """Make the "[ ]" or "[x]" that a list item begins with a box. (The plugin for it takes quadratic time.)"""
    for item, paragraph, inline in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        if item.type != "list_item_open" or paragraph.type != "paragraph_open" or not inline.children:
            continue
        if found := TASK.match(inline.content):
            first = inline.children[0]
            inline.content, first.content = inline.content[3:], first.content[3:]
            is_done = ' checked="checked"' if found["done"] in "xX" else ""
            box = f'<input{is_done} disabled="disabled" type="checkbox">'
            inline.children.insert(0, Token("html_inline", "", 0, content=box))


def bare_link(state: StateInline, silent: bool) -> bool:
    """The library's rule for "https://…", asked where it will find one: it searches all that is before each "://"."""
    if not state.src.startswith("://", state.pos):
        return False
    scheme = SCHEME.search(state.pending[-LONGEST_SCHEME - 1 :])
    if not scheme or not state.md.linkify:
        return False
    start = state.pos - len(scheme["name"])
    if not state.md.linkify.match_at_start(state.src[start : start + LONGEST_HOST]):
        return False
    return linkify(state, silent)


def markdown_parser() -> MarkdownIt:
    """CommonMark with tables, strikethrough, bare links, task lists and front matter (which is not shown)."""
    made = (
        MarkdownIt("gfm-like", {"html": False, "linkify": True}).use(front_matter_plugin).use(hide_and_wrap)
    )
    made.inline.ruler.at("linkify", bare_link)
    made.core.ruler.after("inline", boxes_of_tasks.__name__, boxes_of_tasks)
    for rule in (name_headings, pictures_to_links, point_within):
        made.core.ruler.push(rule.__name__, rule)
    return made


SCHEME = re.compile(r"(?:^|[^a-z0-9.+-])(?P<name>https?|ftp)$", re.IGNORECASE)
LONGEST_SCHEME, LONGEST_HOST = len("https"), 1_000
TASK = re.compile(r"\[(?P<done>[ xX])\][ \t\n\v\f\r]")
PARSER = markdown_parser()
CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener nofollow",
)
SECTION = re.compile(rf'<{TAG} {ATTRIBUTE}="(\d+)(r?)">\n?((?:[^<]++|<(?!/?{TAG}\b))*+)</{TAG}>\n?')


@dataclass(frozen=True)
class HtmlPiece:
    """A stretch of a document. `line` is the one that it begins on when it is an addition, its marker's if it has one;
    None for the text around them. `is_whole` says that it is the words that were known and no others."""

    html: SafeString
    line: int | None = None
    is_whole: bool = True


def fresh_html(text: str, extents: Mapping[int, int] | None = None) -> str:
    """The HTML of `text`, sanitised. With `extents` (see reviews.markers) additions are sections."""
    return CLEANER.clean(PARSER.render(text, {} if extents is None else {EXTENTS: extents}))


def render_markdown(text: str) -> SafeString:
    """The HTML of `text`, kept in the cache by the digest of the text. Markers of additions are not shown."""
    # A long text is matched against no pattern here: what it takes has its limits in the lane.
    plain = plain_html(text) if len(text) <= RENDERING.cheap else None
    return SafeString(cached_html(text, text, None) if plain is None else plain)


def html_pieces(text: str, extents: Mapping[int, int]) -> list[HtmlPiece]:
    """The HTML of `text` cut at its additions: put together in order, it is the document.

    extents: by the line that an addition begins on, how many lines it has, its marker's included.
    """
    asked = ",".join(f"{line}+{count}" for line, count in sorted(extents.items()))
    html = cached_html(f"{asked}\n{text}", text, extents, "additions")
    # Only our own rule makes this tag: what a document says never becomes one.
    around = SECTION.split(html)
    found = [HtmlPiece(SafeString(around[0]))]
    for line, more, inside, behind in zip(
        around[1::4], around[2::4], around[3::4], around[4::4], strict=True
    ):
        found += [HtmlPiece(SafeString(inside), int(line), not more), HtmlPiece(SafeString(behind))]
    return [piece for piece in found if piece.html.strip()]


def cached_html(asked: str, text: str, extents: Mapping[int, int] | None, what: str = "text") -> str:
    """The HTML of `text`, kept in the cache by the digest of what was asked for. A text that can't be laid out within
    the limits is shown as it was written, below a sentence that says why."""
    digest = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()
    key = f"markdown:{FLAVOUR}:{what}:{digest}"
    found: str | None = cache.get(key)
    if found is None:
        try:
            found, seconds = RENDERING.run(fresh_html, text, extents, size=len(text)), WEEK
        except WorkEnded as ended:
            found = format_html('<p class="notice notice-info">{}</p>\n<pre>{}</pre>\n', str(ended), text)
            seconds = HOUR if ended.kind in ABOUT_THE_TEXT else 0
        if seconds:
            cache.set(key, found, seconds)
    return found
