from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0017_angle_findings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="session",
            name="end_reason",
            field=models.CharField(
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
                    ("early_exit", "Ended early"),
                    ("partly_read", "Not all could be read"),
                    ("limit", "Bound reached"),
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
    ]
