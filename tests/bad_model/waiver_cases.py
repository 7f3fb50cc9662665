"""Interviews that waive topics or settle all of them with next to nothing: never a plain Ready."""

from collections.abc import Iterable, Mapping, Sequence

from reviews.kinds.interview.settling.messages import TOO_LITTLE
from reviews.kinds.interview.settling.topics import NO_WAIVER, USED_UP
from reviews.language.scorecard import TOPICS
from tests.bad_model.case import Case
from tests.bad_model.good import QUESTION, asked, satisfied, settled, settled_with
from tests.bad_model.held import Held
from tests.providers.messages_server import Answer
from tests.sessions.conftest import QUOTES, SETTLED

READY, CAVEATS, NOT_READY = "ready", "ready_with_caveats", "not_ready"
REASON = "“We will retry each declined payment three times” is all that it takes."
INVENTED = "The board has approved EUR 1 million for it."
NONE_ASKED = "Nothing was asked, and not every topic is settled by the notes' own words."
FIRST = asked(*QUESTION.split("\n\n"))
LAST_THREE = ("inaction", "evidence", "ask")

type Topics = Sequence[Mapping[str, str]]


def waived(topics: Iterable[str], reason: str) -> list[dict[str, str]]:
    return [{"topic": topic, "status": "waived", "reason": reason} for topic in topics]


def all_but(topics: Iterable[str], reason: str = REASON) -> list[dict[str, str]]:
    """All topics as the notes settle them, but these waived."""
    return settled_with({one["topic"]: {**one, "quote": ""} for one in waived(topics, reason)})


def caveats_for(topics: Iterable[str], reason: str = REASON) -> list[str]:
    return [f"Waived: {TOPICS[topic]} ({reason})" for topic in topics]


def why_refused(held: Held) -> set[str]:
    """Why topics were not taken, in all of ELM's messages."""
    events = (*held.of("question"), *held.of("gate"))
    return {topic["why"] for event in events for topic in event.data["refused_topics"]}


def ending(
    name: str,
    topics: Topics,
    ends: str,
    caveats: Sequence[str] = (),
    *,
    refused: str = "",
    asks: bool = False,
    says: tuple[str, ...] = (),
) -> Case:
    """An interview in which ELM shows its marker with these topics, and says the same when it is asked again.

    caveats: what the verdict has to say. refused: why topics were not taken. asks: whether it asks something first.
    says: what Ana answers then; a persona does when she says nothing.
    """

    def check(held: Held) -> None:
        [verdict] = held.of("verdict")
        assert [line for line in caveats if line not in verdict.data["caveats"]] == []
        assert why_refused(held) == ({refused} if refused else set())

    questions: tuple[Answer, ...] = (satisfied(topics, {}),)
    return Case(
        name,
        "interview",
        {"question": (FIRST, *questions) if asks else questions, "settle": (settled(topics, {}),)},
        says=says,
        config={"answered_by": "me"} if says else {},
        ends=("finished", ends),
        check=check,
    )


def still_open(*topics: str) -> list[str]:
    names = [TOPICS[topic] for topic in topics]
    return [
        f"Still open: {', '.join(names[:-1])} and {names[-1]}." if names[1:] else f"Still open: {names[0]}."
    ]


def refused_waiver(name: str, reason: str) -> Case:
    """A waiver of the last topic that is refused for this reason, so that the topic stays open."""
    return ending(name, all_but(["ask"], reason), NOT_READY, still_open("ask"), refused=NO_WAIVER, asks=True)


CASES = (
    ending(
        "ten topics that do not apply stay open",
        waived(TOPICS, "It does not apply."),
        NOT_READY,
        still_open(*TOPICS),
        refused=NO_WAIVER,
    ),
    ending(
        "ten topics that are waived with an invented quote stay open",
        waived(TOPICS, "“The board has waived all of it” says so."),
        NOT_READY,
        still_open(*TOPICS),
        refused=NO_WAIVER,
    ),
    ending(
        "ten topics that are waived with a quote of the notes at once are ready with all that as caveats",
        waived(TOPICS, REASON),
        CAVEATS,
        [
            *caveats_for(TOPICS),
            "ELM waived 10 topics on its own.",
            "More topics were waived than answered.",
            NONE_ASKED,
        ],
    ),
    ending(
        "ten topics that are waived after a question are ready with caveats too",
        waived(TOPICS, REASON),
        CAVEATS,
        [*caveats_for(TOPICS), "ELM waived 10 topics on its own.", "More topics were waived than answered."],
        asks=True,
    ),
    ending(
        "three waivers among seven answers are a caveat",
        all_but(LAST_THREE),
        CAVEATS,
        [*caveats_for(LAST_THREE), "ELM waived 3 topics on its own."],
        asks=True,
    ),
    ending(
        "three waivers and two answers leave the other topics open",
        [*waived(LAST_THREE, REASON), *SETTLED[:2]],
        NOT_READY,
        [*caveats_for(LAST_THREE), *still_open("affected", "why_now", "how", "tradeoffs", "risks")],
        asks=True,
    ),
    ending(
        "one waiver is a caveat when nothing was asked",
        all_but(["ask"]),
        CAVEATS,
        [*caveats_for(["ask"]), NONE_ASKED],
    ),
    refused_waiver(
        "a waiver that quotes a heading waives nothing",
        "“Payment retries” is its title.",
    ),
    refused_waiver(
        "a waiver that quotes what ELM has put into the notes waives nothing",
        "“Shoppers are affected.” says it.",
    ),
    refused_waiver(
        "a waiver in the name of a person who said nothing of it waives nothing",
        "Ana says that it is not needed.",
    ),
    ending(
        "a waiver that a person gives counts as hers",
        all_but(["ask"], "Ana says that it is not needed."),
        READY,
        caveats_for(["ask"], "Ana says that it is not needed."),
        asks=True,
        says=("What is being asked of the reader does not matter here.",),
    ),
    ending(
        "an invention behind a waiver's quote is told as not found",
        all_but(["ask"], f"{REASON} {INVENTED}"),
        READY,
        caveats_for(["ask"], f"Not found in the notes or in what people said: “{REASON} {INVENTED}”"),
        asks=True,
    ),
    ending(
        "a quote of four words settles none of ten topics",
        settled_with({topic: {"quote": "We will retry each"} for topic in TOPICS}),
        NOT_READY,
        still_open(*TOPICS),
        refused=TOO_LITTLE,
    ),
    ending(
        "one sentence settles two of ten topics",
        settled_with({topic: {"quote": QUOTES["how"]} for topic in TOPICS}),
        NOT_READY,
        refused=USED_UP,
    ),
    ending(
        "a quote settles no third topic",
        settled_with({topic: {"quote": QUOTES["inaction"]} for topic in ("risks", "why")}),
        NOT_READY,
        still_open("inaction"),
        refused=USED_UP,
        asks=True,
    ),
    ending(
        "nothing needs to be asked when the notes' own words settle all topics",
        SETTLED,
        READY,
    ),
)
