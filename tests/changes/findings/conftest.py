"""An artifact of Ana's item that the rules find something in."""

import pytest

from reviews.models import Artifact, Item
from tests import factories


@pytest.fixture
def notes(item: Item) -> Artifact:
    return factories.ArtifactFactory(item=item, name="notes.md")
