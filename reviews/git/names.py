"""From file names as git keeps them (bytes) to those of people and the database (text), and back."""

import re

from reviews.errors import RepositoryError

_ESCAPE = re.compile(rb"\\(?:\\|x[0-9a-f]{2})|\\")


def to_text(name: bytes) -> str:
    r"""A printable text for a name or a path: bytes that are no UTF-8 and characters that can't be seen become `\xNN`,
    `\` becomes `\\`. `to_bytes` is the inverse for any bytes.
    """
    text = name.decode("utf-8", "surrogateescape")
    if text.isprintable() and "\\" not in text:
        return text
    return "".join(_shown_character(character) for character in text)


def to_bytes(text: str) -> bytes:
    """The inverse of `to_text`. Raises RepositoryError(path) for a text that `to_text` never makes."""
    try:
        name = _ESCAPE.sub(_unescape_byte, text.encode())
    except (ValueError, UnicodeEncodeError) as error:
        raise _no_path(text) from error
    # A name has one spelling: with a second one, a file could pass for another and be in an item twice.
    if to_text(name) != text:
        raise _no_path(text)
    return name


def path_bytes(text: str) -> bytes:
    """The bytes of a path inside a repository, "" for its top folder.

    Raises RepositoryError(path) for an absolute path and for one that climbs or has empty parts.
    """
    path = to_bytes(text)
    if path and (b"\0" in path or any(part in (b"", b".", b"..") for part in path.split(b"/"))):
        raise _no_path(text)
    return path


def _no_path(text: str) -> RepositoryError:
    return RepositoryError(f"“{text}” is not a path inside the repository.", kind="path")


def _shown_character(character: str) -> str:
    if character == "\\":
        return "\\\\"
    # Neither controls nor what turns the direction of a line: a name must look like what it is.
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


def _unescape_byte(found: re.Match[bytes]) -> bytes:
    escape = found[0]
    if escape == b"\\\\":
        return b"\\"
    return bytes([int(escape[2:], 16)])
