"""Angles as rows and versions, what is shipped, and several of them as one (P003, P009)."""

from itertools import pairwise

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from personas.angles import AngleFile
from personas.choices import Severity
from personas.compositions import compose, normalised
from personas.errors import BadPersonaFile, UnusableAngles
from personas.files import format_file
from personas.folders import named_files
from personas.loading import load_starter, restore_shipped
from personas.models import Angle, AngleVersion, Persona, Version
from tests.drawing import examples
from tests.personas.factories import ANGLE, AREA, angle_file, edit, make_angle, persona_file, small_starter

SHIPPED = {file.key: file for _, file in named_files(AngleFile)}
TABLE = {"correctness": 0.40, "efficiency": 0.25, "style": 0.15, "security": 0.20}
AREAS = {
    "correctness": {"logic", "edge_cases", "error_handling", "contradiction", "undefined"},
    "efficiency": {"complexity", "unnecessary_work", "memory", "waiting", "readers_time"},
    "style": {"naming", "structure", "idiom", "readability", "consistency"},
    "security": {"injection", "validation", "authentication", "exposure", "weak_means"},
}
IGNORED = {
    "correctness": ("Style", "Performance"),
    "efficiency": ("Style",),
    "style": ("Correctness",),
    "security": ("Style",),
}


def test_p003_four_angles_are_shipped_with_exactly_these_weights():
    assert {key: file.weight for key, file in SHIPPED.items()} == TABLE
    assert sum(TABLE.values()) == 1
    assert all(file.in_default_set and file.temperature == 0.3 for file in SHIPPED.values())


@pytest.mark.parametrize("key", TABLE)
def test_p003_each_shipped_angle_says_what_it_looks_for_and_what_it_leaves(key):
    prompt = SHIPPED[key].prompt_text()
    assert {area.id for area in SHIPPED[key].focus_areas} == AREAS[key]
    for word in IGNORED[key]:
        assert f"\n- {word}" in prompt.partition("## What you leave to other angles")[2]
    assert "**In code" in prompt
    assert "**In a document" in prompt
    assert all(len(area.indicators) >= 3 for area in SHIPPED[key].focus_areas)


def test_p003_no_two_shipped_angles_say_the_same():
    said = [line for file in SHIPPED.values() for area in file.focus_areas for line in area.indicators]
    assert len(said) == len(set(said)) > 70


@pytest.mark.django_db
def test_what_is_shipped_is_loaded_once_and_an_edit_stays(tmp_path):
    root = small_starter(tmp_path)
    assert load_starter(root).angles.created == ["correctness", "efficiency", "security", "style"]
    assert [angle.key for angle in Angle.objects.default_set()] == [
        "correctness", "efficiency", "security", "style"
    ]  # fmt: skip
    style = edit(Angle.objects.get(key="style"), weight=0.1)
    assert load_starter(root).angles.left_alone == ["style"]
    restore_shipped(style)
    assert Angle.objects.get(key="style").weight == 0.15


@pytest.mark.django_db
def test_the_default_set_has_only_active_angles_that_are_in_it(django_assert_num_queries):
    make_angle("cost", in_default_set=True)
    make_angle("law", in_default_set=True, is_active=False)
    make_angle("tone")
    with django_assert_num_queries(1):
        assert [angle.current.key for angle in Angle.objects.default_set()] == ["cost"]
    assert [angle.key for angle in Angle.objects.active()] == ["cost", "tone"]


@pytest.mark.django_db
def test_a_version_is_read_like_the_angle_and_stays_as_it_was():
    angle = make_angle()
    pinned = angle.current.pk
    edit(angle, weight=0.5, focus_areas=[AREA | {"indicators": ["Another."]}])
    version = Version.objects.get(pk=pinned)
    assert isinstance(version, AngleVersion)
    assert (version.key, version.number, version.weight, version.tier) == ("cost", 1, 0.25, "execution")
    assert version.focus_areas[0].indicators == ("No upper bound.",)
    assert "- No upper bound." in version.prompt_text()
    assert "- Another." in angle.current.prompt_text()
    assert str(version) == "Cost Check, version 1"


