"""Finding words in a text, and again in a later one."""

from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.quotes import Ground, QuotePosition, place

LINES = st.lists(
    st.sampled_from(["One.", "Two is TBD.", "TBD", "", "## A", "## B", "ä \u2028 b"]), max_size=12
)
TEXTS = LINES.map("\n".join) | LINES.map("\r\n".join)


def test_a_spot_has_its_line_column_and_section():
    assert Ground("# A\r\n\r\nx TBD\n").all("TBD") == [QuotePosition(9, "TBD", 3, 3, "A")]


def test_places_that_overlap_are_both_seen():
    assert [spot.position for spot in Ground("ha ha ha").all("ha ha")] == [0, 3]


def test_nothing_is_found_nowhere():
    assert Ground("text").all("") == []
    assert Ground("text").all(" \n ") == []


def test_a_line_that_the_text_does_not_have_is_its_end():
    assert Ground("a\nb").position(9, 1) == 3
    assert Ground("a\nb").position(2, 50) == 3


def test_words_that_only_have_other_marks_in_a_later_text_keep_their_place():
    found = place(Ground("One.\nTwo is **TBD**.\n"), "Two is TBD.", "", lambda: ("Two is TBD.", 0))
    assert found == QuotePosition(5, "Two is **TBD**.", 2, 1, "")


@given(TEXTS, st.sampled_from(["TBD", "One.", "Two is TBD.", "b"]))
def test_every_spot_has_its_words_verbatim_at_its_line_and_column(text, quote):
    ground = Ground(text)
    for spot in ground.all(quote):
        assert text.startswith(spot.words, spot.position)
        assert spot.words.split() == quote.split()
        assert ground.position(spot.line, spot.column) == spot.position


@given(TEXTS, TEXTS)
def test_a_place_is_certain_or_all_places_are_told(old, new):
    for spot in Ground(old).all("TBD"):
        found = place(Ground(new), "TBD", spot.section, lambda spot=spot: (old, spot.position))
        everywhere = Ground(new).all("TBD")
        assert found in everywhere if isinstance(found, QuotePosition) else found == everywhere


@given(TEXTS)
def test_in_the_same_text_every_quote_stays_where_it_is_or_is_the_only_one_of_its_section(text):
    for spot in Ground(text).all("TBD"):
        assert place(Ground(text), "TBD", spot.section, lambda spot=spot: (text, spot.position)) == spot
