import io
import zipfile

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.formats import date_format

from personas.files import format_file
from personas.models import Persona, PersonaVersion
from reviews.models import AuditEntry
from tests.personas.factories import edit, make_persona, may, persona_file


@pytest.fixture
def ana(ana) -> User:
    """Here she is the superuser."""
    ana.is_staff = ana.is_superuser = True
    ana.save()
    return ana


@pytest.fixture
def ben(ben) -> User:
    """Here he is staff without any permission."""
    return may(ben)


@pytest.fixture
def maya(ana) -> Persona:
    """A persona with two versions."""
    return edit(make_persona(by=ana), by=ana, note="Follow the money", text="Ask who pays.")


def url(name, *args):
    return reverse(f"admin:personas_persona_{name}", args=args)


def form_of(persona, **changed):
    """What the browser would send for an unchanged form, and what is changed in it."""
    names = ["name", "role", "lens", "order", "text", "tier", "model", "colour", "shape"]
    values = {name: getattr(persona, name) for name in names}
    values |= {"key": persona.key, "kind": persona.kind, "is_active": "on", "principles": "Ask why.\r\n\r\n"}
    return values | {"based_on": persona.current.number if persona.current else ""} | changed


def pages(maya):
    return [
        url("changelist"),
        url("change", maya.pk),
        url("history", maya.pk),
        url("history", maya.pk) + "?from=2&to=1",
        url("preview", maya.pk),
        url("preview", maya.pk) + "?version=1",
        url("export", maya.pk),
        reverse("admin:personas_personaversion_changelist"),
        reverse("admin:personas_personaversion_change", args=[maya.current_id]),
    ]


def writing_pages(maya):
    return [url("add"), url("import"), url("restore", maya.pk, 1)]


@pytest.mark.slow
def test_every_page_opens_for_ana(as_user, ana, maya):
    browser = as_user(ana)
    for page in pages(maya) + writing_pages(maya):
        assert browser.get(page).status_code == 200, page


@pytest.mark.slow
def test_no_page_has_inline_scripts_or_styles(as_user, ana, maya):
    browser = as_user(ana)
    for page in set(pages(maya) + writing_pages(maya)) - {url("export", maya.pk)}:
        html = browser.get(page).content.decode()
        assert "<style" not in html, page
        assert " style=" not in html, page
        assert " onclick=" not in html, page


def test_ben_without_permission_opens_no_page(as_user, ben, maya):
    browser = as_user(ben)
    for page in pages(maya) + writing_pages(maya):
        assert browser.get(page).status_code == 403, page


def test_cleo_who_is_not_staff_is_sent_to_the_login(as_user, cleo, maya):
    browser = as_user(cleo)
    for page in pages(maya) + writing_pages(maya):
        response = browser.get(page)
        assert response.status_code == 302, page
        assert "/login/" in response["Location"]


def test_ben_who_may_only_look_reads_everything_and_changes_nothing(as_user, ben, maya):
    browser = as_user(may(ben, "view_persona", "view_personaversion"))
    for page in pages(maya):
        assert browser.get(page).status_code == 200, page
    for page in writing_pages(maya):
        assert browser.post(page).status_code == 403, page
    assert browser.post(url("change", maya.pk), form_of(maya, text="Mine")).status_code == 403
    assert browser.post(url("preview", maya.pk), form_of(maya, text="Mine")).status_code == 403
    assert PersonaVersion.objects.count() == 2


def test_nobody_deletes_a_persona_or_touches_a_version(as_user, ana, maya):
    browser = as_user(ana)
    version = [maya.current_id]
    assert browser.post(url("delete", maya.pk), {"post": "yes"}).status_code == 403
    assert browser.post(reverse("admin:personas_personaversion_delete", args=version)).status_code == 403
    assert browser.post(reverse("admin:personas_personaversion_change", args=version)).status_code == 403
    assert "delete_selected" not in browser.get(url("changelist")).content.decode()
    assert PersonaVersion.objects.count() == 2


