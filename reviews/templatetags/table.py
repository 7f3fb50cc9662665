"""What the templates of a roundtable need beside the others."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from reviews.documents.html import render_markdown

register = template.Library()


@register.filter
def spoken(text: str, prefix: str) -> SafeString:
    """A contribution's Markdown as safe HTML, with `prefix` and one space before its first words.

    The prefix is for screen readers and for copying: the card's head shows it in its own way.
    """
    html = render_markdown(text)
    if not prefix:
        return html
    mark = format_html('<span class="visually-hidden said-by">{} </span>', prefix)
    if html.startswith("<p>"):
        return SafeString(f"<p>{mark}{html[3:]}")
    return SafeString(f"<p>{mark}</p>{html}")


@register.filter
def inline(text: str) -> SafeString:
    """Markdown of one paragraph as safe HTML without the paragraph."""
    html = render_markdown(text).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return SafeString(html if "<p>" in inner or not html.startswith("<p>") else inner)
