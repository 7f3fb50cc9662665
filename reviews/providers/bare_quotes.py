"""Quotation marks that a model wrote into a JSON string without escaping them. Pure, linear in the text.

`text` is always what stands behind the opening quotation mark of an envelope's message.
"""

import re
from collections.abc import Iterator
from itertools import islice

from reviews.providers.opened import MOST_TRIED

_CLOSED = re.compile(
    r"""
    "\s{0,40}+(?:
        \}
        | (?: ,\s{0,40}+["']?+ | ["'] ) \w{1,40}+["']?+ \s{0,40}+ :     # the next key, the comma forgotten or not
        | ,\s{0,40}+ (?: // | /\* | \# )                                # a comment
        | (?: ,\s{0,40}+ (?: "\w{0,40}+"?+\s{0,40}+ )?+ )?+ `{0,9}+\s{0,40}+ \Z
    )
    """,
    re.VERBOSE,
)
_NEXT_KEY = re.compile(r'(?<!\\)"\s{0,40}+,\s{0,40}+(?="\w{1,40}+"\s{0,40}+:)')
_RECORD = re.compile(r'(?<!\\)"\s{0,40}+,?+\s{0,40}+(?="record"\s{0,40}+:)')
_LAST_BRACE = re.compile(r'(?<!\\)"\s{0,40}+(?=\}[`\s]{0,40}+\Z)')
_ESCAPED_OR_QUOTE = re.compile(r'\\.|"', re.DOTALL)


def closes(text: str, place: int) -> bool:
    """Whether the quotation mark at `place` ends the message, by what follows it."""
    return _CLOSED.match(text, place) is not None


def possible_ends(text: str) -> Iterator[tuple[int, str]]:
    """Where the message may end since another key seems to follow, with that key and the rest as an object of their
    own."""
    for found in islice(_NEXT_KEY.finditer(text), MOST_TRIED):
        yield found.start(), "{" + text[found.end() :]


def clear_end(text: str) -> tuple[int, str] | None:
    """Where the message ends whatever the rest is worth, with the rest: before the record, or before the last brace
    when no key follows. None when neither is there."""
    found = _RECORD.search(text)
    if found is None and _NEXT_KEY.search(text) is None:
        found = _LAST_BRACE.search(text, max(0, len(text) - 200))
    return (found.start(), "{" + text[found.end() :].lstrip("}")) if found else None


def escape_quotes(text: str) -> str:
    """The text with every quotation mark escaped."""
    return _ESCAPED_OR_QUOTE.sub(lambda found: r"\"" if found[0] == '"' else found[0], text)