def test_saving_an_edit_makes_a_version_with_name_and_note(as_user, ana, maya):
    sent = form_of(maya, text="Ask twice.", change_note="Insist")
    response = as_user(ana).post(url("change", maya.pk), sent, follow=True)
    assert "This is version 3." in response.content.decode()
    version = Persona.objects.get_current("maya")
    assert (version.number, version.text, version.principles) == (3, "Ask twice.", ["Ask why."])
    assert (version.created_by, version.note) == (ana, "Insist")


def test_saving_the_same_words_says_so_and_makes_no_version(as_user, ana, maya):
    sent = form_of(maya, principles="", order=4)
    response = as_user(ana).post(url("change", maya.pk), sent, follow=True)
    assert "The words are the same, so this stays version 2." in response.content.decode()
    assert (PersonaVersion.objects.count(), Persona.objects.get().order) == (2, 4)


def test_ana_adds_a_persona(as_user, ana):
    new = Persona(
        key="alex", kind="roundtable", name="Alex", role="an architect", text="Weigh it.", current=None
    )
    assert as_user(ana).post(url("add"), form_of(new)).status_code == 302
    assert Persona.objects.get_current("alex").created_by == ana


def test_bad_words_are_explained_at_their_field_and_nothing_is_saved(as_user, ana, maya):
    sent = form_of(maya, forbidden="fine\n/(/", name="Maya: Lind")
    html = as_user(ana).post(url("change", maya.pk), sent).content.decode()
    assert "Line 2: /(/ is not a regular expression: missing )." in html
    assert "May hold only letters, digits" in html
    assert PersonaVersion.objects.count() == 2


def test_key_and_kind_cannot_change_after_the_start(as_user, ana, maya):
    as_user(ana).post(url("change", maya.pk), form_of(maya, key="other", kind="flow"))
    assert Persona.objects.values_list("key", "kind").get() == ("maya", "roundtable")


def test_two_editors_are_told_and_the_second_try_goes_through(as_user, ana, ben, maya):
    stale = form_of(maya, text="Ana's words")
    edit(maya, by=ben, text="Ben's words")
    response = as_user(ana).post(url("change", maya.pk), stale)
    assert "ben saved version 3 while you were editing version 2" in response.content.decode()
    assert "Ana&#x27;s words" in response.content.decode()
    assert Persona.objects.get_current("maya").text == "Ben's words"
    again = stale | {"based_on": response.context["adminform"].form["based_on"].value()}
    as_user(ana).post(url("change", maya.pk), again)
    assert [version.text for version in maya.versions[:2]] == ["Ana's words", "Ben's words"]


def test_a_persona_without_a_model_id_says_that_the_tier_decides(as_user, ana, maya):
    assert "uses the tier&#x27;s default" in as_user(ana).get(url("changelist")).content.decode()


def test_the_list_says_when_and_by_whom(as_user, ana, maya):
    make_persona("alex", name="Alex")
    html = as_user(ana).get(url("changelist")).content.decode()
    day = date_format(maya.current.created, "j M Y")
    assert f"{day}, by ana" in html
    assert f"{day}, by ELM" in html


def test_an_unknown_model_id_is_accepted_and_shown(as_user, ana, maya):
    as_user(ana).post(url("change", maya.pk), form_of(maya, model="claude-of-next-year"))
    assert "claude-of-next-year" in as_user(ana).get(url("changelist")).content.decode()


@pytest.mark.parametrize(("origin", "keys"), [("shipped", ["elm"]), ("edited", ["flo"]), ("own", ["maya"])])
def test_the_list_tells_shipped_edited_and_own_apart(as_user, ana, maya, origin, keys):
    for key in ("elm", "flo"):
        make_persona(key, "interview", name=key)
        Persona.objects.filter(key=key).update(starter_digest=Persona.objects.get(key=key).digest)
    edit(Persona.objects.get(key="flo"), text="Edited")
    response = as_user(ana).get(url("changelist"), {"origin": origin})
    assert [persona.key for persona in response.context["cl"].result_list] == keys


