"""Everything that waits for a decision, on one page, and what becomes of a decision that is made there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast
from urllib.parse import urldefrag
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from reviews.changes.comments import Subject, assignable, team_of
from reviews.changes.queue import CHANGE, FINDING, Queue, queue_of, stretch_of
from reviews.models import Artifact, Change
from reviews.models.team import Role, teams_of
from reviews.views.review.back import back_of, chosen_in
from reviews.views.review.cards import Card, Trouble, cards_for, with_cards
from reviews.views.review.discussion import page_of
from reviews.views.review.filters import Narrowing, narrowing_of
from reviews.views.review.finding_cards import FindingCard, finding_cards, rows_for_cards

type AnyCard = Card | FindingCard


@dataclass(frozen=True)
class Entry:
    """A card of the page; `following` is the id of the next one, "" behind the last."""

    card: AnyCard
    may_act: bool
    following: str = ""

    @property
    def kind(self) -> str:
        return self.card.talk.kind

    @property
    def artifact(self) -> Artifact:
        return self.card.talk.about.artifact


@dataclass(frozen=True)
class Group:
    """The cards of one artifact, and how many wait in it in all."""

    artifact: Artifact
    entries: Sequence[Entry]
    count: int


@never_cache
@require_safe
def to_review(request: HttpRequest) -> HttpResponse:
    """What waits for a decision in the reader's teams, a page at a time. Never cached: Back must show what was
    decided since."""
    return page(request, request.GET)


def page(
    request: HttpRequest,
    asked: QueryDict,
    *,
    about: Subject | None = None,
    trouble: Trouble | None = None,
    status: int = 200,
) -> HttpResponse:
    """The part of the page that `asked` names; the card of `about`, with its `trouble`, is on it in any case."""
    roles = teams_of(request.user)
    narrowing, queue = chosen(request, asked, roles)
    after = asked.get("after", "")
    stretch = stretch_of(queue, after)
    keys = [(row.traits.kind, row.pk) for row in stretch.rows]
    if about and key_of(about) not in keys:
        keys.insert(0, key_of(about))
    entries = entries_of(keys, roles, trouble)
    context = {
        "nav": "to-review",
        "narrowing": narrowing,
        "queue": queue,
        "facets": list(narrowing.facets(queue)),
        "stretch": stretch,
        "after": after,
        "groups": grouped(entries, queue),
        "first": stretch.before + 1,
        "until": stretch.before + len(stretch.rows),
        "may_act": any(role.may_act for role in roles.values()),
        "back": f"{reverse('to-review')}?{query_of(narrowing, after)}",
    }
    return render(request, "reviews/review/queue.html", context, status=status)


def chosen(request: HttpRequest, asked: QueryDict, roles: Mapping[int, Role]) -> tuple[Narrowing, Queue]:
    """The filter that is asked for, and what waits and fits it: three queries."""
    people = assignable(roles)
    narrowing = narrowing_of(asked, cast(User, request.user).pk, people.values())
    return narrowing, queue_of(people, narrowing.chosen, narrowing.words)


def query_of(narrowing: Narrowing, after: str) -> str:
    """The query of the address of this page."""
    kept = QueryDict(narrowing.query, mutable=True)
    if after:
        kept["after"] = after
    return kept.urlencode()


def entries_of(
    keys: Sequence[tuple[str, UUID]], roles: Mapping[int, Role], trouble: Trouble | None
) -> list[Entry]:
    """The cards of these things, in this order."""
    cards: dict[tuple[str, UUID], AnyCard] = {}
    if changes := [pk for kind, pk in keys if kind == CHANGE]:
        rows = with_cards(Change.objects.filter(pk__in=changes))
        cards |= {key_of(card.change): card for card in cards_for(list(rows), {}, trouble)}
    if findings := [pk for kind, pk in keys if kind == FINDING]:
        listed = list(rows_for_cards().filter(pk__in=findings))
        cards |= {key_of(card.finding): card for card in finding_cards(listed, trouble)}
    found = [cards[key] for key in keys if key in cards]
    anchors = [card.talk.anchor for card in found]
    return [
        Entry(card, roles[team_of(card.talk.about)].may_act, following)
        for card, following in zip(found, [*anchors[1:], ""], strict=False)
    ]


def key_of(about: Subject) -> tuple[str, UUID]:
    """What a change or a finding is called in the queue."""
    return (CHANGE if isinstance(about, Change) else FINDING), about.pk


def grouped(entries: Sequence[Entry], queue: Queue) -> list[Group]:
    """The cards by artifact."""
    members = [list(group) for _, group in groupby(entries, key=lambda entry: entry.artifact.pk)]
    return [Group(group[0].artifact, group, queue.of(group[0].artifact.pk)) for group in members]


def answer(request: HttpRequest, about: Subject, trouble: Trouble | None = None) -> HttpResponse:
    """What a decision that was made on the page leads to: the card and the counts, as htmx swaps them in; without
    htmx the page again, at the next card, or with what went wrong in the card."""
    back = back_of(request)
    if request.htmx:  # type: ignore[attr-defined]
        return decided(request, about, trouble)
    if trouble:
        return page(request, chosen_in(back), about=about, trouble=trouble, status=409)
    messages.success(request, told(about))
    return redirect(back)


def told(about: Subject) -> str:
    """What was decided, with a link to where it can be undone."""
    where = f"“{about.section}” in {about.artifact.name}" if about.section else about.artifact.name
    status = about.get_status_display()
    return format_html('{}: {}. <a href="{}">Look at it again</a>', status, where, page_of(about))


def decided(request: HttpRequest, about: Subject, trouble: Trouble | None) -> HttpResponse:
    """One card and the counts."""
    back, roles = back_of(request), teams_of(request.user)
    narrowing, queue = chosen(request, chosen_in(back), roles)
    kind, _ = key = key_of(about)
    context = {
        "kind": kind,
        "card": entries_of([key], roles, trouble)[0].card,
        "narrowing": narrowing,
        "queue": queue,
        "artifact": about.artifact,
        "count": queue.of(about.artifact_id),
        "back": urldefrag(back).url,
        "may_act": True,
    }
    return render(request, "reviews/review/queue.html#decided", context, status=409 if trouble else 200)
