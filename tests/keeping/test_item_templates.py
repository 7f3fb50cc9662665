"""What an item begins with: a document whose kind ELM knows, with a heading for each part that it will ask for."""

import pytest

from reviews.accounts.sample import load_sample
from reviews.keeping.item_templates import HEADINGS, TEMPLATES
from reviews.language.reading.document import read_document
from reviews.language.reading.document_kind import OWED, document_kind
from reviews.language.reading.outline import outline_of
from reviews.language.reading.parts import Part, find_part, names_part
from reviews.models import Item


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=list(TEMPLATES))
def test_elm_knows_the_kind_of_each_and_finds_every_part_named_and_none_filled(template):
    outline = outline_of(read_document(template.text("Payment retries"), template.file))
    assert document_kind(outline) == template.kind
    named = [*template.headings, *(HEADINGS[part] for part in ("owner", "date") if template.actions)]
    for part in OWED[template.kind]:
        assert any(names_part(heading, part) for heading in named), part
        place = find_part(outline, part)
        assert place is None or not place.filled, part


def test_every_part_has_a_heading():
    assert set(HEADINGS) == set(Part.__args__)


def test_an_item_begins_with_the_document_that_was_chosen(as_ana, team):
    page = as_ana.get("/items/new/").text
    assert "Post-mortem" in page
    assert "What happened · Who is affected · Action items" in page
    made = as_ana.post("/items/new/", {"title": "Outage of 3 May", "template": "post_mortem"}, follow=True)
    assert "Fill in its document" in made.text
    artifact = Item.objects.get().artifacts.get()
    assert artifact.name == "post-mortem.md"
    assert artifact.current.text.startswith("# Post-mortem: Outage of 3 May\n\n## What happened\n")


def test_a_template_that_there_is_not_makes_no_item(as_ana, team):
    assert as_ana.post("/items/new/", {"title": "A", "template": "poem"}).status_code == 422
    assert not Item.objects.exists()


def test_the_sample_comes_back_for_who_asks(as_ana, as_user, team, vera):
    load_sample(team).delete()
    assert "Add the sample item" in as_ana.get("/items/").text
    page = as_ana.post("/sample/", follow=True)
    assert "The sample is there again" in page.text
    assert "Payment retries" in page.text
    assert as_user(vera).post("/sample/").status_code == 403
    assert Item.objects.count() == 1
