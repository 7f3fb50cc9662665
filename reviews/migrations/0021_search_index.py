"""The search index: a table of what can be found, and the database's own word index over it.

What is there already is indexed when the migrations are done (`reviews/search/indexing.py: complete_index`). Each word
begins with the four letters of its team, so the index knows the first three letters of a word by five to seven.
"""

from django.db import migrations, models

SQLITE = [
    # Words are folded and cut already: the tokenizer only divides at spaces.
    "CREATE VIRTUAL TABLE IF NOT EXISTS reviews_search_words USING fts5(words, content='reviews_searchentry', "
    "content_rowid='id', tokenize=\"ascii tokenchars '='\", prefix='5 6 7')",
    "CREATE TRIGGER IF NOT EXISTS reviews_search_entered AFTER INSERT ON reviews_searchentry BEGIN "
    "INSERT INTO reviews_search_words(rowid, words) VALUES (new.id, new.words); END",
    "CREATE TRIGGER IF NOT EXISTS reviews_search_gone AFTER DELETE ON reviews_searchentry BEGIN "
    "INSERT INTO reviews_search_words(reviews_search_words, rowid, words) VALUES ('delete', old.id, old.words); END",
]
POSTGRES = [
    "ALTER TABLE reviews_searchentry ALTER COLUMN words TYPE tsvector USING words::tsvector",
    "CREATE INDEX IF NOT EXISTS reviews_search_words ON reviews_searchentry USING gin (words)",
]
KINDS = {
    "item": "item",
    "artifact": "artifact",
    "session": "session",
    "record": "elaborationrecord",
    "document": "artifact",
    "finding": "finding",
    "change": "change",
    "comment": "comment",
    "event": "event",
    "point_finding": "finding",
    "point_change": "change",
    "point_event": "event",
}


def install(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRES:
        schema_editor.execute(statement)


def remove(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for kind, model in KINDS.items():
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS reviews_forget_{kind}" + ("" if sqlite else f" ON reviews_{model}")
        )
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS reviews_forget_{kind}()")
    if sqlite:
        schema_editor.execute("DROP TABLE IF EXISTS reviews_search_words")


class Migration(migrations.Migration):
    dependencies = [("reviews", "0020_audit_and_budgets")]
    operations = [
        migrations.CreateModel(
            name="SearchEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("team", models.PositiveBigIntegerField()),
                ("ref", models.CharField(max_length=60)),
                ("text", models.TextField(blank=True)),
                ("words", models.TextField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["ref"], name="search_entry_of"),
                    models.Index(fields=["team", "-id"], name="search_entry_newest"),
                ],
            },
        ),
        migrations.RunPython(install, remove),
    ]
