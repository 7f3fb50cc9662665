"""Headers that every page has: what a browser keeps of it, who may embed it, and what it may use."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

NOT_USED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
"""What pages never ask a browser for, so nothing on them can."""
FIXED = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NOT_USED),
}
"""What every page has, those too that are answered before Django is asked (elm_site/bodies.py)."""


class PageHeaders(MiddlewareMixin):
    """Stands inside of the middleware for static files, which are for everybody and are kept by browsers."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Nothing is kept, on the disk of a shared computer or in a proxy, and no other site can load it."""
        if "no-store" not in response.get("Cache-Control", ""):
            response["Cache-Control"] = "private, no-store"
        for name, value in FIXED.items():
            response[name] = value
        return response
