"""What a team's admins do with the personas of their team: make, edit, try, restore and retire them."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from personas.models import Persona
from personas.preview import persona_values, preview_sections
from reviews.access import persona_for, team_for
from reviews.accounts import team_personas
from reviews.errors import ElmError
from reviews.forms.keeping import DeleteForm
from reviews.models import Team
from reviews.sessions.prompt_preview import without_model
from reviews.uploads import disk_may_be_full
from reviews.views.http import Request, number_in
from reviews.views.personas.forms import TeamPersonaForm
from reviews.views.personas.pages import FOLDER, list_address, managed


@require_http_methods(["GET", "HEAD", "POST"])
def persona_new(request: Request) -> HttpResponse:
    """A new persona of the team of ?team=, empty or with the words of ?from=."""
    team = team_for(request.user, request.GET.get("team", ""), manage=True)
    key = request.GET.get("from", "")
    copied = persona_for(request.user, key) if key else None
    return edit(request, team_personas.new_persona(team, copied), team, copied)


@require_http_methods(["GET", "HEAD", "POST"])
def persona_edit(request: Request, key: str) -> HttpResponse:
    """Other words for a persona of the team: a new version."""
    persona, team = managed(request, key)
    return edit(request, persona, team)


def edit(request: Request, persona: Persona, team: Team, copied: Persona | None = None) -> HttpResponse:
    """The form, and what is done with it: it is stored, or with the action "try" its prompts are shown below it."""
    posted, name = request.method == "POST", persona.name if persona.pk else ""
    form = TeamPersonaForm(request.POST if posted else None, instance=persona)
    context = {
        "nav": "team",
        "team": team,
        "form": form,
        "persona": persona,
        "called": name,
        "copied": copied,
    }
    context["back"] = reverse("persona", args=[persona.key]) if name else list_address(team)
    is_tried = posted and request.POST.get("action") == "try"
    if posted and form.is_valid():
        if is_tried:
            context["sections"] = preview_sections(form.instance)
            context["without_model"] = without_model(persona_values(form.instance))
        elif store(request, form, team):
            return redirect(reverse("persona", args=[persona.key]))
    status = 422 if posted and not (is_tried and form.is_valid()) else 200
    return render(request, f"{FOLDER}/edit.html", context, status=status)


def store(request: Request, form: TeamPersonaForm, team: Team) -> bool:
    """Store what a valid form says; False, with the reason in the form, when it can't be."""
    persona = form.instance
    before = persona.current.number if persona.current else 0
    try:
        with disk_may_be_full():
            note = form.cleaned_data["change_note"]
            version = team_personas.save_persona(persona, team, by=request.user, note=note)
    except ValidationError as error:
        form.add_error(None, error.messages)
        return False
    except ElmError as error:
        form.add_error(None, str(error))
        return False
    same = version.number == before
    said = (
        "The words are the same, so this stays" if same else "Sessions that have begun keep theirs. This is"
    )
    messages.success(request, f"{said} version {version.number}.")
    return True


@require_POST
def persona_restore(request: Request, key: str) -> HttpResponse:
    """Give a persona the words of its version `number` again."""
    persona, team = managed(request, key)
    number = number_in(request.POST.get("number")) or 0
    done = f"{persona.name} has the words of version {number} again."
    told(request, lambda: team_personas.restore_version(persona, team, number, by=request.user), done)
    return redirect(reverse("persona-history", args=[key]))


@require_POST
def persona_retire(request: Request, key: str) -> HttpResponse:
    """Retire a persona; with `active` "yes" let it take part again."""
    persona, team = managed(request, key)
    active = request.POST.get("active") == "yes"
    done = f"{persona.name} can be chosen again." if active else f"{persona.name} joins no new sessions."
    told(request, lambda: team_personas.set_active(persona, team, active, by=request.user), done)
    return redirect(reverse("persona", args=[key]))


@require_POST
def persona_delete(request: Request, key: str) -> HttpResponse:
    """Delete a persona that no session has used, after its name was typed."""
    persona, team = managed(request, key)
    form = DeleteForm(request.POST, wanted=persona.name)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["typed"])))
        return redirect(reverse("persona", args=[key]))
    done = f"{persona.name} is deleted."
    is_done = told(request, lambda: team_personas.delete_persona(persona, team, by=request.user), done)
    return redirect(list_address(team) if is_done else reverse("persona", args=[key]))


def told(request: Request, act: Callable[[], object], done: str) -> bool:
    """Do it, and say on the next page that it is done or why not; whether it is."""
    try:
        with disk_may_be_full():
            act()
    except ElmError as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True
