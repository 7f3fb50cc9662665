import pytest
from django.core.exceptions import ValidationError

from personas.folders import named_files
from personas.models import Phase, Step
from personas.outline import PhaseFile, StepFile, in_order, step_questions
from personas.sections import body_sections
from tests.personas.factories import make_persona, make_phase, make_step, step_body
from tests.starter import load_starter

pytestmark = pytest.mark.django_db

TABLE = {
    "00": ("quick-scan", "business-analyst", 3),
    "01": ("requirements", "business-analyst", 8),
    "02": ("impact-analysis", "solutions-architect", 4),
    "03": ("architecture", "solutions-architect", 4),
    "04": ("design", "system-designer", 5),
}
STEPS = [step for _, step in named_files(StepFile)]
each_step = pytest.mark.parametrize("step", STEPS, ids=[step.step_id for step in STEPS])


@pytest.fixture
def shipped():
    load_starter()


def test_r27_fr_003_five_phases_with_their_leads_and_c34_24_steps():
    counted = {
        phase.key: (
            phase.slug[3:],
            phase.lead,
            sum(step.step_id.startswith(phase.key) for step in STEPS),
        )
        for _, phase in named_files(PhaseFile)
    }
    assert counted == TABLE
    assert len(STEPS) == 24


@each_step
def test_r27_fr_004_r27_nfr_006_each_step_asks_open_questions_enough(step):
    assert len(step_questions(step.body, "brief")) == 1
    assert 2 <= len(step_questions(step.body, "standard")) <= 3
    assert 4 <= len(step_questions(step.body, "deep")) <= 6
    closed = ("is ", "are ", "do ", "does ", "did ", "can ", "will ", "should ", "would ", "has ", "have ")
    for asked in step_questions(step.body, "standard") + step_questions(step.body, "deep"):
        assert asked.endswith("?")
        assert not asked.lower().startswith(closed)


@each_step
def test_c25_and_c38_each_step_names_its_outputs_in_its_artifacts(step):
    assert step.skip_if == ""
    artifacts = body_sections(step.body)["Artifacts"]
    for output in step.outputs:
        assert f"`{output.file}`" in artifacts
        for section in output.sections:
            assert f"section {section}" in artifacts


def test_the_outputs_of_the_journey_step_are_those_of_the_table(shipped):
    step = Step.objects.get(step_id="01-03")
    assert step.outputs == [{"file": "requirements-spec.md", "sections": ["User Journeys"]}]
    assert (step.title, step.depth, step.depends_on) == ("User Experience & Journeys", "standard", ["01-02"])
    assert step.lead.name == "Maya Chen"


def test_r27_nfr_004_01_a_step_added_in_the_administration_is_found_at_once(shipped):
    make_step("01-09", title="Pricing")
    [phase] = [phase for phase in Step.objects.for_form() if phase.key == "01"]
    assert [step.step_id for step in phase.active_steps][-2:] == ["01-08", "01-09"]


def test_r27_nfr_004_02_a_new_persona_can_lead_a_step(shipped):
    omar = make_persona("omar", name="Omar", role="Security engineer")
    step = make_step("02-05", persona=omar)
    assert step.lead == omar


def test_r27_nfr_004_03_an_edit_is_what_the_next_run_asks():
    step = make_step()
    step.body = step_body(standard="- What else?")
    step.full_clean()
    step.save()
    assert Step.objects.get().questions() == ["What else?"]


def test_the_form_lists_active_steps_by_phase_in_two_queries_and_all_leaders_in_one_more(
    shipped, django_assert_num_queries
):
    Step.objects.filter(step_id__in=["00-01", "00-02", "00-03", "02-01"]).update(is_active=False)
    with django_assert_num_queries(2):
        phases = Step.objects.for_form()
        assert [step.title for phase in phases for step in phase.active_steps]
    with django_assert_num_queries(1):
        names = [str(step.lead) for phase in phases for step in phase.active_steps]
    assert [phase.key for phase in phases] == ["01", "02", "03", "04"]
    assert [step.step_id for step in phases[1].active_steps] == ["02-02", "02-03", "02-04"]
    assert len(names) == 20


