"""Ana edits angles and the documents of tools as she edits personas."""

import io
import zipfile

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from personas.files import format_file
from personas.forms import FocusAreasField
from personas.models import Angle, ToolDocument, Version
from reviews.kinds import registry
from reviews.kinds.base import SessionKind
from tests.personas.factories import (
    angle_file,
    edit,
    know_the_kinds,
    make_angle,
    make_tool,
    may,
    tool_text,
)
from tests.personas.test_admin import upload
from tests.starter import load_starter

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def ana(ana) -> User:
    """Here she is the superuser."""
    ana.is_staff = ana.is_superuser = True
    ana.save()
    return ana


@pytest.fixture
def style() -> Angle:
    """A shipped angle, edited here."""
    load_starter()
    return edit(Angle.objects.get(key="style"), name="Our Style")


@pytest.fixture
def tool(style) -> ToolDocument:
    """A shipped document, edited here."""
    found = ToolDocument.objects.get(name="lint")
    return edit(found, full_text=found.full_text.replace("Runs the style rules", "Runs our rules"))


def url(name, *args):
    return reverse(f"admin:personas_{name}", args=args)


def pages(*rows):
    for row in rows:
        model = row._meta.model_name
        yield url(f"{model}_changelist")
        for page in ("change", "export", "history", "preview"):
            yield url(f"{model}_{page}", row.pk)
        yield url(f"{model}_history", row.pk) + "?from=2&to=1"
        yield url(f"{model}_preview", row.pk) + "?version=1"


def writing_pages(*rows):
    for row in rows:
        model = row._meta.model_name
        yield from (url(f"{model}_add"), url(f"{model}_import"))
        yield from (url(f"{model}_restore", row.pk), url(f"{model}_restore", row.pk, 1))


def form_of(angle, **changed):
    """What the browser would send for an unchanged form, and what is changed in it."""
    names = [
        "name",
        "version",
        "description",
        "weight",
        "temperature",
        "tier",
        "model",
        "system_prompt",
        "key",
    ]
    values = {name: getattr(angle, name) for name in names}
    for name in ("evaluation_criteria", "ignores", "composable_with", "conflicts_with"):
        values[name] = "\r\n".join(getattr(angle, name))
    values["focus_areas"] = FocusAreasField(rows=1).prepare_value(angle.focus_areas).replace("\n", "\r\n")
    values["based_on"] = angle.current.number if angle.current else ""
    return values | {"is_active": "on", "in_default_set": "on"} | changed


@pytest.mark.slow
def test_every_page_opens_for_ana(as_user, ana, style, tool):
    browser = as_user(ana)
    for page in (*pages(style, tool), *writing_pages(style, tool)):
        response = browser.get(page)
        assert response.status_code == 200, page
        assert b" style=" not in response.content or "export" in page, page


def test_cleo_and_ben_without_permission_open_nothing(as_user, ben, cleo, style, tool):
    for page in (*pages(style, tool), *writing_pages(style, tool)):
        assert as_user(cleo).get(page).status_code == 302, page
    browser = as_user(may(ben))
    for page in (*pages(style, tool), *writing_pages(style, tool)):
        assert browser.get(page).status_code == 403, page


def test_ben_who_may_only_look_changes_nothing(as_user, ben, style, tool):
    browser = as_user(may(ben, "view_angle", "view_tooldocument"))
    for page in pages(style, tool):
        assert browser.get(page).status_code == 200, page
    for page in writing_pages(style, tool):
        assert browser.post(page).status_code == 403, page
    sent = form_of(style, name="Mine")
    assert browser.post(url("angle_change", style.pk), sent).status_code == 403
    assert browser.post(url("angle_preview", style.pk), sent).status_code == 403
    assert Angle.objects.get(pk=style.pk).name == "Our Style"


def test_saving_the_form_as_it_is_makes_no_version(as_user, ana, style):
    html = as_user(ana).post(url("angle_change", style.pk), form_of(style), follow=True).content.decode()
    assert "The words are the same, so this stays version 2." in html


