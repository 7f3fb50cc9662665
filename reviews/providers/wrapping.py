"""What models put around an answer and is no part of it: thoughts, labels of its two parts, marks of a quotation. Pure,
linear."""

import re

_OPENS = re.compile(r"<(?:think|thinking|thought|reasoning|scratchpad)>")
_THOUGHTS = re.compile(
    r"\s*+<(think|thinking|thought|reasoning|scratchpad)>(?:(?!</\1>).)*+(?:</\1>\s*+|\Z)", re.DOTALL
)
_TAGS = ("<think>", "<thinking>", "<thought>", "<reasoning>", "<scratchpad>")
_MESSAGE_LABEL = re.compile(
    r"\s{0,40}+(?:[*_#\"`]{1,6}[ ]?)?+message[*_\"`]{0,6}+(?:[ ]?:[*_\"`]{0,4}+(?:\s++|(?=\"))|[ ]?\n\s*+)",
    re.IGNORECASE,
)
_RECORD_LABEL = r"(?:[ >*_#\"`]{0,9}+)(?:record|json)(?:[ *_\"`:]{0,9}+)"
_LABEL_AT_END = re.compile(rf"(?:(?<=\n)|\A){_RECORD_LABEL}\s{{0,20}}+\Z", re.IGNORECASE)
_HALF_LABEL = re.compile(r"\n++[ >*_#\"`]{0,9}+(?:\Z|(?:r(?:e(?:c(?:or?)?)?)?|j(?:so?)?)\Z)", re.IGNORECASE)
_WHOLE_LABEL = re.compile(rf"\n++{_RECORD_LABEL}\s{{0,20}}+", re.IGNORECASE)
_LONGEST_LABEL = 60
_LONGEST_TAG = 20


def behind_thoughts(text: str) -> str:
    """`text` without the thoughts that a model has put in front, between tags of its own."""
    found = _THOUGHTS.match(text)
    return text[found.end() :] if found else text


def open_thoughts(text: str) -> str:
    """What has to be kept of `text` while a tag at its beginning may be opening thoughts, or has not closed them; ""
    when neither is so."""
    begun = text.lstrip()
    if found := _OPENS.match(begun):
        tag = found[0]
        is_closed = f"</{tag[1:]}" in begun
        return "" if is_closed else tag + begun[len(tag) :][-_LONGEST_TAG:]
    return text if begun and any(tag.startswith(begun) for tag in _TAGS) else ""


def behind_label(text: str) -> str:
    """`text` without a label in front that says that it is the message."""
    found = _MESSAGE_LABEL.match(text)
    return text[found.end() :] if found else text


def before_label(text: str) -> str:
    """`text`, which a record follows, without a line at its end that only says so."""
    found = _LABEL_AT_END.search(text, max(0, len(text) - _LONGEST_LABEL))
    return text[: found.start()] if found else text


def half_label(text: str) -> int:
    """How much of `text`, which begins with the end of a line, is the label of a record or may become one; -1 for
    nothing."""
    if _HALF_LABEL.match(text):
        return len(text)
    found = _WHOLE_LABEL.match(text)
    return found.end() if found else -1


def without_quoting(text: str) -> str:
    """`text` without the marks of a quotation when all of it is quoted JSON."""
    if text.lstrip()[:1] != ">":
        return text
    lines = text.strip().split("\n")
    if not all(line.startswith(">") for line in lines):
        return text
    inside = "\n".join(line[1:].removeprefix(" ") for line in lines)
    return inside if inside.lstrip()[:1] in ("{", "`") else text
