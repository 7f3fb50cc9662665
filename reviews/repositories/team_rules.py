"""What an admin may set for the repositories of a team: the branch shown first, and patterns of files."""

from reviews.errors import ElmError, RepositoryError
from reviews.git.command import git
from reviews.models.repository import LONGEST_BRANCH

MOST_LINES, LONGEST_LINE = 100, 200


def checked_branch(name: str) -> str:
    """The name of a branch without spaces around it, "" for none. Raises ElmError when git takes no such name."""
    name = name.strip()
    if name and not _is_branch(name):
        shown = name if len(name) <= LONGEST_BRANCH else f"{name[:40]}…"
        raise ElmError(
            f"“{shown}” can't be the name of a branch. Write it as git shows it, such as main or release/2.1."
        )
    return name


def _is_branch(name: str) -> bool:
    reference = f"refs/heads/{name}"
    if name.startswith("-") or not name.isprintable() or len(name) > LONGEST_BRANCH:
        return False
    try:
        found = git(None, "check-ref-format", "--normalize", reference, fine=(0, 1))
    except RepositoryError as error:
        raise ElmError(str(error)) from error
    return found == f"{reference}\n".encode()


def checked_patterns(text: str) -> str:
    """Patterns of files, one on each line, without what says nothing. Raises ElmError that names the first line
    that can't be a pattern, and says what to write."""
    kept = []
    for number, line in enumerate(text.splitlines(), 1):
        pattern = line.strip()
        if why := _wrong_with(pattern):
            shown = pattern if len(pattern) <= LONGEST_LINE else f"{pattern[:40]}…"
            raise ElmError(f"Line {number}, “{shown}”: {why}")
        kept += [pattern] if pattern else []
    if len(kept) > MOST_LINES:
        raise ElmError(f"There are {len(kept)} patterns; {MOST_LINES} are the most. Join some of them.")
    return "\n".join(kept)


def _wrong_with(pattern: str) -> str:
    """Why a line can't be a pattern, "" when it can."""
    parts = pattern.removeprefix("/").split("/")
    reasons = {
        f"it is longer than {LONGEST_LINE} characters. Shorten it with *.": len(pattern) > LONGEST_LINE,
        "it has a character that can’t be seen. Write it again.": not pattern.isprintable(),
        "folders are separated by /, not by a backslash.": "\\" in pattern,
        "patterns say what is taken; what is left out can’t be written.": pattern.startswith("!"),
        f"write {pattern}** for everything in the folder.": pattern.endswith("/") and bool(parts[0]),
        "a path has no empty part, no . and no .. in it.": bool(pattern) and bool({"", ".", ".."} & {*parts}),
    }
    return next((why for why, holds in reasons.items() if holds), "")
