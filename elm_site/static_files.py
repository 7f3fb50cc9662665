"""Static files with the headers that pages have."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.middleware.security import SecurityMiddleware
from servestatic.middleware import ServeStaticMiddleware


class StaticFiles(ServeStaticMiddleware):
    """ServeStatic's, with Django's SecurityMiddleware for the files only. Around this middleware, in the event loop, it
    would change threads twice for each page; it stands inside for those."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        self.security = SecurityMiddleware(get_response)

    async def aserve(self, static_file: Any, request: HttpRequest) -> HttpResponseBase:
        refused = self.security.process_request(request)
        return self.security.process_response(request, refused or await super().aserve(static_file, request))
