"""Choosing whole folders of a repository by a pattern."""

from django.conf import settings

from reviews.errors import ElmError
from reviews.git import browse
from reviews.repositories.browsing import CommitInView, checked_path
from reviews.repositories.patterns import Patterns
from reviews.repositories.team_rules import checked_patterns

MOST_SEARCHED = 100_000


def fitting_paths(place: CommitInView, folder: str, pattern: str) -> list[str]:
    """The files in `folder` ("" for the top) and below that fit `pattern` and that the team takes, by path.

    Raises ElmError for what is no pattern or no folder, and when no file fits, or more than can be picked at once.
    """
    wanted, taken = (
        Patterns.read(checked_patterns(pattern)),
        Patterns.read(place.repository.team.file_patterns),
    )
    every = browse.file_paths(place.mirror, place.commit, checked_path(folder))
    if len(every) > MOST_SEARCHED:
        raise ElmError(
            f"The folder has {len(every):,} files; {MOST_SEARCHED:,} are searched. Open one in it."
        )
    found = [path for path in every if wanted.allow(path) and taken.allow(path)]
    if not found:
        raise ElmError(f"No file here that your team takes fits “{pattern}”. Change the pattern.")
    if len(found) > settings.ELM_MAX_FILES:
        raise ElmError(
            f"{len(found):,} files fit “{pattern}”; {settings.ELM_MAX_FILES} can be picked at once. "
            "Nothing was stored. Make it narrower, or open a folder."
        )
    return found
