"""Every address that a database has: exports, which have bytes to keep, and pages, which have to open."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import pairwise

from django.apps import apps
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.text import slugify

from reviews.models import Artifact, BranchCommit, Event, Item, ModelCall, Repository, Session

HEADERS = ("Content-Type", "Content-Disposition", "ETag")
JSON = "application/json"
MOST = 12
"""How many rows of each model are opened in the admin."""


class Opened:
    """Browsers in which Ana and Cleo are logged in. Each sees the pages of her team."""

    def __init__(self) -> None:
        self.cleos = tuple(row.get_absolute_url() for row in Session.objects.filter(team__slug="elsewhere"))
        self.ana, self.cleo = browser("ana"), browser("cleo")

    def get(self, path: str, **headers: str) -> HttpResponse:
        """What is served there to whoever may see it."""
        client = self.cleo if path.startswith(self.cleos) else self.ana
        if path.endswith("/state/"):
            headers["HX-Request"] = "true"
        return client.get(path, headers=headers)

    def status(self, path: str) -> int:
        return self.get(path).status_code

    def text(self, path: str) -> str:
        return self.get(path).content.decode()

    def export(self, path: str) -> dict[str, str]:
        """The address with what is served there: status, headers and bytes."""
        response = self.get(path, accept=JSON) if "/events/" in path else self.get(path)
        named = [f"{name}: {response[name]}" for name in HEADERS if name in response]
        head = "\n".join([f"{response.status_code}", *named])
        return {"path": path, "head": head, "body": response.content.decode("latin-1")}


def browser(username: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=username))
    return client


def sessions() -> list[Session]:
    """All of them in the order in which they were made."""
    return list(Session.objects.select_related("team").order_by("created", "pk"))


def name_of(session: Session) -> str:
    """What the file of its exports is called."""
    words = (session.kind, session.state, session.end_reason, session.provider, str(session.pk)[:4])
    return "-".join(word for word in words if word)


def exports() -> Iterator[tuple[str, list[str]]]:
    """The name of a file and the addresses whose bytes are kept in it."""
    read: set[tuple[int, ...]] = set()
    for session in sessions():
        revisions = tuple(session.pins.values_list("revision", flat=True))
        yield name_of(session), list(of_session(session, is_first=revisions not in read))
        read.add(revisions)
    for artifact in Artifact.objects.filter(item__in=items()).order_by("created", "pk"):
        name = f"artifact-{slugify(artifact.name.partition('.')[0])}-{str(artifact.pk)[:4]}"
        yield name, list(of_artifact(artifact))
    yield "items", [f"{item.get_absolute_url()}meta.json" for item in items()]
    yield "commits", [reverse("commit-patch", args=[row.pk]) for row in BranchCommit.objects.order_by("pk")]


def of_session(session: Session, *, is_first: bool) -> Iterator[str]:
    """is_first: its revisions were read by no session before, whose report of findings would be the same."""
    base = session.get_absolute_url()
    yield from (f"{base}export.json", f"{base}events/?after=0", f"{base}transcript.md")
    if is_first:
        yield f"{base}export.sarif"
    statuses = set(session.changes.values_list("status", flat=True))
    if "applied" in statuses:
        yield f"{base}changes.patch"
    if "proposed" in statuses:
        yield f"{base}changes.patch?status=proposed"
    if session.kind == "roundtable" and session.has_ended:
        yield f"{base}blind.txt"


def of_artifact(artifact: Artifact) -> Iterator[str]:
    base = artifact.get_absolute_url()
    numbers = sorted(artifact.revisions.values_list("number", flat=True))
    yield from (f"{base}raw/?revision={number}" for number in numbers)
    yield from (f"{base}diff/{a}..{b}/?format=patch" for a, b in pairwise(numbers))


def damaged_prompts() -> tuple[int, list[int]]:
    """How many calls there are, and which of them no longer have the prompt that was sent."""
    calls = list(ModelCall.objects.all())
    return len(calls), [c.pk for c in calls if sha256(c.prompt.encode()).hexdigest() != c.prompt_hash]


def items() -> Iterable[Item]:
    return Item.objects.filter(team__slug="payments").order_by("slug")


def pages() -> Iterator[str]:
    """Every page that can be looked at, but those of a session's own address."""
    yield from LISTS
    yield f"{next(row for row in sessions() if row.has_ended).get_absolute_url()}events/?after=0"
    for session in sessions():
        yield from pages_of_session(session)
    for artifact in Artifact.objects.filter(item__in=items()):
        yield from pages_of_artifact(artifact)
    for item in items():
        base = item.get_absolute_url()
        yield from (base, f"{base}artifacts/new/")
    yield from (
        "/sessions/new/?item=plan-from-git",
        "/sessions/new/?item=courier-app&kind=roundtable&step=01-03",
    )
    for repository in Repository.objects.all():
        yield from pages_of_repository(repository)
    yield from (reverse("commit-state", args=[row.pk]) for row in BranchCommit.objects.all())
    yield from pages_of_admin()


LISTS = (
    "/",
    "/healthz",
    "/items/",
    "/items/new/",
    "/sessions/",
    "/sessions/?kind=roundtable&state=finished",
    "/sessions/?q=retries",
    "/search/?q=retries",
    "/search/?q=couriers",
    "/changes/",
    "/repositories/",
    "/repositories/new/",
    "/team/",
    "/team/author/?commit_author={name}",
    "/accounts/password/",
)


def pages_of_session(session: Session) -> Iterator[str]:
    base = session.get_absolute_url()
    yield from (f"{base}?before=4", f"{base}events/?after=0", f"{base}events/?before=4", f"{base}changes/")
    if session.kind == "roundtable" and session.blind_reviews.exists():
        yield f"{base}blind/"


def pages_of_artifact(artifact: Artifact) -> Iterator[str]:
    base = artifact.get_absolute_url()
    numbers = sorted(artifact.revisions.values_list("number", flat=True))
    yield from (base, f"{base}findings/", f"{base}?plain", f"{base}?revision={numbers[0]}")
    for a, b in pairwise(numbers):
        yield f"{base}diff/{a}..{b}/?view={'inline' if a % 2 else 'sides'}"
    if artifact.repository_id:
        yield f"{base}newer/"


def pages_of_repository(repository: Repository) -> Iterator[str]:
    base = reverse("repository", args=[repository.pk])
    yield from (base, f"{base}?path=docs", f"{base}file/?path=docs/plan.md", f"{base}history/")
    yield from (f"{base}branches/", f"{base}state/")


def pages_of_admin() -> Iterator[str]:
    """The list of every model that the admin has, and the page and the history of its first rows."""
    yield reverse("admin:index")
    for model in sorted(apps.get_models(), key=lambda one: one._meta.label):
        if not site.is_registered(model):
            continue
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for pk in model._default_manager.order_by("pk").values_list("pk", flat=True)[:MOST]:
            yield reverse(f"{name}_change", args=[pk])
    for model in (Event, ModelCall):
        last = model._default_manager.order_by("pk").last()
        yield reverse(f"admin:reviews_{model._meta.model_name}_change", args=[last.pk])
