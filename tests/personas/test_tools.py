"""Documents of tools: read before a call, never a run (P002)."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from personas.folders import named_files
from personas.loading import load_starter
from personas.models import ToolDocument, Version
from personas.tools import ToolDoc, ToolFile, ToolRegistry
from tests.drawing import examples
from tests.personas.factories import edit, make_tool, small_starter, tool_text

SHIPPED = {file.name: file for _, file in named_files(ToolFile)}
CALLS = {
    "read_file": "`read_file(name, first_line=1, last_line=200)`",
    "search_text": "`search_text(text, names=[], limit=50)`",
    "list_files": "`list_files()`",
    "outline": "`outline(name)`",
    "lint": "`lint(name)`",
    "run_analyzer": "`run_analyzer(name, angles=[])`",
}


def doc(**sections):
    return ToolDoc.checked({"full_text": tool_text(**sections)})


def test_p002_each_tool_has_a_document_with_its_call_and_a_table():
    assert {name: file.sections.usage for name, file in SHIPPED.items()} == CALLS
    for file in SHIPPED.values():
        assert "|---|" in file.sections.parameters
        assert f"    {file.name}(" in f"\n{file.sections.examples}" or file.name in file.sections.examples
        assert file.sections.notes.startswith("- ")
        assert file.summary.endswith(".")


@pytest.mark.parametrize("name", CALLS)
def test_p002_the_first_ten_lines_have_the_call_and_every_parameter(name):
    preview = ToolRegistry(SHIPPED).get_preview(name)
    assert preview.count("\n") == 9
    named = [one.partition("=")[0].strip() for one in CALLS[name].strip("`)").partition("(")[2].split(",")]
    for parameter in filter(None, named):
        assert f"| {parameter} | " in preview


def test_a_document_is_read_in_its_parts():
    read = doc(summary="Reads a mail.\n\nCall it `read_mail()`.", notes="- Slow.\n\n```\n## Notes\n```")
    assert (read.tool_name, read.summary) == ("read_mail", "Reads a mail.")
    assert (read.sections.usage, read.sections.parameters) == ("Call it `read_mail()`.", "None.")
    assert read.sections.notes == "- Slow.\n\n```\n## Notes\n```"
    assert read.first_n_lines(2) == "# Tool: read_mail\n## Summary"
    assert (read.first_n_lines(0), read.first_n_lines(-3), read.first_n_lines(99)) == ("", "", read.full_text)


def test_a_missing_document_is_said_and_is_no_error():
    registry = ToolRegistry({})
    assert registry.load("read_mail") == (None, "No documentation for “read_mail”.")
    assert registry.get_preview("read_mail") == "No documentation for “read_mail”."
    assert registry.list_tools() == []
    assert len(registry.get_preview("x" * 5000)) == 1000


@given(st.lists(st.text("ab", max_size=600), max_size=12), st.integers(-1, 14))
@examples(50)
def test_p002_a_preview_is_a_beginning_of_at_most_1000_characters_in_whole_lines(lines, n):
    text = tool_text(summary="\n".join(["S.", *lines]))
    preview = ToolRegistry({"read_mail": ToolDoc(full_text=text)}).get_preview("read_mail", n)
    wanted = text.split("\n")[: max(n, 0)]
    assert len(preview) <= 1000
    shown = preview.split("\n")
    assert shown == wanted[: len(shown)] or (preview, wanted) == ("", [])
    if len(shown) < len(wanted):
        assert len("\n".join(wanted[: len(shown) + 1])) > 1000


def test_a_line_that_is_longer_than_a_preview_is_cut():
    registry = ToolRegistry({"t": ToolDoc(full_text="# Tool: " + "x" * 2000)})
    assert registry.get_preview("t") == "# Tool: " + "x" * 992


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Reads.", "Has to begin with a line “# Tool: NAME”."),
        ("# Tool: read_mail\n## Summary\nReads.", "Lacks the section “## Parameters”; add it."),
        (tool_text(notes=""), "Says nothing under “## Notes”; write it."),
        (tool_text("send_mail"), "Has to begin with the line “# Tool: read_mail”."),
    ],
)
def test_p002_a_document_of_another_shape_is_refused(text, said):
    with pytest.raises(ValidationError) as refused:
        ToolDocument(name="read_mail", full_text=text).clean()
    assert refused.value.message_dict == {"full_text": [said]}


@pytest.mark.django_db
def test_p002_documents_are_read_again_only_when_one_has_another_version(django_assert_num_queries):
    tool = make_tool()
    ToolDocument.objects.registry()
    with django_assert_num_queries(1):
        first = ToolDocument.objects.registry()
    assert first.load("read_mail") == (tool.content(), "")
    edit(tool, full_text=tool_text(summary="Reads two mails."))
    assert ToolDocument.objects.registry().load("read_mail")[0].summary == "Reads two mails."
    assert first.load("read_mail")[0].summary == "Reads a mail."
    tool.delete()
    assert ToolDocument.objects.registry().list_tools() == []


@pytest.mark.django_db
def test_a_pinned_version_is_the_document_as_it_was():
    tool = make_tool()
    pinned = tool.current.pk
    edit(tool, full_text=tool_text(summary="Reads two mails."))
    assert Version.objects.get(pk=pinned).content().summary == "Reads a mail."
    assert [version.number for version in tool.versions] == [2, 1]


@pytest.mark.django_db
def test_what_is_shipped_is_loaded_and_listed(tmp_path):
    assert load_starter(small_starter(tmp_path)).tools.created == sorted(CALLS)
    assert ToolDocument.objects.registry().list_tools() == sorted(CALLS)
