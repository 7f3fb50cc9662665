"""What of a roundtable's additions can be taken away."""

import json

import pytest

from reviews.changes import decide
from tests.changes.stage import now
from tests.changes.table import HEADING, POINTS, SPEC, held, held_about
from tests.changes.test_exports import applied_by_git, url


@pytest.mark.slow
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("text", [SPEC, SPEC.rstrip(), "Notes", "# User Journeys\n\nÉté\n", "a\n   \n"])
def test_git_applies_the_patch_of_additions_to_the_exact_bytes(as_user, ana, item, tmp_path, mark, end, text):
    raw = mark + text.replace("\n", end).encode()
    session = held(item, raw)
    artifact = session.pins.get().artifact
    decide.accept_all(session, ana)
    patch = as_user(ana).get(url(session, "changes.patch")).content
    assert applied_by_git(tmp_path, artifact.name, raw, patch) == now(artifact)


def test_mvt_008_the_patch_of_additions_removes_no_line(as_user, ana, item):
    session = held(item)
    decide.accept_all(session, ana)
    lines = as_user(ana).get(url(session, "changes.patch")).content.decode().split("\n")[3:]
    assert not [line for line in lines if line.startswith("-")]
    assert f"+{HEADING}" in lines


def test_the_patch_of_a_second_session_fits_what_it_read(as_user, ana, item, tmp_path):
    first = held(item, points=POINTS[:1])
    artifact = first.pins.get().artifact
    decide.accept_all(first, ana)
    read, second = now(artifact), held_about(artifact, POINTS[1:])
    decide.accept_all(second, ana)
    patch = as_user(ana).get(url(second, "changes.patch")).content
    assert applied_by_git(tmp_path, artifact.name, read, patch) == now(artifact)


def test_the_patch_of_some_points_has_the_heading_and_only_these(as_user, ana, item, tmp_path):
    session = held(item)
    decide.accept(session.changes.get(order=2), ana)
    patch = as_user(ana).get(url(session, "changes.patch")).content
    artifact = session.pins.get().artifact
    assert applied_by_git(tmp_path, artifact.name, SPEC.encode(), patch) == now(artifact)


def test_the_export_has_the_points_as_they_stand(as_user, ana, item):
    session = held(item, points=POINTS[:1])
    found = json.loads(as_user(ana).get(url(session, "export.json")).content)["changes"][0]
    assert found["inserted"].endswith(f"-->\n{POINTS[0]}")
    assert SPEC[: found["position"]].endswith("card.\n")
