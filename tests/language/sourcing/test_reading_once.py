"""Sources that are read once: what is kept, and what comes behind them."""

from reviews.language.kept import KeptReadings
from reviews.language.sourcing.claims import read_sources
from reviews.language.sourcing.sources import ClaimSource, index_sources


def test_a_sentence_is_found_where_it_stands_in_each_text_that_has_it():
    sentence = "The bank answers within 30 seconds."
    first, second = (
        ClaimSource("notes", "a", sentence),
        ClaimSource("notes", "b", f"# Limits\n\nSo. {sentence}"),
    )
    for source in (first, second):
        (place,) = read_sources([source]).check("It answers within 30 seconds.").passages
        assert source.text[place.start : place.end] == "30 seconds"


def test_the_latest_readings_are_kept_as_long_as_their_texts_fit_together():
    kept, made = KeptReadings[str](310), []

    def read(text: str) -> str:
        return kept.read(text, "en", lambda: made.append(text) or text.upper())

    assert [read(text) for text in ("12345", "abcd", "12345", "xyz", "abcd", "12345")][-1] == "12345"
    assert made == ["12345", "abcd", "xyz", "12345"]


def test_what_is_longer_than_all_that_is_kept_is_read_each_time():
    kept = KeptReadings[int](3)
    assert [kept.read("12345", "", lambda n=n: n) for n in range(2)] == [0, 1]


def test_among_lines_with_as_many_words_the_order_of_the_words_decides_nothing():
    index = index_sources(
        [ClaimSource("notes", "a", "A ferry sails.\n\nA lorry waits.\n\nThe quay is full.")]
    )
    words = sorted(index.by_word)
    assert len(words) > 3
    first, second = (index.overlaps(each).most_common() for each in (words, words[::-1]))
    assert first == second
