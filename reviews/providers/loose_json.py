"""JSON as models write it by hand, made strict: with comments, single or curly quotation marks, keys without any,
Python's words, backslashes that escape nothing, commas too many or forgotten. Pure, linear in the text.

What could mean two things stays as it is: a bare word is a key, a known word or the end of the attempt.
"""

import json
import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from reviews.providers.opened import MOST_TRIED

LONGEST = 100_000
"""Characters of an answer that are read so, from the place where the object begins."""
KEY_QUOTES = "\"'“”„‘’"
_ENDS = (
    r"\s{0,40}+(?:[:}\]]|\Z|,\s{0,40}+(?:[\"'“”„‘’{}\[\]\d-]|//|/\*|\#|\w{1,40}+\s{0,40}+:"
    r"|[Tt]rue|[Ff]alse|null|None))"
)
"""What follows the end of a string: within one, an apostrophe or a quotation may end too."""
_TOKEN = re.compile(
    rf"""
    (?P<skip> \s++ | , | // [^\n]*+ | \# [^\n]*+ | /\* (?:[^*]++|\*(?!/))*+ (?:\*/|\Z) )
    | (?P<open> [{{\[] )
    | (?P<close> [}}\]] )
    | (?P<colon> : )
    | " (?P<plain> (?:[^"\\]++|\\.)*+ ) (?P<plain_end> "|\Z )
    | ' (?P<single> (?:[^'\\]++|\\.|'(?!{_ENDS}))*+ ) (?P<single_end> '|\Z )
    | [“”„] (?P<curly> (?:[^“”"\\]++|\\.|[“”"](?!{_ENDS}))*+ ) (?P<curly_end> [“”"]|\Z )
    | [‘’] (?P<high> (?:[^‘’\\]++|\\.|[‘’](?!{_ENDS}))*+ ) (?P<high_end> [‘’]|\Z )
    | (?P<number> -?+(?:0|[1-9]\d*+)(?:\.\d++)?+(?:[eE][+-]?+\d++)?+ (?![\w.]) )
    | (?P<word> -?[^\W\d]\w{{0,40}}+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_DECODER = json.JSONDecoder(strict=False)
_STRINGS = ("plain", "single", "curly", "high")
_WORDS = {
    "true": "true", "True": "true", "false": "false", "False": "false", "null": "null", "None": "null",
    "NaN": "null", "undefined": "null", "Infinity": "null", "-Infinity": "null",
}  # fmt: skip
_KEY_FOLLOWS = re.compile(r"\s{0,40}+:")
_BACKSLASH = re.compile(
    r'\\(?:(?P<fine>["\\/bfnrt]|u[0-9a-fA-F]{4})|(?P<mark>[\'‘’“”])|(?=.|\Z))|"', re.DOTALL
)
_STRICT_BEGINNING = re.compile(r'\{\s*+"')
_BEGINS = re.compile(
    rf"\{{\s{{0,40}}+(?:(?://|\#)[^\n]{{0,200}}+\n\s{{0,40}}+|/\*[^*]{{0,200}}+\*/\s{{0,40}}+)?+"
    rf"[{KEY_QUOTES}]?+(?P<key>\w{{1,40}}+)[{KEY_QUOTES}]?+\s{{0,40}}+:"
)


def with_strict_json(text: str, start: int, keys: frozenset[str]) -> str:
    """`text` with each object that has one of these keys first, and is no JSON, as the JSON that was meant; the rest,
    and what could not be read like that, as it is. start: where the answer begins; an object elsewhere may be what the
    text talks about, so it has to have the keys of a record."""
    pieces, last = list[str](), 0
    for found in islice((one for one in _BEGINS.finditer(text) if one["key"].lower() in keys), MOST_TRIED):
        if found.start() < last or _strict_object(text, found.start()) is not None:
            continue
        meant, end = _read_object(text, found.start())
        if meant and (found.start() == start or _is_record(_strict_object(meant, 0) or {}, keys)):
            pieces += [text[last : found.start()], meant]
            last = end
    return "".join([*pieces, text[last:]])


def _is_record(value: Mapping[str, Any], keys: frozenset[str]) -> bool:
    return "record" in value or 2 * len(value.keys() & keys - {"message"}) > len(value)


def _strict_object(text: str, start: int) -> Mapping[str, Any] | None:
    try:
        value, _ = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None


def _read_object(text: str, start: int) -> tuple[str, int]:
    """The object that begins at `start` as strict JSON, and where it ends; "" when it can't be told what was meant. One
    that breaks off breaks off in JSON too."""
    written, end, depth, needs_comma = list[str](), start, 0, False
    limit = min(len(text), start + LONGEST)
    while end < limit:
        token = _TOKEN.match(text, end, limit)
        if token is None:
            return "", start
        end = token.end()
        if token["skip"] is not None:
            continue
        piece = _strict_token(text, token)
        if piece is None:
            return "", start
        if needs_comma and token["close"] is None and token["colon"] is None:
            written.append(",")
        written.append(piece)
        depth += (token["open"] is not None) - (token["close"] is not None)
        needs_comma = token["open"] is None and token["colon"] is None
        if depth == 0:
            meant = "".join(written)
            return (meant, end) if _strict_object(meant, 0) is not None else ("", start)
    is_strict_so_far = _STRICT_BEGINNING.match(text, start) is not None
    return ("".join(written), end) if end == len(text) and not is_strict_so_far else ("", start)


def _strict_token(text: str, token: re.Match[str]) -> str | None:
    """What a token is in JSON; None for a word that means nothing there."""
    for kind in _STRINGS:
        if (inside := token[kind]) is not None:
            return '"' + with_strict_escapes(inside) + ('"' if token[f"{kind}_end"] else "")
    if (word := token["word"]) is not None:
        return f'"{word}"' if _KEY_FOLLOWS.match(text, token.end()) else _WORDS.get(word)
    return token[0]


def with_strict_escapes(text: str) -> str:
    """The inside of a string with only such escapes as JSON knows."""
    return _BACKSLASH.sub(_strict_escape, text)


def _strict_escape(found: re.Match[str]) -> str:
    """An escape as JSON has it. A backslash before anything else stands for itself, as in Markdown and in paths."""
    if found[0] == '"':
        return r"\""
    if found["mark"]:
        return found["mark"]
    return found[0] if found["fine"] else r"\\"
