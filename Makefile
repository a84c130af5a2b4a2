# Everything here needs only Python >= 3.11, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
CORES := setup.py $(wildcard games/*/native/*.[ch])
# One test process more than there are cores: some always wait for a browser or for the program.
PROCESSES ?= $(shell $(PYTHON) -c "import os; print(1 + (os.cpu_count() or 1))")

# Without compiled files every process of the tests would rewrite their assertions anew.
unexport PYTHONDONTWRITEBYTECODE

# One loud line where the page's scripts cannot be checked: nothing else here needs node.
NO_NODE = { echo "SKIPPED: the page's scripts were NOT checked: $(1)" >&2; exit 0; }
NEW_NODE := const [a, b] = process.versions.node.split('.').map(Number); process.exit(a > 20 || (a == 20 && b > 18) ? 0 : 1)

.PHONY: run test quick evenings pictures lint lint-page format bench soak soak-cores mutants clean

run: $(STAMP)
	@$(BIN)/python -m bot run

test: $(STAMP)-test
	$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal $(ARGS)

quick: $(STAMP)-test
	@$(BIN)/python scripts/quick.py $(ARGS)

evenings: $(STAMP)-test
	WRITE_EVENINGS=1 $(BIN)/python -m pytest -q tests/evenings/test_evenings.py $(ARGS)
	$(BIN)/python -m pytest -q tests/evenings/test_grammar.py

pictures: $(STAMP)-test
	PICTURES=$${PICTURES:-pictures} $(BIN)/python -m pytest -q tests/frontends/web/test_browser_sizes.py tests/frontends/web/test_browser_lesson_sizes.py tests/frontends/web/test_browser_rooms.py $(ARGS)

lint: $(STAMP)-test $(STAMP)-lint lint-page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

SCRIPTS := bot/frontends/web/static

lint-page:
	@command -v npm >/dev/null && node -e "$(NEW_NODE)" || $(call NO_NODE,node 20.19 or newer and npm are not here); \
	[ node_modules/.installed -nt package.json ] \
	  || { timeout 60 npm install --no-package-lock --no-audit --no-fund --fetch-retries=0 >/dev/null 2>&1 \
	       && node_modules/.bin/tsc --version >/dev/null && touch node_modules/.installed; } \
	  || $(call NO_NODE,npm could not install what package.json names); \
	echo node_modules/.bin/tsc && node_modules/.bin/tsc && echo node_modules/.bin/eslint $(SCRIPTS) && node_modules/.bin/eslint $(SCRIPTS)

format: $(STAMP)-lint
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)-bench
	$(BIN)/python -m bench

soak: $(STAMP)-test
	$(BIN)/python -m pytest -p no:randomly soak $(ARGS)
	ALL_SEEDS=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/games tests/present tests/session tests/storage
	ALL_SEEDS=1 $(BIN)/python -m pytest tests/process/test_promises.py
	PROCESSES_APART=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/frontends/telegram tests/frontends/discord

soak-cores: $(STAMP)-test
	SOAK_ROUNDS=$${SOAK_ROUNDS:-1000000} $(BIN)/python -m pytest -p no:randomly -q -s soak/test_native.py $(ARGS)

mutants: $(STAMP)-test
	$(BIN)/python scripts/mutants.py $(ARGS)

clean:
	rm -rf $(VENV) node_modules build *.egg-info

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Paiju needs Python 3.11 or newer; try: make run PYTHON=python3.11" >&2; exit 1; }
	@echo "Setting up .venv; this takes a minute, once."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(STAMP): $(VENV)/.made pyproject.toml bot/constraints.txt $(CORES)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint bot/constraints.txt --editable .
	@touch $@

$(STAMP)-%: $(VENV)/.made pyproject.toml bot/constraints.txt $(CORES)
	@echo "Installing what '$*' needs."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint bot/constraints.txt --editable '.[$*]'
	@touch $@
