"""Rendering other people's Markdown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.html import fresh_html, html_pieces, render_markdown

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "event handler": "<b onclick=alert(1)>x</b>",
    "javascript link": "[x](javascript:alert(1))",
    "data link": "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "style": "<style>body{display:none}</style>",
    "frame": "<iframe src=https://spy.example></iframe>",
    "picture": "![p](https://spy.example/p.png)",
    "form": "<form action=/accounts/logout/><button>x</button></form>",
    "title": '[x](http://a.example "><script>alert(1)</script>")',
}


@pytest.mark.parametrize("case", HOSTILE)
def test_nothing_in_a_document_acts_on_its_own(case):
    html = fresh_html(HOSTILE[case])
    tags = set(re.findall(r"<([a-z0-9]+)", html))
    assert tags <= {"p", "a"}
    assert not re.search(r"<[^>]*(\son|javascript:|data:|style=)", html)


def test_a_picture_becomes_a_link_with_its_description():
    assert fresh_html("![a plan](https://x.example/p.png)") == (
        '<p><a href="https://x.example/p.png" rel="noopener nofollow">Picture: a plan</a></p>\n'
    )


def test_a_picture_inside_a_link_leaves_words_to_click_on():
    assert "Picture: badge" in fresh_html("[![badge](https://x.example/b.svg)](https://x.example/)")


def test_headings_of_one_name_get_ids_of_their_own_that_are_not_the_pages():
    html = fresh_html("# Main\n\n## Risks\n\n## Risks")
    assert re.findall(r'id="([^"]+)"', html) == ["doc-main", "doc-risks", "doc-risks-2"]


def test_a_link_within_the_document_finds_its_heading():
    html = fresh_html("[see](#open-points)\n\n# Open points")
    assert 'href="#doc-open-points"' in html
    assert 'id="doc-open-points"' in html


def test_tables_tasks_and_bare_links_are_understood():
    html = fresh_html("|a|\n|-|\n|1|\n\n- [x] done\n\nhttps://x.example")
    assert "<table>" in html
    assert "<input" in html
    assert 'href="https://x.example"' in html


def test_a_bare_link_keeps_its_signs_and_ends_before_what_is_no_link():
    html = fresh_html(
        "(HTTPS://x.example/__init__.py) see http://x.example/*a_b_c\n\nnohttp://a.\n\nxhttp://a."
    )
    assert re.findall('href="([^"]+)"', html) == ["HTTPS://x.example/__init__.py", "http://x.example/*a_b_c"]


def test_front_matter_is_not_shown():
    assert fresh_html("---\ntitle: x\n---\n\nText").strip() == "<p>Text</p>"


def test_the_same_text_is_rendered_once(monkeypatch, settings):
    first = render_markdown("*now and only once*")
    monkeypatch.setattr("reviews.documents.html.fresh_html", lambda text: pytest.fail("rendered again"))
    assert render_markdown("*now and only once*") == first


@given(st.text(alphabet=st.sampled_from("<>!&\"'()[]`*_#-\n\\/:=abcjs "), max_size=120))
def test_whatever_is_written_only_allowed_tags_come_out(text):
    allowed = "a|blockquote|br|code|em|h[1-6]|hr|input|li|ol|p|pre|s|strong|table|tbody|td|th|thead|tr|ul"
    assert re.fullmatch(rf"(?:[^<]|</?(?:{allowed})(?:\s[^<>]*)?>)*", fresh_html(text))


MARKER = "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->"


def shown(text, extents=()):
    """(line of the marker, whether the words are whole, text) of each piece of a document."""
    found = html_pieces(text, dict(extents))
    return [(one.line, one.is_whole, " ".join(re.sub("<[^>]+>", " ", one.html).split())) for one in found]


@pytest.mark.parametrize("before", ["", "Text.\n", "Text.\n\n", "- item\n", "> quote\n", "|a|\n|-|\n|1|\n"])
def test_nfr_004_a_marker_is_never_seen_as_text(before):
    html = fresh_html(f"{before}{MARKER}\n- [Maya] One.\n")
    assert "Elaboration" not in html
    assert html.endswith("<ul>\n<li>[Maya] One.</li>\n</ul>\n")


def test_a_marker_in_code_and_other_comments_are_text():
    assert "Elaboration" in fresh_html(f"```\n{MARKER}\n```")
    assert "Elaboration" in fresh_html(f"    {MARKER}")
    assert "a comment" in fresh_html("<!-- a comment -->")
    assert "Elaboration" in fresh_html(f"Words {MARKER} and more")


def test_fr_008_05_each_addition_is_a_piece_of_its_own():
    text = f"Text.\n\n{MARKER}\n- [Maya] One.\n{MARKER}\n- [Alex] Two.\n\n## Next\n"
    assert shown(text, {2: 2, 4: 2}) == [
        (None, True, "Text."),
        (2, True, "[Maya] One."),
        (4, True, "[Alex] Two."),
        (None, True, "Next"),
    ]


def test_points_that_share_a_marker_are_pieces_of_their_own():
    text = f"Text.\n\n{MARKER}\n- One.\n- Two.\n\nThree.\n- Four.\n- Mine.\n\n## Next\n"
    assert shown(text, {2: 2, 4: 1, 6: 1, 7: 1}) == [
        (None, True, "Text."),
        (2, True, "One."),
        (4, True, "Two."),
        (6, True, "Three."),
        (7, True, "Four."),
        (None, True, "Mine. Next"),
    ]


def test_a_point_behind_others_that_are_not_known_is_a_piece_of_its_own():
    text = f"{MARKER}\n- Reworded.\n- Mine.\n- Two.\n  More.\n- Three.\n"
    assert shown(text, {3: 1, 5: 1}) == [
        (0, False, "Reworded."),
        (None, True, "Mine."),
        (3, False, "Two. More."),
        (5, True, "Three."),
    ]


def test_a_numbered_list_that_is_cut_goes_on_counting():
    html = fresh_html(f"{MARKER}\n1. One.\n2. Two.\n3. Three.\n", {0: 2, 2: 1, 3: 1})
    assert re.findall(r'<ol start="\d">|<ol>', html) == ["<ol>", '<ol start="2">', '<ol start="3">']


def test_a_point_that_a_person_added_below_is_not_part_of_the_addition():
    assert shown(f"{MARKER}\n- One.\n- Mine.\n", {0: 2}) == [(0, True, "One."), (None, True, "Mine.")]
    assert fresh_html(f"{MARKER}\n1. One.\n2. Mine.\n", {0: 2}).endswith(
        '<ol start="2">\n<li>Mine.</li>\n</ol>\n'
    )


def test_a_point_that_a_person_went_on_with_is_not_whole():
    assert shown(f"{MARKER}\n- One.\n  More.\n", {0: 2}) == [(0, False, "One. More.")]
    assert shown(f"{MARKER}\n- One.\n\n  - More.\n", {0: 2}) == [(0, False, "One. More.")]


def test_an_edited_addition_may_be_several_blocks():
    text = f"{MARKER}\n- One.\n\n```\ncode\n```\n\nText.\n"
    assert shown(text, {0: 6}) == [(0, True, "One. code"), (None, True, "Text.")]


@pytest.mark.parametrize("below", ["\n## Risks", "## Risks", "\nText.", MARKER, ""])
def test_a_marker_whose_addition_was_taken_away_claims_nothing(below):
    assert all(line is None for line, _, _ in shown(f"A.\n\n{MARKER}\n{below}\n"))


def test_a_document_cannot_make_a_piece_of_its_own():
    for text in ('<section data-addition="0">x</section>', '`<section data-addition="0">`'):
        assert [line for line, _, _ in shown(text)] == [None]


@pytest.mark.slow
def test_two_thousand_additions_among_five_thousand_headings_are_found():
    text = "".join(f"## H{n}\n\n{MARKER}\n- P{n}.\n\n" if n % 5 < 2 else f"## H{n}\n\n" for n in range(5000))
    lines = text.split("\n")
    extents = {line: 2 for line, words in enumerate(lines) if words == MARKER}
    assert [one.line for one in html_pieces(text, extents) if one.line is not None] == list(extents)


@given(
    st.lists(
        st.sampled_from(
            [MARKER, "- a", "  - b", "1. c", "> d", "> " + MARKER, "## e", "", "```", "f", "  " + MARKER]
        ),
        max_size=14,
    ),
    st.dictionaries(st.integers(0, 14), st.integers(2, 5), max_size=3),
)
def test_put_together_the_pieces_have_the_words_of_the_document(lines, extents):
    text = "\n".join(lines)
    together = "".join(one.html for one in html_pieces(text, extents))
    plain = [re.sub(r"<[^>]+>|\s", "", html) for html in (fresh_html(text), together)]
    assert plain[0] == plain[1]
    assert "section" not in together
