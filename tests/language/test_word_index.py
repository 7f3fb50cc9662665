"""Texts are found by the words that they share, and none that shares enough is missed."""

from hypothesis import given
from hypothesis import strategies as st

from reviews.language.word_index import WordIndex, first_of_same

texts = st.lists(st.frozensets(st.sampled_from("abcdefgh"), max_size=5), max_size=12)


@given(texts, st.frozensets(st.sampled_from("abcdefgh")), st.integers(1, 6))
def test_whoever_shares_enough_words_is_among_those_that_are_looked_at(known, words, least):
    sharing = {place for place, text in enumerate(known) if len(text & words) >= least}
    assert sharing <= {*WordIndex(known).sharing(words, least)}


def test_a_rare_word_spares_the_look_at_all_that_share_a_common_one():
    index = WordIndex([{"the", "cost"}, {"the", "bank"}, {"the", "plan"}, {"the", "bank", "plan"}])
    assert index.sharing({"the", "cost"}, 2) == [0]
    assert index.sharing({"the", "bank"}, 1) == [0, 1, 2, 3]
    assert index.sharing({"the", "bank"}, 3) == []


def test_of_places_that_are_the_same_the_first_is_kept():
    words = ["cost", "bank", "Cost", "COST", "plan"]
    everybody = range(len(words))
    same = lambda one, other: words[one].lower() == words[other].lower()  # noqa: E731
    assert first_of_same(len(words), lambda place: everybody, same) == [0, 1, 4]
