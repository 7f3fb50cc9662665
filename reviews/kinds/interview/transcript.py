"""Transcripts of interviews as Markdown files (B1, B2, B3): written from the log, and read back. Pure.

A round is `ELM: …`, a blank line, `Claude: …`, a blank line, `---`, a blank line; answers by rules have a label of
their own. A line of a message that would read as one of these gets a backslash, which Markdown does not show, so
that the file reads back as it was said.
"""

import re
from collections.abc import Iterable, Sequence

from reviews.kinds.transcripts import transcript_header
from reviews.language.reply import without_label
from reviews.log.values import Event
from reviews.states import EventKind

QUESTIONER = "ELM"
BY_RULES = "Answers (rules)"
ANSWERERS = ("Claude", "AI", BY_RULES)
VERDICT = re.compile(r"^\s{0,100}+\*\*Verdict:?\*\*", re.MULTILINE)

_RULE = re.compile(r"^(\\*)---[ \t]*$")
_TURN = re.compile(r"^(?P<label>[^\n:]{1,60}?)(?P<escape>\\*):")


def shown_name(key: str, provider: str) -> str:
    """What readers see in the place of a persona's own name, "" for nothing: what rules answer never bears the name of
    a model."""
    return BY_RULES if key == "answerer" and provider == "offline" else ""


def write(events: Iterable[Event], *, answerer: str = "Claude", provider: str = "", title: str = "") -> str:
    """The transcript of a log. `answerer` is the label before answers (B1); `provider` and `title` make a
    line above the first round that says what was reviewed and by what, such as "offline reviewer: rules, no
    model"."""
    rounds: list[tuple[str, str]] = []
    for event in events:
        if event.kind == EventKind.QUESTION:
            rounds.append((event.text, ""))
        elif event.kind == EventKind.ANSWER and rounds:
            rounds[-1] = (rounds[-1][0], event.text)
        elif event.kind == EventKind.VERDICT and rounds and not rounds[-1][1]:
            rounds[-1] = (f"{rounds[-1][0]}\n\n{_verdict_below(rounds[-1][0], event.text)}", "")
        elif event.kind == EventKind.VERDICT:
            rounds.append((event.text, ""))
    return transcript_header(title, provider) + written_rounds(rounds, answerer=answerer)


def written_rounds(rounds: Iterable[tuple[str, str]], *, answerer: str = "Claude") -> str:
    """Rounds of questions and answer in the transcript's format. A round without an answer has no rule."""
    return "".join(_write_round(questions, answer, answerer) for questions, answer in rounds)


def parse_rounds(text: str, answerers: Sequence[str] = ANSWERERS) -> list[tuple[str, str]]:
    """The rounds of a transcript: questions and answer, "" for none. Takes any of the labels, with or without
    blank lines between (B1, B3), and passes over what stands before the first round."""
    labels = {QUESTIONER: 0, **dict.fromkeys(answerers, 1)}
    rounds: list[tuple[list[str], list[str]]] = []
    side: list[str] | None = None
    for line in _normal_line_ends(text).split("\n"):
        turn = _TURN.match(line)
        if _RULE.match(line) and not line.startswith("\\"):
            side = None
        elif turn and not turn["escape"] and turn["label"] in labels:
            if labels[turn["label"]] == 0 or not rounds:
                rounds.append(([], []))
            side = rounds[-1][labels[turn["label"]]]
            side.append(line[turn.end() :].removeprefix(" "))
        elif side is not None:
            side.append(_unescape_line(line, labels))
    return [(_join_lines(questions), _join_lines(answer)) for questions, answer in rounds]


def _write_round(questions: str, answer: str, answerer: str) -> str:
    labels = {QUESTIONER, answerer, *ANSWERERS}
    asked = f"{QUESTIONER}: {_escaped(without_label(questions, QUESTIONER), labels)}\n\n"
    if not answer.strip():
        return asked
    return f"{asked}{answerer}: {_escaped(without_label(answer, answerer, *ANSWERERS), labels)}\n\n---\n\n"


def _verdict_below(message: str, verdict: str) -> str:
    """The verdict as it follows ELM's message; told apart when ELM wrote one of its own."""
    return VERDICT.sub("**Verdict on record:**", verdict, count=1) if VERDICT.search(message) else verdict


def _escaped(text: str, labels: set[str]) -> str:
    first, *others = _normal_line_ends(text).split("\n")
    return "\n".join([first, *(_line_escaped(line, labels) for line in others)])


def _line_escaped(line: str, labels: set[str]) -> str:
    turn = _TURN.match(line)
    if turn and turn["label"] in labels:
        return f"{turn['label']}\\{line[len(turn['label']) :]}"
    return f"\\{line}" if _RULE.match(line) else line


def _unescape_line(line: str, labels: dict[str, int]) -> str:
    turn = _TURN.match(line)
    if turn and turn["escape"] and turn["label"] in labels:
        return turn["label"] + line[len(turn["label"]) + 1 :]
    return line[1:] if line.startswith("\\") and _RULE.match(line) else line


def _normal_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _join_lines(lines: list[str]) -> str:
    return "\n".join(lines).strip()
