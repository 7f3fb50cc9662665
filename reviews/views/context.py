"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest

from reviews.providers.base import LABELS


def site(request: HttpRequest) -> dict[str, object]:
    """The version and the provider that new sessions use, by its label and by the first words of it."""
    label = LABELS[settings.ELM_PROVIDER]
    return {
        "elm_version": settings.VERSION,
        "default_provider": settings.ELM_PROVIDER,
        "default_provider_label": label,
        "default_provider_short": label.partition(":")[0].capitalize(),
    }
