"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest

PROVIDER_LABELS = {
    "claude": "Claude",
    "offline": "offline reviewer: rules, no model",
    "scripted": "scripted replies: a demonstration, no model",
}


def site(request: HttpRequest) -> dict[str, object]:
    """The version and the provider that new sessions use."""
    return {
        "elm_version": settings.VERSION,
        "default_provider": settings.ELM_PROVIDER,
        "default_provider_label": PROVIDER_LABELS[settings.ELM_PROVIDER],
    }
