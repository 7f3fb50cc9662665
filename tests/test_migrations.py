"""A database that an earlier version has made is brought up to date, and nothing in it is lost."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from personas.models import Persona, Step

ROOT = Path(__file__).parent.parent
OLD = [("personas", "0002_roundtable"), ("reviews", "0005_repositories")]
"""Where the version of 21 November 2026 stood."""
PROMPT = (
    "You are ELM.\n\n"
    '<<material 0123456789abcdef kind="artifact" name="notes.md">>\nNotes.\n\n\n<<end 0123456789abcdef>>\n\n'
    '<<material 0123456789abcdef kind="transcript" name="transcript so far">>\n'
    + "Q: Why?\n" * 2000
    + "\n<<end 0123456789abcdef>>\n\nAsk.\n"
)
ODD = ["", "\n", "no marks at all", "<<material 0123456789abcdef kind=", "x\n\n<<end 0123456789abcdef>>\n\n"]


class Database:
    """A SQLite file that can be taken to any state of the migrations, and its models there."""

    def __init__(self, path) -> None:
        connections.databases["upgraded"] = connections.databases["default"] | {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(path),
            "OPTIONS": {},
        }
        self.connection = connections["upgraded"]

    def go_to(self, targets):
        """Run the migrations one by one, the replaced ones too. Gives the models as they are then."""
        executor = MigrationExecutor(self.connection)
        executor.loader.replace_migrations = False
        executor.loader.build_graph()
        executor.migrate(targets)
        return executor.loader.project_state(targets).apps

    def upgrade(self) -> None:
        """What `manage.py migrate` does."""
        call_command("migrate", "--database", "upgraded", verbosity=0)

    def close(self) -> None:
        self.connection.close()
        if "upgraded" not in connections.databases:
            return
        del connections["upgraded"], connections.databases["upgraded"]


@pytest.fixture
def database(tmp_path, django_db_blocker):
    with django_db_blocker.unblock():
        made = Database(tmp_path / "old.sqlite3")
        yield made
        made.close()


def rows(apps, name):
    app, model = name.split(".")
    return apps.get_model(app, model).objects.using("upgraded")


def an_old_session(apps):
    team = rows(apps, "reviews.Team").create(name="Payments", slug="payments")
    item = rows(apps, "reviews.Item").create(team=team, title="Retries", slug="retries")
    return rows(apps, "reviews.Session").create(item=item, team=team, kind="interview", provider="offline")


@pytest.mark.slow
def test_whole_prompts_are_taken_apart_and_joined_again_byte_for_byte(database):
    old = database.go_to(OLD)
    session, prompts = an_old_session(old), [PROMPT, PROMPT + "Twice.\n", *ODD]
    for prompt in prompts:
        rows(old, "reviews.ModelCall").create(session=session, provider="offline", purpose="x", prompt=prompt)
    new = database.go_to([("reviews", "0007_no_whole_prompts")])
    texts = dict(rows(new, "reviews.PromptText").values_list("sha256", "text"))
    calls = rows(new, "reviews.ModelCall").order_by("pk")
    assert ["".join(texts[key] for key in call.prompt_parts) for call in calls] == prompts
    assert sum(text.startswith('<<material 0123456789abcdef kind="a') for text in texts.values()) == 1
    assert sum(map(len, texts.values())) < len(PROMPT) + 300
    back = database.go_to(OLD)
    assert list(rows(back, "reviews.ModelCall").order_by("pk").values_list("prompt", flat=True)) == prompts


STEP_BODY = "## Standard Mode\n\n- Who needs it?"


def old_personas(apps):
    """Maya in two versions, and a phase and a step that she leads."""
    words = {"name": "Maya Lind", "role": "a business analyst", "text": "Ask.", "keywords": ["user", "ä"]}
    maya = rows(apps, "personas.Persona").create(key="maya", kind="roundtable", digest="2", **words)
    versions = [
        rows(apps, "personas.PersonaVersion").create(
            persona=maya, number=n, digest=str(n), note=f"Note {n}", **words | {"short": f"BA{n}"}
        )
        for n in (1, 2)
    ]
    maya.current = versions[1]
    maya.save(using="upgraded")
    outline = {"digest": "d", "title": "Needs"}
    phase = rows(apps, "personas.Phase").create(
        key="01", slug="01-needs", lead=maya, description="Who needs it.", **outline
    )
    outputs = [{"file": "notes.md", "sections": ["A"]}]
    rows(apps, "personas.Step").create(
        step_id="01-03", phase=phase, persona=maya, outputs=outputs, body=STEP_BODY, **outline
    )
    return versions


@pytest.mark.slow
def test_versions_and_pins_of_personas_move_and_steps_begin_with_one(database):
    old = database.go_to(OLD)
    versions, session = old_personas(old), an_old_session(old)
    types = [("personas", "personaversion"), ("reviews", "participant")]
    ids = [rows(old, "contenttypes.ContentType").create(app_label=app, model=name).pk for app, name in types]
    rows(old, "reviews.Participant").create(session=session, key="maya", version_id=versions[0].pk)
    database.upgrade()
    new = database.go_to([("personas", "0005_first_versions"), ("reviews", "0008_pinned_versions")])
    moved = rows(new, "personas.Version").filter(kind="persona").order_by("number")
    assert [(v.pk, v.key, v.number, v.note, v.digest) for v in moved] == [
        (versions[0].pk, "maya", 1, "Note 1", "1"),
        (versions[1].pk, "maya", 2, "Note 2", "2"),
    ]
    assert (moved[0].words["short"], moved[0].words["keywords"]) == ("BA1", ["user", "ä"])
    assert rows(new, "personas.Persona").get().current_id == versions[1].pk
    pin = rows(new, "reviews.PinnedVersion").get()
    assert (pin.what, pin.key, pin.version_id) == ("seat", "maya", versions[0].pk)
    for kind, key in (("phase", "01"), ("step", "01-03")):
        row = rows(new, f"personas.{kind}").get()
        assert (row.current.kind, row.current.key, row.current.number, row.current.digest) == (
            kind,
            key,
            1,
            "d",
        )
    assert row.current.words["persona"] == "maya"
    kept = rows(new, "contenttypes.ContentType").filter(pk__in=ids).order_by("pk")
    assert list(kept.values_list("app_label", "model")) == types
    back = database.go_to(OLD)
    assert [(v.pk, v.short, v.persona_id) for v in rows(back, "personas.PersonaVersion").order_by("pk")] == [
        (version.pk, version.short, version.persona_id) for version in versions
    ]
    assert rows(back, "reviews.Participant").get().version_id == versions[0].pk


@pytest.mark.slow
def test_words_that_are_read_now_are_those_of_the_old_version(database):
    versions = old_personas(database.go_to(OLD))
    database.upgrade()
    persona = Persona.objects.using("upgraded").select_related("current").get()
    assert (persona.current.short, persona.current.keywords) == ("BA2", ["user", "ä"])
    assert persona.current.prompt_text() == "You are Maya Lind, a business analyst.\n\nAsk."
    step = Step.objects.using("upgraded").select_related("current", "persona").get()
    assert step.current.content() == step.content()
    assert persona.current_id == versions[1].pk


@pytest.mark.slow
def test_a_new_database_runs_one_migration_for_all_that_were_joined(database):
    database.upgrade()
    loader = MigrationExecutor(database.connection).loader
    for app in ("personas", "reviews"):
        (first,) = loader.graph.root_nodes(app)
        joined = loader.replacements[first].replaces
        assert len(joined) > 4
        assert set(joined) & loader.graph.nodes.keys() == set()


@pytest.mark.slow
def test_an_upgraded_database_has_the_tables_and_the_word_index_of_a_new_one(database, tmp_path):
    database.go_to(OLD)
    database.upgrade()
    upgraded = shape_of(database.connection)
    database.close()
    new = Database(tmp_path / "new.sqlite3")
    database.connection = new.connection
    new.upgrade()
    assert upgraded == shape_of(new.connection)
    assert {"reviews_search_entered", "reviews_search_gone", "reviews_search_words"} <= set(upgraded)
    assert not {name for name in upgraded if name.startswith("reviews_event_")}


def shape_of(connection):
    """Tables with their columns, indexes and triggers, by name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, type FROM sqlite_master WHERE name LIKE 'reviews%' OR name LIKE 'personas%'"
        )
        found = {name: kind for name, kind in cursor.fetchall() if kind in ("table", "trigger")}
        return {
            name: {
                (column.name, column.type_code, column.null_ok, column.default)
                for column in connection.introspection.get_table_description(cursor, name)
            }
            | set(connection.introspection.get_constraints(cursor, name))
            if kind == "table" and "_words" not in name
            else kind
            for name, kind in found.items()
        }


@pytest.mark.parametrize(
    "file", sorted(ROOT.glob("*/migrations/*.py")), ids=lambda file: f"{file.parts[-3]}/{file.stem}"
)
def test_a_migration_imports_nothing_of_the_project(file):
    assert not re.search(r"^(from|import) (reviews|personas|elm_site)", file.read_text(), re.MULTILINE)


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
