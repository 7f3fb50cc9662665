"""Roundtables on how a vineyard is watered: what nobody decided, or was given to do, and where what was said goes."""

from collections.abc import Callable
from dataclasses import replace

from reviews.changes import decide
from reviews.models.outcome import ChangeStatus
from tests.bad_model.case import Case
from tests.bad_model.held import Held
from tests.bad_model.recombined import kept_out, points_with, put_into_the_text
from tests.bad_model.recombined_table_cases import Talk, point, table

TERRACES = """# Watering the terraces

## Background

The estate waters 42 hectares by hand. In 2025 it used 126,000 m3 of water, of which 31,500 m3 leaked.

## Sensors

Each terrace gets 4 soil probes. A battery lasts 30 months.

| Terrace | Hectares | Probes |
|---|---:|---:|
| Nordhang | 12 | 48 |
| Seeblick | 18 | 72 |

## Valves and pumps

- Ilse Brandt opens the main valve by hand each morning.
- The pump draws 11 kW.

## Frost

Nobody has tested what the probes do below -10 degrees.

## Decisions

Tomas Kral has decided that the old cistern stays in use. The cooperative asked for a discount.
"""
OF_WATER = Talk(
    "The estate waters 42 hectares by hand.",
    "What should be installed first?",
    "Each terrace gets 4 soil probes, and I find that few.",
    "I have read what the notes say of the probes, and I have nothing to set against it.",
)
SPENT = (
    "Jordan, we agreed that dogs may run on Nordhang. We spend 38,000 euros on valves and 16,000 euros on pumps; the "
    "mast costs 9,500 euros. Lea Moser writes the rota until Tuesday. Vouchers must not be combined with a discount."
)


def round_on(name: str, check: Callable[[Held], None], **points: list[dict[str, object]]) -> Case:
    return table(name, [SPENT], check, notes=TERRACES, talk=OF_WATER, **points)


def undecided(name: str, text: str, words: str) -> Case:
    """A decision that nobody made is a question that waits."""
    return round_on(name, lambda held: waits_as_question(held, words), decisions=[point(text, 3, 7)])


def waits_as_question(held: Held, words: str) -> None:
    kept_out(words)(held)
    assert {one["kind"] for one in points_with(held, words)} == {"open_questions"}


def goes_to(section: str, words: str) -> Callable[[Held], None]:
    """It was put in, and into this section."""

    def check(held: Held) -> None:
        [change] = held.changes_with(words)
        assert (change.status, change.section) == ("applied", section)

    return check


def nobody_is_given_the_task(held: Held) -> None:
    [change] = held.changes_with("Write the rota")
    assert (change.status, change.support["sentence"]) == (
        "proposed",
        "Nobody said that this is for Ana to do",
    )


def everything_is_accepted(held: Held) -> None:
    assert held.session.started_by
    for change in held.session.changes.filter(status=ChangeStatus.APPLIED):
        decide.accept(change, held.session.started_by)


def it_is_not_asked_again(held: Held) -> None:
    assert held.changes_with("Dogs may run") == []
    [artifact] = held.session.artifacts.all()
    assert artifact.current.text.count("Dogs may run on Nordhang") == 1


DOGS = "Dogs may run on Nordhang."
FIRST = round_on("", lambda held: None, decisions=[point(DOGS, 7)])
CASES = (
    undecided(
        "what somebody only asked for is not accepted, though it stands below “Decisions”",
        "The discount of the cooperative is accepted.",
        "discount of the cooperative",
    ),
    undecided(
        "what must not be done with a thing does not drop it",
        "Vouchers are dropped.",
        "Vouchers are dropped",
    ),
    undecided(
        "what may be done in one place is not decided for another one",
        "Dogs may run on Seeblick.",
        "Dogs may run on Seeblick",
    ),
    undecided(
        "what stays in use is not taken out of use",
        "The old cistern is taken out of use.",
        "cistern is taken out of use",
    ),
    round_on(
        "a task that a message gives to somebody else is not for whoever wrote it",
        nobody_is_given_the_task,
        action_items=[point("Write the rota until Tuesday", 7, owner="Ana")],
    ),
    round_on(
        "a task goes in with the name that the message gives it to",
        put_into_the_text("Write the rota until Tuesday", "action_items"),
        action_items=[point("Write the rota until Tuesday", 7, owner="Lea Moser")],
    ),
    round_on(
        "what is done each morning is not done each evening",
        kept_out("each evening"),
        insights=[point("Ilse Brandt opens the main valve by hand each evening.", 3, 7)],
    ),
    round_on(
        "a draw of a pump is no difference of two pumps",
        kept_out("11 kW more"),
        insights=[point("The pump draws 11 kW more than the valve.", 3, 7)],
    ),
    *(
        round_on(
            f"“{words}” goes to the section that says so",
            goes_to(section, words),
            insights=[point(words, 3, 7)],
        )
        for words, section in {
            "25 % of the water leaked in 2025.": "Background",
            "94,500 m3 of the water did not leak.": "Background",
            "A battery lasts two and a half years.": "Sensors",
            "Seeblick has 72 probes.": "Sensors",
            "Nobody knows how the probes behave under -10 degrees.": "Frost",
        }.items()
    ),
    round_on(
        "what three things cost that Ana named goes in as computed",
        put_into_the_text("Valves, pumps and mast", "insights"),
        insights=[point("Valves, pumps and mast come to 63,500 euros.", 7)],
    ),
    replace(
        round_on(
            "what stands as decided is not asked again because another summary names no turn for it",
            it_is_not_asked_again,
            decisions=[point(DOGS)],
        ),
        before=FIRST,
        decides=everything_is_accepted,
    ),
)
