"""Personas as everybody in a team reads them: the list, one of them, its file, its prompts and its versions."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from personas import seating
from personas.compare import compare
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES
from personas.forms import ImportForm
from personas.loading import as_markdown
from personas.models import Persona, PersonaVersion, Version
from personas.preview import persona_values, preview_sections
from reviews.access import persona_for, role_in, team_for
from reviews.accounts import audit, team_personas
from reviews.changes.persona_outcomes import compare_outcomes, outcomes_of
from reviews.errors import ElmError
from reviews.models import Participant, Team
from reviews.models.audit import Happening
from reviews.models.team import Role, teams_of
from reviews.sessions.prompt_preview import without_model
from reviews.uploads import disk_may_be_full
from reviews.views.http import Request, as_download, number_in

FOLDER = "reviews/personas"
VERSIONS_ON_A_PAGE = 50


def list_address(team: Team) -> str:
    return f"{reverse('team-personas')}?team={team.slug}"


@require_http_methods(["GET", "HEAD", "POST"])
def list_personas(request: Request) -> HttpResponse:
    """The personas that the team of ?team= may use. Its admins choose the usual seats and take in files, by POST."""
    posted = request.method == "POST"
    team = team_for(request.user, request.GET.get("team", ""), manage=posted)
    files = ImportForm()
    problem = ""
    if posted and request.POST.get("action") == "import":
        files = ImportForm(request.POST, request.FILES)
        if import_files(request, team, files):
            return redirect(list_address(team))
    elif posted:
        chosen = request.POST.getlist("personas") if request.POST.get("action") == "seats" else []
        problem = choose_usual(request, team, chosen)
        if not problem:
            return redirect(list_address(team))
    context = list_context(request, team) | {"import_form": files, "problem": problem}
    if problem:
        context["usual_keys"] = request.POST.getlist("personas")
    return render(request, f"{FOLDER}/list.html", context, status=422 if posted else 200)


def list_context(request: Request, team: Team) -> dict[str, Any]:
    """What the list shows, in a constant number of queries."""
    usable = seating.usable_personas(team.pk)
    rows = Persona.objects.for_team(team.pk).with_version()
    own = sorted(
        (row for row in rows if row.team_id), key=lambda row: (not row.is_active, row.name.casefold())
    )
    usual = seating.usual_seats(usable)
    return {
        "nav": "team",
        "team": team,
        "teams": Team.objects.visible_to(request.user),
        "own": own,
        # Those whom a team chooses come first, with the ones of other kinds of sessions behind them.
        "for_all": sorted(
            (row for row in rows if not row.team_id and row.is_active), key=lambda row: row not in usable
        ),
        "usable": usable,
        "usual": usual,
        "usual_keys": [one.key for one in usual],
        "is_chosen": any(one.is_usual for one in usable),
        "manages": role_in(request.user, team.pk) is Role.ADMIN,
    }


def choose_usual(request: Request, team: Team, keys: list[str]) -> str:
    """Set who usually sits at the team's roundtables; the sentence that says why that can't be, "" when it is done."""
    try:
        team_personas.set_usual(team, keys, by=request.user)
    except ElmError as error:
        return str(error)
    messages.success(
        request, "The usual seats are saved." if keys else "The personas for all teams sit there again."
    )
    return ""


def import_files(request: Request, team: Team, form: ImportForm) -> bool:
    """Take in the files of a form, all or none; False, with the reasons in the form, when they can't be taken."""
    if not form.is_valid():
        return False
    files = [(file.name, file.read(MAX_BYTES + 1)) for file in form.cleaned_data["persona_files"]]
    try:
        with disk_may_be_full():
            counts = team_personas.import_files(team, files, by=request.user)
    except BadPersonaFile as error:
        form.add_error("persona_files", error.problems)
        return False
    except ElmError as error:
        form.add_error("persona_files", str(error))
        return False
    messages.success(request, f"Personas: {counts}.")
    return True


