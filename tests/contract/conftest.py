"""A real language model behind a real server of the Messages API, on loopback: a peer nobody here wrote."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVE = Path(__file__).with_name("serve.py")


@pytest.fixture(scope="session")
def llama_server(tmp_path_factory) -> Iterator[str]:
    """The server's base URL, for ANTHROPIC_BASE_URL. Any key and any model id will do.

    The model is tiny: it knows no JSON schema and calls no tools, so assert shapes and never wording.
    """
    if not importlib.util.find_spec("xllamacpp"):
        pytest.skip("The model server is not installed: run bash tests/contract/install.sh")
    with (tmp_path_factory.mktemp("llama") / "log").open("w+") as log:
        server = subprocess.Popen(
            [sys.executable, SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        )
        assert server.stdout
        line = server.stdout.readline()
        if not line.startswith("ADDRESS "):
            log.seek(0)
            pytest.fail(f"The model server did not start:\n{log.read()[-2000:]}")
        yield line.split()[1]
        server.communicate(timeout=30)
