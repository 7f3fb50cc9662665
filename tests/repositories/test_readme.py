"""Texts of a repository on a page: where their links lead, and their lines."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.views.repositories.readme import link_target, number_lines, render_readme


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("plan.md", "docs/plan.md"),
        ("./plan.md", "docs/plan.md"),
        ("deep/er/", "docs/deep/er"),
        ("../README.md", "README.md"),
        ("/src/a%20b.py", "src/a b.py"),
        ("caf%C3%A9.md", "docs/café.md"),
        ("caf%E9.md", "docs/caf\\xe9.md"),
        ("../../../etc/passwd", "etc/passwd"),
        ("https://example.org/a.md", None),
        ("//example.org/a.md", None),
        ("mailto:ana@example.org", None),
        ("#doc-plan", None),
        ("a%00b.md", None),
        ("http://[bad", None),
    ],
)
def test_a_link_in_a_text_leads_to_a_path_or_elsewhere(link, path):
    assert link_target(link, "docs/index.md") == path


def test_links_lead_to_our_pages_with_their_heading_or_line():
    shown = render_readme(
        '[a](b.md#why) [c](d.py#L7) [e](https://example.org/x) `<a href="f.md">`',
        "docs/index.md",
        lambda path: f"/at?x=1&path={path}",
    )
    assert '<a href="/at?x=1&amp;path=docs/b.md#doc-why"' in shown
    assert '<a href="/at?x=1&amp;path=docs/d.py#L7"' in shown
    assert '<a href="https://example.org/x"' in shown
    assert '&lt;a href="f.md"&gt;' in shown


@given(st.text())
def test_no_text_breaks_out_of_its_lines(text):
    shown = number_lines(text)
    lines = [line.partition(">")[2].removesuffix("</span>") for line in shown.split("\n")]
    assert [html.unescape(line) for line in lines] == text.replace("\r\n", "\n").removesuffix("\n").split(
        "\n"
    )
    assert shown.count("<") == 2 * len(lines)
