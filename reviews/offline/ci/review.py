"""One text as `manage.py review` looks at it: everything the rules find, by what the team has set and the text lets
stay."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reviews.language.reading.document import read_document
from reviews.offline.ci.config import Config
from reviews.offline.ci.kinds import ALL_TITLES, OWN_TITLES
from reviews.offline.ci.own_words import find_own_words, without_known
from reviews.offline.ci.suppressions import find_suppressions
from reviews.offline.finding import Finding
from reviews.offline.reviewed import Reviewed, SuppressedFinding
from reviews.offline.reviewer import all_findings, in_order, unreviewed_language
from reviews.states import Severity

STRUCTURAL = frozenset({"broken_anchor", "dangling_ref", "injection", "todo"})
"""The kinds that are looked for whatever the language is: what they go by are marks, headings and links."""


def review_for_team(text: str, path: str, config: Config, fail_on: Severity | None = None) -> Reviewed:
    """What stands and what may stay of a text. fail_on: what goes before the team's own setting."""
    document = read_document(text, path)
    is_other = unreviewed_language(document) is not None
    kinds = {kind for kind in ALL_TITLES if config.is_on(kind)}
    if is_other:
        kinds &= STRUCTURAL | OWN_TITLES.keys()
    by_rules = without_known(all_findings(document), config.words)
    found = [one for one in (*by_rules, *find_own_words(document, config)) if one.kind in kinds]
    sorted_out = find_suppressions(document).sort(found, kinds)
    told = [one for one in sorted_out.standing if one.kind in kinds]
    standing, ignored = _part_ignored(told, config.ignored_kinds(path))
    least = fail_on or config.fail_on
    return Reviewed(
        path,
        tuple(in_order(_with_severities(standing, config))),
        suppressed=(*sorted_out.suppressed, *ignored),
        other_language=is_other,
        may_be_other_language=config.other_languages == "allow",
        fails_on=None if least is None else least.rank,
    )


def _part_ignored(
    findings: Iterable[Finding], ignored: dict[str, str]
) -> tuple[list[Finding], list[SuppressedFinding]]:
    """The findings of kinds that are not ignored in this file, and those that are."""
    standing: list[Finding] = []
    suppressed: list[SuppressedFinding] = []
    for finding in findings:
        if reason := ignored.get(finding.kind):
            suppressed.append(SuppressedFinding(finding, reason, is_in_source=False))
        else:
            standing.append(finding)
    return standing, suppressed


def _with_severities(findings: Sequence[Finding], config: Config) -> Iterable[Finding]:
    """With the team's severities; what the team gives one is a finding, however often such rules are wrong."""
    for finding in findings:
        severity = config.severity(finding.kind)
        yield replace(finding, severity=severity, use=1.0) if severity else finding
