"""Everything that waits for a decision, on one page, and what becomes of a decision that is made there."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from urllib.parse import urldefrag, urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from reviews.access import change_for, finding_for, may_act_in
from reviews.changes.comments import Subject, assignable
from reviews.changes.queue import CHANGE, FINDING, Queue, queue_of, queue_page
from reviews.models import Change
from reviews.models.team import Role, teams_of
from reviews.views.http import Request
from reviews.views.review.brief_cards import boxes_for, boxes_name, brief_diff
from reviews.views.review.cards import Card, ChangeCard, Trouble, cards_for, with_cards
from reviews.views.review.discussion import back_of, page_of
from reviews.views.review.filters import QueueFilter, filter_of
from reviews.views.review.finding_cards import finding_cards, rows_for_cards


@gzip_page
@never_cache
@require_safe
def to_review(request: Request) -> HttpResponse:
    """What waits for a decision in the reader's teams, a page at a time. Never cached: Back must show what was
    decided since. Compressed: its cards have the same forms again and again.

    `?open=` names a card that is shown whole; htmx gets that card alone.
    """
    opened = opened_in(request)
    if request.htmx and "open" in request.GET:
        return render_whole(request, opened) if opened else HttpResponseClientRefresh()
    return render_page(request, request.GET, about=opened)


def opened_in(request: Request) -> Subject | None:
    """What `?open=` names by the id of its card; None without one that the reader may see."""
    kind, _, key = request.GET.get("open", "").partition("-")
    if kind not in (CHANGE, FINDING):
        return None
    try:
        return (change_for if kind == CHANGE else finding_for)(request.user, UUID(key))
    except (ValueError, Http404):
        return None


def render_whole(request: Request, about: Subject) -> HttpResponse:
    """One card with all that belongs to it."""
    here = request.GET.copy()
    del here["open"]
    context = {
        "card": cards_of([(about.kind, about.pk)], None)[0],
        "back": f"{reverse('to-review')}?{here.urlencode()}",
        "may_act": may_act_in(request.user, about.team_id),
    }
    return render(request, "reviews/review/queue.html#whole", context)


def render_page(
    request: Request,
    asked: QueryDict,
    *,
    about: Subject | None = None,
    trouble: Trouble | None = None,
    status: int = 200,
) -> HttpResponse:
    """The part of the page that `asked` names; the card of `about`, with its `trouble`, is on it in any case, and the
    only one that is shown whole."""
    roles = teams_of(request.user)
    queue_filter, queue = chosen_filter(request, asked, roles)
    after = asked.get("after", "")
    page = queue_page(queue, after)
    here = QueryDict(queue_filter.query, mutable=True)
    here.update({"after": after} if after else {})
    keys = [(row.traits.kind, row.pk) for row in page.rows]
    if about and (about.kind, about.pk) not in keys:
        keys.insert(0, (about.kind, about.pk))
    cards = cards_of(keys, trouble)
    context = {
        "nav": "to-review",
        "queue_filter": queue_filter,
        "queue": queue,
        "facets": list(queue_filter.facets(queue)),
        "page": page,
        "after": after,
        "groups": groups_of(cards, roles, queue, about),
        "boxes": boxes_for(cards, roles),
        "first": page.before + 1,
        "until": page.before + len(page.rows),
        "may_act": any(role.may_act for role in roles.values()),
        "back": f"{reverse('to-review')}?{here.urlencode()}",
        "here": f"{here.urlencode()}&" if here else "",
    }
    return render(request, "reviews/review/queue.html", context, status=status)


def chosen_filter(request: Request, asked: QueryDict, roles: Mapping[int, Role]) -> tuple[QueueFilter, Queue]:
    """The filter that is asked for, and what waits and fits it: three queries."""
    people = assignable(roles)
    queue_filter = filter_of(asked, request.user.pk, people.values())
    return queue_filter, queue_of(people, queue_filter.chosen, queue_filter.words)


def cards_of(keys: Sequence[tuple[str, UUID]], trouble: Trouble | None) -> list[Card]:
    """The cards of these things, in this order."""
    cards: dict[UUID, Card] = {}
    if changes := [pk for kind, pk in keys if kind == CHANGE]:
        rows = with_cards(Change.objects.filter(pk__in=changes))
        cards |= {card.about.pk: card for card in cards_for(list(rows), {}, trouble)}
    if findings := [pk for kind, pk in keys if kind == FINDING]:
        listed = list(rows_for_cards().filter(pk__in=findings))
        cards |= {card.about.pk: card for card in finding_cards(listed, trouble)}
    return [cards[pk] for _, pk in keys if pk in cards]


def groups_of(
    cards: Sequence[Card], roles: Mapping[int, Role], queue: Queue, whole: Subject | None
) -> list[dict[str, object]]:
    """The cards by artifact, with how many wait in it in all; each with the id of the next one, "" after the last, and
    only that of `whole` in full."""
    anchors = [*(card.about.anchor for card in cards[1:]), ""]
    entries = [
        {
            "card": card,
            "kind": card.about.kind,
            "may_act": roles[card.about.team_id].may_act,
            "following": following,
            "is_whole": card.about == whole,
            "is_opened": card.about == whole and card.trouble is None,
            "boxes": boxes_name(card),
            "diff": brief_diff(card.rows) if isinstance(card, ChangeCard) else None,
        }
        for card, following in zip(cards, anchors, strict=False)
    ]
    members = groupby(zip(cards, entries, strict=True), key=lambda pair: pair[0].about.artifact)
    return [
        {"artifact": artifact, "entries": [entry for _, entry in pairs], "count": queue.of(artifact.pk)}
        for artifact, pairs in members
    ]


def answer_decision(request: Request, about: Subject, trouble: Trouble | None = None) -> HttpResponse:
    """What a decision that was made on the page leads to: the card and the counts, as htmx swaps them in; without
    htmx the page again, at the next card, or with what went wrong in the card."""
    back = back_of(request)
    if request.htmx:
        return render_decided(request, about, trouble)
    if trouble:
        return render_page(request, QueryDict(urlsplit(back).query), about=about, trouble=trouble, status=409)
    messages.success(request, decision_sentence(about))
    return redirect(back)


def decision_sentence(about: Subject) -> str:
    """What was decided, with a link to where it can be undone."""
    where = f"“{about.section}” in {about.artifact.name}" if about.section else about.artifact.name
    status = about.get_status_display()
    return format_html('{}: {}. <a href="{}">Look at it again</a>', status, where, page_of(about))


def render_decided(request: Request, about: Subject, trouble: Trouble | None) -> HttpResponse:
    back, roles = back_of(request), teams_of(request.user)
    queue_filter, queue = chosen_filter(request, QueryDict(urlsplit(back).query), roles)
    context = {
        "kind": about.kind,
        "card": cards_of([(about.kind, about.pk)], trouble)[0],
        "queue_filter": queue_filter,
        "queue": queue,
        "facets": list(queue_filter.facets(queue)),
        "artifact": about.artifact,
        "count": queue.of(about.artifact_id),
        "back": urldefrag(back).url,
        "may_act": True,
    }
    return render(request, "reviews/review/queue.html#decided", context, status=409 if trouble else 200)
