"""The lines of a roundtable that code words: exact templates (C16), filled from values. Pure.

None of them has the speaker's prefix: pages and transcripts put it there. A sentence is one line,
however long (C44); the introduction and the menus keep their lines.
"""

import re

from reviews.kinds.roundtable.state import Earlier, RoundtableSetup, Seat
from reviews.language.wording import join_with_and

WARNING = "We are nearing the end of our discussion time. Any final points before we synthesize?"
LIMIT = "We have had a thorough discussion. Let me synthesize the key points from our conversation."
INACTIVITY = "Any thoughts on this, or should we wrap up?"
CLARIFY = "Did you want to end the discussion, or continue exploring this?"
EXIT = "Wrapping up the discussion. Let me synthesize our key points."
TAKEN_DOWN = "Thank you, that is noted for the next discussion of this step."
LATER = "a later step"
NO_LEAD = "Unknown phase key '{}'. Defaulting to {} as lead persona for elaboration."
NOT_ADDED = {
    "missing": "Could not update {} (file not found).",
    "format": "Did not update {}: its format cannot carry a marked addition.",
    "unplaceable": "Could not update {} (a code block or a comment in it is never closed).",
}
"""Files that the item lacks (ERR-ELAB-013), that can't carry the marker and are never modified (C24), and texts in
which nothing that is added would be seen."""
STEP_MENU = """---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] Continue -- move to the next step
[S] Skip remaining steps in this phase
Or type naturally to provide feedback.
---"""
PHASE_MENU = """---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] {continues}
Or type naturally to provide feedback.
---"""
INTRODUCTION = """---
ELABORATION MODE

Bringing {others}
into the discussion.

Topic: {topic} for {item}

Turn limit: {limit} exchanges. Type "done" to end discussion early.
---"""


def introduction(setup: RoundtableSetup) -> str:
    """Who joins the lead, the topic, the limit and how to end (FR-001-03, VR-ELAB-010)."""
    others = [f"{seat.name} ({seat.role})" for seat in setup.cast[1:]]
    return INTRODUCTION.format(
        others=join_with_and(others) or "nobody else",
        topic=one_line(setup.topic),
        item=one_line(setup.item),
        limit=setup.max_turns,
    )


def one_line(text: str) -> str:
    """`text` with every run of blank space, line breaks included, as one space."""
    return " ".join(text.split())


def in_sentence(topic: str) -> str:
    """A topic inside a sentence: without its own full stop, and quoted when it is a sentence itself."""
    words = one_line(topic).rstrip(". ")
    return f"“{words}”" if words.endswith(("?", "!")) else words


def framing_opening(setup: RoundtableSetup) -> str:
    """What the lead says before its summary; a typed topic was not "just covered" (C17)."""
    topic = in_sentence(setup.topic)
    covered = f"We just covered {topic}." if setup.step_id else f"Let us look at {topic}."
    return f"{covered} Here is where we landed: "


def framing_close(setup: RoundtableSetup, focus: str) -> str:
    """The focus question, and who answers first (FR-004-03, C9)."""
    question = f"I think we could benefit from all our perspectives on this specific question: {focus}"
    if len(setup.cast) < 2:
        return question
    first = setup.cast[1]
    return f"{question}\n\n{first.first_name}, what is your take from {own_lens(first)} perspective?"


def lens_of(seat: Seat) -> str:
    """What a persona looks at, in words that fit into a sentence."""
    return one_line(seat.lens).rstrip(".") or one_line(seat.role)


def own_lens(seat: Seat) -> str:
    """The same as it stands before "perspective": "an interface", "a “what breaks at night”".

    The template says "a"; before a vowel that is heard, that would not be English: "an option", "a user".
    """
    words = lens_of(seat)
    if re.match(r"(?:how|wh(?:at|en|ere|ether|ich|o|ose|y))\b", words, re.IGNORECASE):
        words = f"“{words}”"
    vowel = re.match("(?!us[aeu]|uni[tvqfo]|uti|eu|one|once)[aeiou]", words, re.IGNORECASE)
    return f"{'an' if vowel else 'a'} {words}"


