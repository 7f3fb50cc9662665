"""Files of angles and tools read back as what was written, and the form shows focus areas as they are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.angles import AngleFile, FocusArea
from personas.choices import Severity, Tier
from personas.errors import BadPersonaFile
from personas.files import format_file, parse_as
from personas.folders import STARTER, named_files
from personas.forms import FocusAreasField
from personas.loading import export_personas, import_personas, load_starter
from personas.models import Angle, Persona, ToolDocument
from personas.tools import ToolFile
from tests.drawing import examples
from tests.personas.factories import angle_file, edit, persona_file, small_starter, tool_text
from tests.personas.test_files import body, filled, line, lines

key = st.from_regex(r"\A[a-z][a-z0-9_]{0,12}\Z")
some = st.lists(filled, min_size=1, max_size=4)
areas = st.lists(
    st.fixed_dictionaries(
        {"id": key, "name": filled, "indicators": some, "severity_if_violated": st.sampled_from(Severity)}
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda area: area["id"],
)
angles = st.fixed_dictionaries(
    {
        "key": key,
        "version": st.sampled_from(["0.0.1", "1.10.0", "2.0.0-rc.1+build-5"]),
        "name": filled.map(lambda text: text[:50].strip()),
        "description": filled,
        "weight": st.floats(0.001, 1),
        "in_default_set": st.booleans(),
        "temperature": st.floats(0, 2),
        "tier": st.sampled_from(Tier),
        "model": st.sampled_from(["", "claude-opus-5-5", "null", "1.10"]),
        "composable_with": st.lists(key.map(lambda one: f"a{one}"), max_size=3),
        "conflicts_with": st.lists(key.map(lambda one: f"b{one}"), max_size=3),
        "evaluation_criteria": some,
        "ignores": lines,
        "focus_areas": areas,
        "system_prompt": body.filter(str.strip) | st.just("One\n---\nTwo"),
        "active": st.booleans(),
    }
)
section = lines.map(lambda said: "\n".join(f"- {one}" for one in said)).filter(str.strip) | st.sampled_from(
    ["```\n## Notes\n```", "| a |\n|---|\n| # |", "One\n\n\nTwo", "    # Tool: x\n    ## Summary"]
)
tools = st.builds(tool_text, key, summary=section, parameters=section, examples=section, notes=section)


@given(angles)
@examples(50)
def test_a_file_reads_back_as_the_angle_that_was_written(values):
    angle = AngleFile.checked(values)
    assert parse_as(AngleFile, format_file(angle).encode(), "a.md") == angle
    assert AngleFile.from_stored(vars(angle)).content() == angle.content()


@given(tools)
@examples(50)
def test_a_file_reads_back_as_the_document_that_was_written(text):
    tool = parse_as(ToolFile, text.encode(), "a.md")
    assert parse_as(ToolFile, format_file(tool).encode(), "a.md") == tool
    assert tool.name == tool.content().tool_name


@given(areas)
@examples(50)
def test_focus_areas_are_read_from_the_form_as_it_shows_them(drawn):
    field = FocusAreasField(rows=3)
    checked = [vars(FocusArea.checked(area)) | {"indicators": area["indicators"]} for area in drawn]
    shown = field.prepare_value([dict(area) for area in drawn])
    read = [FocusArea.checked(area) for area in field.to_python(shown)]
    assert read == [FocusArea.checked(area) for area in checked]


@given(st.lists(line, max_size=6))
@examples(50)
def test_whatever_is_typed_for_focus_areas_gives_groups_to_check(typed):
    for area in FocusArea.values_of(typed):
        assert area.keys() == {"id", "name", "severity_if_violated", "indicators"}


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"# Tool: {text}".encode()))
@examples(50)
def test_whatever_is_in_a_file_it_is_taken_or_refused_with_its_name(raw):
    for kind in (AngleFile, ToolFile):
        with pytest.raises(BadPersonaFile) as refused:
            parse_as(kind, raw, "odd.md")
        assert all(problem.startswith("odd.md: ") for problem in refused.value.problems)


def test_the_shipped_files_stand_as_an_export_would_write_them():
    for kind in (AngleFile, ToolFile):
        for filename, file in named_files(kind):
            assert format_file(file) == (STARTER / kind.folder / filename).read_text()
            assert filename == f"{getattr(file, kind.identity)}.md"


def test_all_problems_of_an_angle_are_told_at_once_with_their_places():
    raw = format_file(angle_file()).replace("weight: 0.25", "weight: much").replace("high", "huge")
    with pytest.raises(BadPersonaFile) as refused:
        parse_as(AngleFile, raw.encode(), "a.md")
    assert [problem[:46] for problem in refused.value.problems] == [
        "a.md: weight: 'much': input should be a valid ",
        "a.md: focus_areas: line 1: severity_if_violate",
    ]


@pytest.mark.django_db
def test_what_is_exported_imports_as_the_same(tmp_path):
    load_starter(small_starter(tmp_path))
    edit(Angle.objects.get(key="style"), weight=0.1, is_active=False)
    export_personas(tmp_path / "out")
    before = [(angle.content(), angle.is_active) for angle in Angle.objects.all()]
    Angle.objects.all().delete()
    ToolDocument.objects.all().delete()
    imported = import_personas(tmp_path / "out")
    assert (len(imported.angles.created), len(imported.tools.created)) == (4, 6)
    assert str(imported).splitlines()[-1] == "Tool documents: 6 created, 0 updated, 0 unchanged."
    assert [(angle.content(), angle.is_active) for angle in Angle.objects.all()] == before
    again = import_personas(tmp_path / "out")
    assert (len(again.angles.unchanged), len(again.tools.unchanged)) == (4, 6)


@pytest.mark.django_db
def test_an_angle_that_conflicts_with_itself_stops_the_whole_import(tmp_path):
    (tmp_path / "maya.md").write_text(format_file(persona_file()))
    (tmp_path / "angles").mkdir()
    bad = format_file(angle_file("cost", conflicts_with=["cost"]))
    (tmp_path / "angles" / "cost.md").write_text(bad)
    with pytest.raises(BadPersonaFile, match="cost: An angle can't conflict with itself"):
        import_personas(tmp_path)
    assert not Persona.objects.exists()
    assert not Angle.objects.exists()