def test_the_prompt_text_has_every_part_and_leaves_out_what_is_empty():
    assert angle_file().prompt_text() == (
        "You review from one angle only: Cost Check. What does it cost to run?\n\n"
        "Count what is paid for.\n\n"
        "## What you judge by\n\n- Every call has a price.\n\n"
        "## Where you look\n\n### Limits, high when it is violated\n\n- No upper bound."
    )
    assert (
        angle_file(ignores=["Style."]).prompt_text().endswith("## What you leave to other angles\n\n- Style.")
    )


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("key", "Cost", "Has to be lower-case letters, digits and underscores, a letter first, 60 characters at most."),
        ("version", "1.0", "“1.0” is not a version such as 1.0.0: three numbers with dots between them."),
        ("version", "01.0.0", "“01.0.0” is not a version such as 1.0.0: three numbers with dots between them."),
        ("name", "x" * 51, "Is too long: 50 characters at most."),
        ("description", "x" * 501, "Is too long: 500 characters at most."),
        ("description", "a\nb", "Has to be a single line."),
        ("weight", 1.1, "1.1: input should be less than or equal to 1."),
        ("weight", float("nan"), "Nan: input should be a finite number."),
        ("temperature", 2.1, "2.1: input should be less than or equal to 2."),
        ("evaluation_criteria", [], "Is empty; name at least one."),
        ("focus_areas", [], "Is empty; name at least one."),
        ("focus_areas", [AREA | {"indicators": []}], "Line 1: indicators: is empty; name at least one."),
        ("focus_areas", [AREA, AREA], "“limits” stands twice; keep one."),
        ("focus_areas", [AREA | {"severity_if_violated": "bad"}], "Line 1: severity_if_violated: 'bad': input should "
         "be 'low', 'medium', 'high' or 'critical'."),
        ("conflicts_with", ["cost"], "An angle can't conflict with itself."),
        ("conflicts_with", ["no name"], "Line 1: has to be lower-case letters, digits and underscores, a letter first, "
         "60 characters at most."),
    ],
)  # fmt: skip
def test_p009_bad_words_are_refused_by_field(field, value, said):
    with pytest.raises(ValidationError) as refused:
        Angle(**({"key": "cost"} | ANGLE | {field: value})).clean()
    assert refused.value.message_dict == {field: [said]}


def test_p009_a_weight_of_nothing_is_allowed_only_outside_of_the_default_set():
    assert angle_file(weight=0).weight == 0
    with pytest.raises(ValidationError, match="needs a weight above 0"):
        Angle(key="cost", weight=0, in_default_set=True, **ANGLE).clean()


def test_an_angle_goes_well_with_another_or_conflicts_with_it():
    with pytest.raises(ValidationError, match="“law” is also among those that it goes well with"):
        Angle(key="cost", composable_with=["law"], conflicts_with=["law"], **ANGLE).clean()


@pytest.mark.django_db
def test_p009_a_key_is_taken_once_and_other_angles_may_come_later():
    make_angle(composable_with=["not_yet"], conflicts_with=["later"])
    with pytest.raises(ValidationError, match="with this Key already exists"):
        make_angle()
    assert Angle.objects.count() == 1


@pytest.mark.django_db
def test_a_bad_angle_in_a_folder_is_named_and_nothing_is_loaded(tmp_path):
    (tmp_path / "angles").mkdir()
    (tmp_path / "maya.md").write_text(format_file(persona_file()))
    (tmp_path / "angles" / "cost.md").write_text("---\nkey: cost\nweight: much\n---\nCount.")
    with pytest.raises(BadPersonaFile, match=r"cost\.md: name: is missing"):
        load_starter(tmp_path)
    assert not Persona.objects.exists()


def test_p009_a_composition_merges_prompts_areas_and_weights():
    cost = angle_file(weight=0.6, ignores=["Style."])
    law = angle_file(
        "law", name="Law Check", weight=0.2, focus_areas=[AREA | {"severity_if_violated": "critical",
        "indicators": ["No upper bound.", "No consent."]}],
    )  # fmt: skip
    made = compose({"cost": cost, "law": law})
    assert made.source_angles == ("cost", "law")
    assert made.weight_distribution == pytest.approx({"cost": 0.75, "law": 0.25})
    [area] = made.merged_focus_areas
    assert (area.indicators, area.severity_if_violated) == (
        ("No upper bound.", "No consent."),
        Severity.CRITICAL,
    )
    for part in ("# Cost Check (`cost`)", "# Law Check (`law`)", "Count what is paid for.", "- Style."):
        assert part in made.combined_prompt
    assert made.combined_prompt.count("- No upper bound.") == 1
    assert compose({"cost": cost}).combined_prompt == cost.prompt_text()


@pytest.mark.parametrize("turned", [False, True])
def test_p009_a_composition_with_a_conflict_is_refused_whoever_names_it(turned):
    angles = [
        ("cost", angle_file(conflicts_with=["law", "nobody"])),
        ("law", angle_file("law", name="Law")),
    ]
    with pytest.raises(UnusableAngles, match="“Cost Check” and “Law” conflict"):
        compose(dict(angles[::-1] if turned else angles))


def test_the_shipped_angles_go_together():
    made = compose({key: file.content() for key, file in SHIPPED.items()})
    assert made.weight_distribution == pytest.approx(TABLE)
    assert len(made.merged_focus_areas) == 20


weights = st.dictionaries(st.text(max_size=5), st.floats(0, allow_infinity=False), min_size=1, max_size=6)


@given(weights.filter(lambda given: any(given.values())))
@examples(50)
def test_normalised_weights_add_up_to_one_and_keep_their_order(given_weights):
    shares = normalised(given_weights)
    assert sum(shares.values()) == pytest.approx(1)
    assert shares.keys() == given_weights.keys()
    heaviest_first = sorted(given_weights, key=given_weights.__getitem__, reverse=True)
    assert all(shares[one] >= shares[other] >= 0 for one, other in pairwise(heaviest_first))


@pytest.mark.parametrize(
    "wrong", [{}, {"a": 0.0}, {"a": -1.0, "b": 2}, {"a": float("nan")}, {"a": float("inf")}]
)
def test_weights_that_can_not_be_shared_out_are_refused(wrong):
    with pytest.raises(UnusableAngles):
        normalised(wrong)
