"""What rules are told of a document besides its sentences: tables, lists and fields."""

from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reading.document import read_document
from reviews.language.reading.outline import Outline, outline_of

NOTE = """---
owner: Ana Silva
review-by: "2027-05-03"
---
# Retry failed renewals

**Status:** Draft
- Reference issues:

## Costs

| What | Once | Per month |
|------|-----:|----------:|
| Two developers | €18,400 | |
| Server \\| database | | €210 |

## Rollout

It goes out in three phases:

1. Staff only
   - for a week
2. One country

   and its neighbours
3. Everybody

## Decision

Accepted
"""


def outline(text: str) -> Outline:
    return outline_of(read_document(text))


def test_a_table_has_heads_rows_and_columns():
    table = outline(NOTE).tables[0]
    assert table.heads == ("What", "Once", "Per month")
    assert [row.cells for row in table.rows] == [
        ("Two developers", "€18,400", ""),
        ("Server | database", "", "€210"),
    ]
    assert table.column(2) == ("", "€210")
    assert (table.rows[1].line, table.section.title) == (15, "Costs")


def test_two_tables_with_one_line_between_them_are_two():
    tables = outline("| a | b |\n|---|---|\n| 1 | 2 |\n\n| c |\n|---|\n| 3 |\n| 4 |\n").tables
    assert [(table.heads, len(table.rows)) for table in tables] == [(("a", "b"), 1), (("c",), 2)]


def test_a_list_knows_its_lead_and_its_items():
    found = outline(NOTE).lists[-1]
    assert found.lead
    assert found.lead.text == "It goes out in three phases:"
    assert not found.mixed
    assert [[s.text for s in item.sentences] for item in found.items] == [
        ["Staff only", "for a week"],
        ["One country", "and its neighbours"],
        ["Everybody"],
    ]


def test_code_inside_of_a_list_does_not_end_it():
    found = outline("Do this:\n\n- one\n\n  ```\n  code\n  ```\n\n- two\n").lists
    assert [len(each.items) for each in found] == [2]


def test_fields_come_from_front_matter_labels_tables_and_headings():
    fields = {field.name: (field.value, field.form) for field in outline(NOTE).fields}
    assert fields["owner"] == ("Ana Silva", "front matter")
    assert fields["review-by"] == ("2027-05-03", "front matter")
    assert fields["Status"] == ("Draft", "label")
    assert fields["Reference issues"] == ("", "label")
    assert fields["Decision"] == ("Accepted", "heading")


def test_a_row_of_two_columns_and_a_table_of_one_row_are_fields():
    two = outline("| Role | Name |\n|---|---|\n| Owner | Ben |\n| Sponsor | |\n")
    assert [(field.name, field.value) for field in two.fields] == [("Owner", "Ben"), ("Sponsor", "")]
    one = outline("| Author | Date | Status |\n|---|---|---|\n| Ana | 3 May | Draft |\n")
    assert [field.value for field in one.values("author", "status")] == ["Ana", "Draft"]


def test_a_sentence_with_a_colon_or_an_address_is_no_field():
    assert outline("We looked at three things that matter here: cost.\n").fields == ()
    assert outline("See https://example.org/a for more.\n").fields == ()


@given(st.text(alphabet="|-: \n>*a1.é`\\", max_size=80))
def test_every_text_has_an_outline_whose_places_are_in_the_text(text):
    found = outline(text)
    lines = len(found.document.index.lines)
    assert all(1 <= row.line <= lines for table in found.tables for row in table.rows)
    assert all(1 <= field.line <= lines for field in found.fields)
    assert all(item.blocks for each in found.lists for item in each.items)
