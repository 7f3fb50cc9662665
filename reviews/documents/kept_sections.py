"""Whether a changed text still has the headings and sections that it had. Pure, linear in the text."""

from collections import Counter
from itertools import pairwise

from reviews.documents.sections import scan_sections


def lost_section(text: str, changed: str) -> str:
    """A sentence that names a heading of `text` that `changed` has no longer, or one under which it has nothing any
    more; "" when there is none, or when nothing at all is left. A heading with other words is no lost one."""
    if not changed.strip():
        return ""
    before, after = _own_words(text), _own_words(changed)
    if len(after) < len(before):
        missing = Counter(title for title, _ in before) - Counter(title for title, _ in after)
        return f"It would delete the heading “{next(iter(missing), '')}”."
    empty = Counter(title for title, has_words in after if not has_words)
    emptied = empty - Counter(title for title, has_words in before if not has_words)
    known = {title for title, _ in before}
    title = next((title for title in emptied if title in known), "")
    return f"It would delete all that stands under “{title}”." if title else ""


def _own_words(text: str) -> list[tuple[str, bool]]:
    """Each heading that says something, with whether anything stands between it and the next one."""
    sections = scan_sections(text).sections
    ends = [following.start for _, following in pairwise(sections)] + [len(text)]
    # The end of the text is one more than there are sections when there are none.
    return [
        (section.title, bool(text[section.body : end].strip()))
        for section, end in zip(sections, ends, strict=False)
        if section.title
    ]
