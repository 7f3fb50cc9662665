import pytest

from tests import factories
from tests.security.stage import Stage, set_stage


@pytest.fixture
def stage(team, ana, ben, vera, cleo, as_user) -> Stage:
    """Everything that the table of `matrix.py` names, with Ana, Ben, Vera and Cleo; Otto, who has no team; Rita, who
    was removed; and Dora, whose account was deactivated."""
    otto, rita, dora = (factories.UserFactory(username=name) for name in ("otto", "rita", "dora"))
    factories.MembershipFactory(team=team, user=dora)
    membership = factories.MembershipFactory(team=team, user=rita)
    cast = {
        "owner": ana,
        "member": ben,
        "viewer": vera,
        "elsewhere": cleo,
        "outsider": otto,
        "nobody": None,
        "removed": rita,
        "deactivated": dora,
    }
    made = set_stage(team, cast, as_user)
    membership.delete()
    dora.is_active = False
    dora.save()
    return made
