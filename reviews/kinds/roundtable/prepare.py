"""Making a roundtable: what is decided once, when it is made, and that there is only one at a time (C40)."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import BigIntegerField, CharField, DateTimeField, Q
from django.utils import timezone

from personas.models.prepared import Given, PreparedQuery
from reviews.kinds.base import AlreadyLive, Prepared
from reviews.kinds.roundtable import agenda
from reviews.kinds.roundtable.config import RoundtableConfig
from reviews.kinds.roundtable.state import DEFAULT_TURNS
from reviews.models import Artifact, Item, Session
from reviews.models.team import Synthesis
from reviews.providers.base import WITH_MODEL, speaks_by_rules
from reviews.states import ACTIVE, State, turn_limit

NAME = "roundtable"
BEING_STARTED = timedelta(minutes=1)
_being_started = Q(state=State.DRAFT, created__gt=Given("since", DateTimeField()))
_live = PreparedQuery(
    lambda: Session.objects.filter(
        Q(state__in=ACTIVE) | _being_started,
        item=Given("item", BigIntegerField()),
        kind=NAME,
        step_id=Given("step", CharField()),
    )
)


HELD_ALREADY = (
    "A roundtable on this is being held right now. You can join it, or start another when it has ended."
)
JOINED = "This is being discussed right now, so you joined that roundtable. What you had chosen was not used."


def prepare(
    chosen: RoundtableConfig,
    item: Item,
    artifacts: Sequence[Artifact],
    started_by: User | None,
    provider: str,
) -> Prepared:
    """What was chosen, with everything decided that was left open. Called in the transaction that stores it.

    Raises AlreadyLive, or ElmError when there is no such step or nobody to seat.
    """
    Item.objects.hold(item.pk)
    made = agenda.make(chosen, item, artifacts)
    about = {"step_id": made.step_id, "topic": made.title}
    check_live(item, step_id=made.step_id, topic=made.title)
    seats = agenda.rotation(
        made.lead,
        item.team_id,
        chosen.personas,
        is_led=bool(made.step_id),
        by_rules=speaks_by_rules(provider),
    )
    decided = {
        "agenda": made.model_copy(update={"lead": seats[0].key}),
        # The item's limit is read defensively (FR-007-03, ERR-ELAB-003).
        "max_turns": chosen.max_turns or turn_limit(item.max_turns) or DEFAULT_TURNS,
        "first_takes": provider in WITH_MODEL if chosen.first_takes is None else chosen.first_takes,
        "apply": chosen.apply or when_applied(item, started_by),
    }
    keys = tuple(seat.key for seat in seats)
    return Prepared(chosen.model_copy(update=decided), keys, chosen.step, columns=about)


def check_live(item: Item, *, step_id: str, topic: str, apart_from: UUID | None = None) -> None:
    """Raise AlreadyLive when the item has a live roundtable on the same step, or the same topic, other than
    `apart_from`. The caller holds the item's lock."""
    for session in _live.rows(item=item.pk, step=step_id, since=timezone.now() - BEING_STARTED):
        # Compared here: SQLite takes only English letters for the same in both cases.
        is_same = bool(step_id) or session.topic.casefold() == topic.casefold()
        if is_same and session.pk != apart_from:
            raise AlreadyLive(session, HELD_ALREADY, JOINED)


def when_applied(item: Item, started_by: User | None) -> str:
    """Whether additions go in at once, as the team has set it."""
    setting = item.team.synthesis
    if setting == Synthesis.OWNER:
        is_owner = started_by is not None and item.owner_id == started_by.pk
        return "at_once" if is_owner else "review"
    return str(setting)
