import pytest

from reviews.models import Item
from tests import factories


@pytest.fixture
def elsewhere(cleo) -> Item:
    """An item of Cleo's own team."""
    return factories.ItemFactory(team=cleo.memberships.get().team, title="Secret merger")
