"""Items: editing, archiving, deleting; the sample again."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from reviews.access import check_may_delete, item_for, team_for
from reviews.accounts.sample import restore_sample
from reviews.forms.keeping import ItemEditForm
from reviews.keeping import archive, belongings, deletions
from reviews.models import Item
from reviews.views.http import Request
from reviews.views.keeping.pages import Kept, act_on, delete_page, edit_page, gone_since_asked


@require_http_methods(["GET", "HEAD", "POST"])
def item_edit(request: Request, slug: str) -> HttpResponse:
    """Title, description and tags. The address stays as it is."""
    found = item_for(request.user, slug, write=True)
    # The form writes what was typed into its row, which the page still shows under its stored title.
    form = ItemEditForm(request.POST or None, instance=item_for(request.user, slug))
    return edit_page(request, Kept(found), form, form.save)


@require_POST
def item_archive(request: Request, slug: str) -> HttpResponse:
    """Take an item out of the lists; what runs is stopped."""
    found = item_for(request.user, slug, write=True)
    return act_on(request, Kept(found), partial(archive.archive_item, found, request.user), "archived")


@require_POST
def item_restore(request: Request, slug: str) -> HttpResponse:
    """Take an item back into the lists."""
    found = item_for(request.user, slug, write=True)
    return act_on(request, Kept(found), partial(archive.restore_item, found, request.user), "restored")


@require_http_methods(["GET", "HEAD", "POST"])
def item_delete(request: Request, slug: str) -> HttpResponse:
    """Ask whether to delete an item with everything of it; by POST with its title typed, do so."""
    if gone_since_asked(request, Item.objects.filter(slug=slug)):
        return HttpResponseClientRedirect(reverse("items"))
    found = item_for(request.user, slug, write=True)
    check_may_delete(request.user, found.team_id, found.owner_id)
    act = partial(deletions.begin, found, request.user)
    return delete_page(request, Kept(found), belongings.of_item(found), act, reverse("items"))


@require_POST
def sample_restore(request: Request) -> HttpResponse:
    """Give the team of the field `team`, or the reader's first one, the sample item anew."""
    team = team_for(request.user, request.POST.get("team", ""), write=True)
    made = restore_sample(team, request.user)
    messages.success(request, "The sample is there again. Start an interview on it.")
    return redirect(made)
