"""People who are logged in at a real server (`tests/browser/site.py`), each with an item of their own."""

import http.client
import json
import subprocess
import sys
from dataclasses import dataclass
from urllib.parse import urlencode

from tests.browser.site import ROOT, Site, environment_for

TOKEN = "a" * 32
BOUNDARY = "b" * 32
MADE = """
import json, sys
import django
django.setup()
from django.contrib.auth.models import User
from reviews.models import Membership, Team
from tests.factories import ArtifactFactory, ItemFactory
from tests.servers import cookie_of

team, made = Team.objects.order_by("pk").first(), []
for number in range(int(sys.argv[1])):
    user = User.objects.create_user(f"visitor{number}")
    Membership.objects.create(team=team, user=user, role="member")
    item = ItemFactory(team=team)
    made.append([cookie_of(user), item.slug, str(ArtifactFactory(item=item).pk)])
print(json.dumps(made))
"""


@dataclass(frozen=True)
class Answer:
    """What the server said: `place` is where it leads."""

    status: int
    place: str
    page: str


@dataclass(frozen=True)
class Visitor:
    """Somebody with a browser at a site, and the item and artifact that they use."""

    site: Site
    cookie: str
    item: str
    artifact: str

    def send(self, path: str, **fields: str) -> Answer:
        """Send a form."""
        return self.post(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def send_files(self, path: str, files: dict[str, bytes]) -> Answer:
        """Send a form with these files by their names."""
        return self.post(path, form_with(files), f"multipart/form-data; boundary={BOUNDARY}")

    def post(self, path: str, body: bytes, content_type: str) -> Answer:
        """Who is refused while they send still read why, as browsers do."""
        headers = {
            "Cookie": f"sessionid={self.cookie}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": content_type,
            "Content-Length": str(len(body)),
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=120)
        connection.putrequest("POST", path)
        for name, value in headers.items():
            connection.putheader(name, value)
        try:
            connection.endheaders(body)
        except ConnectionError:
            assert connection.sock, "The server ended the connection before anything was read."
        answer = connection.getresponse()
        said = Answer(answer.status, answer.headers["Location"] or "", answer.read().decode())
        connection.close()
        return said


def form_with(files: dict[str, bytes]) -> bytes:
    """A form as a browser sends it in which these files were chosen."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'.encode()
        + b"Content-Type: text/plain\r\n\r\n"
        + data
        + b"\r\n"
        for name, data in files.items()
    ]
    return b"".join([*parts, f"--{BOUNDARY}--\r\n".encode()])


def visitors_of(site: Site, count: int) -> list[Visitor]:
    """So many members of the first team of a site that has been started."""
    command = [sys.executable, "-c", MADE, str(count)]
    environment = environment_for(site.folder) | site.environment
    made = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return [Visitor(site, *one) for one in json.loads(made.stdout)]
