# The two commands of the README, and what they are made of.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: run update counts test check docs mutants test-web test-release test-profile test-slurm \
  test-browser dist nightly corpus assumptions claims conformance bench own-engine fuzz deps validator tools release lint

SWIFT_FLAGS := --explicit-target-dependency-import-check error
# Valgrind 3.19 tells the lines of a program apart when none of it has DWARF 5, which Clang writes
# unless told; Swift writes DWARF 4.
READABLE := -Xcc -gdwarf-4
# From which sources the program is built, which it says itself.
SOURCED := MAPREPLAY_SOURCE="$$(.ci/sources)"
RELEASE := .build/release/mapreplay
PYTHON := .build/python/bin
EXPLORED := Tests/Laboratory/ExplorationTests/Fixtures/corpus.txt

# Golden files: what was recorded from, or published for, the things that are reproduced here.
GOLDEN ?= ../shared/golden

LINT := swift format lint --strict --parallel --recursive Sources Tests Package.swift

# The main job: replay every scenario, judge it, compare with the committed facts.
run: deps release
	$(RELEASE) run Scenarios --compare

# Replaces the committed facts: make update REASON='why they change'. Shows every difference.
update: deps release
	$(RELEASE) rebaseline Scenarios $(if $(REASON),--reason '$(REASON)')

# Compares the counts of ten sessions with the committed ones. make counts REASON='why they change'
# replaces those and adds a row to Reports/History.csv.
counts: release tools
	@.ci/counts "$${REASON-}"

# Every test: formatter, tidy rules, scripts of pages, units, properties, processes; in one
# optimized build with assertions. It has a folder to itself, since other builds of the same name
# cannot reuse it.
TESTS := .build/tests
OPTIMIZED := MAPREPLAY_OPTIMIZED_TESTS=1
# Each target at once, with its interface: files that are compiled in groups read all others again
# for each group, and an interface that is made apart checks and expands all of it again.
WHOLE_MODULES := -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
  -Xswiftc -disable-batch-mode -Xswiftc -no-emit-module-separately-wmo -Xswiftc -suppress-remarks
WITH_TOOLS := PATH="$(CURDIR)/$(PYTHON):$$PATH"
test: deps validator tools test-web
	@.ci/step lint $(LINT)
	@.ci/step build-tests env -u MAPREPLAY_CHECKED $(OPTIMIZED) .ci/build --scratch-path $(TESTS) \
	  --build-tests $(WHOLE_MODULES) -Xswiftc -gline-tables-only $(SWIFT_FLAGS)
	@$(WITH_TOOLS) .ci/tests test $(TESTS)

# The inner loop: builds unoptimized and runs the tests of the targets that changed since the last
# commit. `make check SUITE=CameraTests` runs that suite.
check: deps
	@.ci/check '$(SUITE)'

# Pages that are generated, written anew by the release program.
docs: release
	$(RELEASE) docs

# Counts anew which verdicts depend on which assumption, for the page of assumptions.
assumptions: release
	$(RELEASE) run Scenarios --assumptions --update
	$(RELEASE) docs

# Twenty small mistakes in the model, the judge and the engines, which the tests must find;
# `make mutants SEED=2 COUNT=40` tries forty others.
COMMIT = HEAD
SEED = 1
COUNT = 20
mutants: deps
	@.ci/mutants $(COMMIT) $(SEED) $(COUNT)

