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
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from reviews.access import item_for, may_act_in
from reviews.forms.keeping import NewItemForm
from reviews.forms.lists import ITEM_FIELDS, ItemFilter, filter_items
from reviews.forms.sessions import ItemForm
from reviews.keeping.item_templates import TEMPLATES, add_template
from reviews.keeping.tags import tags_of
from reviews.kinds import registry
from reviews.kinds.base import Panel
from reviews.models import Artifact, Item, Session, Team
from reviews.models.team import AnyUser, teams_of
from reviews.repositories.newer import newer_of_each
from reviews.views.http import Request, problem_with
from reviews.views.keeping.pages import Kept

ON_A_PAGE = 30
TRIES = 5


def acting_teams(user: AnyUser) -> set[int]:
    """The ids of the teams in which `user` is more than a viewer."""
    return {team for team, role in teams_of(user).items() if role.may_act}


def count_of(rows: QuerySet[Artifact] | QuerySet[Session]) -> Coalesce:
    counted = rows.filter(item=OuterRef("pk")).order_by().values("item").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0, output_field=models.IntegerField())


def with_counts(items: Iterable[Item]) -> QuerySet[Item]:
    """These items, in their usual order, with their team, `artifact_count` and `session_count`.

    A query of its own for the few items that are shown: a database that sorts counts first.
    """
    shown = Item.objects.filter(pk__in=[item.pk for item in items])
    return annotate_counts(shown.select_related("team").defer("meta"))


def annotate_counts(items: QuerySet[Item]) -> QuerySet[Item]:
    """The items with how many artifacts and sessions they have in use."""
    return items.annotate(
        artifact_count=count_of(Artifact.objects.in_use()),
        session_count=count_of(Session.objects.filter(archived=None)),
    )


@require_safe
def list_items(request: Request) -> HttpResponse:
    """The items of the reader's teams that fit the filter, newest first."""
    form, roles = ItemFilter(request.GET), teams_of(request.user)
    found = filter_items(Item.objects.filter(team__in=list(roles)), form)
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "nav": "items",
        "page": page,
        "items": with_counts(page).prefetch_related("tags"),
        "form": form,
        "filter": kept_in_address(request, ITEM_FIELDS),
        "tags": tags_of(list(roles)),
        "tag": request.GET.get("tag", ""),
        "may_act": any(role.may_act for role in roles.values()),
    }
    return render(request, "reviews/items/items.html", context)


def kept_in_address(request: Request, names: Iterable[str]) -> str:
    """The fields of a filter as they stand in the address, to be written into links of the same list."""
    kept = QueryDict(mutable=True)
    kept.update({name: request.GET[name] for name in names if request.GET.get(name)})
    return kept.urlencode()


@transaction.atomic
def create_item(form: ItemForm, team: Team, owner: User) -> Item:
    """Store the item of a valid form under a slug that nobody has, even when others make items right now; with
    the document that it begins with, if one was chosen."""
    item = cast(Item, form.save(commit=False))
    item.team, item.owner = team, owner
    for tries_left in range(TRIES, 0, -1):
        item.slug = Item.objects.free_slug(item.title, team)
        try:
            with transaction.atomic():
                item.save()
            break
        except IntegrityError:
            if tries_left == 1:
                raise
    if template := form.cleaned_data.get("template"):
        add_template(item, template, owner)
    return item


def team_choices(request: Request) -> tuple[list[Team], Team | None]:
    """The teams in which the reader may make something, and the one that the form names, else the first."""
    teams = Team.objects.filter(pk__in=acting_teams(request.user)).order_by("memberships__created").distinct()
    choices = list(dict.fromkeys(teams))
    first = choices[0] if choices else None
    return choices, next((team for team in choices if team.slug == request.POST.get("team")), first)


@require_http_methods(["GET", "HEAD", "POST"])
def item_new(request: Request) -> HttpResponse:
    """Make an item in one of the reader's teams."""
    choices, chosen = team_choices(request)
    if chosen is None:
        raise PermissionDenied("You can read your team's items, but only its members can add one.")
    form = NewItemForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if problem := problem_with(lambda: create_item(form, chosen, request.user)):
            form.add_error(None, problem)
        else:
            if form.cleaned_data["template"]:
                messages.success(
                    request, "The item is created. Fill in its document, and add what belongs to it."
                )
                return redirect(form.instance)
            messages.success(request, "The item is created. Add what should be reviewed.")
            return redirect("artifact-new", form.instance.slug)
    context = {
        "nav": "items",
        "form": form,
        "teams": choices,
        "chosen": chosen,
        "templates": list(TEMPLATES.values()),
    }
    return render(request, "reviews/items/item_new.html", context, status=422 if form.is_bound else 200)


@require_safe
def show_item(request: Request, slug: str) -> HttpResponse:
    """An item with its artifacts, its roundtables and its newest sessions."""
    return item_page(request, item_for(request.user, slug))


def item_page(
    request: Request, found: Item, *, status: int = 200, panel: Panel | None = None, **extra: object
) -> HttpResponse:
    """The page of an item. panel: the part of a kind of session that takes the place of its usual one, with a form
    that was refused; extra: why a file was not taken."""
    may_act = may_act_in(request.user, found.team_id)
    usual = (kind.item_panel(found, may_act=may_act) for kind in registry.kinds())
    rows = found.artifacts.select_related("current__made_by", "repository").defer("current__content")
    everything = list(rows.kept().prefetch_related("tags"))
    artifacts = [artifact for artifact in everything if not artifact.archived]
    newer = newer_of_each(artifacts)
    context = {
        "nav": "items",
        "item": found,
        "artifacts": artifacts,
        "rows": [(artifact, newer.get(artifact.pk)) for artifact in artifacts],
        "archived_artifacts": [artifact for artifact in everything if artifact.archived],
        "sessions": found.sessions.filter(archived=None).for_list()[:ON_A_PAGE],
        "archived_count": found.sessions.exclude(archived=None).count(),
        "kept": Kept(found),
        "may_act": may_act,
        "panels": [panel if panel and one.template == panel.template else one for one in usual if one],
        **extra,
    }
    return render(request, "reviews/items/item.html", context, status=status)
