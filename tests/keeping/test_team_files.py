"""Everything of a team in one file, for its admins, without all of it ever being in memory."""

import csv
import json
import tracemalloc
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.handlers.asgi import ASGIRequest

from reviews.exports.team_files import zip_chunks
from reviews.models import AuditEntry
from reviews.views.streaming import stream_response
from tests import factories


def test_an_admin_takes_everything_away_and_the_audit_log_tells(as_ana, team, item, interview):
    artifact = item.artifacts.get()
    response = as_ana.post("/team/download/", {"team": team.slug})
    assert response["Content-Disposition"] == f'attachment; filename="{team.slug}.zip"'
    with ZipFile(BytesIO(b"".join(response.streaming_content))) as found:
        assert found.testzip() is None
        about = json.loads(found.read("team.json"))
        assert [one["username"] for one in about["members"]] == ["ana"]
        folder = f"items/{item.slug}"
        assert json.loads(found.read(f"{folder}/item.json"))["title"] == "Payment retries"
        texts = [name for name in found.namelist() if "/artifacts/" in name]
        assert [name.rpartition("/")[2] for name in texts] == [f"000{n}-{artifact.name}" for n in (1, 2)]
        assert found.read(texts[1]) == bytes(artifact.current.content)
        [session] = found.read(f"{folder}/sessions.jsonl").decode().splitlines()
        assert json.loads(session)["session"]["id"] == str(interview.pk)
        assert "ELM: How many orders?" in found.read(f"{folder}/transcripts.md").decode()
        rows = list(csv.DictReader(found.read("audit.csv").decode().splitlines()))
    assert (rows[-1]["who"], rows[-1]["what"]) == ("ana", "team_downloaded")
    assert AuditEntry.objects.filter(what="team_downloaded").count() == 1


def test_only_an_admin_of_the_team_may(as_ben, as_user, team, cleo):
    assert as_ben.post("/team/download/", {"team": team.slug}).status_code == 403
    assert as_user(cleo).post("/team/download/", {"team": team.slug}).status_code == 404
    assert not AuditEntry.objects.filter(what="team_downloaded").exists()


def test_names_of_files_lead_nowhere(as_ana, team, item):
    factories.ArtifactFactory(item=item, name="../../etc/passwd")
    response = as_ana.post("/team/download/", {"team": team.slug})
    with ZipFile(BytesIO(b"".join(response.streaming_content))) as found:
        [name] = [name for name in found.namelist() if "/artifacts/" in name]
    assert name.endswith("/0001-.._.._etc_passwd")


def test_a_zip_of_12_mb_takes_less_than_4_mb_at_a_time():
    piece = bytes(range(256)) * 4_096
    parts = ((f"{number}.bin", [piece]) for number in range(12))
    tracemalloc.start()
    size = sum(map(len, zip_chunks(parts)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 0
    assert peak < 4_000_000


@pytest.mark.asyncio
async def test_an_asynchronous_server_makes_each_chunk_when_it_is_sent(db):
    made = []

    def chunks():
        for number in range(3):
            made.append(number)
            yield bytes([65 + number])

    request = ASGIRequest({"type": "http", "method": "GET", "path": "/"}, BytesIO())
    response = stream_response(request, chunks(), "text/plain")
    sent = [(chunk, len(made)) async for chunk in response.streaming_content]
    assert sent == [(b"A", 1), (b"B", 2), (b"C", 3)]
