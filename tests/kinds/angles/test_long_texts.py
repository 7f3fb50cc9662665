"""What a call is shown of a long artifact: what is near its unit, and no more work than that takes."""

from dataclasses import replace

from reviews.kinds.angles import prompts
from reviews.kinds.angles.asking import evaluations
from reviews.kinds.angles.prompts import LONGEST_AROUND
from reviews.kinds.angles.state import AnglesState, Issue, Unit
from reviews.kinds.prompts import PromptPersona
from reviews.states import Severity
from tests.kinds.angles.table import setup_for

CAST = {"worker": PromptPersona("worker", "Worker", "", "You work.")}


class CountingUnits(tuple[Unit, ...]):
    """Units that say how many of them were walked through."""

    walked = 0

    def __iter__(self):
        for unit in super().__iter__():
            CountingUnits.walked += 1
            yield unit

    def __getitem__(self, place):
        found = super().__getitem__(place)
        return CountingUnits(found) if isinstance(place, slice) else found


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


def test_a_prompt_walks_through_few_of_many_units():
    state = long_review(1_000)
    ask = next(ask for ask in evaluations(state) if ask.context["unit"] == "1/b500")
    assert state.units_of("a1")
    state.__dict__["_by_artifact"] = {"a1": CountingUnits(state.units)}
    CountingUnits.walked = 0
    prompts.build(state, ask, CAST, "0123456789abcdef")
    assert CountingUnits.walked < 100


def test_a_unit_of_another_artifact_is_no_neighbour():
    state = long_review(30)
    setup = replace(
        state.setup, notes=(*state.setup.notes, replace(state.setup.notes[0], artifact="a2", name="b.py"))
    )
    units = (*state.units[:15], *(replace(one, artifact="a2") for one in state.units[15:]))
    texts = shown(replace(state, setup=setup, units=units), "1/b15")
    assert "f14" not in texts["findings in other units"]
    assert texts["b.py"].startswith("def f15()")
