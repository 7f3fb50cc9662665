"""The browsers in which people are logged in."""

from django.conf import settings
from django.db import models

LONGEST_AGENT = 300


class Device(models.Model):
    """A browser in which `user` is logged in: by which login session, what it calls itself, from which address, and
    when it was last here, to about five minutes. The login session decides what is allowed; this only tells of it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    session_key = models.CharField(max_length=40, unique=True)
    agent = models.CharField(max_length=LONGEST_AGENT, blank=True)
    address = models.CharField(max_length=45, blank=True)
    seen = models.DateTimeField()
