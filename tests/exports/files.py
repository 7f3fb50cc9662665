"""Files as others write them: any valid meta.json."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from reviews.documents.markers import utc_timestamp
from reviews.exports.meta import PHASES, analysis_status

NAMES = (
    "steps_completed",
    "depth_overrides",
    "elaborations",
    "elaborations_on_topics",
    "elaboration_config",
    "phases_completed",
    "description",
)
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
plain = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | words | st.lists(words, max_size=2)
others = st.dictionaries(
    words.filter(lambda name: name not in {*NAMES, "analysis_status"}), plain, max_size=3
)
step_ids = st.from_regex(r"[0-9]{2}-[0-9]{2}", fullmatch=True).filter(str.isascii)
sentences = words.filter(str.strip)
FIELDS = {"step_id", "topic", "turn_count", "personas_active", "timestamp", "synthesis_summary"}


def records(subject: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[list[dict]]:
    """Records on a subject, in the order of time, with fields that ELM does not know."""
    values = st.fixed_dictionaries(
        subject
        | {
            "turn_count": st.integers(1, 40),
            "personas_active": st.lists(words, max_size=3),
            "synthesis_summary": sentences,
        }
    )
    extra = others.map(lambda found: {name: found[name] for name in found if name not in FIELDS})
    return st.lists(st.builds(lambda extra, value: extra | value, extra, values), max_size=3).map(timed)


def timed(found: list[dict]) -> list[dict]:
    """The same with a time each, one second after the other."""
    start = datetime(2026, 2, 20, 14, 30, 0, 250_000, tzinfo=UTC)
    return [one | {"timestamp": utc_timestamp(start + timedelta(seconds=n))} for n, one in enumerate(found)]


def whole(raw: dict) -> dict:
    """The fields that every file has, filled in."""
    phases = raw["phases_completed"]
    if not raw.get("elaborations_on_topics"):
        raw.pop("elaborations_on_topics", None)
    return raw | {"analysis_status": analysis_status(tuple(phases))}


metas = st.builds(
    lambda other, own: whole(other | own),
    others,
    st.fixed_dictionaries(
        {
            "description": sentences,
            "source": words,
            "source_id": st.none() | words,
            "slug": st.from_regex(r"[a-z]{1,8}", fullmatch=True),
            "created_at": st.just("2026-02-19T08:00:00.000Z"),
            "codebase_hash": st.none() | words,
            "phases_completed": st.lists(st.sampled_from(PHASES), unique=True),
            "steps_completed": st.lists(step_ids, unique=True, max_size=4),
            "depth_overrides": st.dictionaries(
                st.sampled_from(PHASES), st.sampled_from(["brief", "standard", "deep"])
            ),
            "elaborations": records({"step_id": step_ids}),
        },
        optional={
            "elaborations_on_topics": records({"topic": sentences.map(str.strip)}),
            "elaboration_config": st.builds(
                lambda other, limit: {n: other[n] for n in other if n != "max_turns"} | limit,
                others,
                st.fixed_dictionaries({}, optional={"max_turns": st.integers(3, 40)}),
            ),
        },
    ),
)
