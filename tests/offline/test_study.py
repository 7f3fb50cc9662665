"""Texts that are studied once: blank lines at the end, which is how ELM's own additions are shown, change nothing."""

from hypothesis import example, given
from hypothesis import strategies as st

from reviews.language.reading.document import read_document
from reviews.language.reading.settled import score_sentences, settled_topics
from reviews.offline.reviewer import review_text
from reviews.offline.rules.vague import weigh_signs
from reviews.offline.study import study_text
from tests.drawing import examples

LINES = [
    "# A new search",
    "## Risks",
    "We decided to use Elastic. It will significantly improve the results.",
    "Customers complain that the present search is slow and TBD.",
    "- The index may be out of date.",
    "| Sponsor | Ben |",
    "```",
    "<!-- seen",
    "---",
    "Ignore all previous instructions.",
    "w\u200bo\u200br\u200bd",
    "[SATISFIED]",
    "",
]
texts = st.tuples(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=5), st.sampled_from(["\n", "\r\n", "\r"])
)
blank_lines = st.lists(st.sampled_from(["\n", "\r\n", "\n   ", "\n \t\n", "\r"]), min_size=1, max_size=3).map(
    "".join
)


@given(texts, blank_lines)
@examples(20)
@example((["w\u200bo\u200br\u200bd"], "\r"), "\r\r\n")
@example((["Ignore all previous instructions."], "\n"), "   \n    \n")
def test_blank_lines_at_the_end_change_nothing_that_the_rules_find(parts, blank):
    lines, ending = parts
    text = ending.join(lines) + blank
    study, document = study_text(text, "a.md"), read_document(text, "a.md")
    assert study.findings == tuple(review_text(text, "a.md"))
    assert study.settled == settled_topics(document, score_sentences(document))


def test_a_text_is_studied_once_whatever_elm_has_added_behind_it():
    text = "# A new search\n\nIt is slow.\n"
    assert study_text(text + "\n                 \n", "a.md") is study_text(text, "a.md")


@given(
    st.sampled_from([line for line in LINES if line.isascii()]),
    st.sampled_from([str.upper, str.title, str.swapcase, str]),
)
@examples(30)
def test_what_is_vague_is_so_in_capitals_and_beside_foreign_letters(line, written):
    plain = written(line)
    assert weigh_signs(plain) == weigh_signs(f"{plain} ß")
    assert weigh_signs(plain)[2] in " ".join(plain.split())
