"""What Django's tags work out anew for each page, though it is the same every time: made once.

A library of every template: `{% extends %}` and `{% url %}` are Django's in all that they do.
"""

from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from django import template
from django.conf import settings
from django.template.base import Parser, Template, TextNode, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.template.loader_tags import BLOCK_CONTEXT_KEY, BlockContext, BlockNode, ExtendsNode, do_extends
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

register = template.Library()

_blocks: WeakKeyDictionary[Template, dict[str, BlockNode]] = WeakKeyDictionary()


class ExtendsKnown(ExtendsNode):
    """Django's looks through all nodes of the page's frame for its blocks, each time a page is made."""

    def render(self, context: Context) -> SafeString:
        parent = self.get_parent(context)
        if BLOCK_CONTEXT_KEY not in context.render_context:
            context.render_context[BLOCK_CONTEXT_KEY] = BlockContext()
        blocks = context.render_context[BLOCK_CONTEXT_KEY]
        blocks.add_blocks(self.blocks)
        blocks.add_blocks(blocks_of(parent))
        with context.render_context.push_state(parent, isolated_context=False):
            return SafeString(parent._render(context))  # type: ignore[attr-defined]


def blocks_of(frame: Template) -> dict[str, BlockNode]:
    """The blocks of a template by name; none of one that extends another, which adds its own."""
    if frame not in _blocks:
        first = next((node for node in frame.nodelist if not isinstance(node, TextNode)), None)
        found: Any = () if isinstance(first, ExtendsNode) else frame.nodelist.get_nodes_by_type(BlockNode)
        _blocks[frame] = {node.name: node for node in found}
    return _blocks[frame]


@register.tag
def extends(parser: Parser, token: Token) -> ExtendsKnown:
    node = do_extends(parser, token)
    return ExtendsKnown(node.nodelist, node.parent_name)


class AddressNode(URLNode):
    """The address of a page that has one only."""

    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if self.asvar or ":" in str(name) or not context.autoescape:
            return super().render(context)
        return address_of(name, settings.ROOT_URLCONF, get_urlconf(), get_script_prefix())


@lru_cache(maxsize=256)
def address_of(name: str, root: str, own: str | None, prefix: str) -> str:
    """What `reverse` says of a name, for these addresses of the site and this place where it is mounted."""
    return conditional_escape(reverse(name))


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    node = parse_url(parser, token)
    if node.args or node.kwargs:
        return node
    return AddressNode(node.view_name, [], {}, node.asvar)
