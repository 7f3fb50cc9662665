"""Sessions whose second look comes empty, in another shape, or with words that nobody said."""

from tests.bad_model.case import REFUSED, Case, envelope, fenced, raw
from tests.bad_model.good import asked, settled_with
from tests.bad_model.held import Held
from tests.providers.messages_server import fail

DONE = ("finished", "user-initiated")
NONE = raw(envelope("Done.", {"looks": []}))
INVENTED = "The board gives EUR 900,000 for it."


def looks(*given: object) -> str:
    return envelope("Done.", {"looks": [*given]})


FIRST = raw(looks({"number": 1, "unsaid": "in other words", "reworded": INVENTED}))


def everything_waits(held: Held) -> None:
    [event] = held.of("synthesis")
    points = [point for kind in ("insights", "open_questions") for point in event.data[kind]]
    assert points
    assert {point["support"]["status"] for point in points} == {"unsupported"}
    assert held.session.changes.filter(status="applied").count() == 0


def everything_waits_that_is_invented(held: Held) -> None:
    [event] = held.of("synthesis")
    [point] = [point for point in event.data["insights"] if point["text"] == INVENTED]
    assert "EUR 900,000" in point["support"]["sentence"]
    assert not held.session.changes.filter(status="applied", inserted__contains="900,000").exists()


def no_money_goes_in(held: Held) -> None:
    [event] = held.of("synthesis")
    kinds = ("insights", "decisions", "open_questions", "action_items")
    points = [point for kind in kinds for point in event.data[kind] if "900,000" in str(point)]
    assert points
    assert {point["support"]["status"] for point in points} == {"unsupported"}
    assert held.revisions_with("900,000") == 0


def one_was_looked_at(held: Held) -> None:
    [event] = held.of("synthesis")
    kinds = ("insights", "decisions", "open_questions", "action_items")
    points = [point for kind in kinds for point in event.data[kind]]
    assert len(points) > 1
    assert sum(point["support"]["status"] != "unsupported" for point in points) == 1


def nothing_is_certified(held: Held) -> None:
    [event] = held.of("verdict")
    assert "The main risk is that a shopper pays twice." not in event.data["got_right"]
    assert any(caveat.startswith("Nobody has taken a second look") for caveat in event.data["caveats"])


def what_was_said_is_proposed(held: Held) -> None:
    [change] = held.session.changes.all()
    assert "Shoppers are affected." in change.inserted
    assert "looked" not in change.support
    assert len(held.of("verdict")) == 1


FURTHER = asked("Who is affected?", "Who signs?", topics=settled_with({}))
OUT_OF_REACH = {
    "refuses": REFUSED,
    "does not know the key": fail(401, "invalid key"),
    "finds the request bad": fail(400, "bad"),
    "is overloaded": fail(529, "Overloaded"),
}
ME = {"answered_by": "me"}


CASES = (
    Case(
        "a second look that looks at nothing, twice, lets nothing in",
        "roundtable",
        {"second_look": (NONE, NONE)},
        ends=DONE,
        sees=("brought nothing, so it is asked for once more", "Nobody has taken a second look at this"),
        check=everything_waits,
    ),
    Case(
        "a second look in a fence with wrong numbers counts for what it is about",
        "roundtable",
        {
            "second_look": (
                raw(fenced(looks({"number": 1}, {"number": "two"}, {"number": 99}, {"unsaid": None}))),
            )
        },
        ends=DONE,
        check=one_was_looked_at,
    ),
    Case(
        "a second look that invents in its turn is not believed",
        "roundtable",
        {"second_look": (raw(looks({"number": 1, "unsaid": "in other words", "reworded": INVENTED})),)},
        ends=DONE,
        sees=("EUR 900,000",),
        check=everything_waits_that_is_invented,
    ),
    *(
        Case(
            f"a further look that {how} lets nothing in",
            "roundtable",
            {"second_look": (FIRST, raw(answer))},
            ends=DONE,
            sees=("so they are compared again",),
            check=no_money_goes_in,
        )
        for how, answer in {
            "quotes Ana with what she did not say": looks({"number": 1, "reworded": f"Ana: “{INVENTED}”"}),
            "puts the invention into brackets": looks(
                *({"number": number, "reworded": INVENTED, "beside": INVENTED} for number in range(1, 9))
            ),
            "looks at nothing": looks(),
            "is no JSON at all": "All of it was said.",
        }.items()
    ),
    Case(
        "an interview whose second look looks at nothing, twice, certifies no line of ELM's",
        "interview",
        {"second_look": (NONE, NONE)},
        ends=("finished", "ready"),
        check=nothing_is_certified,
    ),
    *(
        Case(
            f"Ana gets out with a verdict when the model {how} {when}",
            "interview",
            {"question": (FURTHER, FURTHER, FURTHER), **replies},
            config=ME,
            says=("Shoppers are affected.", "wrap up"),
            ends=("finished", "ready_with_caveats"),
            check=what_was_said_is_proposed,
        )
        for how, answer in OUT_OF_REACH.items()
        for when, replies in {
            "at the second look": {"second_look": (answer,) * 12},
            "at the next question and from then on": {
                "question": (FURTHER, *(answer,) * 12),
                "second_look": (answer,) * 12,
            },
        }.items()
    ),
    *(
        Case(
            f"whoever wraps up what the notes answer gets a verdict when the model {how} at the next question",
            "interview",
            {"question": (FURTHER, *(answer,) * 12), "second_look": (answer,) * 12},
            says=("wrap up",),
            ends=("finished", "ready_with_caveats"),
            check=what_was_said_is_proposed,
        )
        for how, answer in OUT_OF_REACH.items()
    ),
)
