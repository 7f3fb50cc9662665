"""Who and what is there before the sessions: the teams that are filled, their people and their tags."""

from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import User

from reviews.figures.digest import want_digest
from reviews.language.wordlists import Words, read_words
from reviews.models import Membership, Tag, Team
from reviews.models.team import Role

WORDS: Words = read_words(__file__, "filled")
SLUG = "filled-with-samples"
SHARES = (80, 8, 6, 4, 2)
"""How many of a hundred sessions each team has held."""
PEOPLE_ELSEWHERE = 8
DIGEST_EVERY = 4


class Place(NamedTuple):
    """Where a session is held: an item with its artifact and that one's revision."""

    item: int
    artifact: UUID
    revision: int


@dataclass
class FilledTeam:
    """A team with its people, its tags, and the items that are worked on just now."""

    team: Team
    people: list[User]
    tags: list[int]
    places: list[Place] = field(default_factory=list)


def filled_teams(admin: User) -> list[FilledTeam]:
    """The teams, made where they are missing."""
    return [filled_team(number, name, admin) for number, name in enumerate(WORDS.words("teams"), 1)]


def filled_team(number: int, name: str, admin: User) -> FilledTeam:
    """One of them. The first has all names as members, the others people of their own; the last name is a member of
    every one, the first admin of the site an admin."""
    suffix = "" if number == 1 else f"-{number}"
    team, _ = Team.objects.get_or_create(slug=f"{SLUG}{suffix}", defaults={"name": name})
    *names, everywhere = WORDS.words("names")
    own = names if number == 1 else names[:PEOPLE_ELSEWHERE]
    people = [person(f"filled-{one.lower()}{suffix}", one) for one in own]
    people.append(person(f"filled-{everywhere.lower()}", everywhere))
    for user in [admin, *people]:
        role = Role.ADMIN if user == admin else Role.MEMBER
        Membership.objects.get_or_create(team=team, user=user, defaults={"role": role})
    for user in people[::DIGEST_EVERY]:
        want_digest(user, wanted=True)
    tags = [Tag.objects.get_or_create(team=team, name=tag)[0].pk for tag in WORDS.words("tags")]
    return FilledTeam(team, [admin, *people], tags)


def person(username: str, name: str) -> User:
    return User.objects.get_or_create(username=username, defaults={"first_name": name})[0]
