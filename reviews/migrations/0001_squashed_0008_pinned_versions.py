"""All tables, as the migrations up to 0008 leave them, and the word index.

When a later migration makes SQLite rebuild `reviews_event`, the triggers of the word index go with the old table:
call `install` again in that migration. A test looks for them.
"""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


SQLITE = [
    # The index keeps no copy of the text: "content" says where the words stand.
    "CREATE VIRTUAL TABLE IF NOT EXISTS reviews_event_words USING fts5("
    "text, content='reviews_event', content_rowid='id', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TRIGGER IF NOT EXISTS reviews_event_said AFTER INSERT ON reviews_event WHEN new.text <> '' BEGIN "
    "INSERT INTO reviews_event_words(rowid, text) VALUES (new.id, new.text); END",
    "CREATE TRIGGER IF NOT EXISTS reviews_event_gone AFTER DELETE ON reviews_event WHEN old.text <> '' BEGIN "
    "INSERT INTO reviews_event_words(reviews_event_words, rowid, text) VALUES ('delete', old.id, old.text); END",
]
POSTGRES = [
    # A tsvector holds 1 MB: the limit keeps a very long text from refusing its own row.
    "CREATE INDEX IF NOT EXISTS reviews_event_words ON reviews_event "
    "USING gin (to_tsvector('simple', left(text, 200000)))",
]
REMOVE = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS reviews_event_said",
        "DROP TRIGGER IF EXISTS reviews_event_gone",
        "DROP TABLE IF EXISTS reviews_event_words",
    ],
    "postgresql": ["DROP INDEX IF EXISTS reviews_event_words"],
}


def run(schema_editor, statements):
    for statement in statements:
        schema_editor.execute(statement)


