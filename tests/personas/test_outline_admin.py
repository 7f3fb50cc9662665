import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from personas.models import Persona, Phase, Step
from tests.personas.factories import know_the_kinds, make_phase, make_step, may, step_body
from tests.starter import load_starter

pytestmark = pytest.mark.slow


@pytest.fixture
def ana(ana) -> User:
    """Here she is the superuser."""
    ana.is_staff = ana.is_superuser = True
    ana.save()
    return ana


@pytest.fixture
def step(db) -> Step:
    """A shipped step, edited here."""
    load_starter()
    step = Step.objects.get(step_id="01-03")
    step.title = "Ours"
    step.save()
    return step


def url(name, *args):
    return reverse(f"admin:personas_{name}", args=args)


def pages(step):
    return [
        url("step_changelist"),
        url("step_change", step.pk),
        url("step_questions", step.pk),
        url("step_export", step.pk),
        url("step_history", step.pk),
        url("step_history", step.pk) + "?from=2&to=1",
        url("step_questions", step.pk) + "?version=1",
        url("phase_history", step.phase_id),
        url("phase_changelist"),
        url("phase_change", step.phase_id),
        url("phase_export", step.phase_id),
    ]


def writing_pages(step):
    return [
        url("step_add"),
        url("step_restore", step.pk),
        url("step_restore", step.pk, 1),
        url("phase_add"),
        url("phase_restore", step.phase_id),
    ]


def form_of(step, **changed):
    values = {"title": step.title, "depth": step.depth, "body": step.body, "is_active": "on", "skip_if": ""}
    values |= {"outputs": "requirements-spec.md: User Journeys; Out of Scope", "depends_on": "01-02"}
    return values | {"persona": ""} | changed


def test_every_page_opens_for_ana(as_user, ana, step):
    browser = as_user(ana)
    for page in pages(step) + writing_pages(step):
        assert browser.get(page).status_code == 200, page


def test_cleo_and_ben_without_permission_open_nothing(as_user, ben, cleo, step):
    for page in pages(step) + writing_pages(step):
        assert as_user(cleo).get(page).status_code == 302, page
    browser = as_user(may(ben))
    for page in pages(step) + writing_pages(step):
        assert browser.get(page).status_code == 403, page


def test_ben_who_may_only_look_changes_nothing(as_user, ben, step):
    browser = as_user(may(ben, "view_step", "view_phase"))
    for page in pages(step):
        assert browser.get(page).status_code == 200, page
    assert browser.post(url("step_restore", step.pk)).status_code == 403
    assert browser.post(url("step_change", step.pk), form_of(step, title="Mine")).status_code == 403
    assert Step.objects.get(pk=step.pk).title == "Ours"


def test_an_edit_is_saved_with_outputs_as_typed(as_user, ana, step):
    response = as_user(ana).post(url("step_change", step.pk), form_of(step), follow=True)
    assert "keep the questions that they began with" in response.content.decode()
    outputs = [{"file": "requirements-spec.md", "sections": ["User Journeys", "Out of Scope"]}]
    assert Step.objects.get(pk=step.pk).outputs == outputs


def test_the_form_shows_outputs_as_lines(as_user, ana, step):
    html = as_user(ana).get(url("step_change", step.pk)).content.decode()
    assert "requirements-spec.md: User Journeys</textarea>" in html


def test_a_new_step_finds_its_phase_by_its_number(as_user, ana, step):
    sent = form_of(step, step_id="01-09", title="Pricing")
    assert as_user(ana).post(url("step_add"), sent).status_code == 302
    assert str(Step.objects.get(step_id="01-09").phase) == "01 Requirements"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"outputs": ""}, "Is empty; name at least one file."),
        ({"outputs": "a.md\nb c.md: X"}, "Line 2: file: “b c.md” is not the name of a file"),
        ({"body": "Ask."}, "Lacks the section “## Brief Mode”; add it."),
        ({"skip_if": "mood"}, "which is no comparison"),
        ({"depends_on": "01-77"}, "There is no step 01-77."),
    ],
)
def test_c25_bad_words_are_explained_and_nothing_is_saved(as_user, ana, step, changed, said):
    html = as_user(ana).post(url("step_change", step.pk), form_of(step, title="Mine", **changed))
    assert said in html.content.decode()
    assert Step.objects.get(pk=step.pk).title == "Ours"


def test_the_preview_lists_the_questions_of_each_depth(as_user, ana, step):
    response = as_user(ana).get(url("step_questions", step.pk))
    assert [(depth, len(asked)) for depth, asked in response.context["asked"]] == [
        ("Brief", 1),
        ("Standard", 3),
        ("Deep", 5),
    ]
    assert as_user(ana).get(url("phase_questions", step.phase_id)).status_code == 404


def test_restoring_asks_first_and_then_brings_the_shipped_text(as_user, ana, step):
    browser = as_user(ana)
    assert "<del>Ours</del>" in browser.get(url("step_restore", step.pk)).content.decode()
    assert Step.objects.get(pk=step.pk).title == "Ours"
    browser.post(url("step_restore", step.pk))
    assert Step.objects.get(pk=step.pk).title == "User Experience & Journeys"


def test_a_step_made_here_has_no_text_to_restore(as_user, ana):
    assert as_user(ana).get(url("step_restore", make_step("01-99").pk)).status_code == 404


def test_a_step_is_exported_as_a_file(as_user, ana, step):
    response = as_user(ana).get(url("step_export", step.pk))
    assert response["Content-Disposition"] == 'attachment; filename="01-03.md"'
    assert response.content.decode().startswith("---\nstep_id: 01-03\ntitle: Ours\n")


