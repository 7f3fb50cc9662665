"""The angle reviews that faults disturb: of source code, once by rules and once by a script in a model's place.

Django must be set up before this is imported.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reviews.log.values import Event
from reviews.models import Artifact, Item, Revision, Session
from reviews.sessions import actions
from reviews.states import EventKind

FUNCTION = """def total_{n}(prices):
    result = {n}
    for price in prices:
        if price is {n}:
            result = result + price
    return result


"""
CODE = "".join(FUNCTION.format(n=n) for n in range(8))
BUG = {
    "severity": "medium",
    "quote": "    result = ",
    "description": "The sum does not begin at nothing.",
    "suggested_fix": "Begin at nothing.",
    "confidence": 0.8,
}
FIX = {
    "before": "    for price in prices:\n",
    "after": "    for price in sorted(prices):\n",
    "reason": "The sum is the same in any order.",
}
SCRIPT = {
    "angles.evaluate": {"issues": [BUG], "modification": FIX, "confidence": 0.8},
    "angles.refute": {"outcome": "stands", "reason": "It begins at another number."},
    "angles.verify": {"approved": True, "reason": "It is the same sum."},
}
AT_THE_SAME_TIME = (EventKind.CONTRIBUTION, EventKind.FINDING, EventKind.GATE)
NOT_COMPARED = {"request", "basis", "ms", "at"}


def write_script(path: Path, delay: float = 0.1) -> None:
    """A script for the scripted provider. delay: seconds that each answer takes."""
    lines = {purpose: [{"text": "", "data": data}] for purpose, data in SCRIPT.items()}
    for (line,) in lines.values():
        line |= {"text": "So.", "delay": delay}
    path.write_text(json.dumps(lines))


def begin_angles(artifact: Artifact, user: Any, provider: str = "offline") -> Session:
    """A review of a file of its own, that may modify it."""
    item = Item.objects.create(
        team=artifact.item.team,
        title="Prices",
        slug=Item.objects.free_slug("Prices", artifact.item.team),
        owner=user,
    )
    code = Artifact.objects.create(item=item, name="prices.py", kind="code", source=artifact.source)
    code.current = Revision.objects.create(artifact=code, number=1, content=CODE.encode())
    code.save(update_fields=["current"])
    made = actions.create_session(
        item=item, kind="angles", artifacts=[code], started_by=user, config={}, provider=provider
    )
    made.config["designer"] = True
    made.save(update_fields=["config"])
    actions.start(made, by=user)
    return made


def begin_scripted_angles(artifact: Artifact, user: Any) -> Session:
    """The same, read by a script."""
    return begin_angles(artifact, user, "scripted")


def told(events: Sequence[Event]) -> list[dict[str, Any]]:
    """The log as plain values: without what differs whenever it is held, answers that came at the same time by what
    they are about."""
    plain = [
        {
            "kind": event.kind,
            "text": event.text,
            "speaker": event.speaker.key if event.speaker else "",
            "data": {key: value for key, value in event.data.items() if key not in NOT_COMPARED},
        }
        for event in events
    ]
    names = names_of_findings(events)
    together = (one for one in plain if one["kind"] in AT_THE_SAME_TIME)
    ordered = iter(sorted(together, key=lambda one: _place(one, names)))
    return [next(ordered) if one["kind"] in AT_THE_SAME_TIME else one for one in plain]


def _place(told: Mapping[str, Any], names: Mapping[str, str]) -> tuple[Any, ...]:
    data = told["data"]
    about = data.get("unit") or (data.get("modification") or {}).get("unit", "")
    return (
        data["pass_number"],
        told["kind"],
        about,
        data.get("angle", ""),
        names.get(data.get("fingerprint"), ""),
    )


def names_of_findings(events: Sequence[Event]) -> dict[str, str]:
    """A name for each fingerprint, which is made of the artifact's id too."""
    return {
        one["fingerprint"]: " ".join(
            str(one.get(key, "")) for key in ("unit", "angle", "rule", "line", "column")
        )
        for event in events
        for one in event.data.get("issues") or ()
    }


def asked_again(events: Sequence[Event]) -> int:
    """How many requests were answered more than once, and how many answers are about what was answered already."""
    requests = Counter(event.data["request"] for event in events if event.data.get("request"))
    names = names_of_findings(events)
    answers = Counter(
        _place({"kind": event.kind, "data": event.data}, names)
        for event in events
        if event.kind in AT_THE_SAME_TIME
    )
    return sum(count > 1 for counted in (requests, answers) for count in counted.values())
