"""The text of a repository's file on a page: Markdown whose links lead around in the repository, or numbered lines."""

import html
import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote_to_bytes, urlsplit

from django.utils.safestring import SafeString

from reviews.documents.html import HEADING_PREFIX, render_markdown
from reviews.errors import RepositoryError
from reviews.git.names import path_bytes, to_text

# The sanitiser writes every link so; within text and values it escapes what is needed to look like one.
LINK = re.compile(r'<a href="([^"]*)"')
LINE = re.compile(r"L\d+")


def render_readme(text: str, path: str, address: Callable[[str], str]) -> SafeString:
    """The Markdown of the file at `path` as safe HTML. `address` gives the page of another path of its commit."""

    def leading_there(found: re.Match[str]) -> str:
        link = html.unescape(found[1])
        there = link_target(link, path)
        return found[0] if there is None else f'<a href="{html.escape(address(there) + link_fragment(link))}"'

    return SafeString(LINK.sub(leading_there, render_markdown(text)))


def link_target(link: str, path: str) -> str | None:
    """The path (text form) that a link in the file at `path` leads to; None when it leads elsewhere."""
    try:
        parts = urlsplit(link)
        folder = "/" if parts.path.startswith("/") else "/" + posixpath.dirname(path)
        there = posixpath.normpath(posixpath.join(folder, to_text(unquote_to_bytes(parts.path)).lstrip("/")))
        if parts.scheme or parts.netloc or not parts.path or there.startswith("//"):
            return None
        path_bytes(there.lstrip("/"))
    except (ValueError, RepositoryError):
        return None
    return there.lstrip("/")


def link_fragment(link: str) -> str:
    """The end of an address that leads to the same heading, or line, on our page of the file; "" for its top."""
    name = urlsplit(link).fragment
    return f"#{name if not name or LINE.fullmatch(name) else HEADING_PREFIX + name}".rstrip("#")


def number_lines(text: str) -> SafeString:
    """The lines of a text, each an element that a link such as `#L12` leads to."""
    lines = html.escape(text.replace("\r\n", "\n").removesuffix("\n")).split("\n")
    # Made at once and not by a template: a log may have a hundred thousand of them.
    return SafeString(
        "\n".join(f'<span class="line" id="L{at}">{line}</span>' for at, line in enumerate(lines, 1))
    )
