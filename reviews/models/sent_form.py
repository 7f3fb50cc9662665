"""Forms that people have sent, so that a double click is one request."""

from django.conf import settings
from django.db import models


class SentForm(models.Model):
    """A form that `user` has sent, and what it was answered; `status` is None while somebody is at it.

    `digest` stands for the user, the form's key, the address and everything in the form: nothing typed can be read
    off it. `worker` names the process that answers. `notices` are the sentences that the answer leaves for the next
    page, each as its level and its words; `gates` are the teams that its view has looked at, each with what the user
    had to be allowed there.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    worker = models.CharField(max_length=32)
    created = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    notices = models.JSONField(default=list)
    gates = models.JSONField(default=list)
