"""All tables of personas, phases, steps and their versions, as the migrations up to 0005 leave them."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("personas", "0001_initial"),
        ("personas", "0002_roundtable"),
        ("personas", "0003_versions"),
        ("personas", "0004_only_words"),
        ("personas", "0005_first_versions"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Persona",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starter_digest", models.CharField(blank=True, editable=False, max_length=64)),
                ("digest", models.CharField(editable=False, max_length=64)),
                (
                    "name",
                    models.CharField(
                        help_text="As the transcript shows it in front of every line.", max_length=60
                    ),
                ),
                (
                    "role",
                    models.CharField(help_text="Completes the sentence “You are NAME, …”.", max_length=120),
                ),
                (
                    "short",
                    models.CharField(
                        blank=True,
                        help_text="The role in a list of participants, such as “BA”. Empty means the role itself.",
                        max_length=30,
                        verbose_name="short role",
                    ),
                ),
                (
                    "tier",
                    models.CharField(
                        choices=[("strategic", "Strategic"), ("execution", "Execution")],
                        default="strategic",
                        help_text="Strategic for judgement, execution for routine work.",
                        max_length=12,
                    ),
                ),
                (
                    "model",
                    models.CharField(
                        blank=True,
                        help_text="Leave empty to use the tier's default.",
                        max_length=100,
                        verbose_name="model id",
                    ),
                ),
                (
                    "lens",
                    models.CharField(
                        blank=True,
                        help_text="What this persona sees that others overlook. At a roundtable a noun phrase that completes “What is your take from a … perspective?”",
                        max_length=300,
                    ),
                ),
                (
                    "colour",
                    models.CharField(
                        choices=[
                            ("slate", "Slate"),
                            ("blue", "Blue"),
                            ("teal", "Teal"),
                            ("green", "Green"),
                            ("amber", "Amber"),
                            ("red", "Red"),
                            ("violet", "Violet"),
                        ],
                        default="slate",
                        max_length=10,
                    ),
                ),
                (
                    "shape",
                    models.CharField(
                        choices=[
                            ("circle", "Circle"),
                            ("square", "Square"),
                            ("diamond", "Diamond"),
                            ("hexagon", "Hexagon"),
                            ("triangle", "Triangle"),
                        ],
                        default="circle",
                        help_text="Tells speakers apart without colour.",
                        max_length=10,
                    ),
                ),
                (
                    "principles",
                    models.JSONField(
                        blank=True, default=list, help_text="One a line, the most important first."
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line: how this persona sounds.",
                        verbose_name="example phrases",
                    ),
                ),
                (
                    "markers",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line: expressions that mark the voice. A long text without any gets a warning.",
                    ),
                ),
                (
                    "forbidden",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line: a plain phrase, or a regular expression between slashes. A hit is a warning.",
                        verbose_name="forbidden patterns",
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line: words that are this persona's business. A message with one of them draws it in, and they help to tell voices apart.",
                    ),
                ),
                (
                    "text",
                    models.TextField(
                        help_text="Markdown. The heart of the prompt: how to think, what to do, when to stop."
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        max_length=60,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z][a-z0-9-]{0,59}$",
                                "Use a lower-case letter first, then letters, digits and hyphens, 60 characters at most.",
                            )
                        ],
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("interview", "Interview"),
                            ("answerer", "Answerer"),
                            ("roundtable", "Roundtable"),
                            ("flow", "Flow"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Only active personas join new sessions.",
                        verbose_name="active",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(default=0, help_text="Smaller comes first.")),
            ],
            options={
                "ordering": ["kind", "order", "name"],
            },
        ),
        migrations.CreateModel(
            name="Phase",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starter_digest", models.CharField(blank=True, editable=False, max_length=64)),
                ("digest", models.CharField(editable=False, max_length=64)),
                (
                    "key",
                    models.CharField(
                        help_text="Two digits, such as 01: steps begin with them.", max_length=2, unique=True
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        help_text="The digits and words, such as 01-requirements.", max_length=60
                    ),
                ),
                ("title", models.CharField(max_length=60)),
                ("description", models.TextField(help_text="What this phase is for, in a few sentences.")),
                (
                    "lead",
                    models.ForeignKey(
                        blank=True,
                        error_messages={"invalid": "Choose a persona of the roundtable."},
                        help_text="Opens and leads the roundtables on this phase's steps. Nobody means Maya Chen.",
                        limit_choices_to={"kind": "roundtable"},
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="phases",
                        to="personas.persona",
                    ),
                ),
            ],
            options={
                "ordering": ["key"],
            },
        ),
        migrations.CreateModel(
            name="Version",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("key", models.CharField(max_length=60)),
                ("number", models.PositiveIntegerField()),
                ("words", models.JSONField()),
                ("digest", models.CharField(editable=False, max_length=64)),
                ("created", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "key", "-number"],
            },
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starter_digest", models.CharField(blank=True, editable=False, max_length=64)),
                ("digest", models.CharField(editable=False, max_length=64)),
                (
                    "step_id",
                    models.CharField(
                        help_text="The phase's two digits, a hyphen and two digits: 01-03. It decides the phase and the order.",
                        max_length=5,
                        unique=True,
                        verbose_name="number",
                    ),
                ),
                (
                    "title",
                    models.CharField(help_text="The topic that a roundtable on it announces.", max_length=60),
                ),
                (
                    "depth",
                    models.CharField(
                        choices=[("brief", "Brief"), ("standard", "Standard"), ("deep", "Deep")],
                        default="standard",
                        help_text="How thoroughly it is gone through unless somebody chooses otherwise.",
                        max_length=8,
                    ),
                ),
                (
                    "outputs",
                    models.JSONField(
                        default=list,
                        help_text="One file a line, with its sections behind a colon: requirements-spec.md: User Journeys; Out of Scope. What a roundtable finds is added there. At least one.",
                    ),
                ),
                (
                    "depends_on",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One step number a line: what has to be done before.",
                        verbose_name="depends on",
                    ),
                ),
                (
                    "skip_if",
                    models.CharField(
                        blank=True,
                        help_text="Leave empty to never skip. Otherwise a condition on scope, complexity, depth or file_count, such as: scope === 'small' && file_count < 5",
                        max_length=300,
                        verbose_name="skip if",
                    ),
                ),
                (
                    "body",
                    models.TextField(
                        help_text="Markdown with the sections “## Brief Mode” (a draft to confirm), “## Standard Mode” (2–3 open questions as a list), “## Deep Mode” (4–6), “## Validation” and “## Artifacts”."
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True, help_text="Only active steps can be chosen.", verbose_name="active"
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        blank=True,
                        error_messages={"invalid": "Choose a persona of the roundtable."},
                        help_text="Who leads this step. Nobody means the phase's lead.",
                        limit_choices_to={"kind": "roundtable"},
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="steps",
                        to="personas.persona",
                    ),
                ),
                (
                    "phase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="steps", to="personas.phase"
                    ),
                ),
                (
                    "current",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="personas.version",
                    ),
                ),
            ],
            options={
                "ordering": ["step_id"],
            },
        ),
        migrations.AddField(
            model_name="phase",
            name="current",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="personas.version",
            ),
        ),
        migrations.AddField(
            model_name="persona",
            name="current",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="personas.version",
            ),
        ),
        migrations.CreateModel(
            name="PersonaVersion",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("personas.version",),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.UniqueConstraint(
                fields=("kind", "key", "number"), name="one_version_per_number"
            ),
        ),
    ]
