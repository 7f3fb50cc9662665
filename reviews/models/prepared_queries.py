"""The queries that nearly every page, socket and start of a session asks, prepared."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from django.db.models import (
    Case,
    CharField,
    Count,
    DateTimeField,
    IntegerField,
    TextField,
    UUIDField,
    When,
)
from django.db.models.functions import Cast

from personas.models.prepared import Given, PreparedQuery
from reviews.models.artifact import Artifact
from reviews.models.item import Item, Tag
from reviews.models.session import Event, Session, SessionArtifact
from reviews.models.team import Membership
from reviews.states import EventKind

_whole_sessions = Session.objects.select_related("item__team", "started_by").order_by()
_session = Given("session", UUIDField())

session_by_key = PreparedQuery(lambda: _whole_sessions.filter(pk=_session))
"""The session with its item, its team and who started it. Values: session."""
session_beyond = PreparedQuery(
    lambda: _whole_sessions.filter(pk=_session, last_number__gt=Given("after", IntegerField()))
)
"""The same, if its log ends after an event. Values: session, after."""
last_number_of = PreparedQuery(
    lambda: Session.objects.filter(pk=_session).values_list("last_number", flat=True).order_by()
)
"""The number of the session's last event. Values: session."""
team_of_session = PreparedQuery(
    lambda: Session.objects.filter(pk=_session).values_list("item__team_id", flat=True).order_by()
)
"""The id of the team that the session's item belongs to. Values: session."""
end_of_log = PreparedQuery(
    lambda: Session.objects.filter(pk=_session).values_list("last_number", "kind").order_by()
)
"""The number of the session's last event, and the kind of the session. Values: session."""
state_held = PreparedQuery(
    lambda: Session.objects.select_for_update().filter(pk=_session).values_list("state", flat=True).order_by()
)
"""The state of the session, which stays so until the end of the transaction. Values: session."""
archived_of = PreparedQuery(
    lambda: Session.objects.filter(pk=_session).values_list("archived", "item__archived").order_by()
)
"""Since when the session is archived, and its item; None for one that is in use. Values: session."""
started_since = PreparedQuery(
    lambda: (
        Session.objects.filter(
            started_by=Given("user", IntegerField()), created__gt=Given("since", DateTimeField())
        )
        .order_by()
        .values("started_by")
        .annotate(count=Count("pk"))
        .values_list("count", flat=True)
    )
)
"""How many sessions a person has started since a time; no row for none. Values: user, since."""
pins_of = PreparedQuery(
    lambda: (
        SessionArtifact.objects.filter(session=_session)
        .select_related("artifact", "revision")
        .defer("revision__content")
    )
)
"""The artifacts of the session, with the pinned revisions without their content. Values: session."""
texts_of = PreparedQuery(
    lambda: SessionArtifact.objects.filter(session=_session).select_related("artifact", "revision__artifact")
)
"""The artifacts of the session, with the pinned revisions. Values: session."""
archived_artifacts_of = PreparedQuery(
    lambda: (
        Artifact.objects.filter(item=Given("item", IntegerField()))
        .exclude(archived=None)
        .values_list("pk", "name")
    )
)
"""The keys and names of an item's artifacts that are archived or deleted. Values: item."""
artifact_names_of = PreparedQuery(
    lambda: Artifact.objects.in_use().filter(item=Given("item", IntegerField())).values_list("pk", "name")
)
"""The keys and names of an item's artifacts in use, in their order. Values: item."""


def artifacts_with_texts(keys: Sequence[str]) -> list[Artifact]:
    """Those of these artifacts that are in use, with their current texts, in their order."""
    given = {f"key_{number}": key for number, key in enumerate(keys)}
    return _artifacts_with_texts(len(keys)).rows(**given) if keys else []


@lru_cache(maxsize=64)
def _artifacts_with_texts(count: int) -> PreparedQuery[Artifact]:
    keys: list[Any] = [Given(f"key_{number}", UUIDField()) for number in range(count)]
    return PreparedQuery(
        lambda: Artifact.objects.in_use().filter(pk__in=keys).select_related("current__artifact")
    )


item_by_slug = PreparedQuery(
    lambda: Item.objects.select_related("team").filter(slug=Given("slug", CharField())).order_by()
)
"""The item with its team. Values: slug."""
role_of = PreparedQuery(
    lambda: (
        Membership.objects.filter(user=Given("user", IntegerField()), team=Given("team", IntegerField()))
        .values_list("role", flat=True)
        .order_by()
    )
)
"""The role of a person in a team, as text. Values: user, team."""
tags_of_session = PreparedQuery(lambda: Tag.objects.filter(sessions=_session))
"""The tags of the session, in the order of the alphabet. Values: session."""
memberships_of = PreparedQuery(
    lambda: (
        Membership.objects.filter(user=Given("user", IntegerField()))
        .select_related("team")
        .order_by("created", "pk")[:1]
    )
)
"""The first membership of a person, with its team. Values: user."""
events_after = PreparedQuery(
    lambda: (
        Event.objects.filter(session=_session, number__gt=Given("after", IntegerField()))
        .order_by("number")
        .values_list(
            "number",
            "kind",
            "text",
            "speaker_key",
            "speaker_name",
            "speaker_role",
            # As the database has them: to read payloads one by one takes twice as long as all at once.
            Cast("data", TextField()),
            # The day matters of what people say, and to read a moment takes longer than any other column.
            Case(When(kind=EventKind.USER_MESSAGE, then="created")),
            "session__kind",
        )
    )
)
"""Plain values of the session's events after one, in order: their data as JSON, and when they were stored only for
people's messages. Values: session, after."""


@cache
def first_events_between(most: int) -> PreparedQuery[Event]:
    """The session's events after one and up to another, at most so many. Values: session, after, upto."""
    return PreparedQuery(
        lambda: Event.objects.filter(
            session=_session,
            number__gt=Given("after", IntegerField()),
            number__lte=Given("upto", IntegerField()),
        ).order_by("number")[:most]
    )


@cache
def last_events_before(most: int) -> PreparedQuery[Event]:
    """The session's events before one, the newest first, at most so many. Values: session, end."""
    return PreparedQuery(
        lambda: Event.objects.filter(session=_session, number__lt=Given("end", IntegerField())).order_by(
            "-number"
        )[:most]
    )
