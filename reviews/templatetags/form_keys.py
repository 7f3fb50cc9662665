"""The hidden key of every form, by which sending it twice is told from sending two (`reviews/views/once.py`).

It comes with `{% csrf_token %}`, which this library takes the place of: a form without that token is refused anyway,
so none can lack the key, those of the administration included.
"""

import secrets

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

register = template.Library()
FIELD = "form_key"
AGAINST_FORGERY = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
# Firefox fills in what stood there before a reload, unless it is told not to.
KEY = f'<input type="hidden" name="{FIELD}" value="{{}}" autocomplete="off">'


class FormTokensNode(CsrfTokenNode):
    """The two hidden fields of a form: Django's token against forgery, and the form's own key."""

    def render(self, context: Context) -> SafeString:
        known = context.get("csrf_token")
        # Django says what is wrong with a template that has none. Neither value has a sign of HTML.
        is_there = known and known != "NOTPROVIDED"
        forgery = AGAINST_FORGERY.format(known) if is_there else super().render(context)
        return SafeString(forgery + KEY.format(secrets.token_urlsafe(9)))


@register.tag
def csrf_token(parser: Parser, token: Token) -> FormTokensNode:
    return FormTokensNode()
