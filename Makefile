# Needs only make and Python 3.11 or later. The first target sets everything up inside .venv; later ones reuse it.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# The first of these that is 3.11 or later and can make an environment; PYTHON=... overrides the choice.
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

.PHONY: help play test test-more bench docs format setup setup-dev clean distclean

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

play: setup  ## Set up and start playing
	@$(BIN)/mossa

test: setup-dev  ## Set up and run the checks, without the slow tests (scripts/check)
	@scripts/check

test-more: setup-dev  ## Set up and run the slow tests only; with `make test` that is everything
	@scripts/check tests-more

bench: setup  ## Speed figures, with node signatures
	@$(BIN)/mossa bench

docs: setup-dev  ## Build the documentation into site/, with the lab in a page
	@$(BIN)/python -m mkdocs build --strict --site-dir site
	@$(BIN)/python scripts/live_lab.py site/live

format: setup-dev  ## Rewrite the sources as `make test` wants them
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .

setup: $(VENV)/.installed  ## Only set up what playing needs

setup-dev: $(VENV)/.installed-dev  ## Only set up what developing needs

clean:  ## Remove caches and what was built
	@rm -rf .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist site
	@find src tests benchmarks scripts -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean  ## Remove the environment too
	@rm -rf $(VENV) src/*.egg-info

# A stamp is written last, so an interrupted set-up is taken up again. bin/python is missing on a first run, and
# dangling after its system Python went away: both want a new environment.
$(VENV)/.installed: requirements.lock pyproject.toml
	@if ! $(BIN)/python -c '$(USABLE)' 2>/dev/null; then \
	    for python in $(or $(PYTHON),$(PYTHONS)); do \
	        if $$python -c '$(USABLE)' 2>/dev/null; then found=$$python; break; fi; \
	    done; \
	    if [ -z "$$found" ]; then \
	        echo "mossa needs Python 3.11 or later with its venv module (Debian: python3-venv); tried: $(or $(PYTHON),$(PYTHONS))." >&2; \
	        exit 1; \
	    fi; \
	    echo "Creating $(VENV) with $$($$found --version)"; \
	    $$found -m venv --clear $(VENV); \
	fi
	@echo "Installing mossa and what it needs (once; about a minute)"
	@$(PIP) install --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing the tools of the checks"
	@$(PIP) install --requirement requirements-dev.lock
	@touch $@
