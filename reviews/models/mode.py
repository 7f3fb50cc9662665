"""Code Designer as an admin has switched it while the server runs."""

from django.db import models


class ModeSwitch(models.Model):
    """What was switched since the start of the server: one row, number THE_ONE, or none when nobody has switched
    anything. Who it was stands in the audit log."""

    THE_ONE = 1

    enabled = models.BooleanField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Code Designer switched {'on' if self.enabled else 'off'}"
