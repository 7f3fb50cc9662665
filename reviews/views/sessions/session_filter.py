"""What narrows the list of sessions: the same words as in the addresses that figures lead to."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from reviews.figures.trends import VERDICTS
from reviews.forms.sessions import ANY_VERDICT, GOING_ON, OTHER_END, SessionFilter, SessionScope
from reviews.keeping.tags import tags_of
from reviews.models import Artifact, Item, PinnedVersion, Session
from reviews.models.session import SessionQuerySet
from reviews.states import State

COLUMNS = {
    "state": "state",
    "kind": "kind",
    "person": "started_by",
    "item": "item__slug",
    "step": "step_id",
    "rounds": "rounds",
}
SPEAKS = ("seat", "angle")
OFTEN = 2_000
"""So often a persona has taken part that most pages of a list have it."""
HAS_VERDICT = Q(state=State.FINISHED, end_reason__in=VERDICTS)


def narrow_sessions(found: SessionQuerySet, chosen: Mapping[str, Any]) -> SessionQuerySet:
    """Those that fit what was chosen in a `SessionScope` or a `SessionFilter`."""
    exact = {COLUMNS[name]: chosen[name] for name in COLUMNS if chosen.get(name) not in (None, "")}
    found = found.filter(ends_with(chosen.get("verdict") or ""), **exact)
    if persona := chosen.get("persona"):
        found = of_persona(found, persona)
    if tag := chosen.get("tag"):
        tagged = Session.objects.filter(tags__name=tag).order_by().values("pk")
        of_items = Item.objects.filter(tags__name=tag).order_by().values("pk")
        found = found.filter(Q(pk__in=tagged) | Q(item__in=of_items))
    return made_between(found, chosen.get("since"), chosen.get("until"))


def of_persona(found: SessionQuerySet, persona: str) -> SessionQuerySet:
    """Those in which a persona or an angle took part. Of one that often does, the newest are found soon when each
    session is asked for it; of one that seldom does, all are listed first."""
    pins = PinnedVersion.objects.filter(key=persona, what__in=SPEAKS).order_by()
    if pins[:OFTEN].count() < OFTEN:
        return found.filter(pk__in=pins.values("session"))
    return found.filter(Exists(pins.filter(session=OuterRef("pk"))))


def filter_sessions(found: SessionQuerySet, form: SessionFilter) -> SessionQuerySet:
    """Only the sessions that fit the filter; those in use, when it does not ask for archived ones."""
    form.is_valid()
    chosen = form.cleaned_data
    for word in (chosen.get("q") or "").split():
        named = Artifact.objects.filter(name__icontains=word).values("item")
        items = Item.objects.filter(Q(title__icontains=word) | Q(pk__in=named))
        found = found.filter(item__in=items.values("pk"))
    return narrow_sessions(choose_archived(found, chosen.get("archived") or ""), chosen)


def chosen_sessions(form: SessionScope) -> SessionQuerySet | None:
    """The sessions that the form asks for, archived ones too; None where it asks for none in particular."""
    chosen = form.chosen
    return narrow_sessions(Session.objects.all(), chosen) if chosen else None


def scope_choices(
    form: SessionScope, teams: Collection[int], speakers: Mapping[str, str]
) -> dict[str, object]:
    """What a page offers to choose sessions by, and what is chosen although it is not offered, such as somebody who has
    left. speakers: the names that `speaker_names` gives, by key."""
    chosen = form.chosen
    tags, people = tags_of(list(teams)), dict(people_of(teams))
    return {
        "scope": form,
        "tags": tags if chosen.get("tag", "") in ["", *tags] else [chosen["tag"], *tags],
        "tag": chosen.get("tag", ""),
        "people": with_chosen(people, chosen.get("person"), f"Account {chosen.get('person')}").items(),
        "personas": with_chosen(speakers, chosen.get("persona"), str(chosen.get("persona"))).items(),
    }


def with_chosen[Key](offered: Mapping[Key, str], chosen: Key | None, name: str) -> Mapping[Key, str]:
    """The choices, and before them the chosen one if it is not among them."""
    return offered if chosen is None or chosen in offered else {chosen: name, **offered}


def choose_archived(found: SessionQuerySet, archived: str) -> SessionQuerySet:
    """Those in use for "", those that are archived for "yes", all for "all". One of an archived item counts as such."""
    in_use = Q(archived=None, item__archived=None)
    return found if archived == "all" else found.exclude(in_use) if archived else found.filter(in_use)


def ends_with(verdict: str) -> Q:
    """Which sessions have this end, "" for any. What failed on the way has no verdict, whatever it would have been."""
    groups = {
        "": Q(),
        ANY_VERDICT: HAS_VERDICT,
        OTHER_END: ~Q(end_reason="") & ~HAS_VERDICT,
        GOING_ON: Q(end_reason=""),
    }
    if verdict in VERDICTS:
        return Q(state=State.FINISHED, end_reason=verdict)
    return groups.get(verdict, Q(end_reason=verdict))


def made_between[Rows: QuerySet[Any]](found: Rows, since: date | None, until: date | None) -> Rows:
    """Rows that were made from one day to another, both included, None for no bound."""
    if since:
        found = found.filter(created__gte=datetime.combine(since, time(), UTC))
    if until and until < date.max:
        found = found.filter(created__lt=datetime.combine(until + timedelta(days=1), time(), UTC))
    return found


def people_of(teams: Iterable[int]) -> list[tuple[int, str]]:
    """Who may have started sessions of these teams: ids and names, by name."""
    people = User.objects.filter(memberships__team__in=list(teams)).distinct()
    return sorted(((one.pk, one.get_full_name() or one.username) for one in people), key=lambda one: one[1])
