"""What models put around an answer and is no part of it: thoughts, labels of its two parts, marks of a quotation. Pure,
linear."""

import re

_NAMES = ("think", "thinking", "thought", "reasoning", "scratchpad", "reflection", "analysis")
_TAGS = (*(f"<{name}>" for name in _NAMES), "[think]")
_OPENS = re.compile(rf"<(?:{'|'.join(_NAMES)})>|\[THINK\]", re.IGNORECASE)
_THOUGHTS = re.compile(
    rf"\s*+(?:<({'|'.join(_NAMES)})>(?:(?!</\1>).)*+(?:</\1>\s*+|\Z)"
    r"|\[THINK\](?:(?!\[/THINK\]).)*+(?:\[/THINK\]\s*+|\Z))",
    re.DOTALL | re.IGNORECASE,
)
END_OF_THOUGHTS = re.compile(r"(?<![`\"'“])</think(?:ing)?>[ \t]*+(?:\n\s*+|(?=\{)|\Z)", re.IGNORECASE)
"""What closes thoughts ends its line; a tag within a line is what somebody writes about."""
_MESSAGE_LABEL = re.compile(
    r"\s{0,40}+(?:`{3,}+\w{0,10}+\s{0,9}+)?+(?:\d[.)][ ])?+(?:[*_#\"`]{1,6}[ ]?)?+message[*_\"`]{0,6}+"
    r"(?:[ ]?:[*_\"`]{0,4}+(?:\s++|(?=\"))|[ ]?\n\s*+)",
    re.IGNORECASE,
)
_RULE = r"(?:-{3,}+|\*{3,}+|_{3,}+)"
_INTRODUCTION = (
    r"(?:(?:and )?(?:here(?:'s|’s| is| comes)|below is|this is|now) )?+(?:(?:the|my|your) )?+"
    r"(?:(?:structured|json|requested|corresponding) )?+(?:record|json|structured data)(?: (?:is|follows|object))?+"
)
_RECORD_LABEL = rf"[ >*_#\"`]{{0,9}}+(?:\d[.)][ ])?+{_INTRODUCTION}(?:[ *_\"`:.=]{{0,9}}+)"
_OPENED = r"(?:<!--|<(?:details|record|json|output)>(?:\s*+<summary>[^<>\n]{0,40}</summary>)?+)"
_LABEL_AT_END = re.compile(
    rf"(?:(?<=\n)|\A)(?:{_RULE}\s{{1,20}}+)?+(?:{_RECORD_LABEL}\s{{0,20}}+)?+(?:{_OPENED}\s{{0,20}}+)?+\Z",
    re.IGNORECASE,
)
_NAMED_AT_END = re.compile(rf"(?:(?<=\n)|\A){_RECORD_LABEL}\s{{0,20}}+\Z", re.IGNORECASE)
_CLOSED = re.compile(r"\s{0,20}+(?:-->|</(?:details|record|json|output)>)\s*+", re.IGNORECASE)
_HALF_LABEL = re.compile(
    r"\n++[ >*_#\"`]{0,9}+(?:\Z|-{1,9}+\s{0,3}+\Z|(?:r(?:e(?:c(?:or?)?)?)?|j(?:so?)?)\Z"
    r"|<(?:!-{0,2}+\s{0,3}+|[a-z]{0,7}+>?+\s{0,3}+)\Z|(?:h|he|her|and|b|be|bel|belo)\Z"
    r"|(?:here|below|and here)[ \w'’]{0,50}+:?+\s{0,3}+\Z)",
    re.IGNORECASE,
)
_WHOLE_LABEL = re.compile(rf"\n++(?:{_RULE}\s{{1,20}}+)?+{_RECORD_LABEL}\s{{0,20}}+", re.IGNORECASE)
_WRITTEN_END = re.compile(r"(?<=[.?!:…\"”*)])(?:(?:\\r)?\\n){2,4}(?=\S)|(?<=[.?!…])\\n(?=[A-Z*\[-])")
"""Ends of lines that were escaped twice: behind the end of a sentence, before the next one or a list."""
_PLACEHOLDER = re.compile(
    r"\s*+[<\[{]{1,3}+(?=[^<>\[\]{}\n]{0,80}\b(?:your|here)\b)[^<>\[\]{}\n]{1,80}+[>\]}]{1,3}+\s*+\Z",
    re.IGNORECASE,
)
_LONGEST_LABEL = 120
_LONGEST_TAG = 20


def behind_thoughts(text: str) -> str:
    """`text` without the thoughts that a model has put in front, between tags of its own."""
    if found := _THOUGHTS.match(text):
        return text[found.end() :]
    # Where the prompt itself opens them, an answer begins within thoughts.
    closed = END_OF_THOUGHTS.search(text)
    return text[closed.end() :] if closed and not _OPENS.search(text) else text


def open_thoughts(text: str) -> str:
    """What has to be kept of `text` while a tag at its beginning may be opening thoughts, or has not closed them; ""
    when neither is so."""
    begun = text.lstrip()
    if found := _OPENS.match(begun):
        tag = found[0]
        is_closed = f"{tag[0]}/{tag[1:]}" in begun
        return "" if is_closed else tag + begun[len(tag) :][-_LONGEST_TAG:]
    return text if begun and any(tag.startswith(begun.lower()) for tag in _TAGS) else ""


def behind_label(text: str) -> str:
    """`text` without a label in front that says that it is the message."""
    found = _MESSAGE_LABEL.match(text)
    return text[found.end() :] if found else text


def ends_with_record_label(text: str) -> bool:
    """Whether the last line of `text` says that a record follows."""
    return _NAMED_AT_END.search(text, max(0, len(text) - _LONGEST_LABEL)) is not None


def behind_wrapper(text: str, end: int) -> int:
    """Where the words go on behind a record that ends at `end`: what closes a comment or a tag is none of them."""
    found = _CLOSED.match(text, end)
    return found.end() if found else end


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


def with_line_ends(text: str) -> str:
    """`text` with real ends of lines where a model has escaped them twice."""
    if "\\n" not in text or "\n" in text:
        return text
    return _WRITTEN_END.sub(lambda found: "\n" * found[0].count("\\n"), text)


def says_something(text: str) -> bool:
    """Whether a message has words of its own: dots, what nobody sees and "<your message here>" are none."""
    return any(map(str.isalnum, text)) and _PLACEHOLDER.match(text) is None