# The rules and the tests of the scripts and styles of pages.
test-web:
	@if command -v node >/dev/null; then \
	  .ci/step test-web node --no-opt --test --test-concurrency=2 --test-reporter=spec \
	    Tests/Output/PagesTests/*.test.mjs; \
	else \
	  echo "note: no node here; the scripts of pages are not tested" >&2; \
	fi

# The program for other machines: an archive with its licenses, in .build/dist.
dist: release tools
	@.ci/dist $(RELEASE)

# The tests of facts and allocations once more, of the release build.
test-release: release
	@MAPREPLAY_RELEASE=$(RELEASE) .ci/tests test-release $(TESTS) 'BenchTests|DeterminismTests'

# The same tests with far more worlds drawn against the oracles of clustering, which takes minutes;
# then half an hour of sessions that were never drawn before, from those of the corpus on. The seed
# is printed first, so that a search that ends early can be repeated.
nightly: export MAPREPLAY_WORLDS := 100000
nightly: test release
	$(RELEASE) run Scenarios --assumptions --compare --quiet
	@seed=$$(date +%s); echo "explore --for '30 min' --seed $$seed"; \
	  $(RELEASE) explore --for '30 min' --seed $$seed --corpus $(EXPLORED)

# Scenarios that must hold under all assumptions, held to it.
claims: release
	$(RELEASE) run $$(grep -rlE '^holds under:' Scenarios --include='*.yaml') --assumptions --quiet

# Adds sessions that show what those of the corpus do not show.
corpus: release
	$(RELEASE) explore --sessions 20000 --seed "$$(date +%s)" --corpus $(EXPLORED) --update-corpus

# Profiles with perf and valgrind themselves, of the release build.
test-profile: release tools
	@MAPREPLAY_RELEASE=$(RELEASE) MAPREPLAY_TEST_PROFILE=1 \
	  .ci/tests test-profile $(TESTS) ProfileVerbTests

# Four machines of a Slurm, of which one is lost, against one machine; of the release build.
test-slurm: release
	.ci/slurm $(RELEASE)

# The page in a real browser; of the release build.
test-browser: release
	.ci/browser $(RELEASE)

# What counts and samples, and what judges exports by a schema. It is installed where that is
# possible; the tests of what is missing are skipped, and say so.
TOOLS := perf:linux-perf valgrind:valgrind strip:binutils xmllint:libxml2-utils
tools:
	@for tool in $(TOOLS); do \
	  command -v "$${tool%%:*}" >/dev/null && continue; \
	  as_root="env"; \
	  [ "$$(id -u)" = 0 ] || as_root="sudo -n env"; \
	  echo "installing $${tool##*:}"; \
	  { $$as_root DEBIAN_FRONTEND=noninteractive apt-get update -qq && \
	    $$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$${tool##*:}"; } \
	    </dev/null >/dev/null 2>&1 || true; \
	  command -v "$${tool%%:*}" >/dev/null || \
	    echo "note: no $${tool##*:} here; the tests that need it are skipped" >&2; \
	done

# How fast the simulated map and the cluster engines are here, and whether they allocate; gates
# nothing.
bench: release
	$(RELEASE) bench map
	$(RELEASE) bench clustering
	$(RELEASE) bench --sizes 80k --kinds build,query

# A package outside of this one that replays a file with an engine and an adjuster of its own. That
# it compiles and passes is the proof, which needs no optimizer.
own-engine: deps
	cd Tests/Packages/OwnEngine && \
	  $(CURDIR)/.ci/build --quiet --scratch-path $(CURDIR)/.build/own-engine \
	    $(WHOLE_MODULES) && \
	  said=$$($(CURDIR)/.build/own-engine/debug/OwnEngine) && \
	  echo "own engine: $$said" && [ "$$said" = "1 scenario passed" ]

# Feeds each reader of files with damaged ones, for so many seconds each, from the committed corpus
# on; what it finds lies in .build/fuzz/found, and belongs into the corpus once it is mended. At last
# each number of the run files in the corpus is set to the extremes.
FUZZ_SECONDS ?= 60
FUZZED := scenario part defaults device csv geojson geojsonl gzip facts answer run
CORPUS := Tests/FuzzingTests/Fixtures/Corpus
fuzz: deps
	swift build --quiet --scratch-path .build/fuzz -c release --target Fuzzing \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -assert-config -Xswiftc Debug
	swiftc -sanitize=fuzzer $$(find .build/fuzz/release/ -name '*.o') -o .build/fuzz/fuzz
	for reader in $(FUZZED); do \
	  mkdir -p .build/fuzz/corpus/$$reader .build/fuzz/found; \
	  FUZZED_READER=$$reader SWIFT_BACKTRACE=enable=no .build/fuzz/fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=40000 \
	    -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
	    -artifact_prefix=.build/fuzz/found/$$reader- \
	    .build/fuzz/corpus/$$reader $(CORPUS)/$$reader; \
	done
	FUZZED_READER='run values' SWIFT_BACKTRACE=enable=no .build/fuzz/fuzz -runs=0 -timeout=1200 \
	  -artifact_prefix=.build/fuzz/found/values- $(CORPUS)/run

# What the product meets of recorded sessions and published numbers.
conformance: release
	$(RELEASE) conformance $(GOLDEN)

# Overlapping accesses are looked for by every test; to look for them while a session is replayed
# would take a tenth of its time.
UNCHECKED := -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -DUNCHECKED_EXCLUSIVITY
# With the runtime within it a program starts in half the time and runs where no Swift is. The
# toolchain's linker joins them: that of Debian warns of what Foundation calls.
WHOLE := --static-swift-stdlib -Xswiftc -use-ld=lld
release: deps
	$(SOURCED) .ci/build --quiet -c release --product mapreplay $(SWIFT_FLAGS) $(WHOLE) $(UNCHECKED) $(READABLE)

lint:
	$(LINT)

# What tests compare with: a validator of others for the JSON Schema of scenarios, and Otava, which
# finds change points, in a folder of their own; where they cannot be had, the tests that need them
# say so and are skipped.
validator:
	@for tool in check-jsonschema:check-jsonschema otava:apache-otava; do \
	  program="$${tool%%:*}"; package="$${tool##*:}"; \
	  { command -v "$$program" >/dev/null || [ -x "$(PYTHON)/$$program" ]; } && continue; \
	  echo "installing $$package"; \
	  { [ -x $(PYTHON)/pip ] || python3 -m venv .build/python; } && \
	    $(PYTHON)/pip install --quiet --no-compile "$$package" || \
	    echo "note: no $$package; the tests that need it are skipped" >&2; \
	done

# What Debian must provide: the allocator, the database of histories and what packs pages, found by
# pkg-config when the package is built.
deps:
	@pkg-config --exists jemalloc sqlite3 libdeflate zlib 2>/dev/null || { \
	  packages="libjemalloc-dev libsqlite3-dev libdeflate-dev zlib1g-dev"; \
	  command -v pkg-config >/dev/null || packages="$$packages pkg-config"; \
	  as_root="env"; \
	  if [ "$$(id -u)" != 0 ]; then \
	    command -v sudo >/dev/null || { \
	      echo "error: $$packages missing, and neither root nor sudo to install it" >&2; \
	      echo "help: let somebody run: apt-get install $$packages" >&2; \
	      exit 1; \
	    }; \
	    as_root="sudo env"; \
	  fi; \
	  echo "installing $$packages"; \
	  as_root="$$as_root DEBIAN_FRONTEND=noninteractive"; \
	  $$as_root apt-get update -qq </dev/null; \
	  $$as_root apt-get install -y -qq $$packages </dev/null; \
	}
