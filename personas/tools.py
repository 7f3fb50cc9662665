"""What is written about the tools of a review: read, never run (P002).

A document is Markdown: `# Tool: NAME`, then the sections Summary, Parameters, Examples and Notes. The first line of the
summary is a sentence of its own; what follows it there says how the tool is called.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator

from personas.angles import KEY_RULE
from personas.content import Body, Content, Entry, File, shape_check
from personas.sections import body_sections

PREVIEW_LINES = 10
PREVIEW_CHARACTERS = 1000
SECTIONS = ("Summary", "Parameters", "Examples", "Notes")
_HEADING = re.compile(r"\s*# Tool: (?P<name>[^\r\n]*)")


def tool_named_in(text: str) -> str:
    """The name in a document's first heading, "" when it does not begin with one."""
    heading = _HEADING.match(text)
    return heading["name"].strip() if heading else ""


def _check_document(text: str) -> str:
    """Refuses a document of another shape."""
    if not tool_named_in(text):
        raise ValueError("has to begin with a line “# Tool: NAME”")
    found = body_sections(text)
    if missing := [name for name in SECTIONS if name not in found]:
        raise ValueError(f"lacks the section “## {missing[0]}”; add it")
    if empty := [name for name in SECTIONS if not found[name]]:
        raise ValueError(f"says nothing under “## {empty[0]}”; write it")
    return text


ToolName = Annotated[Entry, shape_check(r"[a-z][a-z0-9_]{0,59}", KEY_RULE)]


@dataclass(frozen=True)
class ToolSections:
    """The texts below a document's headings; `usage` is what the summary says after its first line."""

    usage: str = ""
    parameters: str = ""
    examples: str = ""
    notes: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolDoc(Content):
    """The document of a tool."""

    full_text: Annotated[Body, AfterValidator(_check_document)]

    @property
    def tool_name(self) -> str:
        return tool_named_in(self.full_text)

    @property
    def summary(self) -> str:
        """What the tool does, in one line."""
        return self._summary()[0]

    @property
    def sections(self) -> ToolSections:
        """What else it says; "" for a section that an old version does not have."""
        found = body_sections(self.full_text)
        named = {name.lower(): found.get(name, "") for name in SECTIONS[1:]}
        return ToolSections(usage=self._summary()[1], **named)

    def first_n_lines(self, n: int) -> str:
        """The first `n` lines, fewer when there are fewer."""
        return "\n".join(self.full_text.split("\n")[: max(n, 0)])

    def _summary(self) -> tuple[str, str]:
        first, _, rest = body_sections(self.full_text).get("Summary", "").partition("\n")
        return first.strip(), rest.strip()


@dataclass(frozen=True, kw_only=True)
class ToolFile(ToolDoc, File):
    """A tool's document as a file carries it: nothing but the document, which names the tool."""

    words = ToolDoc
    folder = "tools"
    markdown = "full_text"
    identity = "name"

    name: ToolName


@dataclass(frozen=True)
class ToolRegistry:
    """The documents of tools, by name: those of `ToolDocument.objects.registry`, or those that a session pinned."""

    tools: Mapping[str, ToolDoc]

    def load(self, name: str) -> tuple[ToolDoc | None, str]:
        """The tool's document and "", or None and the sentence that says so."""
        found = self.tools.get(name)
        return found, "" if found else f"No documentation for “{name}”."[:PREVIEW_CHARACTERS]

    def get_preview(self, name: str, lines: int = PREVIEW_LINES) -> str:
        """The document's first lines in at most 1,000 characters: as many whole lines as there is room for, or the
        beginning of the first. Without a document a sentence that says so."""
        found, missing = self.load(name)
        if found is None:
            return missing
        shown = found.first_n_lines(lines)
        if len(shown) <= PREVIEW_CHARACTERS:
            return shown
        # A line that ends exactly at the limit is whole.
        whole, _, _ = shown[: PREVIEW_CHARACTERS + 1].rpartition("\n")
        return whole or shown[:PREVIEW_CHARACTERS]

    def list_tools(self) -> list[str]:
        return sorted(self.tools)
