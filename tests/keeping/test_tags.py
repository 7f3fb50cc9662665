"""Renaming and tags: what people call things, and how they find them again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.errors import ElmError
from reviews.keeping.tags import MOST_TAGS, read_tags
from reviews.models import Item, Tag
from tests import factories


def test_tags_are_small_words_each_once():
    assert read_tags(" Checkout, #q3,, q3 , big   plan") == ["checkout", "q3", "big plan"]


@given(st.text(max_size=200))
def test_what_was_read_reads_the_same(text):
    try:
        names = read_tags(text)
    except ElmError:
        return
    assert len(names) <= MOST_TAGS
    assert read_tags(", ".join(names)) == names


def test_too_many_and_too_long_tags_are_refused_with_a_sentence():
    with pytest.raises(ElmError, match="13 tags are more than the 12 that fit"):
        read_tags(",".join(map(str, range(13))))
    with pytest.raises(ElmError, match="is longer than 40 characters"):
        read_tags("x" * 41)


def test_the_filter_by_tag_stays_in_the_address(as_ana, item, team):
    factories.ItemFactory(team=team, title="Something else")
    as_ana.post(
        f"/items/{item.slug}/edit/", {"title": "Retries", "description": "Why", "tags": "q3, checkout"}
    )
    page = as_ana.get("/items/?tag=q3").text
    assert "Retries" in page
    assert "Something else" not in page
    assert "/items.csv?tag=q3" in page
    assert "<option selected>q3" in page
    assert "Something else" in as_ana.get("/items/").text
    item.refresh_from_db()
    assert (item.title, item.description, item.slug) == ("Retries", "Why", Item.objects.get(pk=item.pk).slug)


def test_a_session_is_found_by_its_tags_and_by_those_of_its_item(as_ana, item, interview):
    as_ana.post(f"/sessions/{interview.pk}/edit/", {"name": "Second look", "tags": "board"})
    page = as_ana.get("/sessions/?tag=board").text
    assert "Interview: Second look" in page
    assert "Second look" in as_ana.get(f"/sessions/{interview.pk}/").text
    as_ana.post(f"/items/{item.slug}/edit/", {"title": item.title, "tags": "q3"})
    assert str(interview.pk) in as_ana.get("/sessions/?tag=q3").text
    assert str(interview.pk) not in as_ana.get("/sessions/?tag=q4").text


def test_an_artifact_is_renamed_unless_the_name_is_taken(as_ana, item):
    notes, plan = (factories.ArtifactFactory(item=item, name=name) for name in ("notes.md", "plan.md"))
    refused = as_ana.post(f"/artifacts/{notes.pk}/edit/", {"name": "plan.md", "tags": "q3"})
    assert refused.status_code == 422
    assert "The item has an artifact called plan.md already" in refused.text
    assert 'value="q3"' in refused.text
    as_ana.post(f"/artifacts/{notes.pk}/edit/", {"name": "notes.txt", "tags": "q3"})
    notes.refresh_from_db()
    assert (notes.name, notes.kind) == ("notes.txt", "text")
    assert "Payment retries" in as_ana.get("/items/?tag=q3").text
    assert plan.tags.count() == 0


def test_another_team_neither_sees_nor_shares_a_tag(as_ana, as_user, item, cleo):
    as_ana.post(f"/items/{item.slug}/edit/", {"title": item.title, "tags": "secret"})
    elsewhere = factories.ItemFactory(team=cleo.memberships.get().team)
    browser = as_user(cleo)
    assert "secret" not in browser.get("/items/").text
    browser.post(f"/items/{elsewhere.slug}/edit/", {"title": "Mine", "tags": "secret"})
    assert Tag.objects.count() == 2
    assert "Payment" not in browser.get("/items/?tag=secret").text
