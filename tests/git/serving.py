"""git's own HTTP backend on a free port of loopback, with or without a password, redirects or TLS."""

import base64
import os
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Served:
    """What is served, and what was asked. `redirects` are paths and where they lead to."""

    root: Path
    password: str = ""
    redirects: dict[str, str] = field(default_factory=dict)
    port: int = 0
    scheme: str = "http"
    asked: list[str] = field(default_factory=list)

    def url(self, name: str) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/{name}"

    def lets_in(self, header: str) -> bool:
        return not self.password or header == f"Basic {base64.b64encode(self.password.encode()).decode()}"


class Gate(list):
    """What a server was asked, as its `asked`. From request `first` on it answers once `opened`."""

    def __init__(self, first: int) -> None:
        self.first, self.reached, self.opened = first, threading.Event(), threading.Event()

    def append(self, path: str) -> None:
        """Notes a request, and holds it up."""
        super().append(path)
        if len(self) >= self.first:
            self.reached.set()
            self.opened.wait(20)


@contextmanager
def serving(root: Path, *, certificate: Path | None = None, **options) -> Iterator[Served]:
    """Serves every repository below `root` until the block ends; `password` is `user:password`."""
    served = Served(root, **options)
    handler = type("Handler", (_Handler,), {"served": served})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        served.scheme = "https"
    served.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    served: Served

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        self.served.asked.append(path)
        for start, target in self.served.redirects.items():
            if path.startswith(start):
                return self._short(301, {"Location": target + self.path[len(start) :]})
        if not self.served.lets_in(self.headers.get("Authorization", "")):
            return self._short(401, {"WWW-Authenticate": 'Basic realm="git"'})
        return self._backend(path, query)

    def do_POST(self) -> None:
        self.do_GET()

    def _short(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def _backend(self, path: str, query: str) -> None:
        variables = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.served.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        variables["CONTENT_LENGTH"] = str(len(body))
        done = subprocess.run(["git", "http-backend"], env=variables, input=body, capture_output=True)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines())
        self.send_response(int(headers.pop("Status", "200 OK").split()[0]))
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments) -> None:
        """Nothing: a test's output is its result."""