def install(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    run(schema_editor, SQLITE if vendor == "sqlite" else POSTGRES)
    if vendor == "sqlite":
        run(schema_editor, ["INSERT INTO reviews_event_words(reviews_event_words) VALUES ('rebuild')"])


def remove(apps, schema_editor):
    run(schema_editor, REMOVE[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("reviews", "0001_initial"),
        ("reviews", "0002_word_index"),
        ("reviews", "0003_roundtable"),
        ("reviews", "0004_wordings"),
        ("reviews", "0005_repositories"),
        ("reviews", "0006_prompt_texts"),
        ("reviews", "0007_no_whole_prompts"),
        ("reviews", "0008_pinned_versions"),
    ]

    dependencies = [
        ("personas", "0001_squashed_0005_first_versions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                (
                    "budget_micros",
                    models.BigIntegerField(
                        blank=True,
                        help_text="The most all sessions together may cost, in millionths of a US dollar. Empty: no limit.",
                        null=True,
                        verbose_name="budget",
                    ),
                ),
                ("spent_micros", models.BigIntegerField(default=0, editable=False)),
                ("reserved_micros", models.BigIntegerField(default=0, editable=False)),
                (
                    "max_rounds",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="A safety limit for interviews of this team. Empty: ELM decides when to stop.",
                        null=True,
                        verbose_name="round limit",
                    ),
                ),
                (
                    "synthesis",
                    models.CharField(
                        choices=[
                            ("owner", "At once when the item’s owner started it, else after review"),
                            ("at_once", "At once"),
                            ("review", "After review"),
                        ],
                        default="owner",
                        help_text="When the additions of a roundtable are put into its artifacts. They can always be undone.",
                        max_length=10,
                        verbose_name="additions of a roundtable",
                    ),
                ),
                (
                    "default_branch",
                    models.CharField(
                        blank=True,
                        help_text="The branch of a repository that is shown first, if it has it. Empty: the repository’s own.",
                        max_length=255,
                    ),
                ),
                (
                    "file_patterns",
                    models.TextField(
                        blank=True,
                        help_text="Which files of repositories may become artifacts, a pattern on each line. Empty: all texts.",
                        max_length=2000,
                    ),
                ),
                (
                    "commit_author",
                    models.CharField(
                        blank=True,
                        default="{name} <{email}>",
                        help_text="Who commits are by: {name}, {username} and {email} are those of the person who commits.",
                        max_length=200,
                    ),
                ),
                ("sample_offered", models.BooleanField(default=False, editable=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("introduction", "introduction"),
                            ("first_take", "first take"),
                            ("framing", "framing"),
                            ("contribution", "contribution"),
                            ("user_message", "user message"),
                            ("facilitation", "facilitation"),
                            ("question", "question"),
                            ("answer", "answer"),
                            ("verdict", "verdict"),
                            ("finding", "finding"),
                            ("pass", "pass"),
                            ("tool_call", "tool call"),
                            ("evidence", "evidence"),
                            ("gate", "gate"),
                            ("synthesis", "synthesis"),
                            ("revision", "revision"),
                            ("change", "change"),
                            ("record", "record"),
                            ("announcement", "announcement"),
                            ("menu", "menu"),
                            ("state", "state"),
                            ("error", "error"),
                        ],
                        max_length=14,
                    ),
                ),
                ("speaker_key", models.CharField(blank=True, max_length=60)),
                ("speaker_name", models.CharField(blank=True, max_length=150)),
                ("speaker_role", models.CharField(blank=True, max_length=100)),
                ("text", models.TextField(blank=True)),
                ("data", models.JSONField(default=dict)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["session", "number"],
            },
        ),
        migrations.CreateModel(
            name="Item",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("description", models.TextField(blank=True, max_length=5000)),
                ("steps_completed", models.JSONField(blank=True, default=list, editable=False)),
                ("depth_overrides", models.JSONField(blank=True, default=dict, editable=False)),
                (
                    "max_turns",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Of a roundtable. Empty: 10 turns.",
                        null=True,
                        verbose_name="turn limit",
                    ),
                ),
                ("meta", models.JSONField(blank=True, default=dict, editable=False)),
                ("created", models.DateTimeField(auto_now_add=True, db_index=True)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="items",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="items", to="reviews.team"
                    ),
                ),
            ],
            options={
                "ordering": ["-created", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="PinnedVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(default="seat", max_length=12)),
                ("key", models.CharField(max_length=60)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pins",
                        to="personas.version",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("reviews.pinnedversion",),
        ),
        migrations.CreateModel(
            name="Repository",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("url", models.CharField(max_length=500)),
                ("credential", models.CharField(blank=True, max_length=80)),
                ("default_branch", models.CharField(blank=True, editable=False, max_length=255)),
                ("head", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "Not fetched yet"),
                            ("fetching", "Fetching"),
                            ("ready", "Ready"),
                            ("stopped", "Stopped"),
                            ("failed", "Failed"),
                        ],
                        default="new",
                        editable=False,
                        max_length=10,
                    ),
                ),
                ("percent", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("words", models.CharField(blank=True, editable=False, max_length=200)),
                ("beat", models.DateTimeField(editable=False, null=True)),
                ("stop_requested", models.BooleanField(default=False, editable=False)),
                ("error_kind", models.CharField(blank=True, editable=False, max_length=20)),
                ("error", models.TextField(blank=True, editable=False)),
                ("fetched", models.DateTimeField(editable=False, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "linked_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="repositories",
                        to="reviews.team",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "repositories",
                "ordering": ["url"],
            },
        ),
        migrations.CreateModel(
            name="Artifact",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[("markdown", "Markdown"), ("text", "Plain text")], max_length=10
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("upload", "Uploaded file"),
                            ("paste", "Pasted text"),
                            ("repository", "Repository"),
                        ],
                        max_length=10,
                    ),
                ),
                ("branch", models.CharField(blank=True, editable=False, max_length=255)),
                ("path", models.CharField(blank=True, editable=False, max_length=600)),
                ("origin", models.CharField(blank=True, editable=False, max_length=500)),
                ("checks", models.PositiveIntegerField(default=0, editable=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artifacts",
                        to="reviews.item",
                    ),
                ),
                (
                    "repository",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="artifacts",
                        to="reviews.repository",
                    ),
                ),
            ],
            options={
                "ordering": ["created", "name"],
            },
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                ("sha256", models.CharField(max_length=64)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("commit", models.CharField(blank=True, max_length=64)),
                ("blob", models.CharField(blank=True, max_length=64)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "artifact",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="reviews.artifact",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="children",
                        to="reviews.revision",
                    ),
                ),
            ],
            options={
                "ordering": ["artifact", "number"],
            },
        ),
        migrations.AddField(
            model_name="artifact",
            name="checked",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="reviews.revision",
            ),
        ),
        migrations.AddField(
            model_name="artifact",
            name="current",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="reviews.revision",
            ),
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "kind",
                    models.CharField(max_length=12),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("running", "Running"),
                            ("waiting", "Waiting"),
                            ("synthesizing", "Synthesizing"),
                            ("finished", "Finished"),
                            ("stopped", "Stopped"),
                            ("failed", "Failed"),
                        ],
                        default="draft",
                        max_length=14,
                    ),
                ),
                (
                    "end_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("ready", "Ready"),
                            ("ready_with_caveats", "Ready, with caveats"),
                            ("not_ready", "Not ready"),
                            ("user-initiated", "Ended by a participant"),
                            ("turn-limit", "Turn limit reached"),
                            ("inactivity", "Ended for lack of activity"),
                            ("converged", "Converged"),
                            ("max_passes", "Pass limit reached"),
                            ("verified", "Verified"),
                            ("iteration_limit", "Round limit reached"),
                            ("needs_evidence", "Needs evidence"),
                            ("budget", "Budget used up"),
                            ("stagnating", "Going in circles"),
                            ("stopped_by_person", "Stopped by a person"),
                            ("error", "Stopped by an error"),
                        ],
                        max_length=20,
                    ),
                ),
                ("config", models.JSONField(default=dict)),
                ("provider", models.CharField(max_length=20)),
                ("step_id", models.CharField(blank=True, editable=False, max_length=5)),
                ("topic", models.CharField(blank=True, editable=False, max_length=200)),
                ("last_number", models.PositiveIntegerField(default=0, editable=False)),
                ("rounds", models.PositiveIntegerField(default=0, editable=False)),
                ("turns", models.PositiveIntegerField(default=0, editable=False)),
                ("calls", models.PositiveIntegerField(default=0, editable=False)),
                ("tokens_in", models.BigIntegerField(default=0, editable=False)),
                ("tokens_out", models.BigIntegerField(default=0, editable=False)),
                ("budget_micros", models.BigIntegerField(blank=True, null=True)),
                ("spent_micros", models.BigIntegerField(default=0, editable=False)),
                ("reserved_micros", models.BigIntegerField(default=0, editable=False)),
                ("epoch", models.PositiveBigIntegerField(default=0, editable=False)),
                ("owner", models.CharField(blank=True, editable=False, max_length=80)),
                ("lease_until", models.DateTimeField(editable=False, null=True)),
                ("wake_seq", models.PositiveBigIntegerField(default=0, editable=False)),
                ("served_seq", models.PositiveBigIntegerField(default=0, editable=False)),
                ("failures", models.PositiveIntegerField(default=0, editable=False)),
                ("wakes_at", models.DateTimeField(editable=False, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("ended", models.DateTimeField(editable=False, null=True)),
                (
                    "continues",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="continued_by",
                        to="reviews.session",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="reviews.item",
                    ),
                ),
                (
                    "started_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="revision",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="revisions",
                to="reviews.session",
            ),
        ),
        migrations.CreateModel(
            name="PromptText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64)),
                ("text", models.TextField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prompt_texts",
                        to="reviews.session",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="pinnedversion",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pinned_versions",
                to="reviews.session",
            ),
        ),
        migrations.CreateModel(
            name="ModelCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("provider", models.CharField(max_length=20)),
                ("model", models.CharField(blank=True, max_length=100)),
                ("purpose", models.CharField(max_length=40)),
                ("prompt_hash", models.CharField(max_length=64)),
                ("prompt_parts", models.JSONField(default=list)),
                ("reply", models.TextField(blank=True)),
                ("tokens_in", models.PositiveIntegerField(default=0)),
                ("tokens_out", models.PositiveIntegerField(default=0)),
                ("tokens_cached", models.PositiveIntegerField(default=0)),
                ("cost_micros", models.BigIntegerField(default=0)),
                ("first_token_ms", models.PositiveIntegerField(null=True)),
                ("last_token_ms", models.PositiveIntegerField(null=True)),
                ("request_id", models.CharField(blank=True, max_length=100)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("ok", "Answered"), ("error", "Failed"), ("cancelled", "Stopped")],
                        max_length=10,
                    ),
                ),
                ("error", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="model_calls",
                        to="reviews.event",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="model_calls",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "ordering": ["-created", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Finding",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "by",
                    models.CharField(
                        help_text="Who found it: “offline”, or the key of an angle or a persona.",
                        max_length=40,
                    ),
                ),
                ("claim", models.CharField(max_length=80)),
                ("fingerprint", models.CharField(max_length=64)),
                (
                    "severity",
                    models.CharField(
                        choices=[
                            ("low", "Low"),
                            ("medium", "Medium"),
                            ("high", "High"),
                            ("critical", "Critical"),
                        ],
                        max_length=8,
                    ),
                ),
                ("quote", models.TextField(blank=True)),
                ("section", models.CharField(blank=True, max_length=300)),
                ("line", models.PositiveIntegerField(default=0)),
                ("column", models.PositiveIntegerField(default=0)),
                ("description", models.TextField()),
                ("suggestion", models.TextField(blank=True)),
                ("confidence", models.FloatField(default=0.7)),
                ("found", models.PositiveIntegerField(default=1)),
                ("seen", models.PositiveIntegerField(default=1)),
                ("unplaced", models.TextField(blank=True, editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("dismissed", "Dismissed"),
                            ("fixed", "Fixed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("decision_reason", models.CharField(blank=True, max_length=500)),
                ("decided", models.DateTimeField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "artifact",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="reviews.artifact",
                    ),
                ),
                (
                    "assignee",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="findings",
                        to="reviews.revision",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="findings",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "ordering": ["artifact", "line", "column", "pk"],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="events", to="reviews.session"
            ),
        ),
        migrations.CreateModel(
            name="ElaborationRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step_id", models.CharField(blank=True, max_length=5)),
                ("topic", models.CharField(blank=True, max_length=200)),
                ("turn_count", models.PositiveIntegerField()),
                ("personas_active", models.JSONField(default=list)),
                ("timestamp", models.DateTimeField()),
                ("synthesis_summary", models.TextField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("complete", "Complete"),
                            ("minimal", "Ended early"),
                            ("degraded", "Key takeaway only"),
                        ],
                        default="complete",
                        max_length=10,
                    ),
                ),
                ("extra", models.JSONField(default=dict)),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="elaborations",
                        to="reviews.item",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="elaboration_record",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "ordering": ["item", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("order", models.PositiveIntegerField()),
                ("section", models.CharField(blank=True, max_length=300)),
                ("position", models.PositiveIntegerField()),
                ("removed", models.TextField(blank=True)),
                ("inserted", models.TextField(blank=True)),
                ("edited", models.TextField(blank=True, null=True)),
                ("wordings", models.JSONField(default=list, editable=False)),
                ("marker", models.CharField(blank=True, max_length=80)),
                ("heading", models.CharField(blank=True, max_length=320)),
                ("attribution", models.CharField(blank=True, max_length=200)),
                ("reason", models.TextField(blank=True)),
                ("events", models.JSONField(default=list)),
                ("unplaced", models.TextField(blank=True, editable=False)),
                ("upstream", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("applied", "Accepted"),
                            ("rejected", "Rejected"),
                            ("undone", "Undone"),
                        ],
                        default="proposed",
                        max_length=10,
                    ),
                ),
                ("decision_reason", models.CharField(blank=True, max_length=500)),
                ("decided", models.DateTimeField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "artifact",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="reviews.artifact",
                    ),
                ),
                (
                    "assignee",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "base",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="changes",
                        to="reviews.revision",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="reviews.revision",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "ordering": ["session", "order"],
            },
        ),
        migrations.CreateModel(
            name="BranchCommit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("branch", models.CharField(max_length=255)),
                ("base", models.CharField(max_length=64)),
                ("commit", models.CharField(max_length=64)),
                ("message", models.TextField()),
                ("artifacts", models.JSONField(default=list)),
                (
                    "push",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Not pushed"),
                            ("pushing", "Pushing"),
                            ("pushed", "Pushed"),
                            ("failed", "Could not be pushed"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("push_error", models.TextField(blank=True)),
                ("beat", models.DateTimeField(null=True)),
                ("pushed", models.DateTimeField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pushed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "repository",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commits",
                        to="reviews.repository",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commits",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "ordering": ["created", "pk"],
            },
        ),
        migrations.CreateModel(
            name="BlindReview",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("answers", models.JSONField(default=dict)),
                ("correct", models.PositiveIntegerField()),
                ("total", models.PositiveIntegerField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="blind_reviews",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blind_reviews",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "ordering": ["-created", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="SessionArtifact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "artifact",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="pins",
                        to="reviews.artifact",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="pins",
                        to="reviews.revision",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pins", to="reviews.session"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="session",
            name="artifacts",
            field=models.ManyToManyField(
                related_name="sessions", through="reviews.SessionArtifact", to="reviews.artifact"
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="team",
            field=models.ForeignKey(
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sessions",
                to="reviews.team",
            ),
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("viewer", "Viewer"), ("member", "Member"), ("admin", "Admin")],
                        default="member",
                        max_length=10,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="reviews.team",
                    ),
                ),
            ],
            options={
                "ordering": ["team", "user"],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=5000)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "change",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="reviews.change",
                    ),
                ),
                (
                    "finding",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="reviews.finding",
                    ),
                ),
            ],
            options={
                "ordering": ["created", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("change__isnull", True), ("finding__isnull", False)),
                            models.Q(("change__isnull", False), ("finding__isnull", True)),
                            _connector="OR",
                        ),
                        name="comment_on_one_thing",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(fields=("item", "name"), name="one_artifact_per_name"),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(
                condition=models.Q(("repository__isnull", False)),
                fields=("item", "repository", "path"),
                name="one_artifact_per_path",
            ),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("artifact", "number"), name="one_revision_per_number"),
        ),
        migrations.AddConstraint(
            model_name="prompttext",
            constraint=models.UniqueConstraint(fields=("session", "sha256"), name="one_text_per_hash"),
        ),
        migrations.AddConstraint(
            model_name="pinnedversion",
            constraint=models.UniqueConstraint(
                fields=("session", "what", "key"), name="one_version_per_place"
            ),
        ),
        migrations.AddIndex(
            model_name="finding",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["artifact"], name="finding_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="finding",
            constraint=models.UniqueConstraint(fields=("artifact", "fingerprint"), name="one_finding_each"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["user", "created"], name="event_of_user"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("session", "number"), name="one_event_per_number"),
        ),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(
                condition=models.Q(("status", "proposed")), fields=["session"], name="change_proposed"
            ),
        ),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(
                condition=models.Q(("status", "proposed")), fields=["artifact"], name="change_to_decide"
            ),
        ),
        migrations.AddConstraint(
            model_name="change",
            constraint=models.UniqueConstraint(fields=("session", "order"), name="one_change_per_order"),
        ),
        migrations.AddConstraint(
            model_name="branchcommit",
            constraint=models.UniqueConstraint(
                fields=("repository", "branch", "commit"), name="one_commit_row"
            ),
        ),
        migrations.AddConstraint(
            model_name="sessionartifact",
            constraint=models.UniqueConstraint(fields=("session", "artifact"), name="one_pin_per_artifact"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["item", "-created"], name="session_of_item"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["-created"], name="session_newest"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["team", "-created"], name="session_of_team"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["team", "state", "-created"], name="session_by_state"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("wake_seq__gt", models.F("served_seq"))),
                fields=["lease_until"],
                name="session_to_run",
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("wakes_at__isnull", False)), fields=["wakes_at"], name="session_to_wake"
            ),
        ),
        migrations.AddConstraint(
            model_name="repository",
            constraint=models.UniqueConstraint(fields=("team", "url"), name="one_link_per_team"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("team", "user"), name="one_membership_each"),
        ),
        migrations.RunPython(install, remove),
    ]
