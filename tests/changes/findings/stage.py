"""Short ways to check, to write a revision and to look at the findings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from reviews.changes import findings, revisions
from reviews.models import Artifact, Finding, Item

VAGUE = "This makes checkout significantly better."


def check(artifact: Artifact) -> findings.CheckResult:
    """A round; the artifact then knows about it."""
    made = findings.check(artifact)
    artifact.refresh_from_db()
    return made


def write(artifact: Artifact, text: str, by) -> None:
    """Somebody stores a new revision by hand."""
    with transaction.atomic():
        Item.objects.select_for_update().get(pk=artifact.item_id)
        artifact.refresh_from_db()
        revisions.add_revision(artifact, text.encode(), by)


def vague(artifact: Artifact) -> Finding:
    """The finding about the claim without a figure."""
    return artifact.findings.get(claim="vague_claim")


def statuses(artifact: Artifact) -> dict[str, str]:
    """The status of each finding, by its claim."""
    return dict(artifact.findings.values_list("claim", "status"))


@contextmanager
def meanwhile(act: Callable[[], None], times: int) -> Iterator[None]:
    """Somebody acts just before a check takes its lock, this often."""
    left, busy = times, False

    def before(execute, sql, params, many, context):
        nonlocal left, busy
        if left and not busy and 'FROM "reviews_item"' in sql:
            left, busy = left - 1, True
            act()
            busy = False
        return execute(sql, params, many, context)

    with connection.execute_wrapper(before):
        yield
