# Every target does its own set-up. What it needs to begin with: python3 (3.11 or later) with venv, make and git.

PYTHON ?= python3
SEED ?= 7
SPEED ?= 1
PLAYERS ?= Ana,Luis,Marta
ARGS ?=

BIN := .venv/bin
# The two things a set-up depends on, as names of files in .venv: where the folder is (a venv cannot be moved) and what
# is to be installed.
PLACE := .venv/.place-$(shell printf '%s' '$(CURDIR)' | sha256sum | cut -c1-12)
READY := .venv/.ready-$(shell cat pyproject.toml .ci/packages .ci/board-types.txt | sha256sum | cut -c1-12)
BOARD_TYPES := .venv/board-types

.DEFAULT_GOAL := help
.PHONY: help setup play test check lint types layers bench bench-pico pictures words docs clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

setup: $(READY)  ## make .venv with everything for development

$(PLACE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "touchjudge needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || bash .ci/packages python3-venv || \
	  { echo "Python's venv is missing. As root: apt-get install python3-venv. Then run this again."; exit 2; }
	$(PYTHON) -m venv --clear .venv
	@touch $@

$(READY): $(PLACE) pyproject.toml
	@bash .ci/packages || true
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(BOARD_TYPES) -r .ci/board-types.txt
	@rm -f .venv/.ready-* && touch $@

play: setup  ## a table with simulated players: terminal and http://127.0.0.1:8080
	$(BIN)/touchjudge play schwein_gehabt --table sim --players $(PLAYERS) --seed $(SEED) --speed $(SPEED) --db play.sqlite3 $(ARGS)

test: setup  ## all tests
	@$(BIN)/python -m pytest $(ARGS)

check: lint types layers  ## ruff, mypy, import-linter, then all tests
	@$(BIN)/python -m pytest -q $(ARGS)

lint: setup  ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup  ## mypy --strict: the host, then the firmware with the board's own types
	$(BIN)/mypy
	MYPYPATH=firmware:firmware/lib:$(BOARD_TYPES) $(BIN)/mypy --config-file .ci/mypy-firmware.ini --cache-dir .mypy_cache/firmware \
	  --custom-typeshed-dir $(BOARD_TYPES) firmware

layers: setup  ## import-linter
	$(BIN)/lint-imports

bench: setup  ## measure; a table, and bench.json
	$(BIN)/python tests/bench/run.py $(ARGS)

bench-pico: setup  ## measure the firmware's time on an emulated Pico; needs a MicroPython image, takes minutes
	PYTHONPATH=host:firmware/lib:tests:tests/bench $(BIN)/python tests/bench/pico.py $(ARGS)

pictures: setup  ## make the pictures of the screens anew
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/make_pictures.py $(ARGS)
	$(BIN)/python docs/page_tour.py

words: setup  ## make the catalogues of English, German and Spanish anew
	$(BIN)/python docs/words.py $(ARGS)

docs: setup  ## the generated pages, then the site into site/
	$(BIN)/python docs/generate.py
	$(BIN)/mkdocs build --strict --quiet

clean:  ## remove what was built, .venv too
	rm -rf .venv dist site .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis bench.json
