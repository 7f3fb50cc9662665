"""How forms write their fields: by what `templatetags/fields.py` has for them, else by Django's templates."""

from collections.abc import Mapping
from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.safestring import SafeString

from reviews.templatetags.fields import writer_of


class FieldWriter(TemplatesSetting):
    """The renderer of all forms, those of the administration included."""

    def render(
        self, template_name: str, context: Mapping[str, Any], request: HttpRequest | None = None
    ) -> SafeString:
        writer = writer_of(template_name, context["widget"]) if "widget" in context else None
        if writer:
            return writer(context["widget"])
        return SafeString(super().render(template_name, dict(context), request))
