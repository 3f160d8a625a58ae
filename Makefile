# make demo · make test · make check · make bench · make conformance · make docs; all of them work twice, and from any folder with make -C.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WHAT   ?= .
SOURCE := pyproject.toml setup.py $(shell find src -type f -not -name '*.so' -not -path '*/__pycache__/*' 2>/dev/null)
PIP    := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: demo test check bench conformance docs clean

demo: $(VENV)/installed
	$(BIN)/karat demo karat-demo

test: $(VENV)/testing
	$(BIN)/python -m pytest tests

check: $(VENV)/testing
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/make_reference.py --check

bench: $(VENV)/testing
	for file in bench/*.py; do $(BIN)/python $$file || exit 1; done

conformance: $(VENV)/testing
	$(BIN)/python -m conformance

docs: $(VENV)/documenting
	$(BIN)/python tools/make_reference.py
	$(BIN)/sphinx-build -q -W -b html docs site

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python $(SOURCE)
	$(PIP) install -q "$(WHAT)"
	touch $@ && rm -f $(VENV)/testing $(VENV)/documenting

$(VENV)/testing: $(VENV)/installed
	$(PIP) install -q "$(WHAT)[dev]"
	touch $@

$(VENV)/documenting: $(VENV)/testing
	$(PIP) install -q "$(WHAT)[docs]"
	touch $@

clean:
	rm -rf $(VENV) build dist site karat-demo
