"""A run of `manage.py review`: every file within limits of size and time, and what the run's exit code is."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reviews.errors import NotReadable
from reviews.offline.ci.config import Configs
from reviews.offline.ci.files import STDIN, find_files, read_text
from reviews.offline.ci.review import review_for_team
from reviews.offline.ci.time_limit import TooSlow, time_limit
from reviews.offline.reviewed import Reviewed, Run
from reviews.states import Severity

FINE, FOUND, BAD_INPUT, OTHER_LANGUAGE = 0, 1, 2, 3


@dataclass(frozen=True)
class Wanted:
    """What a run is asked for. stdin_name: what standard input is called; megabytes: how large a file may be unless the
    team says otherwise."""

    paths: Sequence[str]
    configs: Configs
    megabytes: float
    fail_on: Severity | None = None
    stdin_name: str = "stdin.md"
    with_hints: bool = False


def review_paths(wanted: Wanted, notify: Callable[[int, str], None] = lambda number, path: None) -> Run:
    """Every file of the paths, reviewed, and a sentence for each that could not be. `notify` hears the number of each
    file, from 1, and its path, before it is read. Raises BadConfiguration."""
    files: list[Reviewed] = []
    failures: list[str] = []
    excluded: list[str] = []
    seen: set[str] = set()
    for source, path, is_excluded in _find_sources(wanted, failures):
        real = os.path.abspath(path)
        if real in seen:
            continue
        seen.add(real)
        if is_excluded:
            excluded.append(path)
            continue
        notify(len(seen), path)
        try:
            files.append(_review_file(source, path, wanted))
        except NotReadable as error:
            failures.append(str(error))
    return Run(files, failures, excluded, with_hints=wanted.with_hints)


def exit_code(run: Run) -> int:
    """The first that holds: 2 when anything could not be read, 1 when a finding is as severe as its file fails on, 3
    when a file is not in English and the team has not allowed that, else 0."""
    if run.failures:
        return BAD_INPUT
    if any(_fails(file, with_hints=run.with_hints) for file in run.files):
        return FOUND
    if any(file.other_language and not file.may_be_other_language for file in run.files):
        return OTHER_LANGUAGE
    return FINE


def _fails(file: Reviewed, *, with_hints: bool) -> bool:
    least = file.fails_on
    counted = (finding for finding in file.findings if with_hints or not finding.is_hint)
    return least is not None and any(finding.severity.rank >= least for finding in counted)


def _find_sources(wanted: Wanted, failures: list[str]) -> Iterator[tuple[str, str, bool]]:
    """Where each text comes from, what it is called, and whether it is excluded; what can't be found joins
    `failures`."""
    for given in wanted.paths:
        if given == STDIN:
            name = wanted.stdin_name
            yield STDIN, name, wanted.configs.of(name).excludes(name)
            continue
        try:
            yield from ((path, path, is_excluded) for path, is_excluded in find_files(given, wanted.configs))
        except NotReadable as error:
            failures.append(str(error))


def _review_file(source: str, path: str, wanted: Wanted) -> Reviewed:
    """Read `source` and review it under the name `path`. Raises NotReadable, also when it takes too long."""
    config = wanted.configs.of(path)
    try:
        with time_limit(config.max_seconds):
            text = read_text(source, config.max_megabytes or wanted.megabytes)
            return review_for_team(text, path, config, wanted.fail_on)
    except TooSlow as error:
        raise NotReadable(
            f"{path} took longer than {config.max_seconds:g} seconds, so it was not reviewed. "
            "Split it, exclude it, or raise max_seconds in elm-review.toml."
        ) from error
