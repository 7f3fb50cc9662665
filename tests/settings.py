"""The project's settings, made quick and closed to the network."""

import os
import tempfile
from pathlib import Path

# A folder of its own for each run, so that runs side by side never share a file.
os.environ.setdefault("ELM_DATA_DIR", tempfile.mkdtemp(prefix="elm-tests-"))
for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CODE_DESIGNER", "ELM_PROVIDER", "REDIS_URL"):
    os.environ.pop(name, None)

from elm_site.settings import *  # noqa: E402, F403
from elm_site.settings import DATABASES, ELM_DATA_DIR, STORAGES  # noqa: E402

SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = False
ELM_OFFLINE_PACE = 0
AXES_ENABLED = False
if DATABASES["default"]["ENGINE"] == "elm_site.sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(Path(ELM_DATA_DIR) / "test.sqlite3")}
    # A test database need not outlive a power cut: nobody waits for the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
# Worker processes take half a second to start: the tests that are about them have some.
ELM_WORKERS = 0
# A job is done when `enqueue` returns; what runs in threads of their own is tested on the live server.
TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}
