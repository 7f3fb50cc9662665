"""The icons: strokes on a 24 × 24 grid, drawn into the page so that no style or script has to load."""

from functools import cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

PATHS = {
    "alert": '<path d="M12 4 2.8 20h18.400z"/><path d="M12 10v4.500M12 17.300v.2"/>',
    "arrow-right": '<path d="M5 12h14M13 6l6 6-6 6"/>',
    "branch": '<circle cx="7" cy="5" r="2"/><circle cx="7" cy="19" r="2"/><circle cx="17" cy="8" r="2"/>'
    '<path d="M7 7v10M17 10c0 4-4 4.500-10 5"/>',
    "check": '<path d="M5 12.500 10 17.500 19.500 7"/>',
    "check-circle": '<circle cx="12" cy="12" r="9"/><path d="m8 12.300 3 3 5-6"/>',
    "chevron": '<path d="m6 9 6 6 6-6"/>',
    "clock": '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.300l3.500 2"/>',
    "cross": '<path d="M6 6l12 12M18 6 6 18"/>',
    "cross-circle": '<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6M15 9l-6 6"/>',
    "dot": '<circle cx="12" cy="12" r="4"/>',
    "download": '<path d="M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14"/>',
    "file": '<path d="M6 3h8l4.500 4.500V21H6z"/><path d="M14 3v5h4.500M9 13h6M9 17h4"/>',
    "folder": '<path d="M3 19V5.500h6.500l2 2.500H21v11z"/>',
    "info": '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.500M12 7.500v.2"/>',
    "message": '<path d="M4 5h16v11H11l-5 4v-4H4z"/>',
    "pause": '<path d="M9 6v12M15 6v12"/>',
    "pencil": '<path d="M4 20l1-4.500L16.500 4 20 7.500 8.500 19z"/>',
    "person": '<circle cx="12" cy="8" r="4"/><path d="M4.500 20.500c1-4 4-5 7.500-5s6.500 1 7.500 5"/>',
    "play": '<path d="M8 5.500v13l10.500-6.500z"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "search": '<circle cx="10.500" cy="10.500" r="6"/><path d="m15 15 5 5"/>',
    "spinner": '<path d="M12 3a9 9 0 1 0 9 9"/>',
    "stop": '<rect x="6.500" y="6.500" width="11" height="11" rx="1"/>',
    "upload": '<path d="M12 16V5M7.500 9 12 4.500 16.500 9M5 20h14"/>',
    "undo": '<path d="M9 6 4.500 10.500 9 15M5 10.500h9a5 5 0 0 1 0 10h-3"/>',
}


@register.simple_tag
@cache
def icon(name: str, extra: str = "") -> SafeString:
    """The icon `name`, hidden from screen readers: the words beside it say the same. `extra` adds classes."""
    return format_html(
        '<svg class="icon {}" viewBox="0 0 24 24" aria-hidden="true">{}</svg>',
        extra,
        mark_safe(PATHS[name]),  # noqa: S308  our own constant
    )
