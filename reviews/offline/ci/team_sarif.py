"""The SARIF log of `manage.py review`: rules with help, what may stay as suppressed, what a baseline has as unchanged,
and files in another language as notifications."""

from collections.abc import Iterator, Sequence

from reviews.offline.ci.kinds import (
    ALL_TITLES,
    NOT_REVIEWED,
    OWN_TITLES,
    explain_kind,
    explanation_of,
    kind_severity,
)
from reviews.offline.finding import KINDS
from reviews.offline.reviewed import Reviewed
from reviews.offline.sarif import LEVELS, Sarif, sarif_log, sarif_place, sarif_result


def as_team_sarif(files: Sequence[Reviewed], failures: Sequence[str] = ()) -> str:
    """A SARIF 2.1.0 log with one run, which lists the kinds of the rules and those of its own that it found."""
    found = {finding.kind for file in files for finding in (*file.findings, *(file.known or ()))}
    found |= {one.finding.kind for file in files for one in file.suppressed or ()}
    kinds = (*KINDS, *(kind for kind in OWN_TITLES if kind in found))
    results = [result for file in files for result in _results(file, kinds)]
    told = [_not_reviewed(file) for file in files if file.other_language]
    return sarif_log([_rule(kind) for kind in kinds], results, failures, told)


def _results(file: Reviewed, kinds: Sequence[str]) -> Iterator[Sarif]:
    """What is new, what is known, what may stay. Either all results of a run have a state, or none."""
    new, unchanged = (
        ({}, {}) if file.known is None else ({"baselineState": "new"}, {"baselineState": "unchanged"})
    )
    for finding in file.findings:
        yield {**sarif_result(file, finding, kinds), "suppressions": [], **new}
    for finding in file.known or ():
        yield {**sarif_result(file, finding, kinds), "suppressions": [], **unchanged}
    for one in file.suppressed or ():
        why = {"kind": "inSource" if one.is_in_source else "external", "justification": one.reason}
        yield {**sarif_result(file, one.finding, kinds), "suppressions": [why], **unchanged}


def _rule(kind: str) -> Sarif:
    told = explanation_of(kind)
    return {
        "id": kind,
        "name": "".join(part.capitalize() for part in kind.split("_")),
        "shortDescription": {"text": ALL_TITLES[kind]},
        "fullDescription": {"text": told.get("looks_for", f"{ALL_TITLES[kind]}.")},
        "help": {"text": explain_kind(kind)},
        "defaultConfiguration": {"level": LEVELS[kind_severity(kind)]},
    }


def _not_reviewed(file: Reviewed) -> Sarif:
    return {
        "descriptor": {"id": "language"},
        "level": "note" if file.may_be_other_language else "warning",
        "message": {"text": NOT_REVIEWED},
        "locations": [{"physicalLocation": sarif_place(file)}],
    }
