"""Choosing whole folders of a repository by a pattern."""

import pytest

from reviews.models import Artifact
from tests.repositories.odd import words
from tests.repositories.stage import fetch


@pytest.fixture
def pick(as_user, ana, repository, item):
    """`pick("*.md")` is the answer to Ana who writes this pattern and picks into the item."""

    def sent(pattern: str, *paths: str, folder: str = ""):
        data = {"item": item.slug, "ref": "main", "path": paths, "pattern": pattern, "folder": folder}
        return as_user(ana).post(f"/repositories/{repository.pk}/pick/", data)

    return sent


def test_whole_folders_come_in_by_a_pattern_once_and_only_what_the_team_takes(pick, repository, item):
    team = repository.team
    team.file_patterns = "docs/**"
    team.save()
    assert pick("*.md", "docs/plan.md").url == item.get_absolute_url()
    assert sorted(item.artifacts.values_list("path", flat=True)) == ["docs/goals.md", "docs/plan.md"]


@pytest.mark.parametrize(
    ("pattern", "folder", "found"),
    [("docs/**", "", 2), ("*.md", "docs", 2), ("**/goals.*", "", 1), ("README.md", "docs", 0)],
)
def test_a_pattern_is_about_the_folder_that_is_shown_and_those_in_it(
    pattern, folder, found, pick, item, repository
):
    response = pick(pattern, folder=folder)
    assert response.status_code == (302 if found else 422)
    assert item.artifacts.count() == found


def test_a_pattern_leaves_out_files_with_nothing_in_them(pick, upstream, repository, item):
    upstream.commit({"code/__init__.py": b"", "code/retries.py": b"TIMES = 3\n"})
    fetch(repository)
    assert pick("code/*.py").status_code == 302
    assert item.artifacts.get().path == "code/retries.py"


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("*.md", "3 files fit “*.md”; 2 can be picked at once."),
        ("a\\b", "not by a backslash"),
        ("x", "No file here"),
    ],
)
def test_a_pattern_that_takes_too_much_or_nothing_is_told_and_stays(
    pattern, sentence, pick, settings, repository
):
    settings.ELM_MAX_FILES = 2
    response = pick(pattern)
    assert response.status_code == 422
    assert sentence in words(response)
    assert f'id="pick-pattern" maxlength="200" value="{pattern}"' in response.content.decode()
    assert not Artifact.objects.exists()
