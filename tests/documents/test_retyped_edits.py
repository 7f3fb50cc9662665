"""Edits whose old words are retyped: they change what they say and leave the rest as it stands."""

import time
import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.documents.hunks import Wanted, apply_changes, place_edits
from reviews.language.bare_text import bare_text
from reviews.language.matching import find_places
from tests.documents.markdown import RENDERER
from tests.documents.test_hunks import texts
from tests.language.test_matching import EXAMPLES, dressed, example_text, words

DOCUMENTS = sorted((EXAMPLES.parents[2] / "docs").glob("*.md"))
EDITS = tomllib.loads((EXAMPLES / "quotes.toml").read_text())["edits"]
NOTES = "# Plan\n\nWe’ll retry **three times**.  \nIt helps.\n\n## Risks\n\n- None.\n- Really.\n\n## Cost\n\nFree.\n"


def result(text: str, *edits: Wanted) -> str:
    placed, refused = place_edits(text, edits)
    assert [one.why for one in refused] == []
    return apply_changes(text, placed)


def why_refused(text: str, *edits: Wanted) -> list[str]:
    placed, refused = place_edits(text, edits)
    assert placed == []
    return [one.why for one in refused]


@pytest.mark.parametrize("example", EDITS, ids=lambda example: (example.get("old") or example["after"])[:40])
def test_an_edit_is_placed_where_a_reader_places_it_or_refused_with_the_reason(example):
    text = example_text(example["of"])
    wanted = Wanted(example["new"], example.get("old", ""), example.get("after", ""))
    if "refused" in example:
        assert example["refused"] in why_refused(text, wanted)[0]
    else:
        assert text.count(example["was"]) == 1
        assert result(text, wanted) == text.replace(example["was"], example["is"])


def test_what_an_edit_leaves_as_it_was_keeps_its_marks_and_its_line_ends():
    new = result(
        NOTES, Wanted("We'll retry three times. It surely helps.", old="We'll retry three times. It helps.")
    )
    assert new == NOTES.replace("It helps", "It surely helps")


def test_words_that_are_only_added_go_where_they_are_in_the_new_words():
    longer = Wanted("We'll retry three times a day.", old="We'll retry three times.")
    assert "retry **three times** a day." in result(NOTES, longer)
    assert "Really. Truly." in result(NOTES, Wanted("none.\nReally. Truly.", old="none.\nreally."))


def test_retyped_words_that_stand_twice_are_refused():
    text = "One **fee**.\nOne `fee`.\n"
    assert why_refused(text, Wanted("Two fees.", old="one fee")) == [
        "The words to replace stand in the notes more than once."
    ]
    assert why_refused(text, Wanted("Two fees.", after="one fee")) == [
        "The words to add behind are in the notes more than once."
    ]


def test_an_edit_that_was_made_already_is_refused_however_it_is_typed():
    assert why_refused(NOTES, Wanted("we'll retry three times", old="we'll retry")) == [
        "It is in the notes already."
    ]
    assert why_refused(NOTES, Wanted("We'll retry three times.", old="We'll retry three times.")) == [
        "It is in the notes already."
    ]


def test_an_edit_across_items_of_a_list_is_refused_unless_it_says_the_items():
    assert "one by one" in why_refused(NOTES, Wanted("Many and large.", old="None. Really."))[0]
    assert "- Many.\n* Large.\n" in result(NOTES, Wanted("* Many.\n* Large.", old="* None.\n* Really."))


def test_lines_that_are_taken_out_leave_no_bullet_and_no_empty_line():
    assert result(NOTES, Wanted("", old="* NONE.\n")) == NOTES.replace("- None.\n", "")


def test_a_heading_is_never_deleted():
    assert why_refused(NOTES, Wanted("", old="## Risks\n\n- None.\n- Really.\n\n")) == [
        "It would delete the heading “Risks”."
    ]
    assert why_refused(NOTES, Wanted("Risks", old="## Risks")) == ["It would delete the heading “Risks”."]
    assert why_refused(NOTES, Wanted("```\nIt helps.", old="It helps.")) == [
        "It would delete the heading “Risks”."
    ]


def test_a_section_is_never_emptied_not_even_by_two_edits():
    assert why_refused(NOTES, Wanted("", old="Free.")) == ["It would delete all that stands under “Cost”."]
    placed, refused = place_edits(
        NOTES, [Wanted("", old="- None.\n"), Wanted("", old="- Really."), Wanted("x", old="Free")]
    )
    assert [edit.removed for edit in placed] == ["- None.\n", "Free"]
    assert [one.why for one in refused] == ["It would delete all that stands under “Risks”."]


def test_a_heading_may_get_other_words_and_a_section_another_text():
    assert "## Dangers\n\n- None." in result(NOTES, Wanted("## Dangers", old="## Risks"))
    assert "## Cost\n\nA lot.\n" in result(NOTES, Wanted("A lot.", old="Free."))
    assert result(NOTES, Wanted("", old="- None.\n")) == NOTES.replace("- None.\n", "")


