"""A task is for whoever took it or was given it, and not for anybody whose name falls."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.commitments.task_owner import is_told_owner
from reviews.language.sourcing.sources import ClaimSource

NOTES = [
    ClaimSource("notes", "plan.md", "Mehmet Aydin decided on the check. Sara Lind answers for the photos.")
]
TASK = "Ask legal about the photos"


def told(owner: str, *said: tuple[str, str], task: str = TASK) -> bool:
    sources = [
        ClaimSource("person", str(number), text, speaker=name) for number, (name, text) in enumerate(said)
    ]
    return is_told_owner(owner, task, sources, NOTES)


@pytest.mark.parametrize(
    ("owner", "said"),
    [
        ("Ana", ("Ana", "I'll ask legal.")),
        ("Ben", ("Ana", "Ben, can you ask legal?")),
        ("Ben", ("Ana", "Who asks legal? Ben.")),
        ("Ben", ("Ana", "Legal and the photos, Ben handles that.")),
        ("Sara Lind", ("Ana", "Somebody should ask legal.")),
        ("User", ("Ana", "Somebody should ask legal.")),
        ("Ana", ("Ana", "Sara Lind and I ask legal about the photos.")),
        ("Ana", ("Ana", "Sara Lind knows legal, but I ask them about the photos.")),
        ("Sara Lind", ("Ana", "Sara Lind asks legal about the photos until Tuesday.")),
        ("", ("Ana", "Somebody should ask legal.")),
    ],
)
def test_whoever_takes_a_task_is_given_it_or_answers_for_it_is_told(owner, said):
    assert told(owner, said)


@pytest.mark.parametrize(
    ("owner", "said"),
    [
        ("Mehmet Aydin", ("Ana", "Somebody should ask legal about the photos. Mehmet Aydin is on holiday.")),
        ("Ben", ("Ana", "I'll ask legal about the photos. The van of Ben was late.")),
        ("Cleo", ("Ana", "I'll ask legal.")),
        ("Ana", ("Ana", "Sara Lind asks legal about the photos until Tuesday.")),
        ("Ana", ("Ana", "Mehmet, can you ask legal about the photos?")),
        ("Ana", ("Ana", "Herr Lang fragt bei legal nach den photos.")),
        ("Ben", ("Ana", "Ben, I ask legal about the photos tomorrow.")),
    ],
)
def test_a_name_that_only_falls_is_no_owner(owner, said):
    assert not told(owner, said)


def test_a_question_makes_nobody_the_owner():
    said = [ClaimSource("person", "1", "Sian looks at the board every Friday.", speaker="Ana")]
    assert check_claim("Is Sian responsible for the board?", [*NOTES, *said]).missing == ()
    assert check_claim("Sian is responsible for the board.", [*NOTES, *said]).missing == ("Sian",)


def test_what_an_owner_is_compared_with_or_answers_for_is_no_owner():
    tools = ClaimSource("notes", "tools.md", "Findings are issues of a team. Terraform is upgraded by hand.")
    for beside in ("as for Terraform", "as the plan does for Terraform"):
        claim = f"Each finding has an owner in its team, {beside}."
        assert check_claim(claim, [*NOTES, tools]).missing == ()
    assert check_claim("The owner of findings is Terraform.", [*NOTES, tools]).missing == ("Terraform",)