def focus_fallback(setup: RoundtableSetup) -> str:
    """A focus question for a lead that named none."""
    return f"What would have to be clear about {in_sentence(setup.topic)} before somebody can act on it?"


def redirect(setup: RoundtableSetup, focus: str, *, drifter: str, subject: str, belongs: str) -> str:
    """Back to the focus question (FR-004-02); `drifter` is "" for a person's own drift."""
    asked = f"“{one_line(focus)}”"
    if not drifter:
        return f"That is a great question for {belongs}. For now, let us focus on {asked}."
    return (
        f"{drifter} raises an interesting point about {subject}, but let us stay focused on {asked}. "
        f"We can explore that when we get to {belongs}."
    )


def belongs_to(setup: RoundtableSetup, named: str) -> str:
    """The step or phase that a subject belongs to: only one that exists, in the words it is known by."""
    wanted = one_line(named).casefold()
    for step in setup.steps:
        if wanted and wanted in (step.title.casefold(), step.step_id, f"step {step.step_id}"):
            return f"step {step.step_id}, {step.title}"
    phases = {step.phase.casefold(): step.phase for step in setup.steps}
    return phases.get(wanted.removesuffix(" phase"), "") or LATER


def disagreement(a: Seat, b: Seat, mine: dict[str, str], theirs: dict[str, str]) -> str:
    """Both positions with their reasons, and the choice that people have (FR-005-02, FR-005-03)."""
    one, other = side_parts(mine), side_parts(theirs)
    return (
        f"{a.first_name} and {b.first_name} see this differently. "
        f"{a.first_name} favors {one['option']} because {one['reason']}. "
        f"{b.first_name} favors {other['option']} because {other['reason']}. "
        f"What matters more for your project: {one['brief']} or {other['brief']}?"
    )


def side_parts(side: dict[str, str]) -> dict[str, str]:
    """A side as parts of a sentence, none of them empty."""
    option = one_line(side.get("option") or "").rstrip(".") or "another way"
    reason = one_line(side.get("reason") or "").rstrip(".") or "it fits the document better"
    return {
        "option": _as_clause(option),
        "reason": _as_clause(reason),
        "brief": one_line(side.get("brief") or "").rstrip(".?") or option,
    }


def _as_clause(words: str) -> str:
    """What goes on in the middle of a sentence; quoted when it begins one of its own ("The import may fail …")."""
    first, _, others = words.partition(" ")
    return f"“{words}”" if first.istitle() and others.count(" ") >= 3 else words


def may_not_end(starter: str) -> str:
    """Why an exit word did nothing."""
    return (
        f"Only {starter or 'the person'} who started this, or a team admin, can end the discussion. We go on."
    )


def earlier(record: Earlier) -> str:
    """What a later roundtable is told of an earlier one (FR-009-03)."""
    summary = one_line(record.summary).rstrip(".")
    about = f"step {record.step_id}" if record.step_id else one_line(record.topic)
    return f"We also had a roundtable discussion on {about} where {summary}."


def unknown_lead(setup: RoundtableSetup) -> str:
    """ERR-ELAB-002."""
    return NO_LEAD.format(setup.no_lead, setup.lead.name)


def not_added(what: str, name: str) -> str:
    """Why a file gets no additions, and where they are."""
    return f"{NOT_ADDED[what].format(name)} Elaboration insights are in the synthesis summary above."


def menu(setup: RoundtableSetup) -> str:
    """The menu of the boundary that the discussion was held at (FR-006-03)."""
    if setup.boundary == "step":
        return STEP_MENU
    if not setup.next_phase_title:
        return PHASE_MENU.format(continues="Complete analysis")
    number = f"{int(setup.phase) + 1:02d}" if setup.phase.isdigit() else ""
    return PHASE_MENU.format(continues=f"Continue to Phase {number} ({setup.next_phase_title})")
