"""An angle review as a Markdown file."""

from collections.abc import Iterable

from reviews.documents.markers import one_line
from reviews.kinds.angles.state import AnglesState, Issue
from reviews.log.values import Event
from reviews.states import EventKind

TOLD = {
    EventKind.CONTRIBUTION,
    EventKind.FINDING,
    EventKind.GATE,
    EventKind.PASS,
    EventKind.USER_MESSAGE,
    EventKind.ANNOUNCEMENT,
    EventKind.VERDICT,
    EventKind.TOOL_CALL,
    EventKind.EVIDENCE,
    EventKind.REVISION,
}


def write(state: AnglesState, events: Iterable[Event], provider: str) -> str:
    """What was said in the order in which it was, behind what stands. provider: named at the top, "" when a model took
    part."""
    lines = [f"*{provider}*", ""] if provider else []
    lines += ["## Findings", "", *findings_list(state), "", "## What happened", ""]
    for event in events:
        if event.kind in TOLD and event.text:
            name = event.speaker.name if event.speaker else "ELM"
            lines += [f"**{name}:** {event.text}", ""]
    return "\n".join(lines)


def findings_list(state: AnglesState) -> list[str]:
    """What stands, the worst first, a bullet each; then what was refuted, with why."""
    standing = [_bullet(state, issue) for issue in state.findings] or ["No finding stands."]
    refuted = [issue for issue in state.issues.values() if issue.refuted]
    if not refuted:
        return standing
    return [
        *standing,
        "",
        "### Refuted",
        "",
        *(_bullet(state, one) + f" Refuted: {one_line(one.refuted)}" for one in refuted),
    ]


def _bullet(state: AnglesState, issue: Issue) -> str:
    unit = state.unit(issue.unit)
    angle = state.setup.angle(issue.angle).name
    copy = "" if issue.pinned else " (in the working copy)"
    quote = f" — “{one_line(' '.join(issue.quote.split())[:200])}”" if issue.quote else ""
    place = f"{one_line(state.note(unit.artifact).name)}, line {issue.line}{copy}, {one_line(unit.name)}"
    said = one_line(issue.description)
    return f"- **{issue.severity.title()}** · {one_line(angle)} · {place}: {said}{quote}"
