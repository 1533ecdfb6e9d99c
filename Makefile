# The two commands of the README, and what they are made of.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: run test deps release lint

SWIFT_FLAGS := --explicit-target-dependency-import-check error
RELEASE := .build/release/mapreplay

# The main job: replay every scenario, compare with the committed facts, write Reports/.
run: deps release
	$(RELEASE) run Scenarios --facts Reports --out Reports/latest

# Every test: formatter, tidy rules, units, properties, processes. The release build is there so that
# debug and release can be held against each other.
test: deps lint release
	swift build --build-tests $(SWIFT_FLAGS)
	MAPREPLAY_RELEASE=$(RELEASE) swift test --skip-build 2>&1

release: deps
	swift build -c release --product mapreplay $(SWIFT_FLAGS)

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

# What Debian must provide: the allocator, found by pkg-config when the package is built.
deps:
	@pkg-config --exists jemalloc 2>/dev/null || { \
	  echo "installing libjemalloc-dev"; \
	  as_root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  packages="libjemalloc-dev"; \
	  command -v pkg-config >/dev/null || packages="$$packages pkg-config"; \
	  $$as_root apt-get update -qq && $$as_root apt-get install -y -qq $$packages; \
	}
