# make run: the app on http://localhost:8501.  make test: everything that must hold before a change lands.
PYTHON ?= python3
PORT ?= 8501
BIN := .venv/bin
MADE := .venv/made
# Python compiles what it imports; to compile all 16,000 files takes pip longer than to install them.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

.DEFAULT_GOAL := help
.PHONY: help run test bench bench-losses fuzz record browser format clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/'

$(MADE)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'lossviz needs Python 3.11 or newer: name one with make PYTHON=python3.11'; exit 1; }
	$(PYTHON) -m venv .venv
	@mkdir -p $(MADE) && touch $@

$(MADE)/run: $(MADE)/venv requirements.txt requirements-torch.txt requirements.lock pyproject.toml
	$(PIP) -c requirements.lock -r requirements.txt -r requirements-torch.txt
	$(PIP) --no-deps --editable .
	@touch $@

$(MADE)/dev: $(MADE)/run requirements-dev.txt
	$(PIP) -c requirements.lock -r requirements-dev.txt
	@touch $@

run: $(MADE)/run ## set up and open the app
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

test: $(MADE)/dev ## set up, then lint, types, import rules and tests
	@$(BIN)/python tests/chromium.py || { [ "$$CI" = true ] && $(MAKE) browser; }
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --ignore tests/browser --numprocesses auto --dist worksteal
	$(BIN)/python -m pytest tests/browser --numprocesses 2 --dist worksteal

browser: $(MADE)/dev ## the Chromium that the browser tests drive
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq chromium; \
	else $(BIN)/python -m playwright install chromium; fi

bench: $(MADE)/dev ## the engine against a bare loop, as a ratio
	$(BIN)/python -m benchmarks.engine

bench-losses: $(MADE)/dev ## every loss against pytorch-metric-learning, time and memory
	$(BIN)/python -m benchmarks.losses
	$(BIN)/python -m benchmarks.losses --memory

fuzz: $(MADE)/dev ## every loss on 2,000 ugly batches
	$(BIN)/python -m pytest tests/losses/test_battery.py --hypothesis-profile fuzz --timeout 1200

record: $(MADE)/run ## train the tapes that the pages open with anew
	$(BIN)/python -m lossviz record

format: $(MADE)/dev ## put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## forget the set-up
	rm -rf .venv
