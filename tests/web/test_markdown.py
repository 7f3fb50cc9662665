"""Rendering other people's Markdown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.markdown import fresh, render

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
    html = fresh(HOSTILE[case])
    tags = set(re.findall(r"<([a-z0-9]+)", html))
    assert tags <= {"p", "a"}
    assert not re.search(r"<[^>]*(\son|javascript:|data:|style=)", html)


def test_a_picture_becomes_a_link_with_its_description():
    assert fresh("![a plan](https://x.example/p.png)") == (
        '<p><a href="https://x.example/p.png" rel="noopener nofollow">Picture: a plan</a></p>\n'
    )


def test_a_picture_inside_a_link_leaves_words_to_click_on():
    assert "Picture: badge" in fresh("[![badge](https://x.example/b.svg)](https://x.example/)")


def test_headings_of_one_name_get_ids_of_their_own_that_are_not_the_pages():
    html = fresh("# Main\n\n## Risks\n\n## Risks")
    assert re.findall(r'id="([^"]+)"', html) == ["doc-main", "doc-risks", "doc-risks-2"]


def test_a_link_within_the_document_finds_its_heading():
    html = fresh("[see](#open-points)\n\n# Open points")
    assert 'href="#doc-open-points"' in html
    assert 'id="doc-open-points"' in html


def test_tables_tasks_and_bare_links_are_understood():
    html = fresh("|a|\n|-|\n|1|\n\n- [x] done\n\nhttps://x.example")
    assert "<table>" in html
    assert "<input" in html
    assert 'href="https://x.example"' in html


def test_front_matter_is_not_shown():
    assert fresh("---\ntitle: x\n---\n\nText").strip() == "<p>Text</p>"


def test_the_same_text_is_rendered_once(monkeypatch, settings):
    first = render("*now and only once*")
    monkeypatch.setattr("reviews.markdown.fresh", lambda text: pytest.fail("rendered again"))
    assert render("*now and only once*") == first


@given(st.text(alphabet=st.sampled_from("<>!&\"'()[]`*_#-\n\\/:=abcjs "), max_size=120))
def test_whatever_is_written_only_allowed_tags_come_out(text):
    allowed = "a|blockquote|br|code|em|h[1-6]|hr|input|li|ol|p|pre|s|strong|table|tbody|td|th|thead|tr|ul"
    assert re.fullmatch(rf"(?:[^<]|</?(?:{allowed})(?:\s[^<>]*)?>)*", fresh(text))
