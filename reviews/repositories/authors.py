"""Who the commits of a team are by: a format that an admin writes, filled in for the person who commits."""

import re

from django.contrib.auth.models import User

from reviews.errors import ElmError
from reviews.git.commit import Author
from reviews.models.team import COMMIT_AUTHOR

NO_HOST = "elm.invalid"
"""Where people without an address have theirs: a name that never leads anywhere (RFC 2606)."""
FIELDS = ("name", "username", "email")

_FIELD = re.compile(r"\{([^{}]*)\}")
_SHAPE = re.compile(r"(?P<name>[^<>]+)<(?P<email>[^<>]+)>")
# What git takes off both ends of a name; a name of nothing else is none.
_CRUD = " .,:;<>\"\\'"


def check(form: str) -> str:
    """The format without spaces around it. Raises ElmError for one that can't give `Name <address>`."""
    if any(not character.isprintable() for character in form.strip()):
        raise ElmError("Write the author on one line, without characters that can't be seen.")
    form = form.strip()
    unknown = [field for field in _FIELD.findall(form) if field not in FIELDS]
    if unknown:
        raise ElmError(f"There is no {{{unknown[0]}}}. The fields are {{name}}, {{username}} and {{email}}.")
    if re.search(r"[{}]", _FIELD.sub("", form)):
        raise ElmError("A curly bracket stands alone. Write fields as {name}, {username} or {email}.")
    found = _SHAPE.fullmatch(form)
    if not found or not found["name"].strip(_CRUD):
        raise ElmError(f"Write a name, then an address between < and >, such as {COMMIT_AUTHOR}.")
    sample = _FIELD.sub("x", found["email"].strip().replace("{email}", "x@x"))
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", sample):
        raise ElmError(
            "What stands between < and > must be one address, such as {email} or {username}@example.org."
        )
    return form


def author_of(form: str, user: User) -> Author:
    """Who a commit is by when `user` makes it. `form` is a checked format, "" for the usual one."""
    found = _SHAPE.fullmatch(form.strip()) or _SHAPE.fullmatch(COMMIT_AUTHOR)
    assert found
    # A username as it may stand in front of the @ of an address.
    local = user.username.replace("@", ".at.").strip(_CRUD) or "someone"
    given = user.email.strip()
    address = given if "@" in given else f"{local}@{NO_HOST}"
    known = {"name": user.get_full_name() or user.username, "username": user.username, "email": address}
    name, email = (
        _FIELD.sub(lambda field: known.get(field[1], ""), part) for part in (found["name"], found["email"])
    )
    name, email = re.sub(r"[<>]", " ", name), re.sub(r"[<>\s]", "", email)
    return Author(" ".join(name.split()).strip(_CRUD) or "ELM", email.strip(_CRUD) or address)


def shown(author: Author) -> str:
    return f"{author.name} <{author.email}>"
