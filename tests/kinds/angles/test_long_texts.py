"""What a call is shown of a long artifact: what is near its unit, and no more work than that takes."""

from dataclasses import replace

from reviews.kinds.angles import prompts
from reviews.kinds.angles.asking import evaluations
from reviews.kinds.angles.nearby import LONGEST_AROUND, text_shown
from reviews.kinds.angles.state import AnglesState, Issue, Unit, UnitTable
from reviews.kinds.prompts import PromptPersona
from reviews.states import Severity
from tests.kinds.angles.table import setup_for

CAST = {"worker": PromptPersona("worker", "Worker", "", "You work.")}


class CountingUnits(tuple[Unit, ...]):
    """Units that say how many of them were looked at."""

    looked_at = 0

    def __iter__(self):
        for unit in super().__iter__():
            CountingUnits.looked_at += 1
            yield unit

    def __getitem__(self, place):
        CountingUnits.looked_at += 1
        return super().__getitem__(place)


class CountingTable(UnitTable, CountingUnits):
    """The same, with what is looked up in them made before."""


def long_review(units: int, characters: int = 1_000) -> AnglesState:
    """A review of a file with so many units, in each of which something was found."""
    made, issues = [], {}
    for n in range(units):
        text = f"def f{n}(): ".ljust(characters - 1, "x") + "\n"
        issue = Issue(f"i{n}", f"1/b{n}", "security", Severity.LOW, "def", n + 1, 1, f"{n} is odd. " * 60)
        issues[issue.fingerprint] = issue
        found = {"security": (issue.fingerprint,)}
        made.append(Unit(f"1/b{n}", "a1", f"b{n}", f"f{n}", "function", n + 1, text, text, found=found))
    setup = setup_for("".join(unit.current for unit in made))
    places = {unit.id: place for place, unit in enumerate(made)}
    return AnglesState(setup=setup, units=tuple(made), places=places, open_pass=1, issues=issues)


def shown(state: AnglesState, unit: str) -> dict[str, str]:
    ask = next(ask for ask in evaluations(state) if ask.context["unit"] == unit)
    prompt = prompts.build(state, ask, CAST, "0123456789abcdef")
    return {material.name: material.text for material in prompt.materials}


def test_the_units_around_it_are_those_that_are_near():
    around = shown(long_review(100), "1/b50")["around the unit in prices.py"]
    before, _, behind = around.partition("\n[the unit stands here]\n")
    assert len(before) == len(behind) == LONGEST_AROUND
    assert before.startswith("def f42()")
    assert behind.startswith("def f51()")


def test_findings_nearby_are_told_in_the_order_of_the_text_and_none_is_cut():
    lines = shown(long_review(100), "1/b50")["findings in other units"].splitlines()
    numbers = [int(line.split(",")[0].removeprefix("- f")) for line in lines]
    assert numbers == [n for n in range(numbers[0], numbers[-1] + 1) if n != 50]
    assert abs((50 - numbers[0]) - (numbers[-1] - 50)) <= 1
    assert len("\n".join(lines)) <= LONGEST_AROUND


def test_the_first_unit_and_the_last_have_neighbours_on_one_side():
    state = long_review(100)
    assert shown(state, "1/b0")["around the unit in prices.py"].startswith(
        "\n[the unit stands here]\ndef f1()"
    )
    assert shown(state, "1/b99")["around the unit in prices.py"].endswith("\n[the unit stands here]\n")


def test_of_a_short_text_everything_is_shown():
    texts = shown(long_review(3), "1/b1")
    assert texts["prices.py"].count("def f") == 3
    assert "around the unit in prices.py" not in texts


def looked_at(units: int, each: int) -> int:
    """How many units a prompt looks at of so many, in each so-manieth of which something was found."""
    state = long_review(units)
    made = tuple(one if n % each == 0 else replace(one, found={}) for n, one in enumerate(state.units))
    table = CountingTable(made)
    state = replace(state, units=table)
    ask = next(ask for ask in evaluations(state) if ask.context["unit"] == f"1/b{units // 2}")
    table.__dict__["by_artifact"] = {"a1": CountingUnits(made)}
    assert all((table.with_findings, table.texts)), "made once for all prompts between two passes"
    CountingUnits.looked_at = 0
    prompts.build(state, ask, CAST, "0123456789abcdef")
    return CountingUnits.looked_at


def test_a_prompt_looks_at_as_many_of_two_thousand_units_as_of_five_hundred():
    assert 0 < looked_at(500, each=1) == looked_at(2_000, each=1) < 100
    assert 0 < looked_at(500, each=20) <= looked_at(2_000, each=20) < 100


def test_what_a_second_look_quotes_stands_in_what_it_was_shown():
    state = long_review(100)
    shown_text = text_shown(state, state.unit("1/b50"))
    assert len(shown_text) == 2 * LONGEST_AROUND + 1_000
    assert "def f50()" in shown_text
    assert "def f1()" not in shown_text
