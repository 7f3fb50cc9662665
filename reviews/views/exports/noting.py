"""That somebody took something away stands in the audit log, or it is not given."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Model
from django.http import HttpResponseBase

from reviews.access import gates_noted
from reviews.accounts import audit
from reviews.models import Artifact, BranchCommit, Item, Session, Team
from reviews.models.audit import Happening
from reviews.views.http import Request

type View = Callable[..., HttpResponseBase]
SUBJECTS: dict[str, tuple[type[Model], str]] = {
    "session": (Session, "pk"),
    "item": (Item, "slug"),
    "artifact": (Artifact, "pk"),
    "commit": (BranchCommit, "pk"),
}


def noted_as_export(of: str, form: str = "") -> Callable[[View], View]:
    """Have a view that gives files noted: of which row, one of SUBJECTS, and in which form, such as "transcript"; ""
    for the `form` of its address. What it shows as a page is not noted, and neither is a look at the headers alone."""

    def around(view: View) -> View:
        @wraps(view)
        def noted(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            with gates_noted() as gates:
                response = view(request, *args, **kwargs)
            is_file = response.get("Content-Disposition", "").startswith("attachment")
            if is_file and response.status_code == 200 and request.method == "GET":
                model, key = SUBJECTS[of]
                audit.note(
                    Happening.EXPORTED,
                    who=request.user,
                    team=Team.objects.get(pk=gates[0][0]),
                    subject=model._default_manager.only("pk").get(**{key: kwargs[key]}),
                    detail=form or kwargs["form"],
                )
            return response

        return noted

    return around
