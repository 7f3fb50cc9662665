"""Static files: their addresses on pages, and the headers that they are served with."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.middleware.security import SecurityMiddleware
from servestatic.middleware import ServeStaticMiddleware
from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticFiles(ServeStaticMiddleware):
    """ServeStatic's, with Django's SecurityMiddleware for the files only. Around this middleware, in the event loop, it
    would change threads twice for each page; it stands inside for those."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        self.security = SecurityMiddleware(get_response)

    async def aserve(self, static_file: Any, request: HttpRequest) -> HttpResponseBase:
        refused = self.security.process_request(request)
        return self.security.process_response(request, refused or await super().aserve(static_file, request))


class StaticStorage(CompressedManifestStaticFilesStorage):
    """ServeStatic's, which makes each address once: every page has ten of them, and nothing changes them but
    collecting the files anew."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]

    def save_manifest(self) -> None:
        super().save_manifest()
        self._addresses.clear()
