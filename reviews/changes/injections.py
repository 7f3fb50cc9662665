"""Passages of texts under review that address the reviewer become findings as soon as a session reads them."""

from collections.abc import Iterable

from reviews.changes.authorship import read_stretches
from reviews.changes.findings import (
    DECIDED,
    OFFLINE,
    SEEN,
    dismissed_elsewhere,
    ground_of,
    inherit_dismissal,
    update_finding,
)
from reviews.documents.authorship import blank_out
from reviews.kinds.injection_facts import passages_to_tell
from reviews.language.injection import Injection, find_in_document
from reviews.models import Artifact, Finding, Item, Revision, Session
from reviews.models.finding import FindingStatus


def report_injections(session: Session) -> None:
    """Store them as findings of the artifacts whose current text the session reads, as a check would: what people have
    decided on one stands, and one that was fixed is open again. To be called in a transaction."""
    for pin in session.pins.select_related("artifact__item", "revision__artifact"):
        if pin.revision_id != pin.artifact.current_id:
            continue  # What it says may be mended by now.
        text = blank_out(pin.revision.text, read_stretches(pin.added))
        if passages := passages_to_tell(find_in_document(text)):
            Item.objects.hold(session.item_id)
            _store_passages(pin.artifact, pin.revision, passages)


def _store_passages(artifact: Artifact, revision: Revision, passages: Iterable[Injection]) -> None:
    # Word lists take a second to load: only who needs them pays for it.
    from reviews.offline.rules.injections import as_findings

    found = {one.fingerprint: one for one in reversed([*as_findings(passages)])}  # each at its first place
    known = {row.fingerprint: row for row in artifact.findings.filter(fingerprint__in=found)}
    elsewhere, ground, number = dismissed_elsewhere(artifact), ground_of(revision), max(1, artifact.checks)
    new, again = list[Finding](), list[Finding]()
    for key, one in found.items():
        row = known.get(key) or Finding(artifact=artifact, by=OFFLINE, fingerprint=key, found=number)
        if key not in known or row.status == FindingStatus.FIXED:
            update_finding(row, one, number, revision, ground)
            inherit_dismissal(row, elsewhere.get(key))
            (again if key in known else new).append(row)
    Finding.objects.bulk_create(new)
    Finding.objects.bulk_update(again, (*SEEN, *DECIDED))
