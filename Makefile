# Both `make serve` and `make test` work on a machine with only make, git and a Python 3 with venv.
# Everything they install goes under this folder.
.DEFAULT_GOAL := help
PORT ?= 8000
HOST ?= 127.0.0.1
ARGS ?=
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
VENV ?= .venv
PYTHON := $(VENV)/bin/python
PYTHONS := >=3.12,<3.15
SEED ?=
override SEED := $(or $(SEED),$(shell od -An -N4 -tu4 /dev/urandom | tr -d " "))
# Compiled files are kept, whatever the shell says: without them each process compiles everything again.
unexport PYTHONDONTWRITEBYTECODE
# The machine's own certificates: behind a company's proxy only they are right. The second is the older name.
export UV_SYSTEM_CERTS := true
export UV_NATIVE_TLS := true

.PHONY: help setup serve test explore lint bench demo vendor lock ci

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.uv/bin/uv:
	@python3 -c "" 2>/dev/null || { echo "$(NO_PYTHON)" >&2; exit 1; }
	python3 -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<0.20'

# A Python of the machine; only when it has none that fits, one is fetched.
FIND := env -u UV_PYTHON -u VIRTUAL_ENV $(UV) python find --system --no-python-downloads \
	--python-preference system '$(PYTHONS)' 2>/dev/null
NO_PYTHON := ELM needs Python 3.12, 3.13 or 3.14; none is here and none can be fetched, so install one \
	(for example with apt, brew or from python.org), put it on the PATH and run make again.

$(VENV)/installed: requirements.lock .python-version | $(filter .uv/bin/uv,$(UV))
	@python=$$($(FIND)) || { $(UV) python install --quiet 3.13 2>/dev/null && python=$$($(FIND)); } \
	|| { echo "$(NO_PYTHON)" >&2; exit 1; }; \
	$(UV) venv --quiet --allow-existing --python "$$python" $(VENV)
	VIRTUAL_ENV=$(abspath $(VENV)) $(UV) pip sync --quiet --compile-bytecode --require-hashes requirements.lock
	@touch $@

setup: $(VENV)/installed ## Install what requirements.lock pins, under this folder

serve: $(VENV)/installed ## Set up everything and serve on 127.0.0.1:8000 (PORT=8123 for another port)
	@$(PYTHON) manage.py serve --host $(HOST) --port $(PORT) $(ARGS)

test: $(VENV)/installed ## Set up everything and run the tests (ARGS="-m browser" for other sets)
	@$(PYTHON) -m pytest -n 2 --dist worksteal $(ARGS)

explore: $(VENV)/installed ## Draw many random examples for the property tests (SEED=1 to draw the same ones again)
	@echo "Exploring with seed $(SEED). To draw the same examples again: make explore SEED=$(SEED)"
	@$(PYTHON) -m pytest -n 2 --hypothesis-profile=explore --hypothesis-seed=$(SEED) \
		-m "hypothesis and not slow and not browser and not contract and not bench" $(ARGS)

lint: $(VENV)/installed ## Check style and types
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy .

bench: $(VENV)/installed ## Print figures beside a baseline that runs in the same process
	$(PYTHON) tests/bench/offline.py
	$(PYTHON) tests/bench/insertion.py
	$(PYTHON) tests/bench/long_notes.py
	$(PYTHON) tests/bench/waiting.py
	$(PYTHON) tests/bench/provider.py
	$(PYTHON) tests/bench/caching.py
	$(PYTHON) tests/bench/stream.py
	$(PYTHON) tests/bench/roundtables.py --sessions 50 --crowd 200 --seconds 8
	$(PYTHON) tests/bench/introduction.py --starts 20
	$(PYTHON) tests/bench/pages.py
	$(PYTHON) tests/bench/crowded_page.py
	$(PYTHON) tests/bench/starts.py --users 20
	$(PYTHON) tests/bench/angles.py
	$(PYTHON) tests/bench/full_database.py

demo: $(VENV)/installed ## Serve a recorded interview to look at: prepared words, no model
	@ELM_DATA_DIR=var/demo ELM_PROVIDER=scripted $(PYTHON) manage.py serve --host $(HOST) --port $(PORT)

vendor: $(VENV)/installed ## Fetch the scripts that pages use, as reviews/static/reviews/vendor/VERSIONS says
	@$(PYTHON) manage.py vendor_htmx

lock: ## Pin what pyproject.toml allows
	$(UV) lock --quiet --upgrade
	$(UV) export --quiet --all-groups --format requirements.txt -o requirements.lock

ci: ## What the build server runs
	bash .ci/run
