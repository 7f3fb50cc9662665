"""What is written about the tools of a review (P002)."""

from django.core.exceptions import ValidationError
from django.db import models

from personas.models.versions import Versioned, VersionedQuerySet
from personas.tools import ToolFile, ToolRegistry, tool_named_in

_kept: dict[tuple[tuple[str, str], ...], ToolRegistry] = {}
"""The registry of the versions that were read last."""


class ToolQuerySet(VersionedQuerySet["ToolDocument"]):
    def registry(self) -> ToolRegistry:
        """The documents as they are now. Their texts are read again only when one of them has another version."""
        known = _kept.get(tuple(self.order_by("name").values_list("name", "digest")))
        if known is None:
            rows = self.order_by("name")
            known = ToolRegistry({row.name: row.content() for row in rows})
            _kept.clear()
            _kept[tuple((row.name, row.digest) for row in rows)] = known
        return known


class ToolDocument(Versioned):
    """The document of a tool as it is now."""

    kind_of_thing = "tool"
    identity = "name"
    file_class = ToolFile

    name = models.CharField(
        "tool", max_length=60, unique=True, help_text="The tool's name as it is called, such as read_file."
    )
    full_text = models.TextField(
        "document",
        help_text="Markdown: “# Tool: NAME”, then the sections Summary, Parameters, Examples and Notes. A model and "
        "people see the first ten lines before each call, so begin with what it takes to call it rightly.",
    )

    objects = ToolQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Make the document canonical, or say what is wrong with it."""
        checked = self.checked(ToolFile, name=self.name)
        if tool_named_in(checked.full_text) != self.name:
            raise ValidationError({"full_text": f"Has to begin with the line “# Tool: {self.name}”."})
        self.take(checked.content())
