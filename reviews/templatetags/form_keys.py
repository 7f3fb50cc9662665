"""The hidden key of every form, by which sending it twice is told from sending two (`reviews/views/once.py`).

It comes with `{% csrf_token %}`, which this library takes the place of: a form without that token is refused anyway,
so none can lack the key, those of the administration included.
"""

import secrets

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
FIELD = "form_key"


class FormTokensNode(CsrfTokenNode):
    """The two hidden fields of a form: Django's token against forgery, and the form's own key."""

    def render(self, context: Context) -> SafeString:
        # Firefox fills in what stood there before a reload, unless it is told not to.
        key = format_html(
            '<input type="hidden" name="{}" value="{}" autocomplete="off">', FIELD, secrets.token_urlsafe(9)
        )
        return format_html("{}{}", super().render(context), key)


@register.tag
def csrf_token(parser: Parser, token: Token) -> FormTokensNode:
    return FormTokensNode()
