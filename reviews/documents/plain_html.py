"""The HTML of texts that have no Markdown but paragraphs and numbered points, without a parser: much of what is said in
a session is one of these, and a long session's page lays out eighty texts at once."""

import re

_BEGIN = r"(?:[^\W\d]|[“„‘\"(]|\d++(?![.)]))"
"""What begins nothing but a paragraph."""
_REST = r"(?:[\w ,;:?!'’‘“”„\"()…–—%€$+=-]++|\.(?=[ \n’”\")]|\Z)|/(?!/))*+(?<! )"
"""What means nothing in Markdown or HTML wherever it stands in a line. A full stop within a word, or two strokes, may
be in an address; a space at the end of a line may break it."""
_LINE = _BEGIN + _REST
_PARAGRAPHS = re.compile(rf"{_LINE}(?:\n{{1,2}}{_LINE})*+\n?")
_POINTS = re.compile(rf"1\. {_LINE}(?:\n[0-9]{{1,3}}\. {_LINE})*+\n?")
_NUMBER = re.compile(r"^[0-9]+\. ", re.MULTILINE)


def plain_html(text: str) -> str | None:
    """What parser and sanitiser make of such a text, None for any other text. Nothing in it needs to be escaped."""
    if "_" in text:  # a word character in patterns, a mark in Markdown
        return None
    if _PARAGRAPHS.fullmatch(text):
        return "".join([f"<p>{paragraph}</p>\n" for paragraph in text.removesuffix("\n").split("\n\n")])
    if _POINTS.fullmatch(text):
        points = _NUMBER.sub("", text.removesuffix("\n")).split("\n")
        return "<ol>\n" + "".join([f"<li>{point}</li>\n" for point in points]) + "</ol>\n"
    return None
