"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest

from reviews.providers.base import LABELS


def site(request: HttpRequest) -> dict[str, object]:
    """The version, and the provider that new sessions use."""
    return {
        "elm_version": settings.VERSION,
        "default_provider": settings.ELM_PROVIDER,
        "default_provider_label": LABELS[settings.ELM_PROVIDER],
        "answered_by": answered_by(settings.ELM_PROVIDER, "New sessions are"),
    }


def answered_by(provider: str, subject: str) -> dict[str, str]:
    """What the head and the foot of a page say of the provider: its label and, where no model speaks, a chip with the
    first words of it. subject: what it answers, with its verb."""
    label = LABELS.get(provider, provider)
    if provider == "claude":
        return {"label": label, "chip": "", "sentence": f"{subject} answered by {label}"}
    return {"label": label, "chip": label.partition(":")[0].capitalize(), "sentence": label}
