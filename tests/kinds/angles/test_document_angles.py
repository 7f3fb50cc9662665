"""Each kind of finding of the offline reviewer belongs to one angle."""

import tomllib
from pathlib import Path

from reviews.code.analysers.alert import ANGLES

ROOT = Path(__file__).parents[3]


def test_each_kind_of_finding_of_a_document_belongs_to_one_angle():
    angles = tomllib.loads((ROOT / "reviews/kinds/angles/offline/words/document_angles.toml").read_text())
    kinds = tomllib.loads((ROOT / "reviews/offline/words/findings.toml").read_text())["titles"]
    assert angles.keys() == set(ANGLES)
    assert sorted(kind for group in angles.values() for kind in group) == sorted(kinds)
