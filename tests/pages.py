"""Reading pages as tests want it."""

import re

from django.http import HttpResponse


def tidy(html: str) -> str:
    """HTML with one space for each run of whitespace, and none at the edges of tags: how templates break their
    lines is nobody's business."""
    return re.sub(r" ?([<>]) ?", r"\1", " ".join(html.split()))


def words(response: HttpResponse) -> str:
    """The page's text without tags, with single spaces."""
    return words_in(response.content.decode())


def words_in(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def without_keys(html: str) -> str:
    """The HTML without the hidden keys of its forms, which are others each time."""
    return re.sub(r'(name="form_key" value=")[\w-]+', r"\1", html)
