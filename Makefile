# `make report` and `make test` do the set-up themselves: Python >= 3.11, make and git are all they need.
# PYTHON=/path/to/python names the interpreter; WORKERS=n the test processes; BENCH_ARGS, TEST_ARGS pass words on.

PYTHON ?=
WORKERS ?= 2
TEST_ARGS ?=
BENCH_ARGS ?=

# Kernels made at set-up: those of the questions most asked. Others are made when first needed, and say so.
QUICK := command_decision.shot command_decision.combo command_decision.bombing command_decision.sortie
QUICK += continental_siege.attrition alpha_strike.bombing_run

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WARM := $(VENV)/.warm
REPORT := build/report
REFERENCE := build/reference

# An environment that is there already would quietly win over the interpreter asked for.
ifneq ($(and $(PYTHON),$(wildcard $(BIN)/python)),)
ifneq ($(shell "$(PYTHON)" --version 2>&1),$(shell $(BIN)/python --version 2>&1))
$(error simlab: $(VENV) was made by another Python than $(PYTHON): run `make distclean` first)
endif
endif

.DELETE_ON_ERROR:
.PHONY: help setup report test lint format papers reference picture notebooks notebooks-anew bench browser wheel pins clean distclean

help:
	@echo 'make report     balance report of the shipped studies, in $(REPORT)/index.html'
	@echo 'make test       the whole test suite (pytest, $(WORKERS) processes)'
	@echo 'make lint       ruff (rules and format) and mypy'
	@echo 'make format     ruff puts the files into shape'
	@echo 'make papers     make the generated tables in the READMEs of the rules systems anew'
	@echo 'make reference  pages on every public name, in $(REFERENCE)/index.html'
	@echo 'make picture    the picture of a report in README.md anew (needs chromium)'
	@echo 'make notebooks  run every notebook from top to bottom; printed numbers must be the stored ones'
	@echo 'make browser    tests that open the report and the explorer in Chromium'
	@echo 'make bench      trials per second of every kernel'
	@echo 'make wheel      source archive and wheel, in dist/'
	@echo 'make setup      only the environment in $(VENV) (the others do it when needed)'
	@echo 'make pins       renew the exact versions in requirements.txt'
	@echo 'make clean      remove what was built; make distclean also removes $(VENV)'

setup: $(WARM)

report: $(WARM)
	@$(BIN)/simlab report --out $(REPORT)

test: $(WARM)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(TEST_ARGS)

# Marked tests run in one process: a browser and a long campaign each want the machine for themselves.
browser: $(WARM)
	@$(BIN)/python -m pytest -m browser $(TEST_ARGS) tests

notebooks: $(WARM)
	@$(BIN)/python -m pytest -m notebooks -n $(WORKERS) $(TEST_ARGS) tests/test_notebooks.py

# For a changed notebook or answer: stores the outputs of one clean run.
notebooks-anew: $(WARM)
	@$(BIN)/python notebooks/anew.py

bench: $(WARM)
	@$(BIN)/python benchmarks/run.py $(BENCH_ARGS)

lint: $(INSTALLED)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@echo 'lint: ruff and mypy found nothing'

format: $(INSTALLED)
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet

papers: $(INSTALLED)
	@$(BIN)/python -m simlab.papers

picture: $(WARM)
	@$(BIN)/simlab report popup_warsaw_pact_defence --quiet --out build/picture
	@chromium --headless --no-sandbox --hide-scrollbars --window-size=1000,1250 --screenshot=build/picture/report.png \
	  "file://$(CURDIR)/build/picture/index.html" 2>/dev/null
	@$(BIN)/python -c "from PIL import Image; \
	  Image.open('build/picture/report.png').convert('RGB').quantize(64).save('docs/report.png', optimize=True)"

reference: $(INSTALLED)
	@$(BIN)/python docs/reference.py $(REFERENCE)

wheel: $(INSTALLED)
	@$(BIN)/python -m build --no-isolation --outdir dist .

# Without an index address, so that the file serves wherever the packages come from.
pins: $(INSTALLED)
	@$(BIN)/python -m venv build/pins
	@build/pins/bin/python -m pip install --quiet --disable-pip-version-check uv
	@{ sed -n '/^#/p' requirements.txt; \
	   build/pins/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --fork-strategy fewest \
	     --no-emit-index-url --no-annotate --no-header --extra dev pyproject.toml; } > build/pins/requirements.txt
	@mv build/pins/requirements.txt requirements.txt

clean:
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

distclean: clean
	@rm -rf $(VENV)

# The first interpreter that is new enough and can make an environment. Each candidate is asked, not only looked up:
# a command may exist and yet answer for no installed version, and Debian ships Python without ensurepip.
define CHOOSE_PYTHON
chosen=; bare=; \
for candidate in $(if $(PYTHON),"$(PYTHON)",python3.13 python3.12 python3.11 python3 python); do \
  "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
  if "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then chosen=$$candidate; break; fi; \
  bare=$${bare:-$$candidate}; \
done; \
if [ -z "$$chosen" ] && [ -n "$$bare" ]; then \
  echo "simlab: $$bare cannot make environments (no ensurepip); on Debian or Ubuntu: apt-get install python3-venv" >&2; \
  exit 1; \
elif [ -z "$$chosen" ]; then \
  echo "simlab: needs Python 3.11 or newer, and $(if $(PYTHON),$(PYTHON) is not one,found none);" \
       "install one, or name it: make PYTHON=/path/to/python3" >&2; \
  exit 1; \
fi
endef

$(INSTALLED): pyproject.toml requirements.txt
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	  $(CHOOSE_PYTHON); \
	  echo "simlab: setting up $(VENV) with $$("$$chosen" --version), once; takes a minute or two" >&2; \
	  "$$chosen" -m venv --clear $(VENV); \
	else echo "simlab: bringing $(VENV) up to date" >&2; fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Kernels are compiled ahead of time: nobody's first answer then waits for the compiler.
$(WARM): $(INSTALLED)
	@$(BIN)/python -m compileall -q simlab  # the kernel cache tells byte-compiled rules from fresh ones
	@$(BIN)/simlab doctor --warm $(addprefix --for ,$(QUICK)) >&2
	@touch $@