@pytest.mark.parametrize(
    ("after", "expected"), [("01-02", "01-03"), ("01-08", "02-01"), ("04-05", None), ("", "00-01")]
)
def test_next_after_crosses_phases_and_ends(shipped, after, expected):
    step = Step.objects.next_after(after)
    assert (step.step_id if step else None) == expected


def test_next_after_passes_over_switched_off_steps_and_those_whose_condition_holds(shipped):
    Step.objects.filter(step_id="01-03").update(is_active=False)
    Step.objects.filter(step_id="01-04").update(skip_if="scope === 'small'")
    assert Step.objects.next_after("01-02").step_id == "01-04"
    assert Step.objects.next_after("01-02", {"scope": "small"}).step_id == "01-05"


def test_err_step_007_a_missing_mode_falls_back_to_standard_and_that_to_everything():
    assert step_questions("## Standard Mode\n\n- One?\n- Two\n  lines?", "deep") == ["One?", "Two lines?"]
    assert step_questions("## Deep Mode\n\n## Standard Mode\n\n- One?", "deep") == ["One?"]
    assert step_questions("Ask who.\n\nAsk why.", "brief") == ["Ask who.", "Ask why."]
    assert step_questions("```\n## Deep Mode\n- no\n```\n\n- Yes?", "deep") == ["Yes?"]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("step_id", "1-3", "Has to be two digits, a hyphen and two digits, such as 01-03."),
        ("step_id", "09-01", "There is no phase 09. Add the phase first."),
        ("title", "x" * 61, "Is too long: 60 characters at most."),
        ("outputs", [], "Is empty; name at least one file."),
        ("outputs", [{"file": "a/b", "sections": []}], "Line 1: file: “a/b” is not the name of a file; use letters, "
         "digits, dots and hyphens."),
        ("depends_on", ["01-77"], "There is no step 01-77."),
        ("depends_on", ["01-03"], "This makes a circle: 01-03 needs 01-03; break it."),
        ("skip_if", "size === 1", "Asks for “size”; only scope, complexity, depth, file_count are known."),
        ("body", "## Brief Mode\n\nx", "Lacks the section “## Standard Mode”; add it."),
        ("body", step_body(standard=""), "Says nothing under “## Standard Mode”; write it."),
        ("body", "## Deep Mode", "Lacks the section “## Brief Mode”; add it."),
    ],
)  # fmt: skip
def test_vr_step_bad_words_are_refused_by_field(field, value, said):
    make_phase()
    values = {
        "step_id": "01-03",
        "title": "T",
        "outputs": [{"file": "a.md", "sections": []}],
        "body": step_body(),
    }
    step = Step(**(values | {field: value}))
    with pytest.raises(ValidationError) as refused:
        step.clean()
    assert refused.value.message_dict == {field: [said]}


def test_vr_step_two_steps_may_not_need_each_other():
    make_step("01-01")
    make_step("01-02", depends_on=["01-01"])
    first = Step.objects.get(step_id="01-01")
    first.depends_on = ["01-02"]
    with pytest.raises(ValidationError, match="makes a circle"):
        first.full_clean()


def test_a_step_is_not_led_by_somebody_who_is_not_at_the_table():
    elm = make_persona("elm", "interview", name="ELM")
    with pytest.raises(ValidationError, match="Choose a persona of the roundtable"):
        make_step(persona=elm)
    assert not Step.objects.exists()


def test_a_phase_keeps_its_number_in_its_slug():
    with pytest.raises(ValidationError, match="begin with the phase's digits: 01-"):
        make_phase(slug="02-requirements")
    assert not Phase.objects.exists()


def test_in_order_puts_what_is_needed_first():
    assert in_order({"b": ["a"], "a": [], "c": ["b"]}) == ["a", "b", "c"]
