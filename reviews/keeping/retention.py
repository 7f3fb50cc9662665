"""How long a team keeps what it has archived, and the deleting of what is older. Nothing happens by itself: the person
who runs the server runs `manage.py delete_archived`, by hand or by a timer."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from reviews.keeping import belongings, delete
from reviews.keeping.archive import full_title
from reviews.keeping.belongings import Belongings
from reviews.models import Artifact, Item, Session, Team


@dataclass(frozen=True)
class Due:
    """Something that its team has kept long enough."""

    row: Item | Session | Artifact
    name: str
    archived: datetime

    @property
    def kind(self) -> str:
        return self.row._meta.model_name or ""

    def belongings(self) -> Belongings:
        """What goes with it."""
        if isinstance(self.row, Item):
            return belongings.of_item(self.row)
        if isinstance(self.row, Session):
            return belongings.of_session(self.row)
        return belongings.of_artifact(self.row)

    def delete(self) -> None:
        """Delete it for good, in the name of the person who runs the server."""
        if isinstance(self.row, Item):
            delete.delete_item(self.row, None)
        elif isinstance(self.row, Session):
            delete.delete_session(self.row, None)
        else:
            delete.delete_artifact(self.row, None)


def due_in(team: Team) -> Iterator[Due]:
    """What the team has archived for longer than it keeps it: whole items first, then sessions and artifacts of
    items in use, the oldest first. Nothing for a team that keeps everything."""
    if team.keep_archived_days is None:
        return
    until = timezone.now() - timedelta(days=team.keep_archived_days)
    for item in Item.objects.filter(team=team, archived__lt=until).order_by("archived"):
        yield Due(item, item.title, item.archived or until)
    own = {"archived__lt": until, "item__archived": None}
    for session in Session.objects.filter(team=team, **own).select_related("item__team").order_by("archived"):
        yield Due(session, full_title(session), session.archived or until)
    rows = Artifact.objects.kept().filter(item__team=team, **own)
    for artifact in rows.select_related("item__team").order_by("archived"):
        yield Due(artifact, artifact.name, artifact.archived or until)
