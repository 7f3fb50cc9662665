"""Patterns made of the phrases in TOML files."""

import pytest

from reviews.language.phrases import folded_phrases, phrases

LISTS = r"""
thing = ["bridges?", "(rail|tram)way", 'far[- ]off \w+']
praise = ["very (good |nice )?{thing}", "(?<!not )fine"]
[signs]
size = ["big"]
"""


@pytest.fixture
def beside(tmp_path):
    """A module beside which the lists stand."""
    (tmp_path / "words").mkdir()
    (tmp_path / "words/some.toml").write_text(LISTS, encoding="utf-8")
    return str(tmp_path / "module.py")


@pytest.mark.parametrize(
    "said", ["The Bridges", "a tramway", "far-off hills", "a\nrailway", "far off  hills"]
)
def test_any_entry_is_found_whatever_its_case(beside, said):
    assert phrases(beside, "some").whole("thing").search(said)


@pytest.mark.parametrize("said", ["very good bridge", "very  nice\nrailway", "very bridge", "fine"])
def test_a_space_is_any_space_and_a_name_stands_for_its_list(beside, said):
    assert phrases(beside, "some").whole("praise").fullmatch(said)


@pytest.mark.parametrize("said", ["not fine", "refine", "a bridgehead"])
def test_whole_words_are_no_part_of_others(beside, said):
    assert not phrases(beside, "some").whole("thing", "praise").search(said)


def test_anywhere_is_in_the_middle_of_a_word_too(beside):
    assert phrases(beside, "some").anywhere("thing").search("a footbridge")


def test_folded_text_has_single_spaces_and_small_letters(beside):
    pattern = folded_phrases(beside, "some").whole("praise")
    assert pattern.search("very good bridge")
    assert not pattern.search("Very good bridge")
    assert not pattern.search("very  good bridge")


@pytest.mark.parametrize(("whole", "found"), [(True, False), (False, True)])
def test_a_table_is_one_pattern_a_list(beside, whole, found):
    patterns = phrases(beside, "some").table("signs", whole=whole)
    assert list(patterns) == ["size"]
    assert bool(patterns["size"].search("bigger")) is found


def test_a_name_without_a_list_is_an_error_that_names_the_file(beside, tmp_path):
    (tmp_path / "words/some.toml").write_text('thing = ["{other} bridge"]', encoding="utf-8")
    with pytest.raises(ValueError, match=r"some\.toml.*other"):
        phrases(beside, "some").whole("thing")
