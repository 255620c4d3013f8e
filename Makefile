# Everything starts here; `make help` lists it. Needs Python 3.11 to 3.13, make and a network, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TRAIN_READY := $(VENV)/ready-to-train
SOURCES := build/sources/fetched

.DEFAULT_GOAL := help
.PHONY: help run test test-stress lint format words bench bench-quick bench-record coverage mutation model lock size clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

run: $(READY) ## start the companion on the simulated table and print the address
	$(BIN)/companion serve

test: lint $(SOURCES) ## check everything: style, types, rooms, and all tests
	$(BIN)/python -m pytest -n auto --dist worksteal

test-stress: $(READY) ## the tests on a busy machine: the live ones ten times, all twice; goes on where it ended
	$(BIN)/python -m tests.stress

lint: $(READY) ## ruff, mypy, the doors between the rooms, and known weaknesses
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive companion hardware models vision web
	$(BIN)/python -m tests.audit

format: $(READY) ## put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: $(READY) ## extract all sentences and bring the .po files up to date; LANGUAGE=es begins a new one
	$(BIN)/python -m tests.web.phrases $(LANGUAGE)

bench: $(READY) ## measure, and run the long tests
	$(BIN)/companion bench rules
	$(BIN)/companion bench referee
	$(BIN)/companion bench table
	$(BIN)/companion bench trust
	$(BIN)/python -m pytest -n auto -m thorough

bench-quick: $(READY) ## the ratios of rules, referee, table and web beside those recorded last
	$(BIN)/python -m tests.bench_quick

bench-record: $(READY) ## the same, and record them: on a quiet machine, after a look at them
	$(BIN)/python -m tests.bench_quick --record

coverage: $(READY) ## the branches of rules, referee, table, log and access that no test takes
	$(BIN)/coverage run -m pytest -q -p no:xdist $(COVERING)
	$(BIN)/coverage report

mutation: $(READY) ## how many deliberate mistakes in the rules the tests notice
	$(BIN)/mutmut run
	$(BIN)/python tests/mutation_report.py

model: $(TRAIN_READY) ## make the dice models again, from pictures to weights and card
	$(BIN)/python -m models all

size: $(READY) ## lines and Python tokens of each top folder and each game
	@$(BIN)/python -m tests.size_report

lock: $(READY) ## choose the newest versions of everything again
	$(BIN)/pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) -o requirements/run.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) --extra dev -o requirements/dev.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) --extra train -o requirements/train.txt pyproject.toml
	sed -i 's/+cpu$$//' requirements/train.txt
	sed -i '/^pip==/d' requirements/dev.txt  # the one that comes with Python will do

clean: ## remove what make made
	rm -rf $(VENV) build dist *.egg-info mutants .coverage

COVERING := $(addprefix tests/,games worked_examples recordings web \
  $(addprefix companion/,log phones referee table))

LOCK := --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --no-annotate --strip-extras --allow-unsafe

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if (3, 11) <= v < (3, 14) else \
	  f"Python 3.11 to 3.13 is needed; this is {v.major}.{v.minor}. Try: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

$(READY): requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Packages whose source a test reads, without what they need; where they can't be had, it says so.
$(SOURCES): requirements/sources.txt | $(READY)
	@mkdir -p $(@D)
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --dest $(@D) \
	  --requirement $< && touch $@ || echo "picamera2 can't be fetched: its test will skip"

$(TRAIN_READY): requirements/train.txt $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/train.txt
	@touch $@
