"""Bytes become text and come back as they were."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.encoding import BOM, decode_text, encode_text
from reviews.errors import NotReadable


@given(st.text().filter(lambda t: "\0" not in t), st.booleans())
def test_text_comes_back_byte_for_byte(text, marked):
    data = (BOM if marked else b"") + text.encode("utf-8", "ignore")
    try:
        read = decode_text(data, "notes.md")
    except NotReadable:
        assert data.startswith((b"%PDF-", b"GIF8", b"PK\x03\x04"))
    else:
        assert encode_text(read.text, read.encoding) == data


@given(st.binary())
def test_any_bytes_are_read_or_refused_with_the_name_of_the_file(data):
    try:
        read = decode_text(data, "notes.md")
    except NotReadable as error:
        said = str(error)
    else:
        said = "notes.md "
        assert encode_text(read.text, read.encoding) == data
    assert said.startswith("notes.md ")


def test_line_ends_and_the_byte_order_mark_are_kept():
    read = decode_text(BOM + b"a\r\nb\rc\n", "notes.md")
    assert (read.text, read.encoding) == ("a\r\nb\rc\n", "utf-8-sig")


@pytest.mark.parametrize("data", [b"", b" \n\t"])
def test_an_empty_file_is_a_text(data):
    assert decode_text(data, "notes.md").text == data.decode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"ab\r\nc\xe9d", "notes.md is not UTF-8: byte 0xe9 at offset 5 (line 2) does not fit."),
        (BOM + b"a\nb\nc\xff", "notes.md is not UTF-8: byte 0xff at offset 8 (line 3) does not fit."),
        (b"ab\rcd\0", "notes.md has a null byte at offset 5 (line 2), so it is not text."),
        (b"\xff\xfea\0", "notes.md is in UTF-16 (byte 0xff at offset 0)."),
        (b"%PDF-1.7 \xe2", "notes.md is a PDF, not text."),
    ],
)
def test_a_refusal_says_which_byte_stands_where_and_what_to_do(data, reason):
    with pytest.raises(NotReadable) as refused:
        decode_text(data, "notes.md")
    assert str(refused.value).startswith(reason)
    assert str(refused.value).endswith("and try again.")
