"""Quotes are found as people and models retype them, and what is found is what stands there."""

import time
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.bare_text import bare_text
from reviews.language.matching import find_places, find_verbatim, is_quoted, quoted_in, squeeze_text

EXAMPLES = Path(__file__).with_name("examples")
QUOTES = tomllib.loads((EXAMPLES / "quotes.toml").read_text())["quotes"]
TEXT = "The **printers’ maker** ends\nsupport — see [the notice](https://example.org/a). It's `final`…\n"
ADDRESS = "https://example.org"

words = st.sampled_from(["we", "don't", "pay", "3,100", "card_id", "it’s", "größer", "EUR", "so", "Ana"])
gaps = st.sampled_from([" ", "\n", "  \n", "\u00a0", " \r\n", "\n> ", "\n- ", " | "])
dresses = st.sampled_from(["{}", "**{}**", "`{}`", "_{}_", f"[{{}}]({ADDRESS})", "~~{}~~", "{}\u00ad"])
anything = st.text(st.sampled_from("ab B.*_`[]()|>#-—…’'\n\\1ß\u0301"), max_size=40)


@st.composite
def dressed(draw, plain: list[str], gap: st.SearchStrategy[str] = gaps) -> str:
    """The words with marks and spaces of any kind."""
    return "".join(draw(dresses).format(word) + draw(gap) for word in plain)


def alphanumeric(text: str) -> str:
    """The letters and digits of the text, those of addresses left out."""
    return "".join(filter(str.isalnum, text.casefold().replace(ADDRESS, "")))


def example_text(name: str) -> str:
    return (EXAMPLES / name).read_bytes().decode()


@pytest.mark.parametrize("example", QUOTES, ids=lambda example: example["quote"][:40])
def test_a_retyped_quote_is_found_where_a_reader_finds_it(example):
    text = example_text(example["of"])
    found = [squeeze_text(place.words(text)) for place in find_places(text, example["quote"])]
    assert found == ([example["stands"]] if example["stands"] else [])
    assert is_quoted(example["quote"], [text]) == bool(example["stands"])


@given(anything, st.data())
def test_words_that_stand_there_verbatim_are_found_first_and_unchanged(text, data):
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    everywhere = [at for at in range(len(text)) if quote.strip() and text.startswith(quote, at)]
    places = find_places(text, quote)
    assert [place.start for place in places] == everywhere
    assert all(place.words(text) == quote for place in places)


@given(st.lists(words, min_size=2, max_size=8), st.data())
def test_what_is_found_is_the_quote_but_for_how_it_is_typed(plain, data):
    text = "Before. " + data.draw(dressed(plain)) + "\nAfter."
    quote = data.draw(dressed(plain)).swapcase() if data.draw(st.booleans()) else data.draw(dressed(plain))
    places = find_places(text, quote)
    assert len(places) == 1
    found = places[0].words(text)
    assert alphanumeric(found) == alphanumeric(quote)
    assert bare_text(places[0].words(text)).letters == bare_text(quote).letters


@given(st.lists(words, min_size=3, max_size=8), st.data())
def test_a_quote_with_a_word_that_is_not_there_is_found_nowhere(plain, data):
    text = data.draw(dressed(plain))
    at = data.draw(st.integers(0, len(plain)))
    quote = data.draw(dressed([*plain[:at], "never", *plain[at:]]))
    assert find_places(text, quote) == []
    assert quoted_in(quote, [text]) is None


@given(anything, anything)
def test_any_place_lies_within_the_text_and_the_bare_text_knows_where_it_is_from(text, quote):
    bare = bare_text(text)
    assert len(bare.letters) == len(bare.starts) == len(bare.ends)
    assert all(start < end for start, end in zip(bare.starts, bare.ends, strict=True))
    spans = pairwise(zip(bare.starts, bare.ends, strict=True))
    assert all(one == other or one[1] <= other[0] for one, other in spans)
    for place in find_places(text, quote):
        assert 0 <= place.start < place.end <= len(text)


def test_a_quote_is_kept_as_it_is_when_it_stands_there_but_for_the_spacing():
    assert quoted_in("maker** ends support", [TEXT]) == (0, "maker** ends support")
    assert quoted_in("“see [the notice]”", [TEXT]) == (0, "“see [the notice]”")


def test_a_quote_that_is_retyped_is_given_in_the_words_of_the_text():
    assert quoted_in("the printers' maker ends support", ["No.", TEXT]) == (
        1,
        "The **printers’ maker** ends support",
    )
    assert quoted_in("It's final...", [TEXT]) == (0, "It's `final`…")


def test_marks_that_a_place_opens_are_closed_in_it():
    for quote in ("see the notice", "printers' maker ends", "the printers' maker"):
        (place,) = find_places(TEXT, quote)
        assert place.words(TEXT).count("**") % 2 == 0
        assert place.words(TEXT).count("[") == place.words(TEXT).count("](")


def test_a_retyped_quote_does_not_begin_or_end_within_a_word():
    assert find_places("Parting is hard.", "ART") == []
    assert find_places("Take card_id along.", "`card_`") == []
    assert find_verbatim("Parting is hard.", "art")


def test_scripts_without_spaces_have_no_words_to_cut():
    text = "我们**每周**发布一次。"
    assert [place.words(text) for place in find_places(text, "我们每周发布")] == ["我们**每周**发布"]


def test_what_an_ellipsis_leaves_out_is_shown_and_has_a_limit():
    text = "We pay the first fee. " + "Then we wait. " * 5 + "At last we pay the second fee."
    assert quoted_in("We pay the first … the second fee", [text]) == (0, text[:-1])
    far = text.replace("At last", "Then we wait. " * 40 + "At last")
    assert quoted_in("We pay the first … the second fee", [far]) is None
    assert quoted_in("the second fee … We pay the first", [text]) is None
    assert quoted_in("We … pay … fee", [text]) is None


def test_every_place_of_the_same_words_is_told():
    assert len(find_places("**A** fee. a *fee*. A fee?", "a  `fee`")) == 3


HOSTILE = {
    "a b": "a b " * 100_000,
    "asterisks": "*" * 400_000,
    "single asterisks": "* " * 200_000,
    "brackets": "[" * 400_000,
    "open links": "](" * 200_000,
    "nested links": "](" + "(a)" * 133_000,
    "one letter": "a" * 400_000,
    "rules": "\n-- " * 100_000,
    "quotation": "\n" + ">" * 400_000,
    "ellipses": "…" * 400_000,
    "backticks": "`" * 400_000,
    "underscores": "_a" * 200_000,
    "dashes": "- " * 200_000,
    "tables": "|-" * 200_000,
    "numbers": "\n1. " * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.slow
def test_a_long_text_made_to_be_slow_takes_seconds_at_most(name):
    text = HOSTILE[name]
    started = time.thread_time()
    for quote in ("b  X b", "a b … A B", text[:200_000].upper() + "x", text[:200_000].swapcase() + " "):
        find_places(text, quote)
        quoted_in(quote, [text])
    assert time.thread_time() - started < 8
