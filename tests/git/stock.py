"""A repository and ELM's mirror of it, made once: each test has copies of its own."""

import shutil
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from reviews.git import mirror
from reviews.git.addresses import Policy, parse_address
from reviews.git.sources import RepositorySource
from tests.git.making import Upstream, plain


@dataclass(frozen=True)
class Stock:
    """A repository and a mirror of it, to make copies of: quicker than to make them anew."""

    made: Upstream
    copy: Path

    @classmethod
    def of(cls, made: Upstream) -> Self:
        """The repository with a mirror beside it."""
        policy = Policy(roots=(made.path.parent,))
        copy = made.path.with_name("mirror.git")
        mirror.fetch(copy, RepositorySource(parse_address(str(made.path), policy), policy))
        for folder in (made.path, copy):
            plain(folder, "repack", "-adq")  # a copy of few files is made, and removed, sooner
        return cls(made, copy)

    def upstream(self, path: Path) -> Upstream:
        """A copy of the repository, which goes its own way."""
        made = copy(self.made)
        made.path, made.made = path, dict(self.made.made)
        shutil.copytree(self.made.path, path)
        return made

    def fill(self, upstream: Upstream) -> None:
        """Give a new repository all that this one has."""
        shutil.copytree(self.made.path, upstream.path, dirs_exist_ok=True)
        upstream.day, upstream.made = self.made.day, dict(self.made.made)

    def mirror(self, path: Path) -> None:
        """A copy of the mirror, at `path`."""
        shutil.copytree(self.copy, path)
