"""Where a quote stands in a text, and in a unit of it."""

from reviews.code.units import place_of, split_units
from tests.code.real_code import read, units_of

TEXT = "# Ä\n\nWe retry  three\ntimes 🙂 here.\n\n# B\n\nWe retry three times.\n"


def test_a_quote_has_a_line_and_a_column_in_characters():
    place = place_of(TEXT, "here.")
    assert (place.line, place.column, place.quote) == (4, 9, "here.")
    assert TEXT[place.start : place.end] == "here."


def test_a_quote_with_other_blanks_is_found_where_none_is_verbatim():
    assert place_of(TEXT, "We retry three times.").line == 8
    place = place_of(TEXT, "retry three  times 🙂")
    assert (place.line, place.column, place.quote) == (3, 4, "retry  three\ntimes 🙂")


def test_a_quote_is_looked_for_in_its_unit_only():
    first, second = split_units(TEXT, "markdown")
    assert place_of(TEXT, "We retry", second).line == 8
    assert place_of(TEXT, "We retry three times", first).line == 3
    assert place_of(TEXT, "🙂", second) is None


def test_what_does_not_stand_there_has_no_place():
    assert place_of(TEXT, "four times") is place_of(TEXT, "") is place_of("", "x") is None


def test_a_quote_of_code_keeps_its_own_spacing():
    post = next(unit for unit in units_of("ledger.js") if unit.name == "Ledger")
    place = place_of(read("ledger.js"), "throw new Error('late');  } else {", post)
    assert (place.line, place.quote) == (34, "throw new Error('late');\n    } else {")