def test_p003_an_edit_of_a_focus_area_is_a_version_that_can_be_compared_and_restored(as_user, ana, style):
    browser = as_user(ana)
    sent = form_of(style, weight="0.3", change_note="Names only")
    sent["focus_areas"] = "naming: Names (medium)\r\n- A name says less than the thing does.\r\n"
    html = browser.post(url("angle_change", style.pk), sent, follow=True).content.decode()
    assert "This is version 3. Reviews that have begun keep the version they have." in html
    angle = Angle.objects.get(pk=style.pk)
    assert (angle.weight, angle.current.created_by, angle.current.note) == (0.3, ana, "Names only")
    assert [area["indicators"] for area in angle.focus_areas] == [["A name says less than the thing does."]]
    html = browser.get(url("angle_history", style.pk)).content.decode()
    assert "<del>structure: Structure (medium)</del>" in html
    assert "<h3>Weight</h3>" in html
    browser.post(url("angle_restore", style.pk, 2))
    assert len(Angle.objects.get(pk=style.pk).focus_areas) == 5


def test_the_shipped_text_comes_back_after_a_question(as_user, ana, style, tool):
    browser = as_user(ana)
    assert "Restore shipped text" in browser.get(url("angle_change", style.pk)).content.decode()
    assert "<del>Our Style</del>" in browser.get(url("angle_restore", style.pk)).content.decode()
    assert Angle.objects.get(pk=style.pk).name == "Our Style"
    browser.post(url("angle_restore", style.pk))
    browser.post(url("tooldocument_restore", tool.pk))
    assert not Angle.objects.edited().exists()
    assert not ToolDocument.objects.edited().exists()


def test_an_angle_that_names_one_that_is_not_there_is_told_so(as_user, ana, style):
    sent = form_of(style, conflicts_with="security\r\nnobody", system_prompt="Look at names.")
    html = as_user(ana).post(url("angle_change", style.pk), sent, follow=True).content.decode()
    assert "There is no angle nobody: what names one counts once it is there." in html
    assert Angle.objects.get(pk=style.pk).conflicts_with == ["security", "nobody"]
    compared = as_user(ana).get(url("angle_history", style.pk)).content.decode()
    assert "<h3>Conflicts with</h3>" in compared
    assert "<h3>System prompt</h3>" in compared


def test_the_sample_names_the_fields_that_can_not_be_read_as_the_form_does(as_user, ana, style):
    sent = form_of(style, system_prompt="", evaluation_criteria="")
    html = as_user(ana).post(url("angle_preview", style.pk), sent).content.decode()
    assert "<li>System prompt: This field is required.</li>" in html
    assert "<li>Evaluation criteria: Is empty; name at least one.</li>" in html


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"weight": "0"}, "An angle of the default set needs a weight above 0."),
        ({"weight": "1.5"}, "1.5: input should be less than or equal to 1."),
        ({"version": "two"}, "“two” is not a version such as 1.0.0"),
        ({"focus_areas": ""}, "Is empty; name at least one."),
        ({"focus_areas": "naming: Names\n- A"}, "Line 1: severity_if_violated: &#x27;names&#x27;"),
        ({"focus_areas": "naming: Names (low)"}, "Line 1: indicators: is empty; name at least one."),
        ({"conflicts_with": "style"}, "An angle can&#x27;t conflict with itself."),
        ({"description": "a\nb"}, "Has to be a single line."),
    ],
)
def test_p009_bad_words_are_explained_at_their_field_and_nothing_is_saved(as_user, ana, style, changed, said):
    html = as_user(ana).post(url("angle_change", style.pk), form_of(style, name="Mine", **changed))
    assert said.casefold() in html.content.decode().casefold()
    assert Angle.objects.get(pk=style.pk).name == "Our Style"


def test_ana_adds_an_angle_and_its_key_never_changes(as_user, ana):
    new = Angle(key="cost", **{**vars(angle_file().content()), "focus_areas": make_angle("x").focus_areas})
    assert as_user(ana).post(url("angle_add"), form_of(new)).status_code == 302
    made = Angle.objects.get(key="cost")
    as_user(ana).post(url("angle_change", made.pk), form_of(made, key="other", name="Costs"))
    assert Angle.objects.get(pk=made.pk).key == "cost"
    assert Angle.objects.get(pk=made.pk).name == "Costs"


@pytest.fixture
def no_angle_reviews():
    """Sessions of the kind that looks from angles can't be held meanwhile."""
    registry.unregister("angles")
    yield
    registry.register("angles", "reviews.kinds.angles.kind.Angles")


def test_without_a_kind_that_looks_from_angles_the_page_says_so(no_angle_reviews, as_user, ana, style):
    html = as_user(ana).get(url("angle_preview", style.pk)).content.decode()
    assert "You review from one angle only: Our Style." in html
    assert "No kind of session looks from angles here" in html
    assert "Try on a sample" in as_user(ana).get(url("angle_change", style.pk)).content.decode()


def tried_on_a_sample(kind, angle):
    return [("An evaluation", f"{angle['key']} at {angle['weight']}: {angle['prompt_text']}")]


