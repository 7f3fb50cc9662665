"""What a text is called, which words lean on those before them, and what is a promise."""

import pytest

from reviews.language.reading.document import read_document
from reviews.language.reading.settled import leans_back
from reviews.language.reading.signals import is_promise
from reviews.language.reading.titles import document_title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Move the archive\n\nWe move it.\n", "Move the archive"),
        ('---\ntitle: "RFC 13: login" # put the number here\n---\n\n# {{page.title}}\n\nWe add it.\n', "RFC 13: login"),
        ("# Overview\n\nThe sites were down.\n\n# Timeline\n\nAt nine.\n", "outage"),
        ("# Overview\n\nThe sites were down.\n", "Overview"),
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


@pytest.mark.parametrize(
    ("words", "promises"),
    [
        ("It will reduce the load.", True),
        ("Concerns about the load can be reduced if the library supports it.", False),
        ("The load is checked.", False),
    ],
)
def test_what_is_only_possible_promises_nothing(words, promises):
    assert is_promise(words) is promises
