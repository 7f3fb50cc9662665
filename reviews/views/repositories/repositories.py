"""Linked repositories: the list, linking one, how its fetch stands, its credential, and taking it away."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviews.access import check_role, repository_for
from reviews.errors import ElmError, RepositoryError
from reviews.forms.repositories import CredentialForm, LinkForm
from reviews.models import Repository, Team
from reviews.models.commit import PushState
from reviews.models.team import Role, teams_of
from reviews.repositories import fetching, linking
from reviews.uploads import disk_may_be_full
from reviews.views.http import Request
from reviews.views.items.items import team_choices

ON_A_PAGE = 30


@never_cache
@require_safe
def list_repositories(request: Request) -> HttpResponse:
    """The repositories of the reader's teams; htmx gets the rows alone, while one of them is fetched."""
    roles = teams_of(request.user)
    page = Paginator(for_list(request), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "nav": "repositories",
        "page": page,
        "repositories": page.object_list,
        "is_moving": any(one.is_fetched_now for one in page.object_list),
        "may_act": any(role.may_act for role in roles.values()),
        "has_teams": len(roles) > 1,
    }
    part = "#rows" if request.htmx else ""
    return render(request, f"reviews/repositories/repositories.html{part}", context)


def for_list(request: Request) -> QuerySet[Repository]:
    """What the list shows, each with its team and `artifact_count`."""
    found = Repository.objects.visible_to(request.user).select_related("team")
    return found.annotate(artifact_count=Count("artifacts")).order_by("team__name", "url")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def repository_new(request: Request) -> HttpResponse:
    """Link a repository to one of the reader's teams."""
    choices, chosen = team_choices(request)
    if chosen is None:
        raise PermissionDenied("You can read your team's repositories, but only its members can link one.")
    form = LinkForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and (made := link_repository(request, form, chosen)):
        return redirect(made)
    context = {"nav": "repositories", "form": form, "teams": choices, "chosen": chosen}
    return render(
        request, "reviews/repositories/repository_new.html", context, status=422 if form.is_bound else 200
    )


def link_repository(request: Request, form: LinkForm, team: Team) -> Repository | None:
    """The repository that a valid form links; None when it can't be, which the form then tells."""
    url, credential = form.cleaned_data["url"], form.cleaned_data["credential"]
    try:
        known = linking.find(team, url)
        made = linking.link(team, url, credential, request.user)
    except ElmError as error:
        refuse_form(form, error, "url")
        return None
    if known:
        messages.info(request, f"{team.name} has linked this repository already. Here it is.")
    else:
        messages.success(request, f"{made.name} is linked. It is being fetched.")
    return made


def refuse_form(form: Form, error: ElmError, otherwise: str) -> None:
    """Put the sentence beside the field that it is about: the credential's, or the one that is named."""
    field = None
    if isinstance(error, RepositoryError):
        field = "credential" if error.kind == "credential" else otherwise
    form.add_error(field, str(error))


def state_or_page(request: Request, repository: Repository) -> HttpResponse:
    """The part of the page for htmx, the page for others."""
    if not request.htmx:
        return redirect(repository)
    role = check_role(request.user, repository.team_id)
    context = {"repository": repository, "may_act": role.may_act, "may_manage": role is Role.ADMIN}
    return render(request, "reviews/repositories/repository_state.html", context)


@never_cache
@require_safe
def repository_state(request: Request, pk: UUID) -> HttpResponse:
    """How the newest fetch stands: a part of the repository's page. The whole page is loaded again when it shows
    something else than it did (?head= is the commit that it shows)."""
    found = repository_for(request.user, pk)
    response = state_or_page(request, found)
    is_other = found.head != request.GET.get("head", found.head)
    if not found.is_fetched_now and (is_other or not found.is_readable):
        response["HX-Refresh"] = "true"
    return response


@require_POST
def repository_fetch(request: Request, pk: UUID) -> HttpResponse:
    """Fetch what is new there. Somebody who comes second sees the fetch that goes on."""
    found = repository_for(request.user, pk, write=True)
    try_action(request, lambda: fetching.begin(found, request.user))
    return state_or_page(request, found)


def try_action(request: Request, act: Callable[[], None]) -> None:
    """Begin or stop a fetch; say what stands in the way."""
    try:
        with disk_may_be_full():
            act()
    except RepositoryError as error:
        messages.info(request, str(error))
    except ElmError as error:
        messages.error(request, str(error))


@require_POST
def repository_stop(request: Request, pk: UUID) -> HttpResponse:
    found = repository_for(request.user, pk, write=True)
    try_action(request, lambda: fetching.stop(found))
    return state_or_page(request, repository_for(request.user, pk))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def repository_credential(request: Request, pk: UUID) -> HttpResponse:
    """Change the name of the credential, or use none."""
    found = repository_for(request.user, pk, manage=True)
    posted = request.method == "POST"
    form = CredentialForm(request.POST if posted else None, initial={"credential": found.credential})
    if form.is_valid():
        try:
            linking.change_credential(found, form.cleaned_data["credential"], request.user)
        except ElmError as error:
            refuse_form(form, error, "credential")
        else:
            used = f"uses {found.credential}" if found.credential else "uses no credential"
            messages.success(request, f"{found.name} {used} from now on.")
            try_action(request, lambda: fetching.begin(found, request.user))
            return state_or_page(request, found)
    context = {"nav": "repositories", "form": form, "repository": found}
    return render(
        request, "reviews/repositories/repository_credential.html", context, status=422 if posted else 200
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def repository_remove(request: Request, pk: UUID) -> HttpResponse:
    """Ask whether to remove a repository, and what that means; by POST, remove it."""
    found = repository_for(request.user, pk, manage=True)
    name, problem = found.name, ""
    if request.method == "POST":
        try:
            linking.unlink(found, request.user)
        except ElmError as error:
            problem = str(error)
            found = repository_for(request.user, pk, manage=True)
        else:
            messages.success(request, f"{name} is removed. Its artifacts keep their texts.")
            return redirect("repositories")
    context = {
        "nav": "repositories",
        "repository": found,
        "artifact_count": found.artifacts.count(),
        "unpushed_count": found.commits.exclude(push=PushState.PUSHED).count(),
        "problem": problem,
    }
    return render(
        request, "reviews/repositories/repository_remove.html", context, status=409 if problem else 200
    )
