"""An item's meta.json: taken away by everybody who may read the item, read in by members."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from reviews.access import item_for
from reviews.errors import ElmError, NotReadable
from reviews.exports import meta
from reviews.exports.records import export_meta, import_meta
from reviews.uploads import disk_may_be_full
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, as_download
from reviews.views.items.items import item_page


@require_safe
@noted_as_export("item", "meta.json")
def item_meta(request: Request, slug: str) -> HttpResponse:
    """The meta.json of the item; docs/exports.md says what is in it."""
    found = item_for(request.user, slug)
    options = {"indent": 2, "ensure_ascii": False}
    return as_download(JsonResponse(export_meta(found), json_dumps_params=options), "meta.json")


@require_POST
def item_meta_read(request: Request, slug: str) -> HttpResponse:
    """Take over what an uploaded meta.json says; a file that is none changes nothing and gets a sentence."""
    found = item_for(request.user, slug, write=True)
    try:
        with disk_may_be_full():
            imported = import_meta(found, meta.parse_meta(*uploaded_file(request)))
    except ElmError as error:
        return item_page(request, found, status=422, meta_error=str(error))
    messages.success(request, imported.sentence)
    for sentence in imported.left_out:
        messages.warning(request, sentence)
    return redirect(found)


def uploaded_file(request: Request) -> tuple[bytes, str]:
    """The content and the name of the file. Raises NotReadable when there is none or it is too large."""
    file = request.FILES.get("file")
    if file is None:
        raise NotReadable("Choose a file first, such as meta.json.")
    name = file.name or "The file"
    if (file.size or 0) > meta.MOST_BYTES:
        raise NotReadable(meta.too_large(name))
    return file.read(), name
