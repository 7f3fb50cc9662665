from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0008_pinned_versions")]

    operations = [
        migrations.AlterField("session", "kind", models.CharField(max_length=12)),
    ]
