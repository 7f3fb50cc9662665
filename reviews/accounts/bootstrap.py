"""What a fresh installation needs before its first page: personas, an admin, a team, a sample."""

from django.contrib.auth.models import User
from django.db import transaction

from personas.loading import load_starter
from reviews.accounts.sample import load_sample
from reviews.models import Membership, Team
from reviews.models.team import Role


def take() -> User:
    """Load what is missing and return the first admin. Can be repeated: nothing that exists is changed."""
    load_starter()
    admin = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    return admin or found_team()


@transaction.atomic
def found_team() -> User:
    """The first admin, with a team that holds the sample item."""
    admin = User.objects.create_superuser("admin")
    team = Team.objects.create(name="Our team", slug="our-team")
    Membership.objects.create(team=team, user=admin, role=Role.ADMIN)
    load_sample(team, admin)
    return admin
