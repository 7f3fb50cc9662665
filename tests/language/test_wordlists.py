"""Reading words from TOML files."""

import pytest

from reviews.language.wordlists import read_words

GOOD = """
lead = "Well then."
months = ["January", "February"]
[openings]
first = "I have read it."
[lines]
value = ["Who is it for?", "Who needs it?"]
[weights]
size = 0.5
"""


@pytest.fixture
def written(tmp_path):
    """Writes words/some.toml beside a module, and reads it."""

    def write(text):
        (tmp_path / "words").mkdir(exist_ok=True)
        (tmp_path / "words/some.toml").write_text(text, encoding="utf-8")
        return read_words(str(tmp_path / "module.py"), "some")

    return write


def test_words_are_read_as_they_stand(written):
    words = written(GOOD)
    assert words.text("lead") == "Well then."
    assert words.words("months") == ("January", "February")
    assert words.vocabulary("months") == {"February", "January"}
    assert words.numbers("weights") == {"size": 0.5}
    assert words.texts("openings") == {"first": "I have read it."}
    assert words.sentences("lines") == {"value": ("Who is it for?", "Who needs it?")}


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("", lambda words: words.text("lead")),
        ("lead = 3", lambda words: words.text("lead")),
        ('lead = " "', lambda words: words.text("lead")),
        ('months = "May"', lambda words: words.words("months")),
        ("months = []", lambda words: words.words("months")),
        ("months = [1]", lambda words: words.words("months")),
        ('[weights]\nsize = "0.5"', lambda words: words.numbers("weights")),
        ("[openings]", lambda words: words.texts("openings")),
        ('openings = "one"', lambda words: words.texts("openings")),
        ('[lines]\nvalue = "one"', lambda words: words.sentences("lines")),
        ('[lines]\nvalue = ["one", ""]', lambda words: words.sentences("lines")),
    ],
)
def test_words_that_are_missing_or_no_text_are_an_error_that_names_the_file(written, text, ask):
    with pytest.raises(ValueError, match=r"some\.toml"):
        ask(written(text))


def test_a_file_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_words(str(tmp_path / "module.py"), "some")
