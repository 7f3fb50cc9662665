"""Which units need not be reviewed again after an edit."""

from hypothesis import given
from hypothesis import strategies as st

from reviews.code.comparing import same_units
from reviews.code.units import split_units
from tests.code.real_code import read
from tests.drawing import examples


def compared(before: str, after: str, language: str = "python"):
    found = same_units(split_units(before, language), before, split_units(after, language), after)
    return (
        [old.name for old, _ in found.unchanged],
        [(old.name, new.name) for old, new in found.changed],
        [unit.name for unit in found.new],
        [unit.name for unit in found.gone],
    )


def test_an_edit_changes_one_unit_and_moves_the_others():
    text = read("ledger.py")
    everything = [unit.name for unit in split_units(text, "python")]
    edited = text.replace("seen = {}", "seen = {}\n    # Kept for ever.")
    unchanged, changed, new, gone = compared(text, edited)
    assert changed == [("cached", "cached")]
    assert unchanged == [name for name in everything if name != "cached"]
    assert (new, gone) == ([], [])


def test_loose_lines_that_grow_are_changed_and_not_new():
    text = read("ledger.py")
    edited = text.replace('"month": 20_000,', '"month": 20_000,\n    "year": 90_000,')
    assert compared(text, edited)[1:] == ([("lines 36–41", "lines 36–42")], [], [])


def test_a_function_that_is_added_is_new_and_one_that_is_taken_out_is_gone():
    text = "import os\n\n\ndef a():\n    pass\n\n\nclass B:\n    pass\n"
    more = text.replace("class B", "def c():\n    return 1\n\n\nclass B")
    assert compared(text, more) == (["line 1", "a", "B"], [], ["c"], [])
    assert compared(more, text) == (["line 1", "a", "B"], [], [], ["c"])


def test_a_function_with_another_name_is_changed():
    text = "import os\n\n\ndef a():\n    pass\n"
    assert compared(text, text.replace("def a", "def b"))[1:] == ([("a", "b")], [], [])


def test_sections_that_change_places_are_unchanged():
    one, two = "# A\n\nx\n\n", "# B\n\ny\n"
    assert compared(one + two, two + one, "markdown") == (["A", "B"], [], [], [])


@examples(100)
@given(
    st.lists(st.sampled_from(["# A\n\nx\n", "# B\n\ny\n", "# A\n\nz\n", "words\n\n"]), max_size=6), st.data()
)
def test_every_unit_of_both_texts_is_accounted_for_once(parts, data):
    before, after = "".join(parts), "".join(data.draw(st.permutations(parts))[:4])
    old, new = split_units(before, "markdown"), split_units(after, "markdown")
    found = same_units(old, before, new, after)
    pairs = found.unchanged + found.changed
    assert sorted([*(unit.number for unit, _ in pairs), *(unit.number for unit in found.gone)]) == list(
        range(len(old))
    )
    assert sorted([*(unit.number for _, unit in pairs), *(unit.number for unit in found.new)]) == list(
        range(len(new))
    )
    assert all(a.text_in(before).rstrip() == b.text_in(after).rstrip() for a, b in found.unchanged)
