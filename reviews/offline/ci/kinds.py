"""The kinds of findings that `manage.py review` knows: what the rules find, and what the command finds itself; what
each looks for, what it leaves alone, an example, and how to suppress it.
"""

from difflib import get_close_matches
from textwrap import indent

from reviews.language.wordlists import read_words
from reviews.offline.finding import (
    LEAST_USE,
    TITLES,
    Finding,
    expected_use,
    finding_fingerprint,
    measured_use,
)
from reviews.states import Severity

_OWN = read_words(__file__, "own_kinds")
_EXPLAINED = read_words(__file__, "explained").content
OWN_TITLES = _OWN.texts("titles")
ALL_TITLES = {**TITLES, **OWN_TITLES}
PROBLEMS = _OWN.texts("problems")
NOT_REVIEWED = _OWN.text("not_reviewed")
_OWN_SEVERITIES = {"bad_suppression": Severity.HIGH, "unused_suppression": Severity.LOW}


def kind_severity(kind: str) -> Severity:
    """How grave a finding of a kind is when nobody has set anything else: low when all of its findings are hints."""
    usual = Severity.MEDIUM if kind in OWN_TITLES or not is_hint_kind(kind) else Severity.LOW
    return _OWN_SEVERITIES.get(kind, usual)


def is_hint_kind(kind: str) -> bool:
    """Whether all findings of a kind of the rules are hints."""
    return _tiers(kind) == {True}


def _tiers(kind: str) -> set[bool]:
    """Whether findings of a kind are hints, of all of its cases; of a kind that nobody has judged they are."""
    return {expected_use(kind, case) < LEAST_USE for case in measured_use(kind)} or {True}


def closest_kind(word: str, known: tuple[str, ...] = tuple(ALL_TITLES)) -> str:
    """Did you mean “…”?, or "" when nothing is like the word."""
    near = get_close_matches(word, known, 1)
    return f" Did you mean “{near[0]}”?" if near else ""


def make_own_finding(
    kind: str, quote: str, place: tuple[int, int], *, case: str = "", same: str = "", **words: object
) -> Finding:
    """A finding of the command itself. `place` is (line, column); it says and asks what words/own_kinds.toml has for
    its kind, or for this case of it; `same` is what makes it the same finding again, its quote when not given."""
    said = _OWN.texts(case or kind)
    return Finding(
        kind=kind,
        quote=quote,
        line=place[0],
        column=place[1],
        message=said["says"].format(**words),
        question=said["asks"].format(**words),
        confidence=1.0,
        severity=kind_severity(kind),
        fingerprint=finding_fingerprint(kind, same or quote),
    )


def list_kinds() -> str:
    """Every kind with its severity, how useful readers found it, and its title, a line each."""
    width = max(map(len, ALL_TITLES))
    return "\n".join(
        f"{kind:<{width}}  {kind_severity(kind):<8}  {_shown_use(kind):<16}  {title}"
        for kind, title in ALL_TITLES.items()
    )


def _shown_use(kind: str) -> str:
    """Such as "12 of 14 useful", of all cases together; "" for a kind that is not the rules'."""
    if kind in OWN_TITLES:
        return ""
    useful, of = (sum(column) for column in zip((0, 0), *measured_use(kind).values(), strict=True))
    return f"{useful} of {of} useful" if of else "not judged"


def explain_kind(kind: str) -> str:
    """What a kind looks for, what it leaves alone, an example, and how to suppress it."""
    told = explanation_of(kind)
    parts = [f"{kind} ({kind_severity(kind)}): {ALL_TITLES[kind]}"]
    if use := _shown_use(kind):
        parts.append(f"On texts that it was not made for: {use}. {_tier_said(kind)}")
    parts += [
        f"{title}\n{indent(told[key], '  ')}"
        for key, title in (
            ("looks_for", "Looks for"),
            ("leaves_alone", "Leaves alone"),
            ("example", "Example"),
        )
        if key in told
    ]
    return "\n\n".join([*parts, f"To suppress it\n{how_to_suppress(kind)}"])


def _tier_said(kind: str) -> str:
    """Whether findings of a kind are told as findings, as hints, or some so and some so."""
    hints = _tiers(kind)
    return "Findings and hints." if len(hints) > 1 else "Hints." if True in hints else "Findings."


def explanation_of(kind: str) -> dict[str, str]:
    """What words/explained.toml says about a kind: `looks_for`, `leaves_alone`, `example`; nothing when it is new."""
    told = _EXPLAINED.get(kind, {})
    return {key: str(text) for key, text in told.items()} if isinstance(told, dict) else {}


def how_to_suppress(kind: str) -> str:
    """How a team says that findings of a kind may stay, lines with two spaces before them."""
    if kind == "bad_suppression":
        return "  Correct the suppression."
    whole = kind.startswith("missing_")
    here = (
        ""
        if whole
        else f"  Before the paragraph, or in it: <!-- elm-review: ignore {kind}: why it may stay -->\n"
    )
    return (
        f"{here}  In the whole file: <!-- elm-review: ignore-file {kind}: why it may stay -->\n"
        f'  Everywhere, in elm-review.toml: [kinds] {kind} = "off"'
    )
