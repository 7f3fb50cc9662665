"""The list of sessions and the start of a new one."""

from collections.abc import Iterable
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from reviews import engine
from reviews.access import item_for
from reviews.errors import ElmError
from reviews.forms import SessionFilter, SessionForm
from reviews.models import Artifact, Item, Session
from reviews.models.team import teams_of
from reviews.uploads import disk_may_be_full
from reviews.views.items import acting_teams

ON_A_PAGE = 30


def narrowed(found: QuerySet[Session], form: SessionFilter) -> QuerySet[Session]:
    """Only the sessions that fit the filter."""
    form.is_valid()
    chosen = form.cleaned_data
    exact = {name: chosen[name] for name in ("state", "kind") if chosen.get(name)}
    for word in (chosen.get("q") or "").split():
        named = Artifact.objects.filter(name__icontains=word).values("item")
        items = Item.objects.filter(Q(title__icontains=word) | Q(pk__in=named))
        found = found.filter(item__in=items.values("pk"))
    return found.filter(**exact)


def older_than(found: QuerySet[Session], last: str, teams: Iterable[int]) -> QuerySet[Session]:
    """The sessions that come after the session `last` in a list, newest first (all for an unknown one).

    A page deep in a long list costs what the first one costs.
    """
    try:
        row = Session.objects.of(teams).filter(pk=last).values_list("created", flat=True).first()
    except ValidationError:
        row = None
    if row is None:
        return found
    return found.filter(created__lte=row).exclude(Q(created=row) & Q(pk__gte=UUID(last)))


@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """The sessions of the reader's teams, newest first, narrowed by state, kind and words."""
    form = SessionFilter(request.GET)
    roles = teams_of(request.user)
    found = narrowed(Session.objects.of(roles).for_list(), form)
    after = request.GET.get("after", "")
    rows = list(older_than(found, after, roles)[: ON_A_PAGE + 1])
    kept = QueryDict(mutable=True)
    kept.update({name: request.GET[name] for name in ("q", "state", "kind") if request.GET.get(name)})
    context = {
        "form": form,
        "sessions": rows[:ON_A_PAGE],
        "last": rows[ON_A_PAGE - 1] if len(rows) > ON_A_PAGE else None,
        "after": after,
        "filter": kept.urlencode(),
        "may_act": any(role.may_act for role in roles.values()),
    }
    return render(request, "reviews/sessions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def session_new(request: HttpRequest) -> HttpResponse:
    """Choose what to review and start. Filled in by ?item=, ?kind= and ?artifacts=."""
    slug = request.POST.get("item") or request.GET.get("item")
    if not slug:
        return choose_item(request)
    item = item_for(request.user, slug, write=True)
    if request.method == "POST":
        form = SessionForm(request.POST, item=item)
        started = form.is_valid() and start(form, item, cast(User, request.user))
        if started:
            return redirect(started)
    else:
        form = SessionForm(initial=filled_in(request, item), item=item)
    status = 422 if request.method == "POST" else 200
    return render(request, "reviews/session_new.html", {"form": form, "item": item}, status=status)


def choose_item(request: HttpRequest) -> HttpResponse:
    """The first half of the page: which item."""
    items = Item.objects.filter(team__in=acting_teams(request.user)).order_by("-created")[:500]
    missing = request.method == "POST"
    context = {"items": items, "missing": missing}
    return render(request, "reviews/session_item.html", context, status=422 if missing else 200)


def filled_in(request: HttpRequest, item: Item) -> dict[str, Any]:
    """What the address fills into the form; all artifacts of the item when it names none."""
    named = request.GET.getlist("artifacts")
    known = [str(pk) for pk in item.artifacts.values_list("pk", flat=True)]
    fields = ("kind", "answered_by", "topic", "max_turns", "budget_usd")
    given = {name: request.GET[name] for name in fields if request.GET.get(name)}
    return {
        "max_turns": item.team.max_rounds,
        **given,
        "artifacts": [pk for pk in known if pk in named] or known,
    }


def start(form: SessionForm, item: Item, user: User) -> Session | None:
    """Start the session of a valid form; None, with the reason in the form, when it can't be started."""
    chosen = form.cleaned_data["artifacts"].select_related("current")
    try:
        with disk_may_be_full(), transaction.atomic():
            session = engine.create_session(
                item=item,
                kind=form.cleaned_data["kind"],
                artifacts=list(chosen),
                started_by=user,
                config=form.config(item.team),
            )
            engine.start(session, by=user)
    except ElmError as error:
        form.add_error(None, str(error))
        return None
    return session
