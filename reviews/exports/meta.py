"""meta.json: what an analysis outside ELM knows of an item, read defensively and written exactly.

Whatever the file holds, reading gives usable values (TC-E01 to TC-E19): what is missing or of the wrong type becomes
its default, and a field that ELM does not know is kept and given back. Writing gives the shapes that other readers
of the file expect: an elaboration has five fields, and the fields it came with.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from reviews.documents.markers import utc_timestamp
from reviews.errors import NotReadable
from reviews.models import ElaborationRecord
from reviews.states import turn_limit

MOST_BYTES = 262_144
MOST_DEEP = 50
TOO_DEEP = f"{{}} nests more than {MOST_DEEP} objects and lists in each other. Flatten it, then try again."
LONGEST_SUMMARY = 100
LONGEST_TOPIC = 200
MOST_COUNTED = 1_000_000
PHASES = ("00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design")
STEP_ID = re.compile(r"[0-9]{2}-[0-9]{2}")
FIELDS = ("step_id", "turn_count", "personas_active", "timestamp", "synthesis_summary")
CONFIG = "elaboration_config"
ON_STEPS, ON_TOPICS = "elaborations", "elaborations_on_topics"
OWN = (
    "steps_completed",
    "depth_overrides",
    ON_STEPS,
    ON_TOPICS,
    CONFIG,
    "analysis_status",
    "phases_completed",
)
# PostgreSQL keeps no null character in a JSON value.
_NULL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


@dataclass(frozen=True)
class Meta:
    """What a file says. `records` are of no item yet and not stored; `max_turns` is None for no valid limit; `config`
    are the other settings beside it, None when the file has none; `other` are all further fields; `left_out` says
    which records could not be read."""

    steps_completed: tuple[str, ...] = ()
    depth_overrides: Mapping[str, Any] = field(default_factory=dict)
    phases_completed: tuple[str, ...] = ()
    records: tuple[ElaborationRecord, ...] = ()
    max_turns: int | None = None
    config: Mapping[str, Any] | None = None
    other: Mapping[str, Any] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()


def parse_meta(content: bytes, name: str = "meta.json") -> dict[str, Any]:
    """The object in a file. Raises NotReadable, with what to do, for anything else (TC-E18)."""
    if len(content) > MOST_BYTES:
        raise NotReadable(too_large(name))
    try:
        raw = json.loads(content.decode("utf-8-sig"))
        kept = json.dumps(raw, allow_nan=False, ensure_ascii=False)
        kept.encode()
    except json.JSONDecodeError as error:
        raise NotReadable(
            f"{name} is not JSON: line {error.lineno}, column {error.colno}. Correct it, then try again."
        ) from error
    except (ValueError, RecursionError) as error:
        raise NotReadable(
            f"{name} holds something that JSON in UTF-8 can't carry. Write it anew, then try again."
        ) from error
    if _is_deeper_than(raw, MOST_DEEP):
        raise NotReadable(TOO_DEEP.format(name))
    if not isinstance(raw, dict):
        raise NotReadable(f"{name} is not an object of fields. Choose a meta.json of one item.")
    if _NULL.search(kept):
        raise NotReadable(f"{name} holds a null character. Take it out, then try again.")
    return raw


def _is_deeper_than(raw: object, most: int) -> bool:
    """Whether more than `most` objects and lists stand in each other."""
    level = [raw]
    for _ in range(most):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return any(isinstance(one, dict | list) for one in level)


def too_large(name: str) -> str:
    """The sentence about a file that is too large to be about one item."""
    return f"{name} is too large for a meta.json: {MOST_BYTES // 1024} KB fit. Take out what is not about the item."


def read_meta(raw: object) -> Meta:
    """What `raw`, any JSON value, says. Never raises: nonsense becomes its default."""
    known = raw if isinstance(raw, dict) else {}
    records: list[ElaborationRecord] = []
    left_out: list[str] = []
    for name in (ON_STEPS, ON_TOPICS):
        for number, entry in enumerate(_as_list(known.get(name)), 1):
            record, problem = _read_record(entry, on_topic=name == ON_TOPICS)
            if record:
                records.append(record)
            else:
                left_out.append(f"Record {number} of {name} was left out: {problem}.")
    config = known.get(CONFIG)
    return Meta(
        steps_completed=_as_words(known.get("steps_completed")),
        depth_overrides=_as_object(known.get("depth_overrides")),
        phases_completed=_as_words(known.get("phases_completed")),
        records=tuple(records),
        max_turns=turn_limit(_as_object(config).get("max_turns")),
        config={k: v for k, v in config.items() if k != "max_turns"} if isinstance(config, dict) else None,
        other={name: value for name, value in known.items() if name not in OWN},
        left_out=tuple(left_out),
    )


def write_meta(meta: Meta) -> dict[str, Any]:
    """The values of a file. The records are written in the order of time (FR-009)."""
    records = sorted(meta.records, key=lambda record: record.timestamp)
    values: dict[str, Any] = dict(meta.other)
    values |= {
        "analysis_status": analysis_status(meta.phases_completed),
        "phases_completed": list(meta.phases_completed),
        "steps_completed": list(meta.steps_completed),
        "depth_overrides": dict(meta.depth_overrides),
        ON_STEPS: [record_values(record) for record in records if record.step_id],
    }
    if on_topics := [record_values(record) for record in records if not record.step_id]:
        values[ON_TOPICS] = on_topics
    if meta.config is not None or meta.max_turns is not None:
        limit = {} if meta.max_turns is None else {"max_turns": meta.max_turns}
        values[CONFIG] = dict(meta.config or {}) | limit
    return values


def record_values(record: ElaborationRecord) -> dict[str, Any]:
    """An elaboration as the file has it (VR-ELAB-016). A typed topic stands in the place of a step (C29)."""
    subject = {"step_id": record.step_id} if record.step_id else {"topic": record.topic}
    return {
        **record.extra,
        **subject,
        "turn_count": record.turn_count,
        "personas_active": list(record.personas_active),
        "timestamp": utc_timestamp(record.timestamp),
        "synthesis_summary": short_summary(summary_of(record)),
    }


def summary_of(record: ElaborationRecord) -> str:
    """What it came to, in a sentence; never without words."""
    about = f"step {record.step_id}" if record.step_id else record.topic
    return record.synthesis_summary if record.synthesis_summary.strip() else f"Discussed {about}."


def analysis_status(phases_completed: tuple[str, ...]) -> str:
    """ "raw" before the first phase of an analysis is complete, "analyzed" after the last, else "partial"."""
    done = len(set(PHASES) & set(phases_completed))
    return "raw" if not done else "analyzed" if done == len(PHASES) else "partial"


def short_summary(summary: str) -> str:
    """The sentence in at most 100 characters."""
    if len(summary) <= LONGEST_SUMMARY:
        return summary
    return summary[: LONGEST_SUMMARY - 1].rstrip() + "…"


def _read_record(entry: object, *, on_topic: bool) -> tuple[ElaborationRecord | None, str]:
    """The record, or None and why it can't be used."""
    if not isinstance(entry, dict):
        return None, "it is not an object"
    subject = _record_subject(entry, on_topic=on_topic)
    count, moment = entry.get("turn_count"), _parse_moment(entry.get("timestamp"))
    if not subject:
        return None, "it has no topic" if on_topic else "its step_id is not such as 01-03"
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_COUNTED:
        return None, "its turn_count is not a whole number of 1 and more"
    if moment is None:
        return None, "its timestamp is not such as 2026-02-20T14:30:00.000Z"
    summary = entry.get("synthesis_summary")
    known = {*FIELDS, "topic"} if on_topic else set(FIELDS)
    record = ElaborationRecord(
        step_id="" if on_topic else subject,
        topic=subject if on_topic else "",
        turn_count=count,
        personas_active=list(_as_words(entry.get("personas_active"))),
        timestamp=moment,
        synthesis_summary=summary if isinstance(summary, str) else "",
        extra={name: value for name, value in entry.items() if name not in known},
    )
    return record, ""


def _record_subject(entry: Mapping[str, Any], *, on_topic: bool) -> str:
    """The step or the topic that a record is about, "" for none."""
    value = entry.get("topic" if on_topic else "step_id")
    if not isinstance(value, str):
        return ""
    if on_topic:
        return value.strip()[:LONGEST_TOPIC]
    return value if STEP_ID.fullmatch(value) else ""


def _parse_moment(value: object) -> datetime | None:
    """The moment of an ISO time, in UTC when it names no zone."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        return moment and (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _as_object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _as_words(value: object) -> tuple[str, ...]:
    return tuple(word for word in _as_list(value) if isinstance(word, str))
