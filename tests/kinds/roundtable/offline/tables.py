"""Whole roundtables by rules on the real machine, without rows: notes in, the table with its log out."""

from collections.abc import Iterable
from pathlib import Path

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.prompts import facts_of
from reviews.kinds.roundtable.state import OtherStep, RoundtableState, Seat
from reviews.log.values import Ask, Heard
from reviews.providers.base import Prompt
from reviews.states import ENDED, EventKind
from tests.kinds.interview.offline.sessions import spoken
from tests.kinds.roundtable.table import AT, Table

MAYA = Seat(
    "business-analyst", "Maya Chen", "Business Analyst", "user needs and business value", "BA",
    ("user", "users", "why", "criteria", "value", "stakeholder"),
)  # fmt: skip
ALEX = Seat(
    "solutions-architect", "Alex Rivera", "Solutions Architect", "feasibility and tradeoff", "Architect",
    ("tradeoff", "risk", "option", "scalability", "architecture"),
)  # fmt: skip
JORDAN = Seat(
    "system-designer", "Jordan Park", "System Designer", "interface and error handling", "Designer",
    ("interface", "contract", "error", "schema", "validation"),
)  # fmt: skip
SAM = Seat(
    "security-reviewer", "Sam Okafor", "Security Reviewer", "security", "Security",
    ("security", "card", "database", "access", "attack", "password", "encryption"),
)  # fmt: skip
CAST = (MAYA, ALEX, JORDAN)
TITLES = {
    "00 Quick Scan": ["Scope Estimation", "Keyword Search", "File Count Estimation"],
    "01 Requirements": [
        "Business Context Discovery", "User Needs Discovery", "User Experience & Journeys", "Technical Context",
        "Quality & Risk Assessment", "Core Feature Definition", "User Story Writing", "MoSCoW Prioritization",
    ],
    "02 Impact Analysis": [
        "Blast Radius Assessment", "Entry Point Identification", "Risk Zone Analysis", "Impact Summary & User Review",
    ],
    "03 Architecture": [
        "Architecture Options & Tradeoffs", "Technology Decisions", "Integration Architecture",
        "Architecture Review & Approval",
    ],
    "04 Design": [
        "Module Design & Boundaries", "Interface Contracts", "Data Flow & State Management",
        "Error Handling & Validation", "Design Review & Approval",
    ],
}  # fmt: skip
STEPS = tuple(
    OtherStep(f"{phase[:2]}-{number:02}", title, phase[3:])
    for phase, titles in TITLES.items()
    for number, title in enumerate(titles, start=1)
)
QUESTIONS = (
    "How does a user enter, and what triggers it?",
    "What happens step by step in the main flow?",
    "How does a user know that it is done?",
)


def rotation(lead: Seat, *others: Seat) -> tuple[Seat, ...]:
    """The lead first, then by first name (C8)."""
    return (lead, *sorted((one for one in others if one is not lead), key=lambda one: one.first_name))


def prompt(ask: Ask, state: RoundtableState) -> Prompt:
    """The prompt of a call, as far as rules read it."""
    return Prompt(ask.purpose, ask.speaker, "", "", facts=facts_of(state, ask))


def by_rules(ask: Ask, state: RoundtableState) -> Heard:
    """A provider for the table."""
    done = spoken(prompt(ask, state))
    return Heard(done.text, done.data.model_dump() if done.data else None, at=AT)


def roundtable(text: str | Path, *messages: str, name: str = "notes.md", **changed: object) -> Table:
    """The discussion of `text` to its end: people say `messages` in turn, then "done"; "" lets the personas go on."""
    if isinstance(text, Path):
        name, text = text.name, text.read_text()
    notes = (Note("a1", name, text),)
    usual = {"notes": notes, "cast": CAST, "steps": STEPS, "questions": QUESTIONS, "outputs": ()}
    table = Table(by_rules, **usual | changed)
    hold(table, messages)
    return table


def hold(table: Table, messages: Iterable[str]) -> None:
    """Run to the end with people who say `messages`, then "done"."""
    for message in (*messages, "done", "done"):
        table.run()
        if ended(table):
            return
        table.say(message)
    table.run()


def ended(table: Table) -> bool:
    return table.state.lifecycle in ENDED


def turns(table: Table, key: str = "") -> list[str]:
    """What personas have contributed, in order; of one persona when `key` is given."""
    found = table.of(EventKind.CONTRIBUTION)
    return [event.text for event in found if not key or (event.speaker and event.speaker.key == key)]


def points(table: Table, kind: str) -> list[dict[str, object]]:
    """The points of the synthesis of one kind: "insights", "decisions", "open_questions" or "action_items"."""
    return list(table.of(EventKind.SYNTHESIS)[-1].data[kind])


def transcript(table: Table) -> str:
    """The whole session to read, with names."""
    shown = [e for e in table.events if e.text and e.kind not in (EventKind.STATE, EventKind.CHANGE)]
    return "\n\n".join(
        f"#{e.number} {e.speaker.name if e.speaker else '--'} [{e.kind}]: {e.text}" for e in shown
    )