def test_what_ships_is_not_deleted_and_what_was_made_here_is(as_user, ana, step):
    browser, own = as_user(ana), make_step("01-99")
    assert browser.post(url("step_delete", step.pk), {"post": "yes"}).status_code == 403
    assert browser.post(url("phase_delete", step.phase_id), {"post": "yes"}).status_code == 403
    assert browser.post(url("step_delete", own.pk), {"post": "yes"}).status_code == 302
    assert (Step.objects.count(), Phase.objects.count()) == (24, 5)


def test_a_phase_of_ones_own_goes_once_it_is_empty(as_user, ana):
    browser, step = as_user(ana), make_step("09-01")
    assert browser.post(url("phase_delete", step.phase_id), {"post": "yes"}).status_code == 403
    step.delete()
    assert browser.post(url("phase_delete", step.phase_id), {"post": "yes"}).status_code == 302
    assert not Phase.objects.exists()


def test_another_persona_takes_the_lead_of_a_phase(as_user, ana, step):
    alex, phase = Persona.objects.get(key="solutions-architect"), step.phase
    sent = {"slug": phase.slug, "title": phase.title, "description": phase.description, "lead": alex.pk}
    assert as_user(ana).post(url("phase_change", phase.pk), sent).status_code == 302
    assert Phase.objects.get(key="01").lead == alex


def test_the_list_filters_by_phase_and_searches(as_user, ana, step):
    browser = as_user(ana)
    shown = browser.get(url("step_changelist"), {"phase__id__exact": step.phase_id}).context["cl"]
    assert len(shown.result_list) == 8
    found = browser.get(url("step_changelist"), {"q": "swallowed"}).context["cl"]
    assert [row.step_id for row in found.result_list] == ["04-04"]
    edited = browser.get(url("step_changelist"), {"origin": "edited"}).context["cl"]
    assert [row.step_id for row in edited.result_list] == ["01-03"]


@pytest.mark.parametrize("how_many", [1, 30])
def test_the_lists_ask_the_same_number_of_questions_however_much_there_is(
    as_user, ana, how_many, django_assert_num_queries
):
    for n in range(how_many):
        make_step(f"01-{n:02}", title=f"T{n}")
    for n in range(2, how_many):
        make_phase(f"{n:02}", slug=f"{n:02}-x")
    know_the_kinds()
    browser = as_user(ana)
    with django_assert_num_queries(6):
        browser.get(url("step_changelist"))
    with django_assert_num_queries(5):
        browser.get(url("phase_changelist"))


@pytest.mark.parametrize("how_many", [1, 30])
def test_a_steps_form_asks_the_same_number_of_questions(as_user, ana, how_many, django_assert_num_queries):
    steps = [make_step(f"01-{n:02}", title=f"T{n}") for n in range(how_many)]
    know_the_kinds()
    browser = as_user(ana)
    with django_assert_num_queries(4):
        browser.get(url("step_change", steps[0].pk))


def test_the_versions_of_a_step_are_listed_and_compared(as_user, ana, step):
    browser = as_user(ana)
    sent = form_of(step, title="Ana's", change_note="Clearer", based_on=2)
    assert (
        "This is version 3." in browser.post(url("step_change", step.pk), sent, follow=True).content.decode()
    )
    html = browser.get(url("step_history", step.pk)).content.decode()
    assert "From version 2 to version 3" in html
    assert "<del>Ours</del>" in html
    assert "Clearer" in html
    assert "Preview questions" in html


def test_restoring_a_version_of_a_step_asks_first_and_makes_a_new_one(as_user, ana, step):
    browser, address = as_user(ana), url("step_restore", step.pk, 1)
    assert "Restore version 1" in browser.get(address).content.decode()
    assert Step.objects.get(pk=step.pk).current.number == 2
    html = browser.post(address, follow=True).content.decode()
    assert "has the words of version 1 again, as version 3." in html
    assert Step.objects.get(pk=step.pk).title == "User Experience & Journeys"
    assert Step.objects.get(pk=step.pk).current.created_by == ana


def test_a_version_that_names_somebody_who_is_gone_is_not_restored_and_says_why(as_user, ana, step):
    own = make_step("01-99", persona=Persona.objects.get(key="system-designer"))
    own.persona = None
    own.publish()
    Persona.objects.filter(key="system-designer").update(kind="flow")
    html = as_user(ana).post(url("step_restore", own.pk, 1), follow=True).content.decode()
    assert "Version 1 can&#x27;t be restored. There is no roundtable persona" in html
    assert own.versions.count() == 2


def test_two_who_edit_a_step_are_told(as_user, ana, step):
    stale = form_of(step, title="Late", based_on=1)
    html = as_user(ana).post(url("step_change", step.pk), stale).content.decode()
    assert "saved version 2 while you were editing version 1" in html
    assert Step.objects.get(pk=step.pk).title == "Ours"


def test_the_questions_of_an_old_version_can_be_read(as_user, ana):
    step = make_step("01-99")
    step.body = step_body("- Who pays?")
    step.publish()
    browser = as_user(ana)
    assert "Who pays?" in browser.get(url("step_questions", step.pk)).content.decode()
    old = browser.get(url("step_questions", step.pk), {"version": 1}).content.decode()
    assert "Who needs it?" in old
    assert "Who pays?" not in old
    assert browser.get(url("step_questions", step.pk), {"version": 9}).status_code == 404


@pytest.mark.parametrize("how_many", [1, 30])
def test_the_versions_page_of_a_step_asks_the_same_number_of_questions(
    as_user, ana, how_many, django_assert_num_queries
):
    step = make_step("01-99")
    for n in range(how_many):
        step.title = f"T{n}"
        step.publish(by=ana)
    know_the_kinds()
    browser = as_user(ana)
    with django_assert_num_queries(7):
        browser.get(url("step_history", step.pk))
