"""What the package may know of the world."""

from tests.test_architecture import CODE, ROOT, importers

REPOS = sorted((ROOT / "reviews/git").glob("*.py"))


def test_repositories_know_nothing_of_django_models_or_the_site():
    assert len(REPOS) > 10
    others = (
        "django",
        "personas",
        "elm_site",
        "reviews.models",
        "reviews.sessions",
        "reviews.providers",
        "reviews.views",
    )
    assert importers(REPOS, *others) == {}


def test_git_is_started_in_one_place_and_asked_for_its_version_in_another():
    found = set(importers([path for path in CODE if "git" in path.parts], "subprocess"))
    assert found == {"reviews/git/command.py", "reviews/git/environment.py"}


def test_no_command_goes_through_a_shell():
    assert [
        path.name for path in REPOS if "shell=" in path.read_text() or "os.system" in path.read_text()
    ] == []
