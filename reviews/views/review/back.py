"""Which page of changes to review an action was asked for on, as its form says in the field `back`."""

from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest, QueryDict
from django.urls import reverse


def back_of(request: HttpRequest) -> str:
    """The address to lead back to: the page of everything to review, with its filter and place; "" for any other.

    What a form sends is anybody's: nothing of it but a query and a fragment of that one page is used.
    """
    try:
        sent = urlsplit(request.POST.get("back", ""))
    except ValueError:
        return ""
    if sent.scheme or sent.netloc or sent.path != reverse("to-review"):
        return ""
    return urlunsplit(("", "", sent.path, sent.query, sent.fragment))


def chosen_in(back: str) -> QueryDict:
    """The filter and the place in an address that `back_of` gave."""
    return QueryDict(urlsplit(back).query)
