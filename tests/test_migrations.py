"""A database that an earlier version has made is brought up to date, and nothing in it is lost."""

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

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
        executor = MigrationExecutor(self.connection)
        executor.migrate(executor.loader.graph.leaf_nodes())

    def close(self) -> None:
        self.connection.close()
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
