"""Passages of texts under review that address the reviewer become findings as soon as a session reads them."""

from collections.abc import Iterable

from reviews.changes.authorship import read_stretches
from reviews.changes.findings import (
    OFFLINE,
    dismissed_elsewhere,
    ground_of,
    inherit_dismissal,
    update_finding,
)
from reviews.documents.authorship import blank_out
from reviews.kinds.injection_facts import passages_to_tell
from reviews.language.injection import Injection, find_in_document
from reviews.models import Artifact, Finding, Item, Revision, Session


def report_injections(session: Session) -> None:
    """Store them as findings of the artifacts that do not have them yet, as a check of the artifact would; what people
    have decided on one stands. To be called in a transaction."""
    for pin in session.pins.select_related("artifact__item", "revision__artifact"):
        text = blank_out(pin.revision.text, read_stretches(pin.added))
        if passages := passages_to_tell(find_in_document(text)):
            Item.objects.hold(session.item_id)
            _store_passages(pin.artifact, pin.revision, passages)


def _store_passages(artifact: Artifact, revision: Revision, passages: Iterable[Injection]) -> None:
    # Word lists take a second to load: only who needs them pays for it.
    from reviews.offline.rules.injections import as_findings

    known = set(artifact.findings.values_list("fingerprint", flat=True))
    elsewhere, ground, number = dismissed_elsewhere(artifact), ground_of(revision), max(1, artifact.checks)
    rows = []
    for found in {one.fingerprint: one for one in as_findings(passages)}.values():
        if found.fingerprint not in known:
            row = Finding(artifact=artifact, by=OFFLINE, fingerprint=found.fingerprint, found=number)
            update_finding(row, found, number, revision, ground)
            inherit_dismissal(row, elsewhere.get(found.fingerprint))
            rows.append(row)
    Finding.objects.bulk_create(rows)