def test_the_search_finds_words_of_the_text(as_user, ana, maya):
    make_persona("alex", name="Alex", text="Weigh options.")
    response = as_user(ana).get(url("changelist"), {"q": "options"})
    assert [persona.key for persona in response.context["cl"].result_list] == ["alex"]


def test_the_versions_page_shows_what_differs_and_escapes_it(as_user, ana, maya):
    edit(maya, text="<script>alert(1)</script>")
    html = as_user(ana).get(url("history", maya.pk)).content.decode()
    assert "From version 2 to version 3" in html
    assert '<span class="visually-hidden">Removed: </span><del>Ask who pays.</del>' in html
    assert "<ins>&lt;script&gt;alert(1)&lt;/script&gt;</ins>" in html


def test_an_absent_version_is_not_found_and_nonsense_means_the_newest(as_user, ana, maya):
    browser = as_user(ana)
    assert browser.get(url("history", maya.pk) + "?from=1&to=99").status_code == 404
    assert browser.get(url("history", maya.pk) + "?from=x&to=%00").status_code == 200
    assert browser.get(url("restore", maya.pk, 99)).status_code == 404
    assert browser.get(url("preview", 999)).status_code == 404
    assert browser.get(url("history", 999)).status_code == 404


def test_restoring_asks_first(as_user, ana, maya):
    html = as_user(ana).get(url("restore", maya.pk, 1)).content.decode()
    assert "Restore version 1" in html
    assert Persona.objects.get_current("maya").number == 2


def test_restoring_makes_a_new_version_by_ana(as_user, ana, maya):
    response = as_user(ana).post(url("restore", maya.pk, 1), follow=True)
    assert "has the words of version 1 again, as version 3." in response.content.decode()
    version = Persona.objects.get_current("maya")
    assert (version.number, version.text, version.created_by) == (3, "Ask who needs it.", ana)


def test_the_preview_shows_the_version_that_is_asked_for(as_user, ana, maya, settings):
    settings.PERSONA_PREVIEW = ""
    browser = as_user(ana)
    assert "Ask who pays." in browser.get(url("preview", maya.pk)).content.decode()
    old = browser.get(url("preview", maya.pk), {"version": 1}).content.decode()
    assert "Ask who needs it." in old
    assert "Ask who pays." not in old


def test_the_preview_of_a_form_saves_nothing(as_user, ana, maya, settings):
    settings.PERSONA_PREVIEW = ""
    html = (
        as_user(ana)
        .post(url("preview", maya.pk), form_of(maya, text="Unsaved <b>words</b>"))
        .content.decode()
    )
    assert "Unsaved &lt;b&gt;words&lt;/b&gt;" in html
    assert (Persona.objects.get().text, PersonaVersion.objects.count()) == ("Ask who pays.", 2)


def test_the_preview_of_a_new_persona_needs_no_saving(as_user, ana, settings):
    settings.PERSONA_PREVIEW = ""
    new = Persona(
        key="alex", kind="roundtable", name="Alex", role="an architect", text="Weigh it.", current=None
    )
    html = as_user(ana).post(url("preview_new"), form_of(new)).content.decode()
    assert "You are Alex, an architect." in html
    assert not Persona.objects.exists()


def test_the_preview_of_bad_words_lists_what_is_wrong(as_user, ana, maya):
    html = as_user(ana).post(url("preview", maya.pk), form_of(maya, text="")).content.decode()
    assert "Text: This field is required." in html


def sample_preview(values):
    return [("System", f"{values['kind']}/{values['key']}: {values['prompt_text']}")]


def test_the_setting_decides_who_assembles_the_preview(as_user, ana, maya, settings):
    settings.PERSONA_PREVIEW = f"{__name__}.sample_preview"
    html = as_user(ana).get(url("preview", maya.pk)).content.decode()
    assert "roundtable/maya: You are Maya Lind, a business analyst." in html


