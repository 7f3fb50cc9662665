"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest

from reviews.code_designer.switch import current_mode
from reviews.providers.base import LABELS, WITH_MODEL


def site(request: HttpRequest) -> dict[str, object]:
    """The version, the provider that new sessions use, and the mode, which is asked for by pages that show it."""
    return {
        "elm_version": settings.VERSION,
        "code_designer": current_mode,
        "default_is_model": settings.ELM_PROVIDER in WITH_MODEL,
        "default_provider_label": LABELS[settings.ELM_PROVIDER],
        "answered_by": answered_by(settings.ELM_PROVIDER, "New sessions are"),
    }


def answered_by(provider: str, subject: str) -> dict[str, str]:
    """What the head and the foot of a page say of the provider: its label and, where no model speaks, a chip with the
    first words of it. subject: what it answers, with its verb."""
    label = LABELS.get(provider, provider)
    if provider in WITH_MODEL:
        return {"label": label, "chip": "", "sentence": f"{subject} answered by {label}"}
    return {"label": label, "chip": label.partition(":")[0].capitalize(), "sentence": label}
