"""Everything from a fresh clone to a running server, in one command."""

import os
import socket
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from reviews.accounts import bootstrap, login_links
from reviews.code_designer.switch import add_mode_option, take_mode_option
from reviews.git.command import let_pushes_have
from reviews.management.static_files import collect_static
from reviews.sessions.scheduler import AlreadyServed, lock_data_dir


def server_options() -> dict[str, Any]:
    """How uvicorn serves."""
    return {
        "http": "elm_site.protocol:PunctualProtocol",
        "lifespan": "on",
        "log_level": "warning",
        "timeout_graceful_shutdown": 5,
        "ws_per_message_deflate": False,
        "ws": "elm_site.socket_protocol:QuietSocket",
        "ws_max_size": 65_536,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.ELM_PROXIES,
    }


class Command(BaseCommand):
    help = "Set up whatever is missing, print a login link and serve pages, sockets and sessions."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--no-engine", action="store_true", help="Serve pages only; sessions run elsewhere."
        )
        add_mode_option(parser)

    def handle(self, *, host: str, port: int, no_engine: bool, **options: Any) -> None:
        """Runs until it is interrupted. Ends with a sentence when the address or the data directory is taken."""
        # Whatever is made from here on, by workers too, is for nobody else on this machine.
        let_pushes_have(os.umask(0o077))
        self.check_free(host, port, engine=not no_engine)
        call_command("migrate", verbosity=0, interactive=False)
        collect_static()
        admin = bootstrap.take()
        self.welcome(host, port, admin)
        take_mode_option(options["code_designer"])
        if no_engine:
            os.environ["ELM_NO_ENGINE"] = "1"
        uvicorn.run("elm_site.asgi:application", host=host, port=port, **server_options())

    def check_free(self, host: str, port: int, *, engine: bool) -> None:
        """Raise CommandError when another server has the address or the data directory."""
        if engine:
            try:
                lock_data_dir(settings.ELM_DATA_DIR).close()
            except AlreadyServed as refused:
                raise CommandError(str(refused)) from refused
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                raise CommandError(
                    f"Nothing can be served on {host} port {port} ({error.strerror}). "
                    f"Choose another port: make serve PORT={port + 1}"
                ) from error

    def welcome(self, host: str, port: int, admin: User) -> None:
        """Say where to go, and who answers. Behind a proxy links are those of the site."""
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104  only compared
        listens = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
        site = settings.ELM_SITE_URL or listens
        behind = f" (listens on {listens}/)" if site != listens else ""
        self.stdout.write(f"ELM {settings.VERSION} on {site}/{behind}")
        self.stdout.write(f"Sessions are answered by: {settings.ELM_PROVIDER}")
        if settings.ELM_PROVIDER == "offline":
            self.stdout.write("  (rules, no model; set ANTHROPIC_API_KEY to use Claude)")
        self.stdout.write(f"Log in as {admin.username} (valid once, 10 minutes):")
        self.stdout.write(self.style.SUCCESS(f"  {site}{login_links.make(admin)}"))
        self.stdout.flush()
