"""How a repository stands, for templates: its badge, and whether somebody works on it."""

from django import template
from django.utils.safestring import SafeString

from reviews.models import Repository
from reviews.models.repository import FetchState
from reviews.repositories import fetching
from reviews.templatetags.elm import badge

register = template.Library()

DIED = (
    "The server stopped during the fetch. The files from before are unchanged. Fetch again to get the rest."
)
BADGES = {
    FetchState.NEW: ("Not fetched yet", "quiet", "dot"),
    FetchState.FETCHING: ("Fetching", "info", "spinner"),
    FetchState.READY: ("Ready", "good", "check"),
    FetchState.STOPPED: ("Stopped", "quiet", "pause"),
    FetchState.FAILED: ("Failed", "bad", "alert"),
}


@register.simple_tag
def fetch_badge(repository: Repository) -> SafeString:
    """The state of the newest fetch; one that died with its server has failed."""
    state = FetchState.FAILED if fetching.is_dead(repository) else FetchState(repository.state)
    label, tone, sign = BADGES[state]
    return badge(label, tone, sign, spin=state == FetchState.FETCHING)


@register.filter
def is_fetched_now(repository: Repository) -> bool:
    """Whether a fetch goes on, or waits for its turn."""
    return fetching.is_fetched_now(repository)


@register.filter
def problem(repository: Repository) -> str:
    """The sentence that says why the newest fetch brought nothing, "" when it did."""
    return DIED if fetching.is_dead(repository) else repository.error
