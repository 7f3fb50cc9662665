"""Bytes to text and back without losing one: the encoding mark, the line ends, the final newline."""

from dataclasses import dataclass
from typing import Literal

from reviews.errors import NotReadable

Encoding = Literal["utf-8", "utf-8-sig"]

BOM = b"\xef\xbb\xbf"

# How some well-known kinds of binary files start, and what to call them in a message.
_SIGNATURES = {
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "an archive or an office document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"\x1f\x8b": "a gzip archive",
    b"\xd0\xcf\x11\xe0": "an old office document",
    b"\x7fELF": "a program",
}
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class DecodedText:
    """A text and the encoding that gives its bytes back; `utf-8-sig` means a byte order mark at the start."""

    text: str
    encoding: Encoding


def decode_text(data: bytes, name: str) -> DecodedText:
    """Take the bytes of the file `name` as text; line ends stay as they are, and an empty file is a text.

    Raises NotReadable when they are no UTF-8 text; the message says which byte stands where and what to do.
    """
    _refuse_binary(data, name)
    encoding: Encoding = "utf-8-sig" if data.startswith(BOM) else "utf-8"
    try:
        return DecodedText(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        # The codec counts from behind the mark.
        at = error.start + (len(BOM) if encoding == "utf-8-sig" else 0)
        raise NotReadable(_not_utf8(data, at, name)) from error


def encode_text(text: str, encoding: Encoding) -> bytes:
    """The bytes of a text: `encode(*decode(data))` is `data`."""
    return text.encode(encoding)


def _refuse_binary(data: bytes, name: str) -> None:
    for start, kind in _SIGNATURES.items():
        if data.startswith(start):
            raise NotReadable(f"{name} is {kind}, not text. Save it as plain text or Markdown and try again.")
    if data.startswith(_UTF16_MARKS):
        raise NotReadable(
            f"{name} is in UTF-16 (byte 0x{data[0]:02x} at offset 0). Save it as UTF-8 and try again."
        )
    at = data.find(b"\0")
    if at >= 0:
        raise NotReadable(
            f"{name} has a null byte at offset {at} ({_line(data, at)}), so it is not text. "
            "Save it as plain text in UTF-8 and try again."
        )


def _not_utf8(data: bytes, at: int, name: str) -> str:
    return (
        f"{name} is not UTF-8: byte 0x{data[at]:02x} at offset {at} ({_line(data, at)}) does not fit. "
        "Save the file as UTF-8 and try again."
    )


def _line(data: bytes, at: int) -> str:
    before = data[:at]
    return f"line {before.count(b'\n') + before.replace(b'\r\n', b'').count(b'\r') + 1}"
