"""The pages that only angle reviews have: the estimate, a unit, a call, comparisons, whole lists and exports."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from reviews.access import check_role, item_for, session_for
from reviews.documents.effort import Effort
from reviews.exports.session import stem
from reviews.kinds.angles import machine
from reviews.kinds.angles.form import AnglesOpening
from reviews.kinds.angles.pages import board
from reviews.kinds.angles.pages.calls import Call, call_of, problem_of, tool_call_of
from reviews.kinds.angles.pages.comparing import compare_passes, compare_reviews
from reviews.kinds.angles.pages.rollback import roll_back
from reviews.kinds.angles.state import AnglesState, Unit
from reviews.log import store
from reviews.models import Event, Session
from reviews.sessions import loading
from reviews.states import EventKind
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, as_download, number_in, problem_with
from reviews.views.review.diffs import Comparison, compare_texts

KIND = "angles"
FOLDER = "reviews/kinds/angles"
ON_A_PAGE = 200
MOST_COMPARED = 40
"""Units whose texts are shown beside each other on one page."""
MOST_OTHERS = 50
MOST_SHOWN = 100_000
"""Characters of a unit's text that a page shows or compares."""
CALLS = (EventKind.CONTRIBUTION, EventKind.FINDING, EventKind.GATE)
EXPORTS = {"json": "application/json", "sarif": "application/sarif+json", "md": "text/markdown"}


def review_for(user: User, pk: UUID, *, write: bool = False) -> Session:
    """The angle review, if `user` may see it (or act on it); other kinds have no such pages."""
    found = session_for(user, pk, write=write)
    if found.kind != KIND:
        raise Http404
    return found


@require_POST
def estimate(request: Request) -> HttpResponse:
    """What the review in the form would take; nothing is started. Without scripts: the whole form again."""
    item = item_for(request.user, request.POST.get("item", ""), write=True)
    form = AnglesOpening(item, request.POST).form(request.POST)
    made = form.estimate(settings.ELM_PROVIDER)
    template = f"{FOLDER}/new.html" + ("#estimate" if request.htmx else "")
    context = {"nav": "sessions", "item": item, "form": form, "estimate": made}
    return render(request, template, context, status=200 if made or request.htmx else 422)


def page_context(session: Session, state: AnglesState, **more: Any) -> dict[str, Any]:
    return {"nav": "sessions", "session": session, "state": state, **more}


@require_safe
def session_unit(request: Request, pk: UUID) -> HttpResponse:
    """A unit, `?unit=`: its text after each pass against the one before, and the way back to each."""
    session = review_for(request.user, pk)
    return render_unit(request, session, request.GET.get("unit", ""))


def render_unit(
    request: Request, session: Session, unit_id: str, *, problem: str = "", status: int = 200
) -> HttpResponse:
    state: AnglesState = loading.folded(session)
    if unit_id not in state.places:
        raise Http404
    unit = state.unit(unit_id)
    standing = state.standing(unit)
    context = page_context(
        session,
        state,
        row=board.unit_rows(state, [unit])[0],
        shown=unit.current[:MOST_SHOWN],
        hidden=max(0, len(unit.current) - MOST_SHOWN),
        findings=board.finding_rows(state, standing[:ON_A_PAGE]),
        standing=len(standing),
        steps=unit_steps(state, unit),
        problem=problem,
        may_act=check_role(request.user, session.item.team_id).may_act,
    )
    return render(request, f"{FOLDER}/unit.html", context, status=status)


def unit_steps(state: AnglesState, unit: Unit) -> list[dict[str, Any]]:
    """The original and each pass: what it has changed, and whether the unit has another text by now."""
    steps: list[dict[str, Any]] = [{"number": 0, "differs": unit.original != unit.current}]
    names_of = {angle.id: angle.name for angle in state.setup.angles}
    before, effort = unit.original, Effort()
    for one in unit.passes:
        names = (f"Pass {one.number - 1}", f"pass {one.number}")
        steps.append(
            {
                "number": one.number,
                "result": one,
                "not_read_by": [names_of[angle] for angle in one.failed],
                "made_by": names_of[one.modification.angle] if one.modification else "",
                "checked_by": names_of.get(one.modification.checker, "") if one.modification else "",
                "has_other_text": one.text != before,
                "comparison": shown_comparison(unit, before, one.text, names, effort),
                "differs": one.text != unit.current,
            }
        )
        before = one.text
    return steps


