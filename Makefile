# Both `make serve` and `make test` work on a machine with only make, git and a Python 3 with venv.
# Everything they install goes under this folder.
.DEFAULT_GOAL := help
PORT ?= 8000
HOST ?= 127.0.0.1
ARGS ?=
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
PYTHON := .venv/bin/python
# The machine's own certificates: behind a company's proxy only they are right. The second is the older name.
export UV_SYSTEM_CERTS := true
export UV_NATIVE_TLS := true

.PHONY: help setup serve test lint bench demo vendor lock ci

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.uv/bin/uv:
	python3 -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<0.20'

.venv/installed: requirements.lock .python-version | $(filter .uv/bin/uv,$(UV))
	env -u UV_PYTHON -u VIRTUAL_ENV $(UV) venv --quiet --allow-existing .venv
	VIRTUAL_ENV=$(CURDIR)/.venv $(UV) pip sync --quiet --require-hashes requirements.lock
	@touch $@

setup: .venv/installed ## Install what requirements.lock pins, under this folder

serve: .venv/installed ## Set up everything and serve on 127.0.0.1:8000 (PORT=8123 for another port)
	@$(PYTHON) manage.py serve --host $(HOST) --port $(PORT) $(ARGS)

test: .venv/installed ## Set up everything and run the tests (ARGS="-m browser" for other sets)
	@$(PYTHON) -m pytest -n 2 $(ARGS)

lint: .venv/installed ## Check style and types
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy .

bench: .venv/installed ## Print figures beside a baseline that runs in the same process
	$(PYTHON) tests/bench/offline.py
	$(PYTHON) tests/bench/insertion.py
	$(PYTHON) tests/bench/waiting.py
	$(PYTHON) tests/bench/provider.py
	$(PYTHON) tests/bench/stream.py
	$(PYTHON) tests/bench/roundtables.py --sessions 50 --crowd 200 --seconds 8
	$(PYTHON) tests/bench/introduction.py --starts 20

demo: .venv/installed ## Serve a recorded interview to look at: prepared words, no model
	@ELM_DATA_DIR=var/demo ELM_PROVIDER=scripted $(PYTHON) manage.py serve --host $(HOST) --port $(PORT)

vendor: .venv/installed ## Fetch the scripts that pages use, as reviews/static/reviews/vendor/VERSIONS says
	@$(PYTHON) manage.py vendor_htmx

lock: ## Pin what pyproject.toml allows
	$(UV) lock --quiet --upgrade
	$(UV) export --quiet --all-groups --format requirements.txt -o requirements.lock

ci: ## What the build server runs
	bash .ci/run
