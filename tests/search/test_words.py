"""How words are compared: without capitals and accents, a character at a time where scripts have no spaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.search_words import Term, folded_words, read_question, words_in
from reviews.search.excerpts import mark_text
from reviews.search.texts import LONGEST_PASSAGE, cut_document

TEXTS = st.text(st.sampled_from('ab cß É٣契約がสั\u0300"-_=#\n½'), max_size=60)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Das Café zählt", ["das", "cafe", "zahlt"]),
        ("Straße, Łódź, Ærø", ["strasse", "lodz", "aero"]),
        ("re\u0301sume\u0301 Ёлка", ["resume", "елка"]),
        ("payment-plan_v2.md", ["payment", "plan", "v2", "md"]),
        ("LINE株式会社", ["line", "株", "式", "会", "社"]),
        ("ガ ｶﾞ か\u3099", ["ガ", "ガ", "が"]),
        ("น้อง", ["น", "้", "อ", "ง"]),
        ("नमस्ते", ["नमस्ते"]),
        ("⑴ ² = & '", ["1", "2"]),
    ],
)
def test_words_are_folded_and_cut(text, words):
    assert folded_words(text) == words


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("declined cust", [Term(("declined",)), Term(("cust",), True)]),
        ('"declined card" re', [Term(("declined", "card")), Term(("re",), True)]),
        ('re "declined card"', [Term(("re",)), Term(("declined", "card"))]),
        ('"declined ca', [Term(("declined", "ca"), True)]),
        ("UTF-8", [Term(("utf", "8"), True)]),
        ("契約", [Term(("契", "約"), True)]),
        ('"" -- "', []),
    ],
)
def test_what_is_typed_is_read_as_words_and_phrases(typed, terms):
    assert list(read_question(typed).terms) == terms


def test_of_a_long_question_the_first_words_count():
    assert len(read_question("one two three four five six seven eight nine ten").terms) == 8
    assert len(read_question('"' + "word " * 500).words) == 24


@given(TEXTS)
def test_a_word_is_letters_and_digits_that_fold_no_further(text):
    for word in words_in(text):
        assert word.folded
        assert not set(word.folded) & set(" '\"\\&|!()<>:*=")
        assert text[word.start : word.end]


@given(TEXTS, TEXTS)
def test_a_text_is_found_by_its_own_words_and_marks_lie_in_order(before, text):
    question = read_question(text)
    marked = mark_text(f"{before} {text}", question)
    assert bool(marked.marks) == bool(question.terms)
    ends = [place for mark in marked.marks for place in (mark.start, mark.end)]
    assert ends == sorted(ends)
    assert marked.excerpt.count("<mark>") == marked.excerpt.count("</mark>") <= len(marked.marks)


@given(st.text(st.sampled_from("a# \n"), max_size=40))
def test_the_passages_of_a_document_are_all_of_it_but_what_is_blank(text):
    long = text * 400
    parts = list(cut_document(long))
    assert all(part.strip() and len(part) <= LONGEST_PASSAGE for part in parts)
    assert "".join("".join(parts).split()) == "".join(long.split())


def test_an_edit_leaves_the_passages_of_other_sections():
    text = "".join(f"# Part {n}\n\n{'Words. ' * 900}\n\n" for n in range(5))
    changed = text.replace("# Part 2\n", "# Part 2\n\nNew.\n")
    assert len(set(cut_document(changed)) - set(cut_document(text))) <= 2


def test_the_part_is_shown_where_most_of_the_words_stand_together():
    text = "card " + "x " * 300 + "a declined card " + "y " * 300
    shown = mark_text(text, read_question("declined card")).excerpt
    assert "a <mark>declined</mark> <mark>card</mark>" in shown
