# `make demo` and `make test` set up all they need by themselves, in .venv; see scripts/setup.sh.
PORT ?= 8000
PAGES ?= 10000
STOPS ?= 100
STATES ?= 2000
MINUTES ?= 5
python := .venv/bin/python
# Pages that fill the heap and the stack have a process of their own, as all tests of one process share its JVM.
hostile := tests/hostile tests/renderers/test_limits.py tests/fuzz

.PHONY: help demo test lint bench features bulk soak stops fleet fuzz docs build pin clean

help:
	@echo "make demo     an example site at http://127.0.0.1:$(PORT) (PORT=… for another port)"
	@echo "make test     every test, Java's and Python's"
	@echo "make lint     ruff, formatting, mypy"
	@echo "make bench    side-by-side measurements, written to benchmarks/results/"
	@echo "make bulk     lower and compile the files of hundreds of npm packages"
	@echo "make features renew docs/javascript-support.md: what JavaScript works"
	@echo "make soak     10,000 pages, good and bad, at the pool's limit: is memory flat? (PAGES=… for more or fewer)"
	@echo "make stops    a server is stopped a hundred times, at random moments (STOPS=… for more or fewer)"
	@echo "make fleet    a fleet whose workers are killed, with Redis restarted and a worker cut off (STATES=… for more or fewer)"
	@echo "make fuzz     pages and requests out of a grammar, for five minutes (MINUTES=… for longer)"
	@echo "make docs     the documentation as a site, in build/docs"
	@echo "make build    source archive and wheel in dist/"
	@echo "make pin      renew the pinned versions in constraints/"

demo:
	@scripts/setup.sh examples
	@exec $(python) scripts/demo.py --port $(PORT)

test:
	@scripts/setup.sh dev
	@$(python) scripts/java_build.py test
	@$(python) -m pytest --cov $(addprefix --ignore=,$(hostile))
	@$(python) -m pytest --cov --cov-append --cov-fail-under=95 $(hostile)

lint:
	@scripts/setup.sh dev
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(python) -m mypy

bench:
	@scripts/setup.sh dev
	@$(python) benchmarks/bench.py

features:
	@scripts/setup.sh dev
	@$(python) scripts/java_build.py jars
	@$(python) scripts/features.py

bulk:
	@scripts/setup.sh dev
	@$(python) scripts/java_build.py jars
	@$(python) benchmarks/bulk.py

soak:
	@scripts/setup.sh dev
	@$(python) benchmarks/soak.py --pages $(PAGES)

stops:
	@scripts/setup.sh dev
	@STOPS=$(STOPS) $(python) -m pytest -q -p no:randomly tests/deployment/test_stopping_at_any_moment.py

fleet:
	@scripts/setup.sh dev
	@$(python) benchmarks/fleet.py --states $(STATES)

fuzz:
	@scripts/setup.sh dev
	@FUZZ_MINUTES=$(MINUTES) $(python) -m pytest -q -s -p no:randomly tests/fuzz

docs:
	@scripts/setup.sh dev
	@NO_MKDOCS_2_WARNING=1 $(python) -m mkdocs build --strict -q

build:
	@scripts/setup.sh dev
	$(python) -m build --no-isolation

# One resolution for every Python from 3.10 on; versions only, no hashes and no addresses.
pin:
	@scripts/setup.sh dev
	@$(python) -m pip install -q uv
	@compile="$(python) -m uv -q pip compile pyproject.toml --universal --python-version 3.10 --no-python-downloads --upgrade \
		--all-extras --no-header --no-annotate --no-emit-index-url"; \
	$$compile --group dev -o constraints/dev.txt && $$compile -c constraints/dev.txt -o constraints/runtime.txt

clean:
	rm -rf build dist .gradle .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
