"""A file of findings that are known, so that only new ones fail a build.

A finding is known again by its file, its kind and its words, wherever in the file they move. Paths are relative to the
folder of the baseline, so that it holds wherever the command is started.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reviews.errors import BadConfiguration
from reviews.offline.finding import Finding, few_words
from reviews.offline.reviewed import Reviewed

VERSION = 1
_LARGEST = 64 * 1_048_576

type Key = tuple[str, str, str]
"""File, kind and fingerprint."""


@dataclass(frozen=True)
class Compared:
    """The files with what is new, and how many findings of the baseline are gone."""

    files: list[Reviewed]
    gone: int


def read_baseline(path: str) -> Counter[Key]:
    """How often each finding is in a baseline. Raises BadConfiguration when it can't be read."""
    try:
        if Path(path).stat().st_size > _LARGEST:
            raise BadConfiguration(f"{path} is too large for a baseline.")
        given = json.loads(Path(path).read_bytes())
        if given["version"] != VERSION:
            raise BadConfiguration(
                f"{path} was written by another version. Write it anew: --write-baseline {path}"
            )
        rows = [
            ((row["path"], row["kind"], row["fingerprint"]), row.get("count", 1)) for row in given["findings"]
        ]
        if not all(isinstance(part, str | int) for key, count in rows for part in (*key, count)):
            raise ValueError
        return Counter({key: int(count) for key, count in rows})
    except OSError as error:
        raise BadConfiguration(
            f"The baseline {path} could not be read ({error.strerror}). Write one first: --write-baseline {path}"
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadConfiguration(
            f"{path} is no baseline of this command. Write it anew: --write-baseline {path}"
        ) from error


def write_baseline(path: str, files: Iterable[Reviewed]) -> int:
    """Store everything that stands in the files, and say how much. Raises BadConfiguration when it can't be written."""
    found: Counter[Key] = Counter()
    shown: dict[Key, str] = {}
    for file in files:
        inside = _inside(path, file.path)
        for finding in (*file.findings, *(file.known or ())):
            key = (inside, finding.kind, finding.fingerprint)
            found[key] += 1
            shown.setdefault(key, few_words(finding.quote))
    rows = [
        {"path": key[0], "kind": key[1], "fingerprint": key[2], "count": found[key], "words": shown[key]}
        for key in sorted(found)
    ]
    text = json.dumps({"version": VERSION, "findings": rows}, ensure_ascii=True, indent=1)
    try:
        Path(path).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadConfiguration(f"{path} could not be written ({error.strerror}).") from error
    return sum(found.values())


def compare_with_baseline(files: Sequence[Reviewed], path: str, baseline: Counter[Key]) -> Compared:
    """The files with the known findings apart. Those of files that were not reviewed now and are still there are not
    gone."""
    left = Counter(baseline)
    compared = []
    for file in files:
        inside = _inside(path, file.path)
        new: list[Finding] = []
        known: list[Finding] = []
        for finding in file.findings:
            key = (inside, finding.kind, finding.fingerprint)
            (known if left[key] > 0 else new).append(finding)
            left[key] -= left[key] > 0
        compared.append(replace(file, findings=tuple(new), known=tuple(known)))
    reviewed = {_inside(path, file.path) for file in files}
    gone = {file for file, _, _ in left if file in reviewed or not (Path(path).parent / file).exists()}
    return Compared(compared, sum(count for (file, _, _), count in left.items() if file in gone))


def _inside(baseline: str, path: str) -> str:
    """The path of a file as the baseline has it."""
    folder = os.path.dirname(os.path.abspath(baseline))
    return os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
