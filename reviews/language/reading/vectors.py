"""How near texts are in meaning, by a table with a vector for each of 32,000 pieces of words, which a package ships.

A text is the mean of its pieces: no model reads it, so "not" and the order of words tell nothing. Good for finding
where something is spoken of, never for what is said there.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open
from tokenizers import Tokenizer

type Vectors = NDArray[np.float32]
"""One row a text, of length 1; of zeros for a text without a word."""

_PACKAGE = "wordllama"
_WEIGHTS, _TENSOR = "weights/l2_supercat_256.safetensors", "embedding.weight"
_PIECES = "tokenizers/l2_supercat_tokenizer_config.json"
_LONGEST = 1_000
"""Characters of a text that count."""
_DIGITS = 4
"""Beyond these, sums differ from machine to machine."""


@lru_cache(maxsize=1)
def _table() -> tuple[Tokenizer, NDArray[np.float16]]:
    """The pieces and their vectors. The package is not imported: that would set up logging and a client of its own."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{_PACKAGE} is not installed: run “make setup”.")
    folder = Path(spec.submodule_search_locations[0])
    with safe_open(folder / _WEIGHTS, framework="np") as tensors:
        vectors = tensors.get_tensor(_TENSOR)
    pieces = Tokenizer.from_file(str(folder / _PIECES))
    pieces.no_padding()
    pieces.no_truncation()
    return pieces, vectors


def read_vectors(texts: Sequence[str]) -> Vectors:
    pieces, table = _table()
    read = pieces.encode_batch([text[:_LONGEST] for text in texts], add_special_tokens=False)
    rows = np.zeros((len(texts), table.shape[1]), dtype=np.float32)
    for at, one in enumerate(read):
        if one.ids:
            rows[at] = table[one.ids].mean(axis=0, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def nearness(vectors: Vectors, text: str) -> Vectors:
    """How near each text is to `text`, from -1 to 1, 0 where one of the two has no word."""
    return np.round(vectors @ read_vectors([text])[0], _DIGITS)
