"""What a persona must never say reaches a model in words, whatever kind of pattern says it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.folders import read_folder
from personas.pattern_words import MORE, pattern_in_words
from personas.voice import forbidden_in

SHIPPED = [(file, pattern) for file in read_folder() for pattern in file.forbidden]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("it's complicated", "it's complicated"),
        (r"/\bstudies (show|have shown)\b/", "studies show / have shown"),
        (r"/\b(fonts?|colou?r (scheme|palette)|white ?space)\b/", "font, color scheme/palette, white space"),
        (r"/\bgiven\b[^.?!]{1,160}\bwhen\b/", "given … when"),
        (r"/\bwhat (problem|pain|need)s? (does|is)\b/", "what problem/pain/need does/is"),
        (r"/\bacceptance criteri(on|a)\b/", "acceptance criterion"),
        (r"/\bidempoten\w+/", "idempoten…"),
        (r"/\A\s*(I agree|exactly)\b[^.?!]{0,80}[.!]?\s*\Z/", "I agree / exactly (as all that you say)"),
        (r"/containeri[sz]e/", "containerise"),
        (r"/(?i)synergy/", "synergy"),
        (r"/(?<!not )so/", "so (not after “not”)"),
        (r"/foo(?=bar)/", "foo (before “bar”)"),
        (r"/(?<!x)a|b/", r"whatever the regular expression /(?<!x)a|b/ finds"),
        (r"/so(?!\w)/", r"whatever the regular expression /so(?!\w)/ finds"),
        (r"/a(?!b)c/", r"whatever the regular expression /a(?!b)c/ finds"),
        (r"/[A-Z]{3,}/", r"whatever the regular expression /[A-Z]{3,}/ finds"),
        (r"/\d*/", r"whatever the regular expression /\d*/ finds"),
    ],
)
def test_a_pattern_in_words(pattern, words):
    assert pattern_in_words(pattern) == words


@pytest.mark.parametrize(("persona", "pattern"), SHIPPED, ids=str)
def test_every_shipped_pattern_stands_in_the_prompt_in_words(persona, pattern):
    words = pattern_in_words(pattern)
    assert f"- {words}" in persona.prompt_text().splitlines()
    assert not set(words) & set("\\[]|*+^")
    if not set(words) & {"/", ",", MORE}:
        assert forbidden_in(words, [pattern])


@given(st.text(alphabet="ab (|)?:[^]-{}0,2*+\\wsbd.’", max_size=40))
def test_any_pattern_has_words(inside):
    assert pattern_in_words(f"/{inside}/").strip()


def test_three_hundred_brackets_are_read():
    assert pattern_in_words("/" + "(" * 148 + "a" + ")" * 148 + "/") == "a"
