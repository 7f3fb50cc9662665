import pytest

from personas.errors import BadPersonaFile
from personas.files import format_file, parse_as
from personas.folders import STARTER, named_files
from personas.loading import export_personas, import_personas, load_starter, restore_shipped
from personas.models import Persona, Phase, Step
from personas.outline import PhaseFile, StepFile
from tests.personas.factories import edit, make_persona, make_step, persona_file, step_body

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(tmp_path):
    """A folder with Maya, one phase that she leads, and two of its steps, the first needing the second."""
    put(tmp_path / "personas" / "maya.md", persona_file())
    values = {
        "key": "01",
        "slug": "01-needs",
        "title": "Needs",
        "lead": "maya",
        "description": "Who needs it.",
    }
    put(tmp_path / "phases" / "01.md", PhaseFile.checked(values))
    put_step(tmp_path, "01-01", depends_on=["01-02"])
    put_step(tmp_path, "01-02")
    return tmp_path


def put(path, file):
    path.parent.mkdir(exist_ok=True)
    path.write_text(format_file(file))


def put_step(root, step_id, **fields):
    values = {
        "title": "Journeys",
        "outputs": [{"file": "notes.md", "sections": ["A", "B"]}],
        "body": step_body(),
    }
    put(root / "steps" / f"{step_id}.md", StepFile.checked({"step_id": step_id} | values | fields))


def test_steps_are_created_behind_those_that_they_need(root):
    loaded = load_starter(root)
    assert (loaded.phases.created, loaded.steps.created) == (["01"], ["01-02", "01-01"])
    assert Step.objects.get(step_id="01-01").lead == Persona.objects.get()


def test_loading_twice_changes_nothing(root):
    load_starter(root)
    again = load_starter(root)
    assert (again.phases.unchanged, again.steps.unchanged) == (["01"], ["01-02", "01-01"])


def test_unedited_steps_follow_a_newer_file_and_edited_ones_are_left_alone(root):
    load_starter(root)
    Step.objects.get(step_id="01-02").save()
    step = Step.objects.get(step_id="01-01")
    step.title = "Ours"
    step.save()
    put_step(root, "01-01", depends_on=["01-02"], title="Newer")
    put_step(root, "01-02", title="Newer")
    loaded = load_starter(root).steps
    assert (loaded.updated, loaded.left_alone) == (["01-02"], ["01-01"])
    assert list(Step.objects.values_list("title", flat=True)) == ["Ours", "Newer"]


def test_another_lead_of_a_phase_is_an_edit_and_stays(root):
    load_starter(root)
    phase = Phase.objects.get()
    phase.lead = None
    phase.save()
    assert load_starter(root).phases.left_alone == ["01"]
    assert Phase.objects.get().lead is None


def test_loading_never_switches_a_step_on(root):
    load_starter(root)
    Step.objects.update(is_active=False)
    put_step(root, "01-02", title="Newer")
    load_starter(root)
    assert Step.objects.get(step_id="01-02").title == "Newer"
    assert not Step.objects.active().exists()


def test_a_step_made_here_under_a_shipped_number_is_left_alone(root):
    make_step("01-02", title="Ours")
    assert load_starter(root).steps.left_alone == ["01-02"]
    assert Step.objects.get(step_id="01-02").title == "Ours"


@pytest.mark.slow
def test_the_shipped_words_come_back(root):
    load_starter()
    step = Step.objects.get(step_id="01-03")
    step.title = "Ours"
    step.save()
    assert list(Step.objects.edited()) == [step]
    restore_shipped(step)
    assert Step.objects.get(step_id="01-03").title == "User Experience & Journeys"
    assert not Step.objects.edited().exists()


def test_what_is_not_shipped_has_no_words_to_restore():
    with pytest.raises(BadPersonaFile, match="is not shipped with ELM"):
        restore_shipped(make_step("01-99"))


@pytest.mark.slow
def test_what_is_exported_imports_as_the_same(tmp_path):
    load_starter()
    Step.objects.filter(step_id="02-01").update(is_active=False)
    export_personas(tmp_path)
    before = [(step.content(), step.is_active) for step in Step.objects.all()]
    Step.objects.all().delete()
    Phase.objects.all().delete()
    imported = import_personas(tmp_path)
    assert (len(imported.phases.created), len(imported.steps.created)) == (5, 24)
    assert [(step.content(), step.is_active) for step in Step.objects.all()] == before
    assert len(import_personas(tmp_path).steps.unchanged) == 24


def test_an_import_changes_steps_and_phases(root):
    load_starter(root)
    put_step(root, "01-02", title="Newer", active=False)
    put(root / "phases" / "01.md", PhaseFile(key="01", slug="01-x", title="X", description="Y"))
    imported = import_personas(root)
    assert (imported.phases.updated, imported.steps.updated) == (["01"], ["01-02"])
    assert Step.objects.values_list("title", "is_active").get(step_id="01-02") == ("Newer", False)


def test_a_bad_step_stops_the_whole_import(root):
    put_step(root, "01-03", persona="nobody")
    with pytest.raises(BadPersonaFile, match="01-03: There is no roundtable persona “nobody”"):
        import_personas(root)
    assert [model.objects.count() for model in (Persona, Phase, Step)] == [0, 0, 0]


def test_a_circle_between_files_is_refused(root):
    put_step(root, "01-02", depends_on=["01-01"])
    with pytest.raises(BadPersonaFile, match="makes a circle"):
        import_personas(root)
    assert not Step.objects.exists()


def test_a_step_whose_phase_is_missing_is_refused(root):
    (root / "phases" / "01.md").unlink()
    with pytest.raises(BadPersonaFile, match="There is no phase 01"):
        import_personas(root)
    assert not Step.objects.exists()


def test_a_problem_inside_an_output_names_its_place():
    raw = "---\nstep_id: 01-01\ntitle: T\noutputs:\n- sections: [A]\n- plain\n---\n" + step_body()
    with pytest.raises(BadPersonaFile) as refused:
        parse_as(StepFile, raw.encode(), "s.md")
    assert refused.value.problems == [
        "s.md: outputs: line 1: file: is missing; add it.",
        "s.md: outputs: line 2: has to be a group of named fields.",
    ]


def test_the_shipped_files_stand_as_an_export_would_write_them():
    for _, file in named_files(PhaseFile):
        assert format_file(file) == (STARTER / "phases" / f"{file.key}.md").read_text()
    for _, step in named_files(StepFile):
        assert format_file(step) == (STARTER / "steps" / f"{step.step_id}.md").read_text()


@pytest.mark.slow
def test_us_008_a_persona_added_here_survives_loading():
    make_persona("omar", name="Omar")
    load_starter()
    edit(Persona.objects.get(key="omar"), text="Look for harm.")
    assert load_starter().personas.left_alone == []
    assert Persona.objects.get(key="omar").text == "Look for harm."
