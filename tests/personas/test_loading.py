import pytest
from django.core.management import CommandError, call_command

from personas.errors import BadPersonaFile
from personas.files import format_file
from personas.folders import STARTER, read_folder
from personas.loading import as_markdown, export_personas, import_personas, load_starter
from personas.models import Persona, PersonaVersion
from tests.personas.factories import edit, make_persona, persona_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    """A folder with one shipped persona, Maya."""
    put(tmp_path, persona_file())
    return tmp_path


def put(folder, *files):
    for file in files:
        (folder / f"{file.key}.md").write_text(format_file(file))


SHIPPED = [
    "answerer",
    "business-analyst",
    "elm",
    "solutions-architect",
    "supervisor",
    "system-designer",
    "worker",
]


@pytest.mark.slow
def test_a4_the_shipped_personas_are_elm_the_answerer_the_three_of_the_roundtable_and_two_reviewers():
    counts = load_starter().personas
    assert counts.created == SHIPPED
    assert list(Persona.objects.values_list("key", "kind", "name").order_by("key")) == [
        ("answerer", "answerer", "Claude"),
        ("business-analyst", "roundtable", "Maya Chen"),
        ("elm", "interview", "ELM"),
        ("solutions-architect", "roundtable", "Alex Rivera"),
        ("supervisor", "angles", "Supervisor"),
        ("system-designer", "roundtable", "Jordan Park"),
        ("worker", "angles", "Worker"),
    ]


def test_the_shipped_personas_can_be_read_without_rows():
    assert [file.key for file in read_folder()] == SHIPPED
    assert not Persona.objects.exists()


@pytest.mark.slow
def test_the_shipped_files_stand_as_an_export_would_write_them():
    load_starter()
    for persona in Persona.objects.all():
        assert as_markdown(persona) == (STARTER / "personas" / f"{persona.key}.md").read_text()


def test_loading_twice_changes_nothing(folder):
    load_starter(folder)
    assert load_starter(folder).personas.unchanged == ["maya"]
    assert PersonaVersion.objects.count() == 1


@pytest.mark.slow
def test_a3_a_shipped_persona_is_switched_off_while_somebody_here_has_its_first_name():
    make_persona(key="our-maya", name="Maya Lind")
    load_starter()
    assert Persona.objects.get(key="business-analyst").is_active is False
    assert Persona.objects.get(key="our-maya").is_active is True


def test_an_unedited_persona_follows_a_newer_file_as_a_new_version(folder):
    load_starter(folder)
    put(folder, persona_file(text="Ask who pays."))
    assert load_starter(folder).personas.updated == ["maya"]
    maya = Persona.objects.get()
    assert (maya.text, maya.current.number, maya.is_edited) == ("Ask who pays.", 2, False)


def test_an_edited_persona_is_left_alone_and_reported(folder):
    load_starter(folder)
    edit(Persona.objects.get(), text="Ours")
    put(folder, persona_file(text="Ask who pays."))
    counts = load_starter(folder).personas
    assert str(counts) == "0 created, 0 updated, 0 unchanged; left alone because they were edited here: maya"
    assert (Persona.objects.get().text, PersonaVersion.objects.count()) == ("Ours", 2)


def test_a_persona_made_here_under_a_shipped_key_is_left_alone(folder):
    make_persona(text="Ours")
    assert load_starter(folder).personas.left_alone == ["maya"]
    assert Persona.objects.get().text == "Ours"


def test_whoever_restores_the_shipped_words_follows_new_files_again(folder):
    load_starter(folder)
    maya = edit(Persona.objects.get(), text="Ours")
    maya.restore(maya.versions.get(number=1))
    put(folder, persona_file(text="Ask who pays."))
    assert load_starter(folder).personas.updated == ["maya"]


def test_an_edit_that_the_next_release_ships_counts_as_shipped(folder):
    load_starter(folder)
    edit(Persona.objects.get(), text="Ask who pays.")
    put(folder, persona_file(text="Ask who pays."))
    assert load_starter(folder).personas.unchanged == ["maya"]
    assert not Persona.objects.get().is_edited


