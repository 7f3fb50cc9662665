"""The second look at a summary before it counts: its points are compared once more with what was said. Pure.

Whoever looks can hold a point back or say it closer to its source. What is reworded is checked by code like any other
point (see `sourced.py`), and a point that nobody has looked at waits for a person: no empty reply lets anything in.
What somebody found said and code still finds nowhere is asked about once more, with what code does not find.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from reviews.kinds.roundtable.phrases import one_line
from reviews.kinds.roundtable.synthesis.sourced import OF_LOOK, Points
from reviews.kinds.roundtable.synthesis.summary import KINDS
from reviews.kinds.second_look import NOT_LOOKED_AT, has_words, tell_unsaid
from reviews.kinds.support import goes_in_unseen
from reviews.log.values import NewEvent
from reviews.states import EventKind

FEW_WORDS = "few of its words stand in the notes or in the discussion"
_BESIDE = {kind: found.also for kind, found in KINDS.items() if found.also}


def drafted_points(points: Points) -> list[dict[str, Any]]:
    """The points in one list, each with its `kind` and, in `sentence`, what code found in no source of it, "" for
    nothing. They are numbered from 1 for whoever looks."""
    return [_drafted(kind, point) for kind, found in points.items() for point in found]


def _drafted(kind: str, point: Mapping[str, Any]) -> dict[str, Any]:
    support = point["support"]
    sentence = "" if goes_in_unseen(support) else support["sentence"] or FEW_WORDS
    return {"kind": kind, **{key: point[key] for key in point if key != "support"}, "sentence": sentence}


def still_waiting(looked: Points, checked: Points) -> list[dict[str, Any]]:
    """The points after a second look, as `drafted_points` gives them, where code finds some of them still nowhere; else
    none. Only these have a `sentence`. `checked`: the same points with what code makes of them."""
    pairs = [
        (kind, *pair) for kind, found in looked.items() for pair in zip(found, checked[kind], strict=True)
    ]
    drafted = [{**_drafted(kind, judged), **_told_by_look(point)} for kind, point, judged in pairs]
    return drafted if any(point["sentence"] for point in drafted) else []


def _told_by_look(point: Mapping[str, Any]) -> dict[str, Any]:
    """What the look said of a point; what it is against waits, however it may be worded."""
    told = {key: point[key] for key in OF_LOOK if key in point}
    return {**told, "sentence": ""} if "doubt" in told else told


def draft_event(points: Points, data: Mapping[str, Any]) -> NewEvent:
    """The summary as it waits for the second look; it is none yet, whatever it says."""
    drafted = drafted_points(points)
    compared = f"its {len(drafted)} points" if len(drafted) > 1 else "its point"
    text = f"The summary is written. A second look compares {compared} with what was said before anything counts."
    kept = {key: value for key, value in data.items() if key != "basis"}
    payload = {"what": "draft", "basis": data["basis"], "draft": {**kept, "points": drafted}}
    return NewEvent(EventKind.ANNOUNCEMENT, text, None, payload)


def waiting_event(draft: Mapping[str, Any], drafted: Sequence[Mapping[str, Any]]) -> NewEvent:
    """The draft once more, with what code still finds nowhere."""
    waiting = sum(bool(point["sentence"]) for point in drafted)
    text = f"Not all of {waiting} of the {len(drafted)} points was found in what was said, so they are compared again."
    again = {**draft, "points": list(drafted), "again": True}
    payload = {"what": "draft", "basis": again.pop("basis"), "draft": again}
    return NewEvent(EventKind.ANNOUNCEMENT, text, None, payload)


def point_lines(drafted: Sequence[Mapping[str, Any]], *, again: bool = False) -> list[str]:
    """A line for each point as whoever looks reads it; `again`: only for those that still wait."""
    numbered = enumerate(drafted, 1)
    return [_point_line(number, point) for number, point in numbered if point["sentence"] or not again]


def _point_line(number: int, point: Mapping[str, Any]) -> str:
    beside = _BESIDE.get(point["kind"], "")
    more = f" ({beside}: {point[beside]})" if beside and point.get(beside) else ""
    found = f" -- the app: {point['sentence']}" if point["sentence"] else ""
    return f"{number}. {point['kind']} [{point['attribution']}]: “{point['text']}”{more}{found}"


def looked_points(
    drafted: Sequence[Mapping[str, Any]], looks: Mapping[int, Mapping[str, Any]], *, again: bool = False
) -> Points:
    """The points after a look, to be checked by code: in other words where they were reworded, with what they said
    before in `was`, and with what is against them in `doubt`. `again`: only what still waits was looked at."""
    seen = [
        dict(point)
        if again and not (point["sentence"] and number in looks)
        else _looked(point, looks.get(number))
        for number, point in enumerate(drafted, 1)
    ]
    return {kind: [_without_draft(point) for point in seen if point["kind"] == kind] for kind in KINDS}


def _looked(point: Mapping[str, Any], look: Mapping[str, Any] | None) -> dict[str, Any]:
    if look is None:
        return {**point, "doubt": NOT_LOOKED_AT}
    unsaid, reworded, beside = (
        one_line(str(look.get(key) or "")) for key in ("unsaid", "reworded", "beside")
    )
    is_amiss = bool(unsaid or point["sentence"])
    text = reworded if is_amiss and not has_words(reworded, unsaid) else ""
    also = _new_beside(point, unsaid, beside)
    if text or (also and not has_words(point["text"], unsaid)):
        was = point.get("was") or point["text"]
        return {**point, **also, "text": text or point["text"], "was": was, "looked": True}
    return {**point, "doubt": tell_unsaid(unsaid)} if unsaid else {**point, "looked": True}


def _new_beside(point: Mapping[str, Any], unsaid: str, words: str) -> dict[str, str]:
    """What is told beside a point from now on: in other words, or nothing where nobody said it; {} where it stays."""
    key = _BESIDE.get(point["kind"], "")
    if key and words and not has_words(words, unsaid):
        return {key: words}
    return {key: ""} if key and has_words(str(point.get(key) or ""), unsaid) else {}


def _without_draft(point: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in point.items() if key not in ("kind", "sentence")}
