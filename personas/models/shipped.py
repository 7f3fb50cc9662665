"""Rows that came with ELM: as they came, or edited here."""

from typing import Self

from django.db import models
from django.db.models import F


class ShippedQuerySet[Row: models.Model](models.QuerySet[Row]):
    def shipped(self) -> Self:
        """What came with ELM and is still as it came."""
        return self.exclude(starter_digest="").filter(digest=F("starter_digest"))

    def made_here(self) -> Self:
        """What did not come with ELM."""
        return self.filter(starter_digest="")

    def edited(self) -> Self:
        """What came with ELM and somebody has changed."""
        return self.exclude(starter_digest="").exclude(digest=F("starter_digest"))


class Shipped(models.Model):
    """`starter_digest` is the fingerprint of the shipped file that a row came from, "" for one that was made here;
    it differs from `digest`, the fingerprint of the present words, once somebody edits the row."""

    starter_digest = models.CharField(max_length=64, blank=True, editable=False)
    digest: "models.CharField[str, str]"

    class Meta:
        abstract = True

    @property
    def is_shipped(self) -> bool:
        return bool(self.starter_digest)

    @property
    def is_edited(self) -> bool:
        """Whether what was shipped has other words by now."""
        return self.is_shipped and self.digest != self.starter_digest
