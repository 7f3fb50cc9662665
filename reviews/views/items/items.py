"""Items: the list, a new one, and one with its artifacts and sessions."""

from collections.abc import Iterable
from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, models, transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from personas.models import Step
from reviews.access import item_for, role_in
from reviews.errors import ElmError
from reviews.forms.sessions import ItemForm
from reviews.kinds.roundtable.form import ADVISORY, DEFAULT_TURNS, MANY_TURNS, TurnLimitForm
from reviews.models import Artifact, Item, Session, Team
from reviews.models.team import AnyUser, teams_of
from reviews.repositories.newer import newer_of_each
from reviews.uploads import disk_may_be_full
from reviews.views.items.progress import elaborations_of, progress_of

ON_A_PAGE = 30
TRIES = 5


def acting_teams(user: AnyUser) -> set[int]:
    """The ids of the teams in which `user` is more than a viewer."""
    return {team for team, role in teams_of(user).items() if role.may_act}


def count_of(rows: QuerySet[Artifact] | QuerySet[Session]) -> Coalesce:
    """How many `rows` belong to an item."""
    counted = rows.filter(item=OuterRef("pk")).order_by().values("item").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0, output_field=models.IntegerField())


def with_counts(items: Iterable[Item]) -> QuerySet[Item]:
    """These items, in their usual order, with their team, `artifact_count` and `session_count`.

    A query of its own for the few items that are shown: a database that sorts counts first.
    """
    shown = Item.objects.filter(pk__in=[item.pk for item in items])
    return (
        shown.select_related("team")
        .defer("meta")
        .annotate(
            artifact_count=count_of(Artifact.objects.all()), session_count=count_of(Session.objects.all())
        )
    )


@require_safe
def items(request: HttpRequest) -> HttpResponse:
    """All items of the reader's teams, newest first."""
    page = Paginator(Item.objects.visible_to(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    may_act = bool(acting_teams(request.user))
    context = {"nav": "items", "page": page, "items": with_counts(page), "may_act": may_act}
    return render(request, "reviews/items/items.html", context)


def create_item(form: ItemForm, team: Team, owner: User) -> Item:
    """Store the item of a valid form under a slug that nobody has, even when others make items right now."""
    item = cast(Item, form.save(commit=False))
    item.team, item.owner = team, owner
    for tries_left in range(TRIES, 0, -1):
        item.slug = Item.objects.free_slug(item.title)
        try:
            with transaction.atomic():
                item.save()
            break
        except IntegrityError:
            if tries_left == 1:
                raise
    return item


@require_http_methods(["GET", "HEAD", "POST"])
def item_new(request: HttpRequest) -> HttpResponse:
    """Make an item in one of the reader's teams."""
    teams = Team.objects.filter(pk__in=acting_teams(request.user)).order_by("memberships__created").distinct()
    choices = list(dict.fromkeys(teams))
    if not choices:
        raise PermissionDenied("You can read your team's items, but only its members can add one.")
    form = ItemForm(request.POST if request.method == "POST" else None)
    chosen = next((team for team in choices if team.slug == request.POST.get("team")), choices[0])
    if form.is_valid():
        try:
            with disk_may_be_full():
                item = create_item(form, chosen, cast(User, request.user))
        except ElmError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "The item is created. Add what should be reviewed.")
            return redirect("artifact-new", item.slug)
    context = {"nav": "items", "form": form, "teams": choices, "chosen": chosen}
    return render(request, "reviews/items/item_new.html", context, status=422 if form.is_bound else 200)


@require_safe
def item(request: HttpRequest, slug: str) -> HttpResponse:
    """An item with its artifacts, its roundtables and its newest sessions."""
    return item_page(request, item_for(request.user, slug))


@require_POST
def item_turn_limit(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the turn limit of the item's roundtables; empty: the default (FR-007-03)."""
    found = item_for(request.user, slug, write=True)
    form = TurnLimitForm(request.POST, instance=found)
    if not form.is_valid():
        return item_page(request, found, status=422, limit_form=form)
    form.save()
    limit = form.cleaned_data["max_turns"]
    messages.success(request, f"Roundtables on this item have {limit or DEFAULT_TURNS} turns from now on.")
    if limit and limit > MANY_TURNS:
        messages.warning(request, ADVISORY)
    return redirect(found)


def item_page(request: HttpRequest, found: Item, *, status: int = 200, **extra: object) -> HttpResponse:
    """The page of an item. extra: a form that was refused, or why a file was not taken."""
    role = role_in(cast(User, request.user), found.team_id)
    phases = Step.objects.for_form()
    artifacts = list(artifacts_of(found))
    newer = newer_of_each(artifacts)
    context = {
        "nav": "items",
        "item": found,
        "artifacts": artifacts,
        "rows": [(artifact, newer.get(artifact.pk)) for artifact in artifacts],
        "sessions": found.sessions.all().for_list()[:ON_A_PAGE],
        "may_act": role is not None and role.may_act,
        "elaborations": elaborations_of(found, phases),
        "progress": progress_of(found, phases),
        "limit_form": TurnLimitForm(instance=found),
        **extra,
    }
    return render(request, "reviews/items/item.html", context, status=status)


def artifacts_of(item: Item) -> QuerySet[Artifact]:
    """The artifacts of an item with their repository and who made the current revision, without the content."""
    return item.artifacts.select_related("current__made_by", "repository").defer("current__content")
