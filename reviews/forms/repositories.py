"""The forms of linked repositories. What is typed is an address and a name; a secret has no place in either."""

import re
from typing import Any

from django import forms

from reviews.models.repository import LONGEST_URL

NAME = re.compile(r"[A-Z][A-Z0-9_]*")
# In a web address whatever stands before the “@”, elsewhere what looks like “user:password”.
SECRET_IN_ADDRESS = re.compile(
    r"^\s*+(?:(https?://)[^/]*|((?:[a-z][a-z0-9+.-]*://)?)[^/@:]*+:[^/]*)@", re.IGNORECASE
)
PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class CredentialForm(forms.Form):
    """The name of the variable that holds a credential. What is no name may be a secret: it is never shown."""

    credential = forms.CharField(
        required=False,
        max_length=80,
        help_text="Only for a repository that asks for one: the name of a variable of the server such as "
        "ELM_GIT_DOCS, never the secret itself. An administrator sets it.",
        widget=forms.TextInput(attrs=PLAIN),
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        self.typed = (data or {}).get("credential", "").strip()
        super().__init__(data if data is None else without_secrets(data), **kwargs)

    def clean_credential(self) -> str:
        """What was typed, which is judged where it is used."""
        return self.typed


class LinkForm(CredentialForm):
    """The address of a repository, and the name of its credential."""

    url = forms.CharField(
        max_length=LONGEST_URL,
        label="Address",
        help_text="Such as https://git.example.org/team/notes.git, or the full path of a repository on the server.",
        widget=forms.TextInput(attrs=PLAIN | {"inputmode": "url"}),
        error_messages={
            "required": "Give the address of the repository, such as https://git.example.org/team/notes.git.",
            "max_length": f"The address is longer than {LONGEST_URL} characters. Check what was pasted.",
        },
    )
    field_order = ["url", "credential"]

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        self.address = (data or {}).get("url", "")
        super().__init__(data, **kwargs)

    def clean_url(self) -> str:
        """What was typed, which is judged where it is used."""
        return self.address


def without_secrets(data: Any) -> Any:
    """The posted data as the form shows it again: without what is no name, and without a password in an address."""
    shown = data.copy()
    if not NAME.fullmatch(shown.get("credential", "").strip()):
        shown["credential"] = ""
    shown["url"] = SECRET_IN_ADDRESS.sub(r"\1\2", shown.get("url", ""))
    return shown
