"""The personas that a team has of its own: its admins make, edit and retire them, and set who usually sits at its
roundtables. Every action is one transaction with its entry of the audit log."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.text import slugify

from personas import seating
from personas.choices import Kind
from personas.content import PersonaFile
from personas.counts import LoadCounts
from personas.errors import BadPersonaFile, BadSeats
from personas.folders import parsed
from personas.loading import store_version
from personas.models import Persona, Version
from reviews.accounts import audit
from reviews.errors import ElmError
from reviews.models import Team
from reviews.models.audit import Happening

MOST_OWN = 50
_LONGEST_SLUG = 46


def own_key(team: Team, slug: str) -> str:
    """The key of a persona of the team. It names the team, so that no key tells what another team has."""
    prefix = f"t{team.pk}-"
    return slug if slug.startswith(prefix) else f"{prefix}{slug[:_LONGEST_SLUG]}".rstrip("-")


def new_persona(team: Team, copied: Persona | None = None) -> Persona:
    """A persona of the team that is not stored yet: empty, or with the words of another one but for its name."""
    made = Persona(team=team, kind=Kind.ROUNDTABLE)
    if copied:
        made.take(copied.content(), name="")
    return made


@contextmanager
def held(team: Team) -> Iterator[None]:
    """A transaction in which nobody else changes the personas of the team."""
    with transaction.atomic():
        Team.objects.select_for_update().get(pk=team.pk)
        yield


def save_persona(persona: Persona, team: Team, *, by: User, note: str = "") -> Version:
    """Check and store a persona of the team. Gives the version that is current afterwards. Raises ValidationError, and
    ElmError when the team has too many."""
    with held(team):
        if not persona.pk:
            check_room(team, 1)
            persona.key = free_key(team, slugify(persona.name) or "persona")
        before = persona.current_id
        version = persona.publish(by=by, note=note)
        if version.pk != before:
            _note(Happening.PERSONA_SAVED, persona, team, by, f"version {version.number}")
    return version


def check_room(team: Team, more: int) -> None:
    """Raise ElmError when the team can't have `more` personas of its own."""
    if Persona.objects.filter(team=team).count() + more > MOST_OWN:
        raise ElmError(f"A team can have {MOST_OWN} personas of its own. Edit one that is retired instead.")


def free_key(team: Team, slug: str) -> str:
    """A key that no persona has, and none had whose versions are kept."""
    wanted = own_key(team, slug)
    taken = set(
        Version.objects.filter(kind=Persona.kind_of_thing, key__startswith=wanted).values_list(
            "key", flat=True
        )
    )
    return next(
        key
        for number in range(1, len(taken) + 2)
        if (key := f"{wanted}-{number}" if number > 1 else wanted) not in taken
    )


def restore_version(persona: Persona, team: Team, number: int, *, by: User) -> Version:
    """Give the persona the words of an older version again. Raises ElmError when that can't be."""
    with held(team):
        version = persona.versions.filter(number=number).first()
        if version is None:
            raise ElmError(f"{persona.name} has no version {number}. Load the page again.")
        try:
            current = persona.restore(version, by=by)
        except ValidationError as error:
            raise ElmError(f"Version {number} can’t be restored. {' '.join(error.messages)}") from error
        _note(Happening.PERSONA_SAVED, persona, team, by, f"version {current.number}, restored from {number}")
    return current


def set_active(persona: Persona, team: Team, active: bool, *, by: User) -> None:
    """Retire the persona, or let it take part again. Its versions stay, and so do the sessions that it was in. Raises
    ElmError when its first name is taken by now."""
    with held(team):
        persona.is_active = active
        if active and (same := persona.namesake()):
            raise ElmError(
                f"{same.name} answers to “{seating.first_name(persona)}” by now. Give {persona.name} another "
                "name, then bring it back."
            )
        if Persona.objects.filter(pk=persona.pk, is_active=not active).update(is_active=active):
            what = Happening.PERSONA_BACK if active else Happening.PERSONA_RETIRED
            _note(what, persona, team, by)


def delete_persona(persona: Persona, team: Team, *, by: User) -> None:
    """Delete a persona of the team with its versions. Raises ElmError when a session has used it."""
    with held(team):
        try:
            persona.remove()
        except ProtectedError as used:
            raise ElmError(
                f"{persona.name} has taken part in a session, whose record needs it. Retire it instead."
            ) from used
        _note(Happening.PERSONA_DELETED, persona, team, by)


def set_usual(team: Team, keys: Sequence[str], *, by: User) -> None:
    """Who sits at the team's roundtables unless others are chosen; no keys for those who are there for all teams.
    Raises ElmError when they can't sit together."""
    with held(team):
        chosen = [one for one in seating.usable_personas(team.pk) if one.key in keys]
        if len(chosen) < len(set(keys)):
            raise ElmError("Somebody whom you chose was retired by now. Look at the list, then choose again.")
        if chosen:
            try:
                seating.check_seats(chosen)
            except BadSeats as problem:
                raise ElmError(str(problem)) from problem
        team.usual_personas.set(chosen)
        names = ", ".join(one.name for one in chosen) or "those for all teams"
        audit.note(Happening.SEATS_CHOSEN, who=by, team=team, name="usual seats", detail=names)


def import_files(team: Team, files: Iterable[tuple[str, bytes]], *, by: User) -> LoadCounts:
    """Make or edit personas of the team from pairs of file name and bytes: all of them or, with BadPersonaFile, none. A
    file with the key of a persona that ships makes one of the team's own beside it. Raises ElmError for too many."""
    checked = parsed(PersonaFile, files)
    counts = LoadCounts()
    with held(team):
        rows = {row.key: row for row in Persona.objects.filter(team=team).select_related("current")}
        keys = [own_key(team, file.key) for _, file in checked]
        if len(set(keys)) < len(keys):
            raise BadPersonaFile(
                ["Two of the files would be the same persona of your team. Import only one of them."]
            )
        check_room(team, len(set(keys) - rows.keys()))
        for key, (filename, file) in zip(keys, checked, strict=True):
            counts.note(_import_one(rows.get(key), team, filename, replace(file, key=key), by), key)
    return counts


def _import_one(row: Persona | None, team: Team, filename: str, file: PersonaFile, by: User) -> str:
    if file.kind != Kind.ROUNDTABLE:
        raise BadPersonaFile(
            [f"{filename}: kind: a team’s own personas sit at roundtables; write “roundtable”."]
        )
    if row and row.as_file() == file:
        return "unchanged"
    kept = row or Persona.for_file(file)
    kept.team, kept.order, kept.is_active = team, file.order, file.active
    store_version(kept, file, by=by, note=f"Imported from {filename}")
    number = kept.current.number if kept.current else 0
    _note(Happening.PERSONA_SAVED, kept, team, by, f"version {number}, imported")
    return "updated" if row else "created"


def _note(what: Happening, persona: Persona, team: Team, by: User, detail: str = "") -> None:
    audit.note(what, who=by, team=team, name=persona.name, detail=detail)
