"""Whole prompts go: the migration before has taken them apart. PostgreSQL can't do both in one transaction."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("reviews", "0006_prompt_texts")]

    operations = [migrations.RemoveField("modelcall", "prompt")]
