"""Checking an artifact, what the checks have found, and deciding on each finding."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from reviews.access import artifact_for, finding_for, may_act_in
from reviews.changes import findings
from reviews.changes.findings import CheckResult
from reviews.models import Artifact, Finding
from reviews.models.finding import FindingStatus
from reviews.views.http import Request, id_in, problem_with
from reviews.views.review import queue
from reviews.views.review.cards import Trouble, trouble_with
from reviews.views.review.discussion import back_of
from reviews.views.review.finding_cards import (
    ON_A_PAGE,
    finding_cards,
    finding_counts,
    listing_of,
    order_findings,
    order_of,
    rows_for_cards,
)


@never_cache
@require_safe
def artifact_findings(request: Request, pk: UUID) -> HttpResponse:
    """What the checks have found in an artifact; `?show=known` and `?show=fixed` show what is put aside,
    `?at=` the page that has that finding."""
    return render_page(request, artifact_for(request.user, pk))


@require_POST
def artifact_check(request: Request, pk: UUID) -> HttpResponse:
    """Let the rules read the current revision, and store what they find as the next round."""
    artifact = artifact_for(request.user, pk, write=True)
    if problem := problem_with(lambda: messages.success(request, words_for(findings.check(artifact)))):
        messages.error(request, problem)
    if request.htmx:
        return HttpResponseClientRefresh()
    return redirect(
        "artifact-findings" if request.POST.get("back") == "findings" else "artifact", artifact.pk
    )


def words_for(made: CheckResult) -> str:
    begin = f"Check {made.number} of revision {made.revision.number}"
    if not (made.open or made.accepted or made.fixed or made.known):
        return f"{begin}: the rules find nothing to ask about."
    counts = {"new": made.new, "found again": made.again, "fixed": made.fixed, "known and hidden": made.known}
    parts = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    is_open = {0: "no finding is open", 1: "1 finding is open"}.get(
        made.open, f"{made.open} findings are open"
    )
    return f"{begin}: {is_open} ({parts})." if parts else f"{begin}: {is_open}, as before."


@require_POST
def decide(request: Request, pk: UUID, status: FindingStatus) -> HttpResponse:
    """Agree that a finding is to be fixed, put it aside for the reason in `reason`, or open it again.

    What goes wrong is told in its card, and what was typed is kept.
    """
    why = request.POST.get("reason", "") if status == FindingStatus.DISMISSED else None
    finding = finding_for(request.user, pk, write=True)
    trouble = trouble_with(
        lambda: findings.decide(finding, status, request.user, why or ""), finding, why=why
    )
    if back_of(request):
        return queue.answer_decision(request, finding, trouble)
    if request.htmx:
        return render_card(request, finding, trouble)
    if trouble:
        return render_page(request, finding.artifact, trouble=trouble)
    return redirect(reverse("artifact-findings", args=[finding.artifact_id]) + next_card(finding))


def next_card(finding: Finding) -> str:
    """The end of the address of the card to look at after a decision: the next open one in the order of the list, or
    the top of the list."""
    left = list(order_findings(finding.artifact.findings.filter(status=FindingStatus.OPEN)))
    if not left:
        return "#findings"
    at = next((at for at, row in enumerate(left) if order_of(row) >= order_of(finding)), 0)
    number = at // ON_A_PAGE + 1
    return (f"?page={number}" if number > 1 else "") + f"#finding-{left[at].pk}"


def render_page(request: Request, artifact: Artifact, *, trouble: Trouble | None = None) -> HttpResponse:
    """The page of an artifact's findings; `trouble` is shown in the card it is about."""
    found = listing_of(
        artifact,
        show=request.GET.get("show", ""),
        number=request.GET.get("page"),
        trouble=trouble,
        at=id_in(request.GET.get("at")),
    )
    context = {"nav": "items", "artifact": artifact, "item": artifact.item, "findings": found}
    context["may_act"] = may_act_in(request.user, artifact.team_id)
    return render(request, "reviews/review/findings.html", context, status=409 if trouble else 200)


def render_card(request: Request, finding: Finding, trouble: Trouble | None = None) -> HttpResponse:
    """One card and the counts, as htmx swaps them in."""
    stored = rows_for_cards().get(pk=finding.pk)
    artifact = finding.artifact
    context = {
        "card": finding_cards([stored], trouble, artifact)[0],
        "counts": finding_counts(artifact),
        "artifact": artifact,
        "may_act": True,
    }
    return render(request, "reviews/review/finding_decided.html", context, status=409 if trouble else 200)