def persona_context(request: Request, persona: Persona, **more: Any) -> dict[str, Any]:
    """What all pages of a persona need. The team is its own, else that of ?team=."""
    team = persona.team or team_for(request.user, request.GET.get("team", ""))
    is_admin = role_in(request.user, team.pk) is Role.ADMIN
    return {
        "nav": "team",
        "persona": persona,
        "team": team,
        "is_admin": is_admin,
        "manages": is_admin and persona.team_id is not None,
        **more,
    }


@require_safe
def show_persona(request: Request, key: str) -> HttpResponse:
    """The words of a persona, or of ?version= of it."""
    persona = persona_for(request.user, key)
    version = version_in(request, persona)
    context = persona_context(
        request,
        persona,
        version=version,
        words=version.content(),
        without_model=without_model(persona_values(persona, version)),
        is_current=version.pk == persona.current_id,
    )
    context["can_be_deleted"] = (
        context["manages"] and not Participant.objects.filter(key=persona.key).exists()
    )
    return render(request, f"{FOLDER}/persona.html", context)


@require_safe
def persona_prompt(request: Request, key: str) -> HttpResponse:
    """The assembled prompts in which the persona, or ?version= of it, would speak, on a sample."""
    persona = persona_for(request.user, key)
    version = version_in(request, persona)
    context = persona_context(
        request,
        persona,
        version=version,
        sections=preview_sections(persona, version),
        without_model=without_model(persona_values(persona, version)),
    )
    return render(request, f"{FOLDER}/prompt.html", context)


@require_safe
def persona_file(request: Request, key: str) -> HttpResponse:
    """The persona as a file that can be imported again."""
    persona = persona_for(request.user, key)
    if persona.team and request.method == "GET":
        audit.note(Happening.EXPORTED, who=request.user, team=persona.team, detail=f"persona {persona.key}")
    response = HttpResponse(as_markdown(persona), content_type="text/markdown; charset=utf-8")
    return as_download(response, f"{persona.key}.md")


@require_safe
def persona_history(request: Request, key: str) -> HttpResponse:
    """All versions, and of two of them, ?from= and ?to=, what differs in their words and in what came of them."""
    persona = persona_for(request.user, key)
    newest = persona.current.number if persona.current else 1
    first = number_in(request.GET.get("from")) or max(newest - 1, 1)
    second = number_in(request.GET.get("to")) or newest
    old, new = version_number(persona, first), version_number(persona, second)
    outcomes = outcomes_of(persona.key, outcome_teams(request.user, persona), sorted({first, second}))
    rows = persona.versions.select_related("created_by").defer("words")
    context = persona_context(
        request,
        persona,
        versions=Paginator(rows, VERSIONS_ON_A_PAGE).get_page(request.GET.get("page")),
        first=first,
        second=second,
        changes=compare(old.content(), new.content()) if first != second else None,
        outcomes=outcomes,
        compared=compare_outcomes(outcomes),
    )
    return render(request, f"{FOLDER}/history.html", context)


def outcome_teams(user: User, persona: Persona) -> list[int]:
    """The teams whose sessions are counted: the persona's own, else all that the reader belongs to."""
    return [persona.team_id] if persona.team_id else list(teams_of(user))


def version_in(request: Request, persona: Persona) -> PersonaVersion:
    """The version of ?version=, else the current one. Raises Http404."""
    current = persona.current.number if persona.current else 0
    return version_number(persona, number_in(request.GET.get("version")) or current)


def version_number(persona: Persona, number: int) -> PersonaVersion:
    """A version of the persona. Raises Http404."""
    found: Version | None = persona.versions.select_related("created_by").filter(number=number).first()
    if not isinstance(found, PersonaVersion):
        raise Http404
    return found


def managed(request: Request, key: str) -> tuple[Persona, Team]:
    """A persona of a team that the reader manages. Raises Http404 and PermissionDenied."""
    persona = persona_for(request.user, key, manage=True)
    if persona.team is None:
        raise PermissionDenied
    return persona, persona.team
