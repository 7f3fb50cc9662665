"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest

from reviews.llm.base import LABELS


def site(request: HttpRequest) -> dict[str, object]:
    """The version and the provider that new sessions use."""
    return {
        "elm_version": settings.VERSION,
        "default_provider": settings.ELM_PROVIDER,
        "default_provider_label": LABELS[settings.ELM_PROVIDER],
    }