def test_loading_never_activates_or_reorders(folder):
    load_starter(folder)
    edit(Persona.objects.get(), is_active=False, order=9)
    put(folder, persona_file(text="Ask who pays."))
    load_starter(folder)
    assert (Persona.objects.get().is_active, Persona.objects.get().order) == (False, 9)


@pytest.mark.slow
def test_what_is_exported_imports_as_the_same_personas(tmp_path):
    load_starter()
    before = {persona.key: persona.content() for persona in Persona.objects.all()}
    export_personas(tmp_path / "out")
    Persona.objects.all().delete()
    assert import_personas(tmp_path / "out").personas.created == SHIPPED
    assert {persona.key: persona.content() for persona in Persona.objects.all()} == before


def test_an_import_makes_versions_only_where_words_changed(folder, ana):
    put(folder, persona_file("alex", name="Alex"))
    import_personas(folder)
    put(folder, persona_file(text="Ask who pays."))
    counts = import_personas(folder, by=ana).personas
    assert (counts.updated, counts.unchanged) == (["maya"], ["alex"])
    version = Persona.objects.get_current("maya")
    assert (version.number, version.note, version.created_by) == (2, "Imported from maya.md", ana)


def test_one_bad_file_stops_the_whole_import_and_every_problem_is_told(folder):
    (folder / "a.md").write_text("nothing")
    (folder / "b.md").write_bytes(b"\xff")
    with pytest.raises(BadPersonaFile) as refused:
        import_personas(folder)
    assert [problem.split(":")[0] for problem in refused.value.problems] == ["a.md", "b.md"]
    assert not Persona.objects.exists()


def test_two_files_with_one_key_are_refused(folder):
    (folder / "other.md").write_text(format_file(persona_file()))
    with pytest.raises(BadPersonaFile, match=r"other.md: key: “maya” also stands in maya.md; keep one."):
        import_personas(folder)
    assert not Persona.objects.exists()


def test_a3_an_import_with_two_mayas_at_the_table_changes_nothing(folder):
    put(folder, persona_file("maya-2", name="Maya Berg"))
    with pytest.raises(BadPersonaFile, match="already answers to “Maya”"):
        import_personas(folder)
    assert not Persona.objects.exists()


def test_an_import_cannot_turn_an_interviewer_into_something_else(folder):
    make_persona(kind="interview")
    with pytest.raises(BadPersonaFile, match=r"maya.md: kind: “maya” is of kind interview here"):
        import_personas(folder)
    assert PersonaVersion.objects.count() == 1


@pytest.mark.slow
def test_the_commands_say_what_they_did(tmp_path, capsys):
    call_command("load_starter")
    call_command("export_personas", tmp_path)
    call_command("import_personas", tmp_path)
    assert capsys.readouterr().out == (
        "Personas: 7 created, 0 updated, 0 unchanged.\n"
        "Phases: 5 created, 0 updated, 0 unchanged.\n"
        "Steps: 24 created, 0 updated, 0 unchanged.\n"
        "Angles: 4 created, 0 updated, 0 unchanged.\n"
        "Tool documents: 6 created, 0 updated, 0 unchanged.\n"
        f"46 files written to {tmp_path}.\n"
        "Personas: 0 created, 0 updated, 7 unchanged.\n"
        "Phases: 0 created, 0 updated, 5 unchanged.\n"
        "Steps: 0 created, 0 updated, 24 unchanged.\n"
        "Angles: 0 created, 0 updated, 4 unchanged.\n"
        "Tool documents: 0 created, 0 updated, 6 unchanged.\n"
    )


def test_the_commands_refuse_a_wrong_folder_with_a_sentence(tmp_path):
    with pytest.raises(CommandError, match=r"holds no \.md files"):
        call_command("import_personas", tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_personas", tmp_path / "file")
