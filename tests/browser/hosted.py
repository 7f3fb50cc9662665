"""Somebody's host of repositories on loopback, the site that may reach it, and what plain git has of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.site import ROOT, Site
from tests.git.making import Upstream, plain
from tests.git.serving import Served, serving

PASSWORD, OTHER = "ana:s3cr3t", "ana:an0ther"
CREDENTIALS = {"ELM_GIT_NOTES": PASSWORD, "ELM_GIT_OTHER": OTHER}
ENVIRONMENT = (
    {"ELM_REPO_PRIVATE_HOSTS": "127.0.0.1", "ELM_REPO_FETCH_MINUTES": "0", "ELM_OFFLINE_PACE": "0.001"}
    | CREDENTIALS
    | {f"{name}_HOSTS": "127.0.0.1" for name in CREDENTIALS}
)
"""What the site is told: the host, and two credentials. It fetches when it is asked to only."""

_WHAT, _, _HOW = (
    (ROOT / "reviews/accounts/sample/payment-retry-note.md").read_bytes().partition(b"## Rollout\n")
)
PLAN = _WHAT.rstrip(b"\n") + b"\n"
ROLLOUT = b"\xef\xbb\xbf" + (b"# Rollout\n" + _HOW).rstrip(b"\n").replace(b"\n", b"\r\n")
"""Two files of one plan; the second begins with a byte order mark, has Windows line ends, and no last one."""


@dataclass
class Host:
    """`open` lets everybody in, `closed` those with the password; both serve what is in `root`."""

    root: Path
    open: Served
    closed: Served
    site: Site

    def upstream(self, name: str) -> Upstream:
        """A repository with docs/plan.md, docs/rollout.md and README.md on main."""
        made = Upstream(self.root / f"{name}.git")
        made.commit({"README.md": b"# Notes\n\nWhat we decide.\n", "docs/plan.md": PLAN}, message="Start")
        made.commit({"docs/rollout.md": ROLLOUT}, message="Say how it is rolled out")
        return made


@contextmanager
def hosting(folder: Path, site: Site) -> Iterator[Host]:
    """Serves what is in `folder` until the block ends."""
    with serving(folder) as everybody, serving(folder, password=PASSWORD) as closed:
        yield Host(folder, everybody, closed, site)


def cloned(url: str, folder: Path, *options: str) -> Path:
    """A plain clone of what is served, as somebody makes it who knows nothing of ELM."""
    address = url.replace("://", f"://{PASSWORD}@")
    plain(folder.parent, "clone", "-q", *options, address, str(folder))
    return folder


def taken_by_git_am(folder: Path, mail: bytes) -> None:
    """Let git put a mail's commit on the branch that is checked out."""
    plain(folder, "am", "-q", stdin=mail)
