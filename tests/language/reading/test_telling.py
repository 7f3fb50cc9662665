"""What a text is called, and which words lean on those before them."""

import pytest

from reviews.language.reading.document import read_document
from reviews.language.reading.settled import leans_back
from reviews.language.reading.titles import document_title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Move the archive\n\nWe move it.\n", "Move the archive"),
        ('---\ntitle: "RFC 13: login" # put the number here\n---\n\n# {{page.title}}\n\nWe add it.\n', "RFC 13: login"),
        ("# Overview\n\nThe sites were down.\n\n# Timeline\n\nAt nine.\n", "outage"),
        ("# Overview\n\nThe sites were down.\n", "Overview"),
        ('+++\ntitle = "The sites were down"\nteam = "us"\n+++\n\nAt nine they went.\n', "The sites were down"),
    ],
)  # fmt: skip
def test_a_document_is_called_by_a_title_that_is_one(text, title):
    assert document_title(read_document(text, "outage.md")) == title


@pytest.mark.parametrize(
    ("words", "leans"),
    [
        ("That makes sense, since we want our users to see it.", True),
        ("If that proves reliable, the knob is removed.", True),
        ("This RFC adds a login.", False),
        ("The sites were down for three hours.", False),
    ],
)
def test_words_that_refer_back_make_no_sense_alone(words, leans):
    assert leans_back(words) is leans
