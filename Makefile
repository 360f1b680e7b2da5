# Each target makes .venv itself when it is missing.
GAME ?= keep-on-rolling
ARGS ?=

.PHONY: play table tables test lint docs editors bench fuzz worlds lockstep reliability soak kills damage clean

play:  ## play a game at the terminal: make play GAME=keep-on-rolling
	./play $(GAME) $(ARGS)

table:  ## play a game in the browser: make table GAME=26-dora
	./table $(GAME) $(ARGS)

tables:  ## fifty seats at twenty tables, ARGS=120 for how many seconds, and how fast they are answered
	python=$$(.ci/venv test) && $$python -m tests.web.tables $(ARGS)

test:  ## every check, as continuous integration runs it
	./run-tests $(ARGS)

lint:  ## style and types only
	python=$$(.ci/venv test) && $$python -m ruff check . && $$python -m ruff format --check . && $$python -m mypy

docs:  ## the manual as web pages, in docs/_build
	python=$$(.ci/venv docs) && $$python -m sphinx -W --keep-going -b html docs docs/_build

editors:  ## the colours for editors in docs/editors, from the grammar
	python=$$(.ci/venv test) && $$python -m dicedsl words --format textmate > docs/editors/vscode/syntaxes/dice.tmLanguage.json \
		&& $$python -m dicedsl words --format vim > docs/editors/vim/syntax/dice.vim

bench:  ## every script in benchmarks/, ARGS=--quick for less certain figures
	python=$$(.ci/venv test) && missed=0 && for script in benchmarks/[!_]*.py; do \
		echo "== $$script"; $$python $$script $(ARGS) || missed=1; done; exit $$missed

fuzz:  ## spoilt pieces of rulebooks, ARGS=200000 of them
	python=$$(.ci/venv test) && $$python tests/hostile/pieces.py $(ARGS)

worlds:  ## pairs of worlds that a seat must not tell apart, ARGS=10000 of them
	python=$$(.ci/venv test) && $$python tests/hostile/worlds.py $(ARGS)

lockstep:  ## games in both engines, every cell compared, ARGS=200 of each rulebook, variant and number of players
	python=$$(.ci/venv test) && $$python tests/native/lockstep.py $(ARGS)

reliability:  ## the long runs over texts, files, games, generated programs and worlds, ARGS=P, N or R for how long, and a table of their figures
	python=$$(.ci/venv test) && $$python -m tests.hostile.reliability $(ARGS)

soak:  ## the tests that run for minutes
	python=$$(.ci/venv test) && $$python -m pytest -n 2 -m soak $(ARGS)

kills:  ## games killed at random moments, ARGS=1000 of them; ARGS="1000 server": servers of the table in the browser
	python=$$(.ci/venv test) && nice -n 19 $$python -m tests.saves.kills $(ARGS)

damage:  ## saved games that were damaged, ARGS=1000 of them
	python=$$(.ci/venv test) && nice -n 19 $$python -m tests.saves.damage $(ARGS)

clean:  ## all that the tools left behind, but not .venv
	rm -rf build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage htmlcov ./*.egg-info dsl/*.egg-info
	find dsl interpreter grammar rulebooks tests docs benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
