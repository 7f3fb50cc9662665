"""What goes when something is deleted, and what stays: counted for the person who is asked to confirm it."""

from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from reviews.models import (
    Artifact,
    BranchCommit,
    Change,
    Comment,
    ElaborationRecord,
    Event,
    Finding,
    Item,
    ModelCall,
    Revision,
    Session,
    Team,
)
from reviews.models.outcome import ChangeStatus
from reviews.states import ACTIVE

NOUNS = {
    "artifacts": ("artifact", "artifacts"),
    "revisions": ("revision of a text", "revisions of texts"),
    "sessions": ("session", "sessions"),
    "events": ("event of a conversation", "events of conversations"),
    "calls": ("record of a call to a model", "records of calls to models"),
    "changes": ("proposed or decided change", "proposed or decided changes"),
    "findings": ("finding", "findings"),
    "comments": ("comment", "comments"),
    "records": ("line in the record of the analysis", "lines in the record of the analysis"),
}


@dataclass(frozen=True)
class Belongings:
    """What would be deleted: `counts` by the keys of NOUNS, without zeros. stays: sentences about what is not deleted;
    running: how many sessions are stopped first."""

    counts: dict[str, int] = field(default_factory=dict)
    stays: list[str] = field(default_factory=list)
    running: int = 0

    @property
    def goes(self) -> list[str]:
        """Each count in words: "3 artifacts"."""
        return [f"{count:,} {NOUNS[name][count != 1]}" for name, count in self.counts.items()]

    @property
    def told(self) -> str:
        """All counts in one line, for the audit log: it must say nothing of the content."""
        return ", ".join(f"{name}: {count}" for name, count in self.counts.items())


def of_item(item: Item) -> Belongings:
    """What goes with an item. A constant number of queries."""
    sessions = Session.objects.filter(item=item)
    artifacts = Artifact.objects.filter(item=item)
    counts = {
        "artifacts": artifacts.kept().count(),
        "revisions": Revision.objects.filter(artifact__item=item).count(),
        "sessions": sessions.count(),
        **counts_in(sessions),
        "findings": Finding.objects.filter(artifact__item=item).count(),
        "comments": comments_on(Q(change__session__item=item) | Q(finding__artifact__item=item)),
        "records": ElaborationRecord.objects.filter(item=item).count(),
    }
    return Belongings(without_zeros(counts), outside(sessions), running_in(sessions))


def of_team(team: Team) -> Belongings:
    """What goes with a team, of what there may be much."""
    sessions = Session.objects.filter(team=team)
    counts = {
        "artifacts": Artifact.objects.kept().filter(item__team=team).count(),
        "sessions": sessions.count(),
        **counts_in(sessions),
        "findings": Finding.objects.filter(artifact__item__team=team).count(),
    }
    return Belongings(without_zeros(counts), outside(sessions), running_in(sessions))


def of_session(session: Session) -> Belongings:
    """What goes with a session, and what of its work stays in artifacts."""
    sessions = Session.objects.filter(pk=session.pk)
    findings = Finding.objects.filter(session=session)
    counts = {
        **counts_in(sessions),
        "findings": findings.count(),
        "comments": comments_on(Q(change__session=session) | Q(finding__session=session)),
        "records": ElaborationRecord.objects.filter(session=session).count(),
    }
    accepted = Change.objects.filter(session=session, status=ChangeStatus.APPLIED).count()
    stays = ["The artifacts that it read, with all their revisions."]
    if accepted:
        what = (
            "What was accepted, 1 change, stays" if accepted == 1 else f"The {accepted} accepted changes stay"
        )
        stays.append(f"{what} in the text, but can no longer be undone one by one.")
    return Belongings(without_zeros(counts), [*stays, *outside(sessions)], running_in(sessions))


def of_artifact(artifact: Artifact) -> Belongings:
    """What goes with an artifact, and what stays because a session's record would be false without it."""
    kept = revisions_needed(artifact)
    all_revisions = Revision.objects.filter(artifact=artifact).count()
    findings = Finding.objects.filter(artifact=artifact, session=None) if kept else artifact.findings.all()
    counts = {
        "revisions": all_revisions - len(kept),
        "findings": findings.count(),
        "comments": Comment.objects.filter(finding__in=findings).count(),
    }
    used_by = artifact.sessions.count()
    stays = []
    if kept:
        reading = (
            "The session that has read it keeps"
            if used_by == 1
            else f"The {used_by} sessions that have read it keep"
        )
        texts = "revision" if len(kept) == 1 else "revisions"
        stays.append(
            f"{reading} {len(kept)} {texts} of it, with what came of them: that is part of their record, and goes when "
            "they are deleted."
        )
    if artifact.repository_id:
        stays.append("The file in the repository.")
    return Belongings(without_zeros(counts), stays, running_in(artifact.sessions.all()))


def revisions_needed(artifact: Artifact) -> set[int]:
    """The ids of the revisions that sessions are pinned to, or that their changes and findings are about, with those
    that they came from. Empty for an artifact that no session has read."""
    parents = dict(Revision.objects.filter(artifact=artifact).values_list("pk", "parent_id"))
    used = {
        *artifact.pins.values_list("revision", flat=True),
        *artifact.changes.values_list("base", flat=True),
        *artifact.changes.values_list("result", flat=True),
        *artifact.findings.exclude(session=None).values_list("revision", flat=True),
    }
    needed: set[int] = set()
    for pk in used:
        while pk is not None and pk not in needed:
            needed.add(pk)
            pk = parents[pk]
    return needed


def counts_in(sessions: QuerySet[Session]) -> dict[str, int]:
    """The parts of sessions that may be many."""
    ids = sessions.order_by().values("pk")
    return {
        "events": Event.objects.filter(session__in=ids).count(),
        "calls": ModelCall.objects.filter(session__in=ids).count(),
        "changes": Change.objects.filter(session__in=ids).count(),
    }


def comments_on(what: Q) -> int:
    return Comment.objects.filter(what).count()


def running_in(sessions: QuerySet[Session]) -> int:
    return sessions.filter(state__in=ACTIVE).count()


def outside(sessions: QuerySet[Session]) -> list[str]:
    """What was brought elsewhere and stays there, in sentences."""
    made = BranchCommit.objects.filter(session__in=sessions.order_by().values("pk"))
    count = made.count()
    commits = "The commit" if count == 1 else f"The {count} commits"
    told = [f"{commits} that ELM made of it in the repository."] if count else []
    return [
        *told,
        "Its entries in the audit log, without the content, and what it cost in the team’s budget.",
    ]


def without_zeros(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
