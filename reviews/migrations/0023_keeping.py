import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0022_digest"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tag",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="artifact",
            name="one_artifact_per_name",
        ),
        migrations.RemoveConstraint(
            model_name="artifact",
            name="one_artifact_per_path",
        ),
        migrations.AddField(
            model_name="artifact",
            name="archived",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="artifact",
            name="removed",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="item",
            name="archived",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="archived",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="name",
            field=models.CharField(blank=True, editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name="team",
            name="keep_archived_days",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="What has been archived for this many days may be deleted for good. Empty: never.",
                null=True,
                verbose_name="days to keep what is archived",
            ),
        ),
        migrations.AddField(
            model_name="tag",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tags", to="reviews.team"
            ),
        ),
        migrations.AddField(
            model_name="artifact",
            name="tags",
            field=models.ManyToManyField(blank=True, related_name="artifacts", to="reviews.tag"),
        ),
        migrations.AddField(
            model_name="item",
            name="tags",
            field=models.ManyToManyField(blank=True, related_name="items", to="reviews.tag"),
        ),
        migrations.AddField(
            model_name="session",
            name="tags",
            field=models.ManyToManyField(blank=True, related_name="sessions", to="reviews.tag"),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(
                condition=models.Q(("removed__isnull", True)),
                fields=("item", "name"),
                name="one_artifact_per_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(
                condition=models.Q(("removed__isnull", True), ("repository__isnull", False)),
                fields=("item", "repository", "path"),
                name="one_artifact_per_path",
            ),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.UniqueConstraint(fields=("team", "name"), name="one_tag_per_name"),
        ),
    ]