@given(st.lists(words, min_size=1, max_size=4), st.lists(words, min_size=1, max_size=4), st.data())
def test_an_edit_changes_the_words_that_it_names_and_no_others(before, behind, data):
    text = data.draw(dressed(["Start", *before, "oldest", *behind, "End"]))
    old = data.draw(dressed([*before, "oldest", *behind], st.just(" ")))
    wanted = Wanted(old.replace("oldest", "newest"), old=old)
    placed, refused = place_edits(text, [wanted])
    if placed:
        wanted_text = text.replace("oldest", "newest")
        assert apply_changes(text, placed) in (wanted_text, wanted_text.replace("`newest`", "newest"))
    else:
        assert refused[0].why


@example("-", [("X", "- ", "")])
@example("-\n# head", [("X", "- ", "")])
@given(texts, st.lists(st.tuples(st.text("abX *`\n"), st.text("AB *\n-"), st.text("Ab")), max_size=4))
def test_any_edits_are_placed_or_refused_and_never_take_a_heading(text, wanted):
    edits = [Wanted(new, old, after) for new, old, after in wanted]
    placed, refused = place_edits(text, edits)
    assert len(placed) + len(refused) == len(edits)
    new = apply_changes(text, placed)
    assert new.count("# head") == text.count("# head") or not new.strip()
    assert bare_text(new).original == new


@pytest.mark.slow
def test_many_edits_of_a_long_text_that_would_delete_sections_take_seconds():
    text = "".join(f"## H {n}\n\nSome words of line {n} stand here now.\n\n" for n in range(4_000))
    edits = [Wanted("", old=f"## h {n}\n\nSome words of line {n} STAND here now.\n") for n in range(60)]
    started = time.thread_time()
    placed, refused = place_edits(text, edits)
    assert (len(placed), len(refused)) == (0, 60)
    assert time.thread_time() - started < 10


def shown_blocks(text: str) -> list[str]:
    """The paragraphs, headings, items and cells of a Markdown text as a browser shows them."""
    children = (token.children or () for token in RENDERER.parse(text) if token.type == "inline")
    return [
        " ".join("".join(" " if inner.type == "softbreak" else inner.content for inner in block).split())
        for block in children
    ]


@pytest.mark.slow
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_browser_shows_of_a_document_is_found_in_its_source_and_can_be_edited_there(path):
    text = path.read_text()
    blocks = shown_blocks(text)
    for index, block in enumerate(blocks):
        words = block.split(" ")
        if len(words) < 5 or block in text:
            continue
        changed = " ".join([*words[:-2], "CHANGED", words[-1]])
        assert find_places(text, block)
        assert not find_places(text, changed)
        placed, refused = place_edits(text, [Wanted(changed, old=block)])
        assert placed or any(why in refused[0].why for why in ("more than once", "within bold", "run over"))
        if placed and index % 5 == 0:
            assert shown_blocks(apply_changes(text, placed)) == [
                *blocks[:index],
                changed,
                *blocks[index + 1 :],
            ]


PLAN = "We will **retry** each declined payment, as the bank asks, three times and then stop.\n\nThe bank stops.\n"


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("We will retry … three times", "We will retry … four times", ("three", "four")),
        ("We will retry each … and then stop", "We will try each … and then stop", ("retry", "try")),
        (
            "will retry ... then stop.",
            "will retry ... then stop for a day.",
            ("stop.\n\n", "stop for a day.\n\n"),
        ),
    ],
)
def test_an_edit_with_an_ellipsis_changes_the_one_part_that_is_another(old, new, changed):
    assert result(PLAN, Wanted(new, old=old)) == PLAN.replace(*changed, 1)


@pytest.mark.parametrize("new", ["We will retry four times", "We will try … four times", "We … will … stop"])
def test_an_edit_with_an_ellipsis_that_loses_words_is_refused(new):
    [why] = why_refused(PLAN, Wanted(new, old="We will retry … three times"))
    assert "given in full" in why


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("We use Redis for the queue and the cache.", "We use Redis…", "We use Postgres."),
        ("**Old words** stand in the way of us all.", "Old words stand …", "New words stand."),
        ("Start here and go on to all words.", "Start here … all words", 'Start here … all "words"x'),
        (
            "Alpha **beta** gamma to delta epsilon.",
            "Alpha beta … delta epsilon",
            "Alpha **beta** … delta zeta",
        ),
    ],
)
def test_an_edit_that_does_not_leave_out_the_same_changes_nothing_else(text, old, new):
    placed, _ = place_edits(text, [Wanted(new, old=old)])
    changed = apply_changes(text, placed) if placed else text
    assert changed in (text, text.replace("all words", 'all "words"x'))


def test_an_edit_with_an_ellipsis_changes_its_own_part():
    edit = Wanted("the bank pays the fee … the shop pays", old="the bank pays the fee … the bank pays")
    text = "the bank pays the fee first. Later The Bank pays."
    assert result(text, edit) == "the bank pays the fee first. Later The shop pays."
