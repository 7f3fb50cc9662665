"""Reading pages as tests want it."""

import re


def tidy(html: str) -> str:
    """HTML with one space for each run of whitespace, and none at the edges of tags: how templates break their
    lines is nobody's business."""
    return re.sub(r" ?([<>]) ?", r"\1", " ".join(html.split()))
