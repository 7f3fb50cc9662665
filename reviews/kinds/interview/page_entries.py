"""The events that only interviews have, as the page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from reviews.kinds.interview.not_taken import NotTaken, not_taken
from reviews.kinds.interview.verdict import NOTHING, PARTS, UNKNOWN
from reviews.kinds.interview.wrapping_up import ASKED_BACK
from reviews.kinds.session_result import LinkedQuote, ResultPart
from reviews.language.reply import MARKER
from reviews.language.scorecard import TOPICS
from reviews.pages.entries import Entry
from reviews.states import EventKind, State

VERDICT_ICONS = {"got_right": "check-circle", "improved": "pencil", "caveats": "alert"}


@dataclass(frozen=True)
class InterviewEntry(Entry):
    templates: ClassVar[Mapping[str, str]] = {
        **Entry.templates,
        EventKind.QUESTION: "question",
        EventKind.ANSWER: "answer",
        EventKind.REVISION: "revision",
        EventKind.GATE: "gate",
        EventKind.VERDICT: "verdict",
    }

    @property
    def template(self) -> str:
        """What ELM asks back is shown as said, not as a line of the app."""
        return "asked_back" if self.data.get("what") == ASKED_BACK else super().template

    @property
    def why(self) -> str:
        """The end says who has wrapped the interview up."""
        state, to = self.page.state, self.data.get("to")
        if self.kind != EventKind.STATE or to != State.FINISHED or not (state and state.wrapped_up_by):
            return super().why
        return f"{super().why}, wrapped up by {state.wrapped_up_by}"

    @property
    def used_words(self) -> str:
        wraps_up = self.page.state and self.page.state.wrap_up
        return "Wrapped up." if wraps_up and wraps_up.number == self.number else super().used_words

    @property
    def round(self) -> int:
        """The round that it belongs to, 0 for none."""
        return int(self.data.get("round") or 0)

    @property
    def place(self) -> str:
        return f"round {self.round}" if self.round else ""

    @property
    def body(self) -> str:
        """The text without the line of the marker, which the page shows as a badge."""
        if not self.data.get("marker"):
            return self.text
        return "\n".join(line for line in self.text.split("\n") if line.strip() != MARKER)

    @property
    def verdict(self) -> list[ResultPart]:
        """The three parts of a verdict, each with its heading, icon and sentences.

        Unknowns are left to the list of what a person has to find out, which stands below.
        """
        return [
            ResultPart(
                key,
                PARTS[key],
                icon,
                [s for s in self.data.get(key) or () if not s.startswith(UNKNOWN)],
                NOTHING[key],
                self._line_sources,
            )
            for key, icon in VERDICT_ICONS.items()
        ]

    @property
    def _line_sources(self) -> dict[str, list[LinkedQuote]]:
        """What the lines of a verdict rest on."""
        found = self.data.get("sources") or {}
        return {line: [self._linked(passage) for passage in passages] for line, passages in found.items()}

    def _linked(self, passage: Mapping[str, str]) -> LinkedQuote:
        """A passage with the file or the turn that has it."""
        kind, key, text = passage["kind"], passage["key"], passage["text"]
        if kind in ("person", "turn"):
            people = self.page.state.heard_messages if self.page.state else ()
            name = next((said.speaker.name for said in people if str(said.number) == key), "the answer")
            return LinkedQuote(text, name, f"?at={key}#event-{key}")
        notes = self.page.state.setup.notes if self.page.state and kind == "notes" else ()
        note = next((note for note in notes if note.name == key), None)
        if note is None:
            return LinkedQuote(text, key or "the topic", "")
        return self.page.cited({"quote": text, "artifact": note.artifact})

    @property
    def topics(self) -> list[dict[str, str]]:
        """What a gate has settled, by topic."""
        return [dict(topic, label=TOPICS.get(topic["topic"], "")) for topic in self.data.get("topics") or ()]

    @property
    def not_taken(self) -> list[NotTaken]:
        """What of the turn did not count, with the reasons."""
        return not_taken(self.kind, self.data)
