"""How near texts are in meaning, by the vectors of the pieces of their words."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reading.vectors import nearness, read_vectors
from tests.drawing import examples

TEXTS = ["The customer is billed twice.", "Backups run every night.", ""]


def test_a_text_in_other_words_is_the_nearest():
    near = nearness(read_vectors(TEXTS), "Somebody has to pay two times.")
    assert near.argmax() == 0


def test_a_text_without_a_word_is_near_to_nothing():
    assert nearness(read_vectors(TEXTS), "Backups?")[2] == 0
    assert not nearness(read_vectors(TEXTS), "").any()


def test_no_texts_have_no_vectors():
    assert read_vectors([]).shape[0] == 0


@given(st.text(max_size=300))
@examples(50)
def test_any_text_has_a_vector_of_length_one_or_none(text):
    [row] = read_vectors([text])
    assert np.isfinite(row).all()
    assert round(float(np.linalg.norm(row)), 3) in (0.0, 1.0)
