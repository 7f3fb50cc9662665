"""Who wants a mail about what waits for them."""

from django.conf import settings
from django.db import models


class Digest(models.Model):
    """That somebody has asked for a mail of what waits for them; `sent` is when they got the last one. It goes to the
    address that they have confirmed, and to none where they have not."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="digest")
    asked = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user}"