def test_p003_a_kind_that_looks_from_angles_shows_its_whole_prompt(as_user, ana, style, monkeypatch):
    monkeypatch.setattr(SessionKind, "angle_preview", tried_on_a_sample)
    browser = as_user(ana)
    html = browser.post(url("angle_preview", style.pk), form_of(style, weight="0.7")).content.decode()
    assert "style at 0.7: You review from one angle only: Our Style." in html
    assert "No kind of session" not in html
    old = browser.get(url("angle_preview", style.pk), {"version": 1}).content.decode()
    assert "style at 0.15: You review from one angle only: Style Check." in old
    assert (Angle.objects.get(pk=style.pk).weight, style.versions.count()) == (0.15, 2)


def test_p002_a_document_is_previewed_as_it_stands_before_a_call(as_user, ana, tool):
    response = as_user(ana).get(url("tooldocument_preview", tool.pk))
    [(_, shown), (_, whole)] = response.context["sections"]
    assert shown.splitlines()[2].startswith("Runs our rules")
    assert whole.startswith(shown)
    assert len(shown.splitlines()) == 10


def test_p002_a_document_of_another_tool_is_refused(as_user, ana, tool):
    sent = {"full_text": tool_text("read_mail"), "based_on": 2}
    html = as_user(ana).post(url("tooldocument_change", tool.pk), sent).content.decode()
    assert "Has to begin with the line “# Tool: lint”." in html
    assert tool.versions.count() == 2


def test_a_file_is_exported_and_taken_in_again(as_user, ana, style, tool):
    browser = as_user(ana)
    for row, name in ((style, "style.md"), (tool, "lint.md")):
        model = row._meta.model_name
        response = browser.get(url(f"{model}_export", row.pk))
        assert response["Content-Disposition"] == f'attachment; filename="{name}"'
        text = response.content.decode().replace("Our Style", "New Style").replace("our rules", "new rules")
        sent = {"persona_files": [upload(name, text)]}
        html = browser.post(url(f"{model}_import"), sent, follow=True).content.decode()
        assert ": 0 created, 1 updated, 0 unchanged." in html
    assert Angle.objects.get(pk=style.pk).name == "New Style"
    assert ToolDocument.objects.get(pk=tool.pk).content().summary.startswith("Runs new rules")


def test_one_bad_upload_changes_nothing(as_user, ana, style):
    bad = format_file(angle_file()).replace("tier: execution", "tier: cheap")
    files = [upload("a.md", format_file(angle_file("law"))), upload("cost.md", bad)]
    html = as_user(ana).post(url("angle_import"), {"persona_files": files}).content.decode()
    assert "cost.md: tier: &#x27;cheap&#x27;" in html
    assert Angle.objects.count() == 4


def test_selected_angles_are_exported_together(as_user, ana, style):
    sent = {"action": "export_selected", "_selected_action": list(Angle.objects.values_list("pk", flat=True))}
    response = as_user(ana).post(url("angle_changelist"), sent)
    assert response["Content-Disposition"] == 'attachment; filename="angles.zip"'
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert sorted(archive.namelist()) == ["correctness.md", "efficiency.md", "security.md", "style.md"]


def test_what_ships_is_not_deleted_and_what_was_made_here_is(as_user, ana, style, tool):
    browser, own, mail = as_user(ana), make_angle(), make_tool()
    assert browser.post(url("angle_delete", style.pk), {"post": "yes"}).status_code == 403
    assert browser.post(url("tooldocument_delete", tool.pk), {"post": "yes"}).status_code == 403
    assert browser.post(url("angle_delete", own.pk), {"post": "yes"}).status_code == 302
    assert browser.post(url("tooldocument_delete", mail.pk), {"post": "yes"}).status_code == 302
    assert (Angle.objects.count(), ToolDocument.objects.count()) == (4, 6)
    assert Version.objects.filter(kind="angle", key="cost").exists()


@pytest.mark.parametrize("how_many", [1, 8])
def test_the_lists_ask_the_same_number_of_questions_however_much_there_is(
    as_user, ana, how_many, django_assert_num_queries
):
    for n in range(how_many):
        make_angle(f"a{n}", by=ana)
        make_tool(f"t{n}", by=ana)
    know_the_kinds()
    browser = as_user(ana)
    for model in ("angle", "tooldocument"):
        with django_assert_num_queries(5):
            html = browser.get(url(f"{model}_changelist")).content.decode()
        assert html.count('class="action-select"') == how_many
