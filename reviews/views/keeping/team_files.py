"""Everything of a team as one file, for its admins."""

from django.http import StreamingHttpResponse
from django.views.decorators.http import require_POST

from reviews.access import team_for
from reviews.accounts.audit import note
from reviews.exports.team_files import team_parts, zip_chunks
from reviews.models.audit import Happening
from reviews.views.http import Request, as_download
from reviews.views.streaming import stream_response


@require_POST
def team_download(request: Request) -> StreamingHttpResponse:
    """The zip of the team that the field `team` names. Who took it away, the audit log keeps."""
    team = team_for(request.user, request.POST.get("team", ""), manage=True)
    note(Happening.TEAM_DOWNLOADED, who=request.user, team=team, subject=team)
    response = stream_response(request, zip_chunks(team_parts(team)), "application/zip")
    return as_download(response, f"{team.slug}.zip")
