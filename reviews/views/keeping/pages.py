"""What the pages of items, artifacts and sessions have in common: to edit one, to archive it, to delete it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from reviews.forms.keeping import DeleteForm
from reviews.keeping.archive import title_of
from reviews.keeping.belongings import Belongings
from reviews.models import Artifact, Deletion, Item, Session, Tag
from reviews.models.prepared_queries import tags_of_session
from reviews.views.http import Request, problem_with

WORD = "delete"
"""What is typed to delete a session, whose title may be as long as a question."""

type Row = Item | Artifact | Session


@dataclass(frozen=True)
class Kept:
    """A row as these pages speak of it. kind: "item", "artifact" or "session"; key: what its address has."""

    row: Row

    @property
    def kind(self) -> str:
        return str(self.row._meta.model_name)

    @property
    def key(self) -> object:
        return self.row.slug if isinstance(self.row, Item) else self.row.pk

    @property
    def item(self) -> Item:
        return self.row if isinstance(self.row, Item) else self.row.item

    @property
    def name(self) -> str:
        return title_of(self.row) if isinstance(self.row, Session) else str(self.row)

    @property
    def tags(self) -> Iterable[Tag]:
        row = self.row
        return tags_of_session.rows(session=row.pk) if isinstance(row, Session) else row.tags.all()

    @property
    def list_url(self) -> str:
        """The list in which its tags lead to what has them, too; an artifact is found by its item."""
        return reverse("sessions" if isinstance(self.row, Session) else "items")

    @property
    def wanted(self) -> str:
        """What has to be typed to delete it."""
        return WORD if isinstance(self.row, Session) else self.name


def edit_page(request: Request, kept: Kept, form: forms.BaseForm, save: Callable[[], object]) -> HttpResponse:
    """The page with the form; by POST, what it brings is stored."""
    if form.is_bound and form.is_valid():
        if problem := problem_with(save):
            form.add_error(None, problem)
        else:
            messages.success(request, f"The {kept.kind} is saved.")
            return redirect(kept.row)
    context = {"nav": nav_of(kept), "kept": kept, "item": kept.item, "form": form}
    return render(request, "reviews/keeping/edit.html", context, status=422 if form.is_bound else 200)


def act_on(request: Request, kept: Kept, act: Callable[[], int | None], done: str) -> HttpResponse:
    """Archive or restore; the way back to the row with a sentence. done: "archived" or "restored"; `act` may give how
    many sessions it has stopped."""
    stopped: list[int] = []

    def remember() -> None:
        stopped.append(act() or 0)

    if problem := problem_with(remember):
        messages.error(request, problem)
    else:
        count = stopped[0]
        also = f" {count} session{'s' if count > 1 else ''} stopped." if count else ""
        messages.success(request, f"The {kept.kind} is {done}.{also}")
    return redirect(kept.row)


def delete_page(
    request: Request, kept: Kept, belongings: Belongings, delete: Callable[[], object], back: str
) -> HttpResponse:
    """What goes and what stays, and the field to confirm it; by POST, delete it and go to `back`, or show how far it is
    when it takes a while."""
    if request.method != "POST" and (deletion := Deletion.objects.of(kept.row)):
        return deleting_page(request, kept, deletion)
    form = DeleteForm(request.POST if request.method == "POST" else None, wanted=kept.wanted)
    name = kept.name
    if form.is_valid():
        if problem := problem_with(delete):
            form.add_error(None, problem)
        elif Deletion.objects.of(kept.row):
            return redirect(request.path)
        else:
            messages.success(request, f"{name} is deleted.")
            return redirect(back)
    context = {"nav": nav_of(kept), "kept": kept, "item": kept.item, "form": form, "belongings": belongings}
    return render(request, "reviews/keeping/delete.html", context, status=422 if form.is_bound else 200)


def deleting_page(request: Request, kept: Kept, deletion: Deletion) -> HttpResponse:
    """How far it is; the part of the page that tells it asks for itself again."""
    context = {"nav": nav_of(kept), "kept": kept, "item": kept.item, "deletion": deletion}
    part = "#progress" if request.htmx else ""
    return render(request, f"reviews/keeping/deleting.html{part}", context)


def gone_since_asked(request: Request, rows: QuerySet[Any]) -> bool:
    """Whether the page that shows how far a deletion is asks for what is gone by now."""
    return bool(request.htmx) and request.method == "GET" and not rows.exists()


def nav_of(kept: Kept) -> str:
    return "sessions" if isinstance(kept.row, Session) else "items"
