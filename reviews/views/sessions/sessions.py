"""The list of sessions and the start of a new one."""

from collections.abc import Iterable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviews.access import item_for, session_for
from reviews.errors import ElmError
from reviews.figures.speakers import speaker_names
from reviews.forms.sessions import SessionFilter, StartForm
from reviews.kinds import registry
from reviews.kinds.base import AlreadyLive, SessionKind
from reviews.models import Item, Session
from reviews.models.session import SessionQuerySet
from reviews.models.team import teams_of
from reviews.sessions import actions
from reviews.states import State
from reviews.uploads import disk_may_be_full
from reviews.views.items.items import acting_teams, kept_in_address
from reviews.views.sessions.session import Request
from reviews.views.sessions.session_filter import filter_sessions, scope_choices

ON_A_PAGE = 30


def older_than(found: SessionQuerySet, last: str, teams: Iterable[int]) -> SessionQuerySet:
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
def list_sessions(request: Request) -> HttpResponse:
    """The sessions of the reader's teams, newest first, narrowed by what the address has."""
    form = SessionFilter(request.GET)
    roles = teams_of(request.user)
    found = filter_sessions(Session.objects.for_list(), form)
    after = request.GET.get("after", "")
    rows = list(older_than(found, after, roles).newest(roles, ON_A_PAGE + 1))
    context = {
        "nav": "sessions",
        "form": form,
        "sessions": rows[:ON_A_PAGE],
        "last": rows[ON_A_PAGE - 1] if len(rows) > ON_A_PAGE else None,
        "after": after,
        "filter": kept_in_address(request, form.fields),
        **scope_choices(form, roles, speaker_names(roles)),
        "may_act": any(role.may_act for role in roles.values()),
    }
    return render(request, "reviews/sessions/sessions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def session_new(request: Request) -> HttpResponse:
    """Choose what to review and start. Filled in by ?item=, ?kind=, ?artifacts= and, for a roundtable, ?step=."""
    slug = request.POST.get("item") or request.GET.get("item")
    if not slug:
        return choose_item(request)
    item = item_for(request.user, slug, write=True)
    sent = request.POST if request.method == "POST" else request.GET
    kind, problem = kind_in(sent)
    opening = kind.opening(item, sent)
    if request.method == "POST":
        form = opening.form(request.POST)
        if problem:
            form.add_error(None, problem)
        started = form.is_valid() and start_session(request, form, item, kind)
        if started:
            return redirect(started)
    else:
        form = opening.form(None)
    # The list of artifacts alone, when only the step has changed.
    template = opening.template + ("#artifacts" if request.htmx else "")
    context = {"nav": "sessions", "form": form, "item": item, **opening.context()}
    return render(request, template, context, status=422 if request.method == "POST" else 200)


@require_POST
def session_estimate(request: Request) -> HttpResponse:
    """What the session in the form would take; nothing is started. In a line, where that is all that the page has room
    for; without scripts: the whole form again."""
    item = item_for(request.user, request.POST.get("item", ""), write=True)
    kind, _ = kind_in(request.POST)
    opening = kind.opening(item, request.POST)
    form = opening.form(request.POST)
    made = opening.estimate(form, settings.ELM_PROVIDER) if form.is_valid() else None
    context = {"nav": "sessions", "form": form, "item": item, "estimate": made}
    if request.htmx:
        part = "brief" if request.POST.get("brief") else "estimate"
        return render(request, f"reviews/sessions/start_{part}.html", context)
    return render(request, opening.template, context | opening.context(), status=200 if made else 422)


@require_safe
def session_estimate_again(request: Request, pk: UUID) -> HttpResponse:
    """What another session like this one would take, in a line: more than going on with it does."""
    found = session_for(request.user, pk, write=True)
    kind = registry.session_kind(found.kind)
    sent = QueryDict(mutable=True)
    for name, value in kind.start_values(found).items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    sent.setlist("artifacts", [str(pk) for pk in found.pins.values_list("artifact", flat=True)])
    opening = kind.opening(found.item, sent)
    form = opening.form(sent)
    provider = settings.ELM_PROVIDER if found.state == State.FINISHED else found.provider
    made = opening.estimate(form, provider) if kind.estimates_again and form.is_valid() else None
    of = "Another one" if found.state == State.FINISHED else "Counted from the beginning"
    return render(request, "reviews/sessions/start_brief.html", {"estimate": made, "of": of})


def kind_in(sent: QueryDict) -> tuple[SessionKind, str]:
    """The kind of session that was asked for, and "". Of one that does not exist the first there is, and why."""
    first = registry.names()[0]
    try:
        return registry.kind_to_start(sent.get("kind") or first), ""
    except ElmError as error:
        return registry.session_kind(first), str(error)


def choose_item(request: HttpRequest) -> HttpResponse:
    """The first half of the page: which item."""
    items = Item.objects.filter(team__in=acting_teams(request.user), archived=None).order_by("-created")[:500]
    missing = request.method == "POST"
    sent = request.POST if missing else request.GET
    kept = [(name, sent[name]) for name in ("kind", "step", "topic") if sent.get(name)]
    context = {"nav": "sessions", "items": items, "missing": missing, "kept": kept}
    return render(request, "reviews/sessions/session_item.html", context, status=422 if missing else 200)


def start_session(request: Request, form: StartForm, item: Item, kind: SessionKind) -> Session | None:
    """Start the session of a valid form; None, with the reason in the form, when it can't be started. The one that
    is there already when the same discussion is being held (C40)."""
    try:
        with disk_may_be_full(), transaction.atomic():
            session = actions.create_session(
                item=item,
                kind=kind.name,
                artifacts=form.chosen_artifacts(),
                started_by=request.user,
                config=form.config(),
            )
            actions.start(session, by=request.user)
    except AlreadyLive as live:
        messages.info(request, live.joined)
        return live.session
    except ElmError as error:
        form.add_error(None, str(error))
        return None
    for sentence in form.advice():
        messages.warning(request, sentence)
    return session