def test_a_preview_that_cannot_be_imported_still_shows_the_persona(as_user, ana, maya, settings):
    settings.PERSONA_PREVIEW = "nowhere.preview"
    html = as_user(ana).get(url("preview", maya.pk)).content.decode()
    assert "You are Maya Lind" in html
    assert "The setting PERSONA_PREVIEW names nowhere.preview" in html


def test_a_persona_is_exported_as_a_file(as_user, ana, maya):
    response = as_user(ana).get(url("export", maya.pk))
    assert response["Content-Disposition"] == 'attachment; filename="maya.md"'
    assert response.content.decode().startswith("---\nkey: maya\nkind: roundtable\nname: Maya Lind\n")


def test_selected_personas_are_exported_together(as_user, ana, maya):
    alex = make_persona("alex", name="Alex")
    sent = {"action": "export_selected", "_selected_action": [maya.pk, alex.pk]}
    response = as_user(ana).post(url("changelist"), sent)
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert sorted(archive.namelist()) == ["alex.md", "maya.md"]


def test_the_audit_log_tells_who_exported_which_personas(as_user, ana, maya):
    alex = make_persona("alex", name="Alex")
    as_user(ana).get(url("export", maya.pk))
    as_user(ana).head(url("export", maya.pk))
    as_user(ana).post(
        url("changelist"), {"action": "export_selected", "_selected_action": [maya.pk, alex.pk]}
    )
    exported = AuditEntry.objects.filter(what="exported", who=ana).values_list("detail", flat=True)
    assert sorted(exported) == ["persona alex", "persona maya", "persona maya"]


def upload(name, text):
    file = io.BytesIO(text.encode())
    file.name = name
    return file


def test_uploaded_files_become_versions_by_ana(as_user, ana, maya):
    files = [
        upload("maya.md", format_file(persona_file(text="Imported"))),
        upload("alex.md", format_file(persona_file("alex", name="Alex"))),
    ]
    response = as_user(ana).post(url("import"), {"persona_files": files}, follow=True)
    assert "Personas: 1 created, 1 updated, 0 unchanged." in response.content.decode()
    version = Persona.objects.get_current("maya")
    assert (version.text, version.created_by) == ("Imported", ana)


def test_one_bad_upload_changes_nothing_and_names_file_and_field(as_user, ana, maya):
    bad = format_file(persona_file("alex", name="Alex")).replace("tier: strategic", "tier: cheap")
    files = [upload("maya.md", format_file(persona_file(text="Imported"))), upload("alex.md", bad)]
    html = as_user(ana).post(url("import"), {"persona_files": files}).content.decode()
    assert (
        "alex.md: tier: &#x27;cheap&#x27;: input should be &#x27;strategic&#x27; or &#x27;execution&#x27;."
        in html
    )
    assert Persona.objects.get_current("maya").text == "Ask who pays."


def test_no_upload_and_too_many_uploads_get_a_sentence(as_user, ana):
    browser = as_user(ana)
    assert "This field is required." in browser.post(url("import")).content.decode()
    many = [upload(f"{n}.md", "x") for n in range(51)]
    html = browser.post(url("import"), {"persona_files": many}).content.decode()
    assert "51 files at once are too many: 50 at most." in html
    assert not Persona.objects.exists()


def test_the_preview_of_a_persona_of_the_roundtable_shows_whole_prompts(as_user, ana, maya):
    html = as_user(ana).get(url("preview", maya.pk)).content.decode()
    assert "You are Maya Lind, a business analyst." in html
    assert html.count('<pre class="persona-prompt"') >= 1


def test_keywords_and_the_short_role_are_edited_compared_and_kept(as_user, ana, maya):
    browser = as_user(ana)
    browser.post(url("change", maya.pk), form_of(maya, short="BA", keywords="user\nwhy\n"))
    version = Persona.objects.get_current("maya")
    assert (version.short, version.keywords) == ("BA", ["user", "why"])
    html = browser.get(url("history", maya.pk)).content.decode()
    assert "<h3>Short</h3>" in html
    assert "<h3>Keywords</h3>" in html