def shown_comparison(
    unit: Unit, before: str, after: str, names: tuple[str, str], effort: Effort
) -> Comparison | None:
    """The two texts of a unit with the lines of its file, None when they are the same and when they are too long for a
    page. effort: what the comparisons of the page share."""
    if before == after or max(len(before), len(after)) > MOST_SHOWN:
        return None
    return compare_texts(before, after, names, False, first_line=unit.first_line, effort=effort)


@require_POST
def session_roll_back(request: Request, pk: UUID) -> HttpResponse:
    """Take a unit back to a pass. Who can't have it reads why on the unit's page."""
    session = review_for(request.user, pk, write=True)
    unit_id, to_pass = request.POST.get("unit", ""), number_in(request.POST.get("to_pass"))
    number = -1 if to_pass is None else to_pass
    problem = problem_with(lambda: roll_back(session, unit_id, number, by=request.user))
    if problem:
        if unit_id not in loading.folded(session).places:
            messages.info(request, problem)
            return redirect(session)
        return render_unit(request, session, unit_id, problem=problem, status=409)
    messages.success(request, "The unit has its earlier text again.")
    return redirect(f"{reverse('angles-unit', args=[pk])}?{urlencode({'unit': unit_id})}")


@require_safe
def session_call(request: Request, pk: UUID, number: int) -> HttpResponse:
    """The request and the response of the call that brought event `number`, of a model or of a tool, as JSON in their
    envelopes."""
    session = review_for(request.user, pk)
    row = session.events.filter(number=number, kind__in=(*CALLS, EventKind.EVIDENCE)).first()
    call = call_behind(session, row) if row else None
    if row is None or call is None:
        raise Http404
    may_see = request.user.is_staff and request.user.has_perm("reviews.view_modelcall")
    record = row.model_calls.first() if may_see else None
    context = {
        "nav": "sessions",
        "session": session,
        "row": row,
        "call": call,
        "record": record,
        "problem": problem_of(call, timezone.now()),
        "request_json": call.request.model_dump_json(indent=2) if call.request else "",
        "response_json": call.response.model_dump_json(indent=2),
    }
    return render(request, f"{FOLDER}/call.html", context)


def call_behind(session: Session, row: Event) -> Call | None:
    """The call that brought the event, None where its data is damaged."""
    data = data_of(session, row)
    if row.kind != EventKind.EVIDENCE:
        return (
            call_of(state_at(session, int(data["basis"])), data, row.created) if "request" in data else None
        )
    asked = session.events.filter(number=data.get("call") or 0, kind=EventKind.TOOL_CALL).first()
    said = data_of(session, asked) if asked else {}
    if asked is None or "tool" not in said:
        return None
    return tool_call_of(state_at(session, asked.number), said, data, asked.created, row.created)


def data_of(session: Session, row: Event) -> Mapping[str, Any]:
    return store.readable_data((session.pk, row.number), session.kind, row.kind, row.data)[1]


def state_at(session: Session, number: int) -> AnglesState:
    """The review as it was once event `number` was there."""
    events = (event for event in store.after(session.pk, 0) if event.number <= number)
    return machine.fold(events, loading.setup_of(session))


@require_safe
def session_units(request: Request, pk: UUID) -> HttpResponse:
    """All units, `?page=`."""
    session = review_for(request.user, pk)
    state: AnglesState = loading.folded(session)
    pages = Paginator(state.units, ON_A_PAGE).get_page(request.GET.get("page"))
    context = page_context(session, state, pages=pages, rows=board.unit_rows(state, pages.object_list))
    return render(request, f"{FOLDER}/units.html", context)


@require_safe
def session_findings(request: Request, pk: UUID) -> HttpResponse:
    """All findings, `?page=`; with `?refuted=yes` those that were refuted."""
    session = review_for(request.user, pk)
    state: AnglesState = loading.folded(session)
    is_refuted = request.GET.get("refuted") == "yes"
    issues = board.refuted_issues(state) if is_refuted else list(state.findings)
    pages = Paginator(issues, ON_A_PAGE).get_page(request.GET.get("page"))
    rows = board.finding_rows(state, pages.object_list)
    context = page_context(session, state, pages=pages, rows=rows, is_refuted=is_refuted)
    return render(request, f"{FOLDER}/findings.html", context)


@require_safe
def session_passes(request: Request, pk: UUID) -> HttpResponse:
    """Two passes compared, `?first=` and `?second=`, at first the start and the newest."""
    session = review_for(request.user, pk)
    state: AnglesState = loading.folded(session)
    newest = len(state.closed)
    first, second = (number_in(request.GET.get(name)) for name in ("first", "second"))
    first = min(first or 0, newest)
    second = newest if second is None else min(second, newest)
    changes = compare_passes(state, first, second)
    names, effort = (pass_name(first), pass_name(second)), Effort()
    shown = [
        (
            one,
            state.note(one.unit.artifact).name,
            shown_comparison(one.unit, one.before, one.after, names, effort),
        )
        for one in changes[:MOST_COMPARED]
    ]
    context = page_context(
        session,
        state,
        first=first,
        second=second,
        names=names,
        numbers=range(newest + 1),
        changes=shown,
        more=len(changes) - len(shown),
    )
    return render(request, f"{FOLDER}/passes.html", context)


def pass_name(number: int) -> str:
    return f"pass {number}" if number else "the start"


@require_safe
def session_against(request: Request, pk: UUID) -> HttpResponse:
    """The findings beside those of another review of the same artifacts, `?other=`."""
    session = review_for(request.user, pk)
    others = list(reviews_of_same(session)[:MOST_OTHERS])
    chosen = next((one for one in others if str(one.pk) == request.GET.get("other")), None)
    chosen = chosen or next(iter(others), None)
    state: AnglesState = loading.folded(session)
    context = page_context(session, state, others=others, chosen=chosen)
    if chosen:
        earlier: AnglesState = loading.folded(chosen)
        found = compare_reviews(earlier, state)
        context["parts"] = [
            ("Only here", board.finding_rows(state, found.new[:ON_A_PAGE]), len(found.new)),
            ("Only there", board.finding_rows(earlier, found.gone[:ON_A_PAGE]), len(found.gone)),
            ("In both", board.finding_rows(state, found.same[:ON_A_PAGE]), len(found.same)),
        ]
    return render(request, f"{FOLDER}/against.html", context)


def reviews_of_same(session: Session) -> QuerySet[Session]:
    """The other angle reviews of one of its artifacts, the newest first."""
    artifacts = session.pins.values("artifact")
    found = Session.objects.filter(kind=KIND, pins__artifact__in=artifacts, item=session.item_id)
    return found.exclude(pk=session.pk).select_related("started_by").distinct().order_by("-created")


@require_safe
@noted_as_export("session")
def session_export(request: Request, pk: UUID, form: str) -> HttpResponse:
    """The findings as a file."""
    # Word lists take a second to load: only who asks pays for it.
    from reviews.kinds.angles.pages import exports

    session = review_for(request.user, pk)
    write = {"json": exports.findings_json, "sarif": exports.findings_sarif, "md": exports.findings_markdown}
    response = HttpResponse(
        write[form](loading.folded(session)), content_type=f"{EXPORTS[form]}; charset=utf-8"
    )
    return as_download(response, f"{stem(session)}-findings.{form}")


urlpatterns: list[URLPattern] = [
    path("sessions/new/angles/estimate/", estimate, name="angles-estimate"),
    path("sessions/<uuid:pk>/unit/", session_unit, name="angles-unit"),
    path("sessions/<uuid:pk>/roll-back/", session_roll_back, name="angles-roll-back"),
    path("sessions/<uuid:pk>/calls/<int:number>/", session_call, name="angles-call"),
    path("sessions/<uuid:pk>/units/", session_units, name="angles-units"),
    path("sessions/<uuid:pk>/findings/", session_findings, name="angles-findings"),
    path("sessions/<uuid:pk>/passes/", session_passes, name="angles-passes"),
    path("sessions/<uuid:pk>/against/", session_against, name="angles-against"),
    *(
        path(f"sessions/<uuid:pk>/findings.{form}", session_export, {"form": form}, name=f"angles-{form}")
        for form in EXPORTS
    ),
]
